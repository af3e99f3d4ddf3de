/* A balanced search tree: insertion with rotations, as textbooks have it. */
#include <stdlib.h>

struct avl {
    int key;
    int height;
    struct avl *left, *right;
};

static int max(int a, int b) { return a > b ? a : b; }

int height(const struct avl *t) { return t ? t->height : 0; }

//@ requires tree(t)
struct avl *rotate_right(struct avl *t)
{
    if (t == NULL || t->left == NULL)
        return t;
    struct avl *l = t->left;
    t->left = l->right;
    l->right = t;
    t->height = 1 + max(height(t->left), height(t->right));
    l->height = 1 + max(height(l->left), height(l->right));
    return l;
}

//@ requires tree(t)
struct avl *rotate_left(struct avl *t)
{
    if (t == NULL || t->right == NULL)
        return t;
    struct avl *r = t->right;
    t->right = r->left;
    r->left = t;
    t->height = 1 + max(height(t->left), height(t->right));
    r->height = 1 + max(height(r->left), height(r->right));
    return r;
}

struct avl *leaf(int key)
{
    struct avl *t = malloc(sizeof *t);
    if (t != NULL) {
        t->key = key;
        t->height = 1;
        t->left = t->right = NULL;
    }
    return t;
}

//@ requires tree(t)
int contains(const struct avl *t, int key)
{
    while (t) {
        if (key == t->key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}

//@ requires tree(t)
struct avl *insert_two(struct avl *t, int key)
{
    if (!t)
        return leaf(key);
    if (key < t->key) {
        if (t->left)
            return t;
        t->left = leaf(key);
    } else if (key > t->key) {
        if (t->right)
            return t;
        t->right = leaf(key);
    }
    t->height = 1 + max(height(t->left), height(t->right));
    return t;
}

//! generate -c branch

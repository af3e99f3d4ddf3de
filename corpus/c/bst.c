/* Binary search trees: insert, find, delete; and AVL trees. */
#include <stdlib.h>
#include <limits.h>

typedef struct tree {
    int key;
    int height;
    struct tree *left, *right;
} tree;

tree *insert(tree *t, int key)
{
    if (t == NULL) {
        t = malloc(sizeof *t);
        if (t != NULL) {
            t->key = key;
            t->height = 1;
            t->left = t->right = NULL;
        }
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

int least(const tree *t)
{
    if (!t)
        return INT_MAX;
    while (t->left)
        t = t->left;
    return t->key;
}

tree *delete(tree *t, int key)
{
    if (!t)
        return t;
    if (key < t->key) {
        t->left = delete(t->left, key);
    } else if (key > t->key) {
        t->right = delete(t->right, key);
    } else if (t->left && t->right) {
        t->key = least(t->right);
        t->right = delete(t->right, t->key);
    } else {
        tree *child = t->left ? t->left : t->right;
        free(t);
        t = child;
    }
    return t;
}

static int height(tree *t) { return t ? t->height : 0; }
static int max(int a, int b) { return a > b ? a : b; }
static void update(tree *t) { t->height = 1 + max(height(t->left), height(t->right)); }

static tree *rotate_right(tree *y)
{
    tree *x = y->left;
    y->left = x->right;
    x->right = y;
    update(y);
    update(x);
    return x;
}

static tree *rotate_left(tree *x)
{
    tree *y = x->right;
    x->right = y->left;
    y->left = x;
    update(x);
    update(y);
    return y;
}

tree *avl_insert(tree *t, int key)
{
    int balance;
    if (t == NULL)
        return insert(NULL, key);
    if (key == t->key)
        return t;
    if (key < t->key)
        t->left = avl_insert(t->left, key);
    else
        t->right = avl_insert(t->right, key);
    update(t);
    balance = height(t->left) - height(t->right);
    if (balance > 1) {
        if (key > t->left->key)
            t->left = rotate_left(t->left);
        return rotate_right(t);
    }
    if (balance < -1) {
        if (key < t->right->key)
            t->right = rotate_right(t->right);
        return rotate_left(t);
    }
    return t;
}

//! generate -e insert -c path --loops 2 --depth 3
//! generate -e least -c path --loops 2 --depth 3
//! generate -e delete -c branch --loops 2 --depth 2
//! generate -e height -c path --loops 2 --depth 3
//! generate -e max -c path --loops 2 --depth 3
//! generate -e update -c path --loops 2 --depth 3
//! generate -e rotate_right -c branch --loops 2 --depth 2
//! generate -e rotate_left -c branch --loops 2 --depth 2
//! generate -e avl_insert -c path --loops 2 --depth 2

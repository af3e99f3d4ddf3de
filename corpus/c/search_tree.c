/* A search tree: find and insert, with recursion and without. */
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

struct tree *find(struct tree *t, int key)
{
    if (!t || t->key == key)
        return t;
    return find(key < t->key ? t->left : t->right, key);
}

struct tree *find_loop(struct tree *t, int key)
{
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

struct tree *leaf(int key)
{
    struct tree *t = malloc(sizeof *t);
    if (t) {
        t->key = key;
        t->left = NULL;
        t->right = NULL;
    }
    return t;
}

struct tree *insert(struct tree *t, int key)
{
    if (!t)
        return leaf(key);
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

int insert_loop(struct tree **root, int key)
{
    while (*root) {
        if ((*root)->key == key)
            return 0;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = leaf(key);
    return *root != NULL;
}

int ordered(const struct tree *t, int low, int high)
{
    if (!t)
        return 1;
    return low <= t->key && t->key <= high && ordered(t->left, low, t->key)
           && ordered(t->right, t->key, high);
}

//! generate -e find -c path --loops 2 --depth 3
//! generate -e find -c loop-count --loops 2 --depth 3
//! generate -e find_loop -c path --loops 2 --depth 3
//! generate -e find_loop -c loop-count --loops 2 --depth 3
//! generate -e leaf -c path --loops 2 --depth 3
//! generate -e leaf -c loop-count --loops 2 --depth 3
//! generate -e insert -c path --loops 2 --depth 3
//! generate -e insert -c loop-count --loops 2 --depth 3
//! generate -e insert_loop -c path --loops 2 --depth 3
//! generate -e insert_loop -c loop-count --loops 2 --depth 3
//! generate -e ordered -c path --loops 2 --depth 3
//! generate -e ordered -c loop-count --loops 2 --depth 3

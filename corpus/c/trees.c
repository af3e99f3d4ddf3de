/* Measures of trees, and a rotation. */
#include <stddef.h>

typedef struct node {
    int weight;
    struct node *left;
    struct node *right;
} node;

int height(const node *t)
{
    int l, r;
    if (t == NULL)
        return 0;
    l = height(t->left);
    r = height(t->right);
    return 1 + (l > r ? l : r);
}

long sum(const node *t)
{
    return t ? t->weight + sum(t->left) + sum(t->right) : 0L;
}

int leaves(const node *t)
{
    if (!t)
        return 0;
    if (!t->left && !t->right)
        return 1;
    return leaves(t->left) + leaves(t->right);
}

void mirror(node *t)
{
    if (t) {
        node *l = t->left;
        t->left = t->right;
        t->right = l;
        mirror(t->left);
        mirror(t->right);
    }
}

node *rotate_left(node *t)
{
    node *up;
    if (!t || !t->right)
        return t;
    up = t->right;
    t->right = up->left;
    up->left = t;
    return up;
}

node *balance(node *t)
{
    if (t && height(t->right) > height(t->left) + 1)
        return rotate_left(t);
    return t;
}

//! generate -e height -c path --loops 2 --depth 3
//! generate -e height -c path --depth 3 --per-path 3
//! generate -e sum -c path --loops 2 --depth 3
//! generate -e sum -c path --depth 3 --per-path 3
//! generate -e leaves -c branch --loops 2 --depth 2
//! generate -e mirror -c path --loops 2 --depth 3
//! generate -e mirror -c path --depth 3 --per-path 3
//! generate -e rotate_left -c path --loops 2 --depth 3
//! generate -e rotate_left -c path --depth 3 --per-path 3
//! generate -e balance -c path --loops 2 --depth 3
//! generate -e balance -c path --depth 3 --per-path 3

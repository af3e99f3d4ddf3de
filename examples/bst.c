#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

/* Deletes a key from a search tree. */
struct tree *bst_delete(struct tree *t, int key) {
    if (t == NULL) return NULL;
    if (key < t->key) {
        t->left = bst_delete(t->left, key);
    } else if (key > t->key) {
        t->right = bst_delete(t->right, key);
    } else if (t->left == NULL || t->right == NULL) {
        struct tree *child = t->left ? t->left : t->right;
        free(t);
        return child;
    } else {
        struct tree *next = t->right;
        while (next->left) next = next->left;
        t->key = next->key;
        t->right = bst_delete(t->right, next->key);
    }
    return t;
}

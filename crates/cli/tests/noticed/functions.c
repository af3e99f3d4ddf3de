/* Functions of a kind that every course has. Deleting any assignment or addition in them must be
   noticed by the tests that are made by default. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

struct tree {
    int key;
    struct tree *left, *right;
};

int list_sum(struct node *l) {
    int s = 0;
    while (l) {
        s += l->data;
        l = l->next;
    }
    return s;
}

int list_max(struct node *l) {
    int m = l->data;
    for (l = l->next; l; l = l->next)
        if (l->data > m) m = l->data;
    return m;
}

int list_count(struct node *l, int x) {
    int n = 0;
    for (; l; l = l->next)
        if (l->data == x) n++;
    return n;
}

struct node *list_insert(struct node *l, int x) {
    if (!l || l->data >= x) {
        struct node *n = malloc(sizeof *n);
        if (!n) return l;
        n->data = x;
        n->next = l;
        return n;
    }
    l->next = list_insert(l->next, x);
    return l;
}

struct node *list_delete(struct node *l, int x) {
    if (!l) return NULL;
    if (l->data == x) {
        struct node *rest = l->next;
        free(l);
        return rest;
    }
    l->next = list_delete(l->next, x);
    return l;
}

struct node *list_reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}

struct node *list_append(struct node *a, struct node *b) {
    struct node *p = a;
    if (!a) return b;
    while (p->next) p = p->next;
    p->next = b;
    return a;
}

struct node *list_middle(struct node *l) {
    struct node *fast = l;
    while (fast && fast->next) {
        l = l->next;
        fast = fast->next->next;
    }
    return l;
}

void list_split(struct node *l, int x, struct node **a, struct node **b) {
    *a = 0;
    *b = 0;
    while (l) {
        struct node *t = l->next;
        if (l->data < x) {
            l->next = *a;
            *a = l;
        } else {
            l->next = *b;
            *b = l;
        }
        l = t;
    }
}

struct node *remove_all(struct node *l, int x) {
    struct node **p = &l;
    while (*p) {
        if ((*p)->data == x) {
            struct node *d = *p;
            *p = d->next;
            free(d);
        } else {
            p = &(*p)->next;
        }
    }
    return l;
}

struct tree *tree_insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t) return NULL;
        t->key = key;
        t->left = NULL;
        t->right = NULL;
        return t;
    }
    if (key < t->key)
        t->left = tree_insert(t->left, key);
    else if (key > t->key)
        t->right = tree_insert(t->right, key);
    return t;
}

int tree_sum(struct tree *t) {
    return t ? tree_sum(t->left) + t->key + tree_sum(t->right) : 0;
}

int tree_height(struct tree *t) {
    int l, r;
    if (!t) return 0;
    l = tree_height(t->left);
    r = tree_height(t->right);
    return 1 + (l > r ? l : r);
}

int matrix_sum(int m[3][3], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += m[i][j];
    return s;
}

int array_sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

int dot(const int *a, const int *b, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s = s + a[i] * b[i];
    return s;
}

void array_reverse(int *a, int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

int index_of(const int *a, int n, int x) {
    int i = 0;
    while (i < n && a[i] != x) i = i + 1;
    return i < n ? i : -1;
}

void fill(int *a, int n, int x) {
    int i = 0;
    while (i < n) {
        a[i] = x + i;
        i++;
    }
}

int clamp(int x, int lo, int hi) {
    int r = x;
    if (x < lo) r = lo;
    if (x > hi) r = hi;
    return r;
}

int bits(unsigned x) {
    int n = 0;
    while (x) {
        n += x & 1;
        x >>= 1;
    }
    return n;
}

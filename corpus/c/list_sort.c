/* Sorting linked lists: insertion, merging, and splitting for it. */
#include <stddef.h>

struct cell { int key; struct cell *next; };

struct cell *insertion_sort(struct cell *list)
{
    struct cell *sorted = NULL;
    while (list) {
        struct cell *c = list;
        struct cell **at = &sorted;
        list = list->next;
        while (*at && (*at)->key < c->key)
            at = &(*at)->next;
        c->next = *at;
        *at = c;
    }
    return sorted;
}

struct cell *merge(struct cell *a, struct cell *b)
{
    if (!a)
        return b;
    if (!b)
        return a;
    if (a->key <= b->key) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}

struct cell *split(struct cell *list)
{
    struct cell *slow = list, *fast, *half;
    if (!list)
        return NULL;
    fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    half = slow->next;
    slow->next = NULL;
    return half;
}

int is_sorted(const struct cell *list)
{
    for (; list && list->next; list = list->next)
        if (list->key > list->next->key)
            return 0;
    return 1;
}

//! generate -e insertion_sort -c path --loops 2 --depth 3
//! generate -e insertion_sort -c path --loops 3 --minimal
//! generate -e merge -c path --loops 2 --depth 3
//! generate -e split -c path --loops 2 --depth 3
//! generate -e is_sorted -c path --loops 2 --depth 3

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Inserts a value into a sorted list. */
struct node *list_insert(struct node *list, int value) {
    if (list == NULL || value <= list->value) {
        struct node *new = malloc(sizeof *new);
        if (new == NULL) return list;
        new->value = value;
        new->next = list;
        return new;
    }
    list->next = list_insert(list->next, value);
    return list;
}

int list_sum(const struct node *list) {
    int sum = 0;
    for (; list; list = list->next) sum += list->value;
    return sum;
}

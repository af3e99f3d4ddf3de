#include <stdlib.h>

struct node { int value; struct node *next; };

void remove_all(struct node **list, int value) {
    while (*list)
        if ((*list)->value == value) {
            free(*list);
            *list = (*list)->next;
        } else
            list = &(*list)->next;
}

/* Copies the cells that are at least a number. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list);
    ensures forall n in list(\result): n->data >= least;
    ensures len(\result) <= len(list);
    ensures (forall n in list(list): n->data >= least) ==> equal(\result, list);
    ensures equal(list, \old(list)); */
struct node *filter_copy(const struct node *list, int least)
{
    struct node *first = NULL;
    struct node *last = NULL;
    for (; list != NULL; list = list->next) {
        if (list->data < least)
            continue;
        struct node *cell = calloc(1, sizeof *cell);
        if (cell == NULL)
            abort();
        cell->data = list->data;
        if (first == NULL)
            first = cell;
        else
            last->next = cell;
        last = cell;
    }
    return first;
}

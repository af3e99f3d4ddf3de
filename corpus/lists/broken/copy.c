/* Copies a list.
   What is wrong: the copy ends before the last cell. */
#include <stdlib.h>

typedef struct item {
    int value;
    struct item *link;
} item;

/*@ requires acyclic(list);
    ensures equal(list, \result);
    ensures equal(\old(list), list);
    ensures disjoint(list, \result); */
item *copy(const item *list)
{
    item *first = NULL;
    item *last = NULL;
    for (const item *from = list; from != NULL && (first == NULL || from->link != NULL); from = from->link) {
        item *made = malloc(sizeof *made);
        if (!made)
            abort();
        made->value = from->value;
        made->link = NULL;
        if (last == NULL)
            first = made;
        else
            last->link = made;
        last = made;
    }
    return first;
}

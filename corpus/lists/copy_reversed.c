/* Copies a list, the last cell first. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list);
    ensures multiset(\result) == multiset(list);
    ensures len(\result) == len(list);
    ensures sorted(list) ==> (forall a, b ordered in list(\result): a->data >= b->data);
    ensures equal(list, \old(list)); */
struct node *copy_reversed(const struct node *list)
{
    struct node *made = NULL;
    for (const struct node *x = list; x != NULL; x = x->next) {
        struct node *cell = malloc(sizeof(struct node));
        if (cell == NULL)
            abort();
        cell->data = x->data;
        cell->next = made;
        made = cell;
    }
    return made;
}

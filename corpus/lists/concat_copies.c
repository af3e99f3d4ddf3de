/* A new list with the values of two others. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list);
    ensures len(\result) == len(\old(list)) + len(\old(tail));
    ensures multiset(\result) == multiset(\old(list)) + multiset(\old(tail));
    ensures equal(list, \old(list)); */
static struct node *copied_before(const struct node *list, struct node *tail)
{
    if (list == NULL)
        return tail;
    struct node *cell = malloc(sizeof *cell);
    if (cell == NULL)
        abort();
    cell->data = list->data;
    cell->next = copied_before(list->next, tail);
    return cell;
}

/*@ requires acyclic(a) && acyclic(b);
    ensures multiset(\result) == multiset(a) + multiset(b);
    ensures len(\result) == len(a) + len(b);
    ensures sum(\result) == sum(a) + sum(b);
    ensures equal(a, \old(a)) && equal(b, \old(b)) && disjoint(\result, a) && disjoint(\result, b); */
struct node *concat_copies(const struct node *a, const struct node *b)
{
    return copied_before(a, copied_before(b, NULL));
}

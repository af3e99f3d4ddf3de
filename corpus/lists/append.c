/* Puts a list behind another one. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a) && acyclic(b) && disjoint(a, b);
    ensures multiset(\result) == multiset(\old(a)) + multiset(\old(b));
    ensures len(\result) == len(\old(a)) + len(\old(b));
    ensures a != NULL ==> \result == a;
    ensures a == NULL ==> equal(\result, \old(b)); */
struct node *append(struct node *a, struct node *b)
{
    if (a == NULL)
        return b;
    struct node *last = a;
    while (last->next != NULL)
        last = last->next;
    last->next = b;
    return a;
}

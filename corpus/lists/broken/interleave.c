/* Takes the cells of two lists in turn.
   What is wrong: cells of the second list are lost. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a) && acyclic(b) && disjoint(a, b);
    ensures multiset(\result) == multiset(\old(a)) + multiset(\old(b));
    ensures len(\result) == len(\old(a)) + len(\old(b));
    ensures a != NULL ==> \result == a; */
struct node *interleave(struct node *a, struct node *b)
{
    struct node *first = a != NULL ? a : b;
    while (a != NULL && b != NULL) {
        struct node *next = a->next;
        a->next = b;
        a = b->next;
        b->next = next;
        b = next;
    }
    return first;
}

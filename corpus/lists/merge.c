/* Merges two sorted lists. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a) && acyclic(b) && disjoint(a, b) && sorted(a) && sorted(b);
    ensures sorted(\result);
    ensures multiset(\result) == multiset(\old(a)) + multiset(\old(b));
    ensures len(\result) == len(\old(a)) + len(\old(b)); */
struct node *merge(struct node *a, struct node *b)
{
    struct node *first = NULL;
    struct node *last = NULL;
    while (a != NULL && b != NULL) {
        struct node *least;
        if (a->data <= b->data) {
            least = a;
            a = a->next;
        } else {
            least = b;
            b = b->next;
        }
        if (last == NULL)
            first = least;
        else
            last->next = least;
        last = least;
    }
    struct node *rest = a != NULL ? a : b;
    if (last == NULL)
        return rest;
    last->next = rest;
    return first;
}

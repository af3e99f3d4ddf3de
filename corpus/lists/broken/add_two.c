/* Adds two lists of the same length into a third one.
   What is wrong: the second number is taken twice. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a) && acyclic(b) && acyclic(sums) && disjoint(a, b) && disjoint(a, sums) && disjoint(b, sums);
    requires len(a) == len(b) && len(a) == len(sums);
    ensures sum(sums) == sum(a) + sum(b);
    ensures (forall n in list(a): n->data >= 0) && (forall n in list(b): n->data > 0)
            ==> (forall n in list(sums): n->data > 0);
    ensures equal(a, \old(a)) && equal(b, \old(b)); */
void add_two(const struct node *a, const struct node *b, struct node *sums)
{
    while (a != NULL && b != NULL && sums != NULL) {
        sums->data = b->data + b->data;
        a = a->next;
        b = b->next;
        sums = sums->next;
    }
}

/* The smallest value of a list, which is one of its values. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && head != NULL;
    ensures forall n in list(head): n->data >= \result;
    ensures !(forall n in list(head): n->data != \result); */
int min(const struct node *head)
{
    int best = head->data;
    //@ loop invariant best <= \at(best, LoopEntry);
    for (const struct node *x = head->next; x != NULL; x = x->next) {
        best = x->data < best ? x->data : best;
        //@ assert best <= \at(best, LoopCurrent);
    }
    return best;
}

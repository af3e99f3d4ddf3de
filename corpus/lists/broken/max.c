/* The largest value of a list.
   What is wrong: the search starts from 0, so that negative values get lost. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && head != NULL;
    ensures forall n in list(head): n->data <= \result; */
int max(const struct node *head)
{
    int best = 0;
    for (const struct node *x = head->next; x != NULL; x = x->next) {
        if (x->data > best)
            best = x->data;
        //@ assert x->data <= best;
    }
    return best;
}

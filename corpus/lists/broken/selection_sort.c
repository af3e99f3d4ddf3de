/* Sorts the values of a list by choosing the smallest of the rest.
   What is wrong: nothing is exchanged. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures sorted(head);
    ensures multiset(head) == multiset(\old(head));
    ensures sum(head) == sum(\old(head)); */
void selection_sort(struct node *head)
{
    for (struct node *x = head; x != NULL; x = x->next) {
        struct node *least = x;
        for (struct node *y = x->next; y != NULL; y = y->next)
            if (y->data < least->data)
                least = y;
        int kept = x->data;
        x->data = least->data;
        x->data = kept;
        //@ assert forall n in list(x): x->data <= n->data;
    }
}

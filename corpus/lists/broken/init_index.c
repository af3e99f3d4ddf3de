/* Each cell gets its position, from 0 on.
   What is wrong: the claim counts from 1. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures head != NULL ==> head->data == 0;
    ensures forall a, b adjacent in list(head): b->data == a->data + 1;
    ensures forall a, b ordered in list(head): a->data < b->data;
    ensures forall n in list(head): 1 <= n->data <= len(head); */
void init_index(struct node *head)
{
    int i = 0;
    //@ loop invariant i >= 0;
    for (struct node *x = head; x != NULL; x = x->next) {
        x->data = i;
        i++;
    }
    //@ assert i == len(head);
}

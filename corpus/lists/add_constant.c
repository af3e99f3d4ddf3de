/* Adds a number to all cells. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(head): n->data == \old(n->data) + value; */
void add_constant(struct node *head, int value)
{
    for (struct node *x = head; x != NULL; x = x->next)
        x->data += value;
}

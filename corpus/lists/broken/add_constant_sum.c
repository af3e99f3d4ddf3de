/* Adds a number to all cells: the sum grows by a product.
   What is wrong: the last cell is left out. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(head): n->data == \old(n->data) + value;
    ensures sum(head) == sum(\old(head)) + value * len(head); */
void add_constant(struct node *head, int value)
{
    for (struct node *x = head; x != NULL && x->next != NULL; x = x->next)
        x->data += value;
}

/* Doubles the values of a list.
   What is wrong: the claim is that of adding 1 to each cell. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(head): n->data == 2 * \old(n->data);
    ensures sum(head) == sum(\old(head)) + len(head); */
void double_all(struct node *head)
{
    struct node *x = head;
    while (x != NULL) {
        x->data = 2 * x->data;
        x = x->next;
    }
}

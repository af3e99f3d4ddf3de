/* Fills a list with the numbers of Fibonacci. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

//@ requires acyclic(head);
void fibonacci(struct node *head)
{
    int m1 = 1;
    int m2 = 0;
    struct node *x = head;
    while (x != NULL) {
        x->data = m1 + m2;
        m1 = m2;
        m2 = x->data;
        x = x->next;
    }
    //@ assert forall a, b, c adjacent in list(head): c->data == a->data + b->data;
    //@ assert forall n in list(head): n->data >= 1;
    //@ assert sum(head) == 2 * m2 + m1 - 1;
}

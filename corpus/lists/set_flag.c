/* Marks the cells from a limit on. */
#include <stddef.h>

struct node {
    int data;
    int flag;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(head): (n->flag == 1 <==> n->data >= limit);
    ensures forall n in list(head): n->flag == 0 || n->flag == 1;
    ensures forall n in list(\old(head)): n->data == \old(n->data);
    ensures len(head) == len(\old(head)); */
void set_flag(struct node *head, int limit)
{
    for (struct node *x = head; x != NULL; x = x->next) {
        x->flag = 0;
        if (x->data >= limit)
            x->flag = 1;
    }
}

/* Deletes the cells of a sorted list that repeat the value before. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && sorted(head);
    ensures sorted(head);
    ensures forall a, b adjacent in list(head): a->data < b->data;
    ensures len(head) <= len(\old(head));
    ensures (forall a, b adjacent in list(\old(head)): \old(a->data < b->data)) ==> equal(head, \old(head)); */
void remove_duplicates(struct node *head)
{
    struct node *x = head;
    while (x != NULL && x->next != NULL) {
        if (x->next->data == x->data) {
            struct node *dead = x->next;
            x->next = dead->next;
            free(dead);
        } else {
            x = x->next;
        }
    }
}

/* Deletes the first cell with a value. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures len(\old(head)) - 1 <= len(\result) <= len(\old(head));
    ensures (forall n in list(\old(head)): \old(n->data) != value) ==> equal(\result, \old(head));
    ensures len(\result) < len(\old(head)) ==> sum(\result) == sum(\old(head)) - value; */
struct node *delete_first(struct node *head, int value)
{
    struct node *before = NULL;
    struct node *x = head;
    while (x != NULL && x->data != value) {
        before = x;
        x = x->next;
    }
    if (x == NULL)
        return head;
    struct node *after = x->next;
    free(x);
    if (before == NULL)
        return after;
    before->next = after;
    return head;
}

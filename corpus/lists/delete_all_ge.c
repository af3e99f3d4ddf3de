/* Deletes all cells from a limit on. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(\result): n->data < limit;
    ensures len(\result) <= len(\old(head));
    ensures (forall n in list(\old(head)): \old(n->data) < limit) ==> equal(\result, \old(head)); */
struct node *delete_all_ge(struct node *head, int limit)
{
    while (head != NULL && head->data >= limit) {
        struct node *dead = head;
        head = head->next;
        free(dead);
    }
    if (head == NULL)
        return NULL;
    struct node *kept = head;
    while (kept->next != NULL) {
        if (kept->next->data >= limit) {
            struct node *dead = kept->next;
            kept->next = dead->next;
            free(dead);
        } else {
            kept = kept->next;
        }
    }
    return head;
}

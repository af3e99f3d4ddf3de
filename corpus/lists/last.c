/* The last cell of a list. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures \result == NULL <==> head == NULL;
    ensures \result != NULL ==> \result->next == NULL && len(\result) == 1;
    ensures equal(head, \old(head)); */
struct node *last(struct node *head)
{
    if (head == NULL)
        return NULL;
    while (head->next != NULL)
        head = head->next;
    return head;
}

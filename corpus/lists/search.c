/* Looks for a cell with a value. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures \result == NULL ==> (forall n in list(head): n->data != value);
    ensures \result != NULL ==> \result->data == value;
    ensures equal(\old(head), head); */
struct node *search(struct node *head, int value)
{
    while (head != NULL) {
        if (head->data == value)
            return head;
        head = head->next;
    }
    return NULL;
}

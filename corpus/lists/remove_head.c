/* Removes the first cell of a list. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures head == NULL ==> \result == NULL;
    ensures head != NULL ==> equal(\result, \old(head->next));
    ensures head != NULL ==> len(\result) == len(\old(head)) - 1; */
struct node *remove_head(struct node *head)
{
    if (head == NULL)
        return NULL;
    struct node *rest = head->next;
    free(head);
    return rest;
}

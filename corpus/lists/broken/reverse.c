/* Reverses a list in place.
   What is wrong: the rest of the list is lost after the first cell. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures multiset(\result) == multiset(\old(head));
    ensures len(\result) == len(\old(head));
    ensures \old(sorted(head)) ==> (forall a, b adjacent in list(\result): a->data >= b->data);
    ensures acyclic(\result); */
struct node *reverse(struct node *head)
{
    struct node *done = NULL;
    while (head != NULL) {
        head->next = done;
        struct node *next = head->next;
        done = head;
        head = next;
    }
    return done;
}

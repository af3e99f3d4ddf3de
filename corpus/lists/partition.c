/* Parts a list at a pivot. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

struct parts {
    struct node *low;
    struct node *high;
};

/*@ requires acyclic(head) && \valid(out);
    ensures forall n in list(out->low): n->data < pivot;
    ensures forall n in list(out->high): n->data >= pivot;
    ensures multiset(\old(head)) == multiset(out->low) + multiset(out->high);
    ensures len(\old(head)) == len(out->low) + len(out->high); */
void partition(struct node *head, int pivot, struct parts *out)
{
    struct node *low = NULL;
    struct node *high = NULL;
    //@ loop invariant multiset(\old(head)) == multiset(low) + multiset(high) + multiset(head);
    while (head != NULL) {
        struct node *cell = head;
        head = head->next;
        if (cell->data < pivot) {
            cell->next = low;
            low = cell;
        } else {
            cell->next = high;
            high = cell;
        }
    }
    out->low = low;
    out->high = high;
}

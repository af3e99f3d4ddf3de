/* Sorts the values of a list by exchanging neighbours. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures sorted(head);
    ensures multiset(head) == multiset(\old(head));
    ensures len(head) == len(\old(head)); */
void bubble_sort(struct node *head)
{
    int changed;
    if (head == NULL)
        return;
    do {
        changed = 0;
        for (struct node *x = head; x->next != NULL; x = x->next) {
            if (x->data > x->next->data) {
                int kept = x->data;
                x->data = x->next->data;
                x->next->data = kept;
                changed = 1;
            }
            //@ assert x->data <= x->next->data;
        }
    } while (changed);
}

/* Whether a list is sorted. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures \result == 1 <==> sorted(head);
    ensures \result == 0 || \result == 1;
    ensures \result == 1 ==> (forall a, b ordered in list(head): a->data <= b->data); */
int is_sorted(const struct node *head)
{
    if (head == NULL)
        return 1;
    for (; head->next != NULL; head = head->next)
        if (head->data > head->next->data)
            return 0;
    return 1;
}

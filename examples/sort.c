#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list);
    ensures sorted(\result);
    ensures multiset(\result) == multiset(\old(list)); */
struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list != NULL) {
        struct node *cell = list;
        list = list->next;
        if (sorted == NULL || cell->data <= sorted->data) {
            cell->next = sorted;
            sorted = cell;
        } else {
            struct node *before = sorted;
            while (before->next != NULL && before->next->data < cell->data)
                before = before->next;
            cell->next = before->next;
            before->next = cell;
        }
    }
    return sorted;
}

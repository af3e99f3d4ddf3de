/* Sorts a list by moving its cells. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list);
    ensures sorted(\result);
    ensures multiset(\result) == multiset(\old(list));
    ensures len(\result) == len(\old(list)); */
struct node *insertion_sort(struct node *list)
{
    struct node *sorted_part = NULL;
    //@ loop invariant sorted(sorted_part);
    //@ loop invariant multiset(\old(list)) == multiset(sorted_part) + multiset(list);
    while (list != NULL) {
        struct node *cell = list;
        list = list->next;
        if (sorted_part == NULL || cell->data <= sorted_part->data) {
            cell->next = sorted_part;
            sorted_part = cell;
        } else {
            struct node *before = sorted_part;
            while (before->next != NULL && before->next->data < cell->data)
                before = before->next;
            cell->next = before->next;
            before->next = cell;
        }
    }
    return sorted_part;
}

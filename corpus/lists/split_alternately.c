/* Deals the cells of a list to two lists, in turn. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

struct halves {
    struct node *first;
    struct node *second;
};

/*@ requires acyclic(head) && \valid(out);
    ensures multiset(out->first) + multiset(out->second) == multiset(\old(head));
    ensures 0 <= len(out->first) - len(out->second) <= 1;
    ensures disjoint(out->first, out->second); */
void split_alternately(struct node *head, struct halves *out)
{
    int to_first = 1;
    out->first = NULL;
    out->second = NULL;
    while (head != NULL) {
        struct node *next = head->next;
        if (to_first) {
            head->next = out->first;
            out->first = head;
        } else {
            head->next = out->second;
            out->second = head;
        }
        to_first = !to_first;
        head = next;
    }
}

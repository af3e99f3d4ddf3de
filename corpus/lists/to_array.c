/* Writes the values of a list into an array. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && 0 <= n && \valid(a + (0 .. n - 1));
    ensures 0 <= \result <= n && \result <= len(head);
    ensures \result < n ==> \result == len(head);
    ensures (forall c in list(head): c->data >= 0) ==> (\forall integer k; 0 <= k < \result ==> a[k] >= 0);
    ensures \forall integer k; \result <= k < n ==> a[k] == \old(a[k]); */
int to_array(const struct node *head, int *a, int n)
{
    int i = 0;
    //@ loop invariant 0 <= i <= n && i + len(head) == len(\old(head));
    while (i < n && head != NULL) {
        a[i] = head->data;
        i++;
        head = head->next;
    }
    return i;
}

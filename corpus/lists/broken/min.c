/* The smallest value of a list.
   What is wrong: larger values are taken for smaller ones. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && head != NULL;
    ensures forall n in list(head): n->data >= \result; */
int min(const struct node *head)
{
    int best = head->data;
    for (const struct node *x = head->next; x != NULL; x = x->next) {
        best = x->data > best ? x->data : best;
    }
    return best;
}

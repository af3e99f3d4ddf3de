/* The largest and the smallest value of a list, at once.
   What is wrong: the smallest value is never larger than 0. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

struct bounds {
    int max;
    int min;
};

/*@ requires acyclic(head) && head != NULL && \valid(out);
    ensures forall n in list(head): out->min <= n->data <= out->max;
    ensures out->min <= out->max;
    ensures !(forall n in list(head): n->data != out->max) && !(forall n in list(head): n->data != out->min); */
void max_and_min(const struct node *head, struct bounds *out)
{
    out->max = head->data;
    out->min = 0;
    //@ loop invariant out->min <= out->max;
    while (head != NULL) {
        if (head->data > out->max)
            out->max = head->data;
        if (head->data < out->min)
            out->min = head->data;
        head = head->next;
    }
}

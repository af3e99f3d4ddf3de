/* Whether two lists hold the same values.
   What is wrong: a longer second list goes unnoticed. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a) && acyclic(b);
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> equal(a, b);
    ensures \result == 1 ==> len(a) == len(b) && sum(a) == sum(b); */
int equality(const struct node *a, const struct node *b)
{
    while (a != NULL && b != NULL) {
        if (a->data != b->data)
            return 0;
        a = a->next;
        b = b->next;
    }
    return a == NULL;
}

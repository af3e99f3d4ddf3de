/* A new list with as many cells as asked for. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires 0 <= n <= 5;
    ensures len(\result) == n;
    ensures forall c in list(\result): c->data == value;
    ensures sum(\result) == n * value; */
struct node *make(int n, int value)
{
    struct node *made = NULL;
    /*@ loop invariant 0 <= i <= n;
        loop invariant len(made) == i;
        loop variant n - i; */
    for (int i = 0; i < n; i++) {
        struct node *cell = malloc(sizeof(struct node));
        if (cell == NULL)
            abort();
        cell->data = value;
        cell->next = made;
        made = cell;
    }
    return made;
}

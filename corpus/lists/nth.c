/* The cell at a position, from 0 on. */
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

typedef struct node *List;

/*@ requires acyclic(list) && k >= 0;
    ensures k >= len(list) ==> \result == NULL;
    ensures k < len(list) ==> \result != NULL && len(\result) == len(list) - k; */
List nth(List list, int k)
{
    //@ loop invariant k >= 0;
    //@ loop invariant len(list) - k == len(\old(list)) - \old(k);
    while (list != NULL && k > 0) {
        list = list->next;
        k--;
    }
    return list;
}

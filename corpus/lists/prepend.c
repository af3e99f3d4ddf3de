/* Puts a value before a list. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures \result->data == value;
    ensures \result->next == head && equal(\result->next, \old(head));
    ensures len(\result) == len(\old(head)) + 1; */
struct node *prepend(struct node *head, int value)
{
    struct node *cell = malloc(sizeof *cell);
    if (!cell)
        abort();
    cell->data = value;
    cell->next = head;
    return cell;
}

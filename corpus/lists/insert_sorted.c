/* Inserts a value into a sorted list. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && sorted(head);
    ensures sorted(\result);
    ensures len(\result) == len(\old(head)) + 1;
    ensures sum(\result) == sum(\old(head)) + value; */
struct node *insert_sorted(struct node *head, int value)
{
    struct node *cell = malloc(sizeof(struct node));
    if (cell == NULL)
        abort();
    cell->data = value;
    if (head == NULL || value <= head->data) {
        cell->next = head;
        return cell;
    }
    struct node *before = head;
    while (before->next != NULL && before->next->data < value)
        before = before->next;
    cell->next = before->next;
    before->next = cell;
    return head;
}

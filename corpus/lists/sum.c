/* The sum of the values of a list. */
struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures \result == sum(head);
    ensures (forall n in list(head): n->data >= 0) ==> \result >= 0; */
int sum(const struct node *head)
{
    int total = 0;
    const struct node *x = head;
    //@ loop invariant total + sum(x) == sum(head);
    while (x) {
        total += x->data;
        x = x->next;
    }
    //@ assert total == sum(head);
    return total;
}

/* How often a value is in a list.
   What is wrong: one cell too many is counted in the end. */
struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures 0 <= \result <= len(head);
    ensures \result == 0 <==> (forall n in list(head): n->data != value);
    ensures \result == len(head) ==> (forall n in list(head): n->data == value); */
int count(const struct node *head, int value)
{
    int found = 0;
    //@ loop invariant 0 <= found && found + len(head) <= len(\old(head));
    while (head) {
        if (head->data == value)
            found++;
        head = head->next;
    }
    return found + 1;
}

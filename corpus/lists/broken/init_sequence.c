/* Each cell gets the value of the one before it and a step.
   What is wrong: the step is added twice from the second cell on. */
struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head) && -100 <= start <= 100 && -100 <= step <= 100;
    ensures head != \null ==> head->data == start;
    ensures forall a, b adjacent in list(head): b->data == a->data + step; */
void init_sequence(struct node *head, int start, int step)
{
    int value = start;
    while (head) {
        head->data = value;
        value = head->data + 2 * step;
        head = head->next;
    }
}

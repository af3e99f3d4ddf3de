/* Counts a key in a list of keys with counters. */
#include <stddef.h>

struct counter {
    int key;
    int count;
    struct counter *next;
};

/*@ requires acyclic(head);
    ensures forall c in list(head): c->key == key ==> c->count == \old(c->count) + 1;
    ensures forall c in list(head): c->key != key ==> c->count == \old(c->count);
    ensures forall c in list(head): c->key == \old(c->key);
    ensures len(head) == len(\old(head));
    ensures (forall c in list(head): c->key != key) ==> equal(head, \old(head)); */
void counters(struct counter *head, int key)
{
    while (head != NULL) {
        if (head->key == key)
            head->count++;
        head = head->next;
    }
}

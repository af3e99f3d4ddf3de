/* Gives all cells the same value: their sum is a product.
   What is wrong: the first cell keeps what it had. */
#include <stddef.h>

struct cell {
    int key;
    struct cell *tail;
};

/*@ requires acyclic(c);
    ensures forall n in list(c): n->key == value;
    ensures len(c) == len(\old(c));
    ensures sum(c) == value * len(c); */
void init_constant(struct cell *c, int value)
{
    struct cell *x = c == NULL ? c : c->tail;
    while (x != NULL) {
        x->key = value;
        x = x->tail;
    }
}

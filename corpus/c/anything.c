/* Pointers to `void` that stand for one thing each: items of a list, numbers to compare, slots of a register. */
#include <stdlib.h>

struct item { int key; struct item *link; };
struct cell { const void *data; struct cell *next; };

int int_compare(const void *a, const void *b)
{
    int x = *(const int *) a, y = *(int const *) b;
    return (x > y) - (x < y);
}

int first_key(const struct cell *c)
{
    const struct item *i = c->data;
    return i ? i->key : -1;
}

struct cell *push(struct cell *c, struct item *i)
{
    struct cell *n = malloc(sizeof *n);
    if (!n)
        return NULL;
    n->data = i;
    n->next = c;
    return n;
}

const void *find(const struct cell *c, const void *what)
{
    for (; c; c = c->next)
        if (c->data == what)
            return c->data;
    return NULL;
}

void swap(void **a, void **b)
{
    void *t = *a;
    *a = *b;
    *b = t;
}

int swapped(int *x, int *y)
{
    void *a = x, *b = y;
    swap(&a, &b);
    return a == x ? 1 : *(int *) b;
}

/* Nothing says what this is, so it is only passed on. */
void *pass(void *p, int n)
{
    return n > 0 ? p : NULL;
}

struct registers { void **slots; int count; };

void *slot(struct registers *r, int i)
{
    if (i < 0 || i >= r->count)
        return NULL;
    return r->slots[i];
}

long *first_slot(struct registers *r)
{
    return slot(r, 0);
}

/* A pointer into the middle comes back as a pointer to `void`. */
void *last(short *numbers, int n)
{
    if (n < 1)
        return 0;
    return numbers + n - 1;
}

//! generate -e int_compare -c path
//! generate -e first_key -c path
//! generate -e push -c path
//! generate -e find -c path --loops 2
//! generate -e swapped -c path
//! generate -e pass -c path
//! generate -e slot -c path
//! generate -e first_slot -c path
//! generate -e last -c path

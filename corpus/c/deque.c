/* A list with two ends. */
#include <stdlib.h>

typedef struct link {
    int value;
    struct link *before, *after;
} Link;

typedef struct {
    Link *first, *last;
    int length;
} Deque;

static Link *make(int value)
{
    Link *l = calloc(1, sizeof *l);
    if (l)
        l->value = value;
    return l;
}

int push_front(Deque *d, int value)
{
    Link *l = make(value);
    if (!d || !l) {
        free(l);
        return 0;
    }
    l->after = d->first;
    if (d->first)
        d->first->before = l;
    else
        d->last = l;
    d->first = l;
    d->length += d->length < 100;
    return 1;
}

int push_back(Deque *d, int value)
{
    Link *l = make(value);
    if (!d || !l) {
        free(l);
        return 0;
    }
    l->before = d->last;
    if (d->last)
        d->last->after = l;
    else
        d->first = l;
    d->last = l;
    return 1;
}

int pop_front(Deque *d, int *value)
{
    if (!d || !d->first)
        return 0;
    Link *l = d->first;
    if (value)
        *value = l->value;
    d->first = l->after;
    if (d->first)
        d->first->before = NULL;
    else
        d->last = NULL;
    free(l);
    return 1;
}

int well_linked(const Deque *d)
{
    const Link *before = NULL;
    for (const Link *l = d->first; l; l = l->after) {
        if (l->before != before)
            return 0;
        before = l;
    }
    return d->last == before;
}

//! generate -c branch

/* A queue with a pointer to either end. */
#include <stdlib.h>

struct job { int id; int priority; struct job *next; };
struct fifo { struct job *first, *last; int length; };

int fifo_put(struct fifo *q, int id, int priority)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        return -1;
    j->id = id;
    j->priority = priority;
    j->next = NULL;
    if (q->last)
        q->last->next = j;
    else
        q->first = j;
    q->last = j;
    return ++q->length;
}

int fifo_take(struct fifo *q)
{
    struct job *j = q->first;
    int id;
    if (!j)
        return -1;
    id = j->id;
    q->first = j->next;
    if (!q->first)
        q->last = NULL;
    q->length--;
    free(j);
    return id;
}

struct job *fifo_urgent(const struct fifo *q)
{
    struct job *best = q->first;
    if (best)
        for (struct job *j = best->next; j; j = j->next)
            if (j->priority > best->priority)
                best = j;
    return best;
}

struct fifo fifo_join(struct fifo a, struct fifo b)
{
    if (!a.first)
        return b;
    if (b.first) {
        a.last->next = b.first;
        a.last = b.last;
        a.length += b.length;
    }
    return a;
}

//! generate -e fifo_put -c path --loops 2 --depth 3
//! generate -e fifo_put -c path --loops 1 --per-path 2
//! generate -e fifo_take -c path --loops 2 --depth 3
//! generate -e fifo_take -c path --loops 1 --per-path 2
//! generate -e fifo_urgent -c path --loops 2 --depth 3
//! generate -e fifo_urgent -c path --loops 1 --per-path 2

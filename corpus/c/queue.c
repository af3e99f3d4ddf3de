/* A queue of linked cells and a ring buffer of bytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdlib.h>

struct cell { void *data; struct cell *next; };
struct queue { struct cell *first, **last; size_t length; };

void queue_init(struct queue *q)
{
    q->first = NULL;
    q->last = &q->first;
    q->length = 0;
}

bool queue_put(struct queue *q, void *data)
{
    struct cell *c = (struct cell *) malloc(sizeof(*c));
    if (c == NULL)
        return false;
    *c = (struct cell) { data, NULL };
    *q->last = c;
    q->last = &c->next;
    q->length++;
    return true;
}

void *queue_take(struct queue *q)
{
    struct cell *c = q->first;
    void *data;
    if (!c)
        return NULL;
    data = c->data;
    if ((q->first = c->next) == NULL)
        q->last = &q->first;
    free(c);
    --q->length;
    return data;
}

#define RING_SIZE 8u
#define RING_MASK (RING_SIZE - 1)

struct ring {
    volatile uint8_t data[RING_SIZE];
    uint16_t head, tail;
};

static inline bool ring_is_full(const struct ring *r)
{
    return (uint16_t)(r->head - r->tail) == RING_SIZE;
}

bool ring_write(struct ring *r, uint8_t byte)
{
    if (ring_is_full(r))
        return false;
    r->data[r->head++ & RING_MASK] = byte;
    return true;
}

int ring_read(struct ring *r)
{
    return r->head == r->tail ? -1 : r->data[r->tail++ & RING_MASK];
}

//! generate -e queue_init -c path --loops 2 --depth 3
//! generate -e queue_put -c path --loops 2 --depth 3
//! generate -e queue_take -c path --loops 2 --depth 3
//! generate -e ring_is_full -c path --loops 2 --depth 3
//! generate -e ring_write -c path --loops 2 --depth 3
//! generate -e ring_read -c path --loops 2 --depth 3

/* A ring buffer: an array within a struct. */
#include <stdbool.h>

enum { SIZE = 4 };

struct ringbuf {
    int data[SIZE];
    int start;
    int used;
};

void ringbuf_clear(struct ringbuf *r)
{
    r->start = 0;
    r->used = 0;
}

//@ requires 0 <= r->start && r->start < 4;
bool ringbuf_put(struct ringbuf *r, int value)
{
    if (r->used >= SIZE || r->used < 0)
        return false;
    r->data[(r->start + r->used) % SIZE] = value;
    r->used++;
    return true;
}

//@ requires 0 <= r->start && r->start < 4;
bool ringbuf_get(struct ringbuf *r, int *value)
{
    if (r->used <= 0)
        return false;
    *value = r->data[r->start];
    if (++r->start == SIZE)
        r->start = 0;
    r->used--;
    return true;
}

int ringbuf_sum(const struct ringbuf *r)
{
    int sum = 0;
    for (int i = 0, at = r->start; i < r->used; i++) {
        sum += r->data[at];
        at = at + 1 == SIZE ? 0 : at + 1;
    }
    return sum;
}

int ringbuf_demo(int a, int b)
{
    struct ringbuf r = { .start = 3 };
    int first = 0;
    ringbuf_put(&r, a);
    ringbuf_put(&r, b);
    if (a > b)
        ringbuf_get(&r, &first);
    return first + r.used;
}

//! generate -e ringbuf_clear -c path --loops 2 --depth 3
//! generate -e ringbuf_clear -c all-defs --loops 2
//! generate -e ringbuf_put -c path --loops 2 --depth 3
//! generate -e ringbuf_put -c all-defs --loops 2
//! generate -e ringbuf_get -c path --loops 2 --depth 3
//! generate -e ringbuf_get -c all-defs --loops 2
//! generate -e ringbuf_sum -c path --loops 2 --depth 3
//! generate -e ringbuf_sum -c all-defs --loops 2
//! generate -e ringbuf_demo -c path --loops 2 --depth 3
//! generate -e ringbuf_demo -c all-defs --loops 2

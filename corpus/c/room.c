/* A stack in one piece of memory, and a packet with room in its padding. */
#include <stdlib.h>

struct stack {
    struct stack *below;
    unsigned depth, size;
    short cells[];
};

struct stack *stack_new(unsigned size)
{
    struct stack *s = calloc(1, sizeof *s + size * sizeof(short));
    if (s)
        s->size = size;
    return s;
}

int push(struct stack *s, short x)
{
    if (s->depth >= s->size)
        return 0;
    s->cells[s->depth++] = x;
    return 1;
}

/* Looks into the next stack where one is empty. */
int top(const struct stack *s)
{
    while (s && s->depth == 0)
        s = s->below;
    return s ? s->cells[s->depth - 1] : -1;
}

struct packet {
    long time;
    unsigned char kind;
    unsigned char rest[];
};

int first_two(struct packet *p)
{
    if (p->kind != 2)
        return -1;
    return p->rest[0] * 256 + p->rest[1];
}

/* Two packets have nothing in common. */
int same_time(const struct packet *a, const struct packet *b)
{
    return a == b || a->time == b->time;
}

//! generate -e stack_new -c path
//! generate -e push -c path
//! generate -e top -c path --loops 2
//! generate -e first_two -c path
//! generate -e same_time -c path --per-path shapes --max-cells 3
//! generate -e first_two -c path --per-path 2

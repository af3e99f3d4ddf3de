/* Values that are one of several things: a tagged union, an anonymous one in a list, and one that is reused. */
#include <stdlib.h>

enum tag { NUMBER, PAIR, TEXT };

struct value {
    enum tag tag;
    union {
        long number;
        struct { int left, right; } pair;
        const char *text;
    } as;
};

long weight(const struct value *v)
{
    switch (v->tag) {
    case NUMBER:
        return v->as.number;
    case PAIR:
        return (long) v->as.pair.left + v->as.pair.right;
    case TEXT:
        return v->as.text ? *v->as.text : -1;
    }
    return 0;
}

struct value *pair(int left, int right)
{
    struct value *v = malloc(sizeof *v);
    if (!v)
        return NULL;
    v->tag = PAIR;
    v->as.pair.left = left;
    v->as.pair.right = right;
    return v;
}

void make_number(struct value *v, long number)
{
    if (v->tag == NUMBER)
        return;
    v->tag = NUMBER;
    v->as.number = number;
}

struct value doubled(struct value v)
{
    if (v.tag == PAIR) {
        struct value w = v;
        w.as.pair.left = w.as.pair.right;
        return w;
    }
    return (struct value) { NUMBER, { .number = 2 } };
}

struct entry {
    struct entry *next;
    union {
        int count;
        struct entry *inner;
    };
    _Bool is_list;
};

int count_all(const struct entry *e)
{
    int total = 0;
    for (; e; e = e->next)
        if (!e->is_list)
            total += e->count;
        else if (e->inner)
            total++;
    return total;
}

union slot { int used; union slot *next; };

union slot *give_back(union slot *slot, union slot *free_list)
{
    if (slot->used < 0)
        return free_list;
    slot->next = free_list;
    return slot;
}

//! generate -e weight -c branch
//! generate -e pair -c path
//! generate -e make_number -c path
//! generate -e doubled -c path
//! generate -e count_all -c branch --loops 2
//! generate -e give_back -c path

/* Cells out of a fixed pool, with a list of those that are free. */
#include <stddef.h>

#define POOL 3

struct slot { int payload; struct slot *next; };

static struct slot pool[POOL];
static struct slot *unused;
static int live;

void pool_init(void)
{
    unused = NULL;
    for (int i = POOL - 1; i >= 0; i--) {
        pool[i].next = unused;
        unused = &pool[i];
    }
    live = 0;
}

struct slot *pool_take(int payload)
{
    struct slot *s = unused;
    if (s == NULL)
        return NULL;
    unused = s->next;
    s->payload = payload;
    s->next = NULL;
    live++;
    return s;
}

void pool_give(struct slot *s)
{
    if (!s)
        return;
    s->next = unused;
    unused = s;
    live--;
}

int pool_unused(void)
{
    int n = 0;
    for (const struct slot *s = unused; s; s = s->next)
        n++;
    return n;
}

int pool_demo(int wanted)
{
    int got = 0;
    pool_init();
    while (wanted-- > 0 && pool_take(wanted))
        got++;
    return got;
}

//! generate -e pool_init -c branch --loops 2 --depth 2
//! generate -e pool_init -c branch --loops 3 --depth 2
//! generate -e pool_take -c path --loops 2 --depth 3
//! generate -e pool_take -c branch --loops 3 --depth 2
//! generate -e pool_give -c path --loops 2 --depth 3
//! generate -e pool_give -c branch --loops 3 --depth 2
//! generate -e pool_unused -c path --loops 2 --depth 3
//! generate -e pool_unused -c branch --loops 3 --depth 2
//! generate -e pool_demo -c branch --loops 2 --depth 2
//! generate -e pool_demo -c branch --loops 3 --depth 2

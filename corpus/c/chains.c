/* A hash table with chaining, numbers as keys. */
#include <stdlib.h>

#define BUCKETS 3

struct pair { int key, value; struct pair *next; };
struct map { struct pair *buckets[BUCKETS]; int size; };

static int slot_of(int key)
{
    int h = (key % 100 * 7 + 5) % BUCKETS;
    return h < 0 ? h + BUCKETS : h;
}

struct pair *map_find(struct map *m, int key)
{
    struct pair *p = m->buckets[slot_of(key)];
    while (p && p->key != key)
        p = p->next;
    return p;
}

int map_put(struct map *m, int key, int value)
{
    struct pair *p = map_find(m, key);
    if (!p) {
        int at = slot_of(key);
        p = malloc(sizeof *p);
        if (!p)
            return -1;
        p->key = key;
        p->next = m->buckets[at];
        m->buckets[at] = p;
        m->size++;
    }
    p->value = value;
    return m->size;
}

int map_drop(struct map *m, int key)
{
    struct pair **link = &m->buckets[slot_of(key)];
    for (; *link; link = &(*link)->next)
        if ((*link)->key == key) {
            struct pair *gone = *link;
            *link = gone->next;
            free(gone);
            m->size--;
            return 1;
        }
    return 0;
}

int map_demo(int a, int b)
{
    struct map m = { { NULL, NULL, NULL }, 0 };
    map_put(&m, a, 1);
    map_put(&m, b, 2);
    return map_find(&m, a)->value;
}

//! generate -e slot_of -c path --loops 2 --depth 3
//! generate -e slot_of -c all-du-paths --loops 2
//! generate -e map_find -c path --loops 2 --depth 3
//! generate -e map_find -c all-du-paths --loops 2
//! generate -e map_put -c branch --loops 2 --depth 2
//! generate -e map_put -c all-du-paths --loops 2
//! generate -e map_drop -c branch --loops 2 --depth 2
//! generate -e map_drop -c all-du-paths --loops 2
//! generate -e map_demo -c branch --loops 2 --depth 2
//! generate -e map_demo -c all-du-paths --loops 2

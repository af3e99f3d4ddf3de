/* A hash table with chains. */
#include <stdlib.h>

#define BUCKETS 4

typedef struct entry {
    unsigned key;
    int value;
    struct entry *next;
} Entry;

typedef struct table {
    Entry *bucket[BUCKETS];
    unsigned count;
} Table;

static unsigned slot(unsigned key) { return (key ^ (key >> 4)) % BUCKETS; }

void table_clear(Table *t)
{
    for (int i = 0; i < BUCKETS; i++)
        t->bucket[i] = NULL;
    t->count = 0;
}

int *table_find(Table *t, unsigned key)
{
    for (Entry *e = t->bucket[slot(key)]; e; e = e->next)
        if (e->key == key)
            return &e->value;
    return NULL;
}

int table_put(Table *t, unsigned key, int value)
{
    int *old = table_find(t, key);
    if (old) {
        *old = value;
        return 0;
    }
    Entry *e = malloc(sizeof(Entry));
    if (!e)
        return -1;
    unsigned i = slot(key);
    e->key = key;
    e->value = value;
    e->next = t->bucket[i];
    t->bucket[i] = e;
    t->count++;
    return 1;
}

int table_remove(Table *t, unsigned key)
{
    Entry **link = &t->bucket[slot(key)];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (*link == NULL)
        return 0;
    Entry *gone = *link;
    *link = gone->next;
    free(gone);
    t->count--;
    return 1;
}

//! generate -e table_clear -c branch
//! generate -e table_put -c branch --loops 1

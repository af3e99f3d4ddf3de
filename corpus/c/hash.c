/* A hash table with chaining, strings as keys. */
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <errno.h>

#define BUCKETS 31
#define FNV_BASIS 2166136261u
#define FOR_EACH(entry, table, i) \
    for (i = 0; i < BUCKETS; i++) \
        for (entry = (table)->buckets[i]; entry; entry = entry->next)

struct entry {
    struct entry *next;
    uint32_t hash;
    union {
        long number;
        const char *text;
    };
    enum { NUMBER, TEXT } kind : 2;
    unsigned used : 1;
    char key[];
};

struct table {
    struct entry *buckets[BUCKETS];
    size_t count;
};

static uint32_t hash_of(const char *key)
{
    uint32_t h = FNV_BASIS;
    while (*key) {
        h ^= (unsigned char) *key++;
        h *= 16777619u;
    }
    return h;
}

struct entry *find(struct table *t, const char *key)
{
    uint32_t h = hash_of(key);
    struct entry *e = t->buckets[h % BUCKETS];
    while (e && (e->hash != h || strcmp(e->key, key) != 0))
        e = e->next;
    return e;
}

int put(struct table *t, const char *key, long number)
{
    struct entry *e = find(t, key);
    if (e == NULL) {
        size_t length = strlen(key) + 1;
        e = calloc(1, sizeof(struct entry) + length);
        if (!e)
            return errno = ENOMEM, -1;
        memcpy(e->key, key, length);
        e->hash = hash_of(key);
        e->next = t->buckets[e->hash % BUCKETS];
        t->buckets[e->hash % BUCKETS] = e;
        t->count++;
    }
    e->kind = NUMBER;
    e->used |= 1;
    e->number = number;
    return 0;
}

long sum(struct table *t)
{
    struct entry *e;
    int i;
    long total = 0;
    FOR_EACH(e, t, i)
        if (e->kind == NUMBER && e->used)
            total += e->number;
    return total;
}

//! generate -e hash_of -c path --loops 2 --depth 3
//! generate -e find -c path --loops 1 --depth 3
//! generate -e put -c path --loops 0 --depth 3
//! generate -e sum -c path --loops 2 --depth 3

/* Memory that grows and shrinks. */
#include <stdlib.h>

struct vector {
    int *data;
    size_t length, capacity;
};

int push(struct vector *v, int x)
{
    if (v->length == v->capacity) {
        if (v->capacity > 1000)
            return -2;
        size_t more = v->capacity ? 2 * v->capacity : 1;
        int *data = realloc(v->data, more * sizeof *data);
        if (!data)
            return -1;
        v->data = data;
        v->capacity = more;
    }
    v->data[v->length++] = x;
    return 0;
}

char *shorten(char *text)
{
    char *copy = realloc(text, 2);
    if (copy)
        copy[1] = 0;
    return copy;
}

static int *four(int *p)
{
    return (int *)realloc(p, 4 * sizeof(int));
}

int use_old(int *p)
{
    int *q = four(p);
    if (!q)
        return 0;
    q[3] = p ? p[0] : 1;
    return q[3];
}

struct item {
    int key;
    struct item *after;
};

/* Pointers into the old memory are not moved with it. */
int add(struct item **items, unsigned n)
{
    struct item *more = realloc(*items, (n + 1) * sizeof(struct item));
    if (!more)
        return 0;
    *items = more;
    more[n].key = n ? more[n - 1].key + 1 : 0;
    more[n].after = n ? &more[n - 1] : NULL;
    return more[n].key;
}

/* Twice nothing, or twice so much that it goes round. */
int last(size_t n)
{
    char *p = malloc(2 * n);
    int found = 0;
    if (p) {
        p[n] = 1;
        found = p[n];
        free(p);
    }
    return found;
}

/* One before the middle is there. */
int around(const int x[4], size_t n)
{
    const int *middle = x + 2;
    return middle[n - 1];
}

//! generate -e push -c path --loops 2
//! generate -e shorten -c path
//! generate -e use_old -c path
//! generate -e add -c path --loops 1
//! generate -e last -c path
//! generate -e around -c path

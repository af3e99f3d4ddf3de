/* Memory by way of functions that never fail, or are careful: for two structs, an array, strings. */
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct list { struct list *next; struct point *at; };

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}

/* A wrapper around a wrapper. */
static void *xzalloc(size_t n)
{
    void *p = xmalloc(n);
    return memset(p, 0, n);
}

static void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL)
        exit(1);
    return p;
}

static void *xrealloc(void *old, size_t n)
{
    void *p = realloc(old, n);
    if (!p && n)
        abort();
    return p;
}

static void xfree(void *p)
{
    if (p)
        free(p);
}

static int rationed;

static void *ration(size_t n)
{
    if (rationed <= 0)
        return NULL;
    rationed--;
    return malloc(n);
}

struct point *point_new(int x, int y)
{
    struct point *p = xmalloc(sizeof(struct point));
    p->x = x;
    p->y = y;
    return p;
}

struct point *origin(void)
{
    return xzalloc(sizeof(struct point));
}

struct list *one(struct point *at)
{
    struct list *l = xzalloc(sizeof *l);
    l->at = at;
    return l;
}

struct list *push(struct list *l, int x)
{
    struct list *n = (struct list *) xmalloc(sizeof *n);
    n->next = l;
    n->at = x ? point_new(x, x) : NULL;
    return n;
}

struct list *pop(struct list *l)
{
    struct list *next;
    if (!l)
        return NULL;
    next = l->next;
    xfree(l->at);
    xfree(l);
    return next;
}

int *zeros(unsigned char n)
{
    return xcalloc(n + 1u, sizeof(int));
}

int *squares(unsigned char n)
{
    int *v = xmalloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        v[i] = i * i;
    return v;
}

int *appended(int *v, unsigned char n, int x)
{
    v = xrealloc(v, (n + 1) * sizeof *v);
    v[n] = x;
    return v;
}

char *copied(const char *text)
{
    size_t n = strlen(text);
    char *s = xmalloc(n + 1);
    strcpy(s, text);
    return s;
}

struct point *ration_point(void)
{
    struct point *p = ration(sizeof *p);
    if (p)
        p->x = p->y = 0;
    return p;
}

int ration_numbers(int k)
{
    int *v = ration(2 * sizeof *v);
    int r;
    if (!v)
        return -1;
    v[0] = k;
    v[1] = v[0] > 3;
    r = v[1];
    xfree(v);
    return r;
}

//! generate -e point_new -c path
//! generate -e origin -c path
//! generate -e one -c path
//! generate -e push -c path
//! generate -e pop -c path
//! generate -e zeros -c path
//! generate -e squares -c path --loops 1
//! generate -e appended -c path --loops 1
//! generate -e copied -c path --loops 1
//! generate -e ration_point -c path
//! generate -e ration_numbers -c path
//! generate -e xmalloc -c path
//! generate -e xfree -c path

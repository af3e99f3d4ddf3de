/* Functions as data: a table of operations, handlers in structs and in lists, a comparison that is passed on. */
#include <stdlib.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int less(int a, int b) { return a < b ? a : b; }
static int first(int a, int b) { return b == 0 ? 0 : a; }

static operation *const operations[] = { add, &less, NULL, first };

int apply(int which, int a, int b)
{
    if (which < 0 || which > 3)
        return -1;
    if (!operations[which])
        return -2;
    return (*operations[which])(a, b);
}

operation *named(char name)
{
    switch (name) {
    case '+':
        return add;
    case '<':
        return less;
    default:
        return NULL;
    }
}

int compute(char name, int a)
{
    operation *f = named(name);
    return f == add ? f(a, 1) : f(a, 2);
}

int fold(operation f, const int *numbers, int n)
{
    int result = 0;
    for (int i = 0; i < n; i++)
        result = f(result, numbers[i]);
    return result;
}

struct event { int kind; struct event *next; };
struct handler { int (*handle)(struct event *); struct handler *next; };

static int ignore(struct event *e) { return e == NULL; }
static int take(struct event *e) { return e->kind > 0; }

struct event *dispatch(struct handler *h, struct event *e)
{
    for (; h; h = h->next)
        if (h->handle && h->handle(e))
            return e;
    return NULL;
}

void silence(struct handler *h)
{
    if (h->handle == take)
        h->handle = ignore;
}

static int (*hook)(struct event *);

int fire(struct event *e)
{
    return hook ? hook(e) : -1;
}

int hook_up(int quiet)
{
    hook = quiet ? ignore : take;
    return 0;
}

/* What is compared is known only to the function that is given. */
int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int greatest(void *const *all, int n, int (*compare)(const void *, const void *))
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (compare(all[i], all[best]) > 0)
            best = i;
    return best;
}

int greatest_number(int *a, int *b)
{
    void *all[] = { a, b };
    return greatest(all, 2, by_number);
}

//! generate -e apply -c path
//! generate -e named -c path
//! generate -e compute -c path
//! generate -e fold -c path --loops 1
//! generate -e dispatch -c branch --loops 2
//! generate -e silence -c path
//! generate -e fire -c path
//! generate -e hook_up -c path
//! generate -e greatest -c branch --loops 2
//! generate -e greatest_number -c path

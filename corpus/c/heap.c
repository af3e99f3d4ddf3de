// A binary heap in an array that grows, with a comparison given as a function pointer.
#include <stdlib.h>
#include <string.h>

typedef int (*compare_fn)(const void *, const void *);

typedef struct heap {
    char *data;
    size_t size, used, allocated;
    compare_fn compare;
} heap;

static void swap_bytes(char *a, char *b, size_t n)
{
    while (n-- > 0) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

int heap_push(heap *h, const void *item)
{
    if (h->used == h->allocated) {
        size_t more = h->allocated ? 2 * h->allocated : 4;
        char *data = realloc(h->data, more * h->size);
        if (data == NULL)
            return 0;
        h->data = data;
        h->allocated = more;
    }
    size_t i = h->used++;
    memcpy(h->data + i * h->size, item, h->size);
    while (i > 0) {
        size_t parent = (i - 1) / 2;
        char *a = h->data + i * h->size, *b = h->data + parent * h->size;
        if (h->compare(a, b) >= 0)
            break;
        swap_bytes(a, b, h->size);
        i = parent;
    }
    return 1;
}

int int_compare(const void *a, const void *b)
{
    int x = *(const int *) a, y = *(int const *) b;
    return (x > y) - (x < y);
}

static const compare_fn comparisons[] = { int_compare, &int_compare, NULL };

void sift_down(int heap[], int n, int i)
{
    for (;;) {
        int child = 2 * i + 1;
        if (child >= n)
            return;
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[i] >= heap[child])
            return;
        int t = heap[i];
        heap[i] = heap[child];
        heap[child] = t;
        i = child;
    }
}

int use(int which, int a, int b)
{
    return comparisons[which] ? (*comparisons[which])(&a, &b) : 0;
}

//! generate -e swap_bytes -c path --loops 2 --depth 3
//! generate -e heap_push -c path --loops 2 --depth 3
//! generate -e sift_down -c branch --loops 2 --depth 2

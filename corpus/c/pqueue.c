/* A priority queue: a heap in an array. */
#define CAPACITY 7

struct pqueue {
    int item[CAPACITY];
    int size;
};

static void exchange(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

//@ requires \valid(q) && q->size >= 0 && q->size <= 7
int pqueue_push(struct pqueue *q, int item)
{
    if (q->size == CAPACITY)
        return 0;
    int i = q->size++;
    q->item[i] = item;
    while (i > 0 && q->item[(i - 1) / 2] < q->item[i]) {
        exchange(&q->item[(i - 1) / 2], &q->item[i]);
        i = (i - 1) / 2;
    }
    return 1;
}

//@ requires \valid(q) && q->size >= 0 && q->size <= 7 && \valid(out)
int pqueue_pop(struct pqueue *q, int *out)
{
    if (q->size == 0)
        return 0;
    *out = q->item[0];
    q->item[0] = q->item[--q->size];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= q->size)
            break;
        if (child + 1 < q->size && q->item[child] < q->item[child + 1])
            child++;
        if (q->item[i] >= q->item[child])
            break;
        exchange(&q->item[i], &q->item[child]);
        i = child;
    }
    return 1;
}

int pqueue_is_heap(const struct pqueue *q)
{
    for (int i = 1; i < q->size && i < CAPACITY; i++)
        if (q->item[(i - 1) / 2] < q->item[i])
            return 0;
    return 1;
}

//! generate -e pqueue_push -c branch --loops 2
//! generate -e pqueue_is_heap -c branch --loops 2

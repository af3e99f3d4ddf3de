/* A circular list, held by its last cell. */
#include <stdlib.h>

struct ring { int value; struct ring *next; };

struct ring *ring_add(struct ring *last, int value)
{
    struct ring *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return last;
    fresh->value = value;
    if (last == NULL) {
        fresh->next = fresh;
    } else {
        fresh->next = last->next;
        last->next = fresh;
    }
    return fresh;
}

int ring_count(const struct ring *last)
{
    int n = 0;
    const struct ring *at = last;
    if (last == NULL)
        return 0;
    do {
        n++;
        at = at->next;
    } while (at != last);
    return n;
}

int ring_has_cycle(const struct ring *slow)
{
    const struct ring *fast = slow;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}

struct ring *ring_drop_first(struct ring *last)
{
    struct ring *first;
    if (!last)
        return NULL;
    first = last->next;
    if (first == last) {
        free(last);
        return NULL;
    }
    last->next = first->next;
    free(first);
    return last;
}

//! generate -e ring_add -c path --loops 2 --depth 3
//! generate -e ring_add -c path --loops 3 --per-path shapes
//! generate -e ring_count -c path --loops 2 --depth 3
//! generate -e ring_count -c path --loops 3 --per-path shapes
//! generate -e ring_has_cycle -c path --loops 2 --depth 3
//! generate -e ring_has_cycle -c path --loops 3 --per-path shapes
//! generate -e ring_drop_first -c path --loops 2 --depth 3
//! generate -e ring_drop_first -c path --loops 3 --per-path shapes

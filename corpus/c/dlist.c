// A doubly linked list with a sentinel, and a circular list.
typedef struct dnode DNode;
struct dnode {
    DNode *prev, *next;
    long key;
};

typedef struct {
    DNode head;
    unsigned count;
} DList;

void dlist_init(DList *list)
{
    list->head.prev = list->head.next = &list->head;
    list->count = 0;
}

void dlist_insert_after(DList *list, DNode *where, DNode *node)
{
    node->prev = where;
    node->next = where->next;
    where->next->prev = node;
    where->next = node;
    list->count++;
}

int dlist_remove(DList *list, DNode *node)
{
    if (node == &list->head || list->count == 0)
        return -1;
    node->prev->next = node->next;
    node->next->prev = node->prev;
    node->prev = node->next = (DNode *) 0;
    list->count -= 1;
    return 0;
}

DNode *dlist_find(DList *list, long key)
{
    DNode *at;
    for (at = list->head.next; at != &list->head; at = at->next)
        if (at->key == key)
            return at;
    return 0;
}

/* The survivor of Josephus' circle. */
long survivor(DNode *start, int step)
{
    while (start->next != start) {
        int i = 1;
        do {
            start = start->next;
        } while (++i < step);
        DNode *gone = start->next;
        start->next = gone->next;
        gone->next->prev = start;
    }
    return start->key;
}

//! generate -e dlist_init -c path --loops 2 --depth 3
//! generate -e dlist_insert_after -c path --loops 2 --depth 3
//! generate -e dlist_remove -c branch --loops 2 --depth 2
//! generate -e dlist_find -c path --loops 2 --depth 3

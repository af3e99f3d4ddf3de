/* Deleting from a linked list through a pointer to the link. */
#include <stdlib.h>

typedef struct node node;
struct node { node *next; int value; };

int delete_first(node **link, int value)
{
    for (; *link; link = &(*link)->next) {
        if ((*link)->value == value) {
            node *gone = *link;
            *link = gone->next;
            free(gone);
            return 1;
        }
    }
    return 0;
}

int delete_all(node **link, int value)
{
    int n = 0;
    while (*link) {
        node *at = *link;
        if (at->value == value) {
            *link = at->next;
            free(at);
            n++;
        } else {
            link = &at->next;
        }
    }
    return n;
}

void append(node **link, int value)
{
    while (*link)
        link = &(*link)->next;
    *link = malloc(sizeof(node));
    if (*link) {
        (*link)->value = value;
        (*link)->next = NULL;
    }
}

node *nth(node *list, int n)
{
    while (list && n-- > 0)
        list = list->next;
    return list;
}

//! generate -e delete_first -c path --loops 2 --depth 3
//! generate -e delete_first -c path --loops 2 --per-path shapes
//! generate -e delete_all -c path --loops 2 --depth 3
//! generate -e delete_all -c path --loops 2 --per-path shapes
//! generate -e append -c path --loops 2 --depth 3
//! generate -e append -c path --loops 2 --per-path shapes
//! generate -e nth -c path --loops 2 --depth 3
//! generate -e nth -c path --loops 2 --per-path shapes --max-cells 3

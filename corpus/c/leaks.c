/* Memory that is lost, and memory that is not. */
#include <stdlib.h>

struct node { int value; struct node *next; };

void drop(struct node **list)
{
    if (*list)
        *list = (*list)->next;
}

int pop(struct node **list)
{
    struct node *first = *list;
    if (!first)
        return -1;
    int value = first->value;
    *list = first->next;
    free(first);
    return value;
}

struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return list;
    n->value = value;
    if (value < 0)
        return list;
    n->next = list;
    return n;
}

int **table(int start)
{
    int **rows = malloc(2 * sizeof *rows);
    if (!rows)
        return NULL;
    for (int i = 0; i < 2; i++) {
        rows[i] = malloc(sizeof(int));
        if (!rows[i]) {
            free(rows);
            return NULL;
        }
        *rows[i] = start;
    }
    return rows;
}

/* A pointer into an object keeps all of it. */
int *value_of_new(int value)
{
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->value = value;
    return &n->value;
}

void clear(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

//! generate -e drop -c path --leaks
//! generate -e pop -c path --leaks
//! generate -e push -c path --leaks
//! generate -e push -c path
//! generate -e table -c path --leaks
//! generate -e value_of_new -c path --leaks
//! generate -e clear -c branch --leaks

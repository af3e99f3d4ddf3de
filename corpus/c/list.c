/* A singly linked list of integers. */
#include <stdlib.h>
#include <assert.h>
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

/*@ requires n >= 0;
  @ ensures \result == \null || \result->value == n;
  @*/
struct node *list_make(int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            return head;
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    return head;
}

struct node *list_insert_sorted(struct node *head, int value)
{
    struct node **link = &head;
    while (*link != NULL && (*link)->value < value)
        link = &(*link)->next;
    struct node *fresh = malloc(sizeof(struct node));
    assert(fresh != NULL);
    fresh->value = value;
    fresh->next = *link;
    *link = fresh;
    return head;
}

struct node *list_reverse(struct node *head)
{
    struct node *done = 0;
    //@ loop invariant acyclic(head);
    while (head) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

int list_length(const struct node *head)
{
    int n = 0;
    for (; head; head = head->next)
        ++n;
    return n;
}

void list_free(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

void list_print(struct node *head)
{
    while (head) {
        printf("%d%s", head->value, head->next ? ", " : "\n");
        head = head->next;
    }
}

//! generate -e list_make -c path --loops 2 --depth 3
//! generate -e list_insert_sorted -c path --loops 2 --depth 3
//! generate -e list_reverse -c path --loops 2 --depth 3
//! generate -e list_length -c path --loops 2 --depth 3
//! generate -e list_free -c path --loops 2 --depth 3
//! generate -e list_print -c path --loops 2 --depth 3

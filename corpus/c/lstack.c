/* A stack as a linked list, and brackets that match. */
#include <stdlib.h>
#include <stdbool.h>

typedef struct item {
    char what;
    struct item *below;
} item;

bool push(item **top, char what)
{
    item *fresh = malloc(sizeof(item));
    if (!fresh)
        return false;
    fresh->what = what;
    fresh->below = *top;
    *top = fresh;
    return true;
}

char pop(item **top)
{
    item *gone = *top;
    char what;
    if (gone == NULL)
        return '\0';
    what = gone->what;
    *top = gone->below;
    free(gone);
    return what;
}

int depth(const item *top)
{
    return top == NULL ? 0 : 1 + depth(top->below);
}

void clear(item **top)
{
    while (*top)
        pop(top);
}

bool balanced(const char *text)
{
    item *open = NULL;
    bool good = true;
    for (; *text && good; text++) {
        if (*text == '(' || *text == '[')
            good = push(&open, *text);
        else if (*text == ')')
            good = pop(&open) == '(';
        else if (*text == ']')
            good = pop(&open) == '[';
    }
    good = good && open == NULL;
    clear(&open);
    return good;
}

//! generate -e push -c path --loops 2 --depth 3
//! generate -e push -c all-uses --loops 3
//! generate -e pop -c path --loops 2 --depth 3
//! generate -e pop -c all-uses --loops 3
//! generate -e depth -c path --loops 2 --depth 3
//! generate -e depth -c all-uses --loops 3
//! generate -e clear -c path --loops 2 --depth 3
//! generate -e clear -c all-uses --loops 3
//! generate -e balanced -c path --loops 2 --depth 3
//! generate -e balanced -c all-uses --loops 3

/* Structs that are longer than their type. */
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char data[];
};

struct text *text_make(const char *from)
{
    size_t length = strlen(from);
    struct text *t = malloc(sizeof(struct text) + length + 1);
    if (!t)
        return NULL;
    t->length = length;
    memcpy(t->data, from, length + 1);
    return t;
}

int text_equal(const struct text *a, const struct text *b)
{
    if (a == b)
        return 1;
    if (a->length != b->length)
        return 0;
    for (size_t i = 0; i < a->length; i++)
        if (a->data[i] != b->data[i])
            return 0;
    return 1;
}

/* The text is gone even if there is no memory for the other. */
struct text *text_without_first(struct text *t)
{
    struct text *rest = NULL;
    if (t && t->length > 0)
        rest = text_make(t->data + 1);
    free(t);
    return rest;
}

struct text *text_add(struct text *t, char c)
{
    struct text *longer = realloc(t, sizeof(struct text) + t->length + 2);
    if (!longer)
        return NULL;
    longer->data[longer->length++] = c;
    longer->data[longer->length] = '\0';
    return longer;
}

//! generate -e text_make -c path --loops 2
//! generate -e text_equal -c path --loops 2
//! generate -e text_without_first -c path --loops 1
//! generate -e text_add -c path --loops 2

/* A scanner for numbers, names and signs. */
#include <ctype.h>
#include <stddef.h>

enum token { END, NUMBER, NAME, SIGN, WRONG };

struct scanner {
    const char *at;
    int value;
    int length;
};

static void skip(struct scanner *s)
{
    while (*s->at == ' ' || *s->at == '\t')
        s->at++;
}

//@ requires \valid(s)
enum token next_token(struct scanner *s)
{
    if (s->at == NULL)
        return WRONG;
    skip(s);
    s->length = 0;
    char c = *s->at;
    if (c == '\0')
        return END;
    if (isdigit((unsigned char) c)) {
        s->value = 0;
        while (isdigit((unsigned char) *s->at)) {
            s->value = (s->value * 10 + (*s->at - '0')) % 10000;
            s->at++;
            s->length++;
        }
        return NUMBER;
    }
    if (isalpha((unsigned char) c) || c == '_') {
        do {
            s->at++;
            s->length++;
        } while (isalnum((unsigned char) *s->at) || *s->at == '_');
        return NAME;
    }
    switch (c) {
    case '+':
    case '-':
    case '*':
    case '/':
        s->at++;
        s->length = 1;
        return SIGN;
    default:
        return WRONG;
    }
}

//! generate -c branch --loops 2

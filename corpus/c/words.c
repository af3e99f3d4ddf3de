/* Functions of the C library that look for parts of strings, copy them, write them, or ask what only the system knows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct word {
    char *text;
    int time;
};

int name_word(struct word *w, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return -1;
    free(w->text);
    w->text = copy;
    return 0;
}

char *first_part(const char *text)
{
    size_t n = strcspn(text, ",;");
    if (n == 0)
        return NULL;
    return strndup(text, n);
}

int has_part(const char *text)
{
    const char *found = strstr(text, "ab");
    if (!found)
        return -1;
    return (int)(found - text);
}

int kind_of(const char *text)
{
    if (strspn(text, "01") == strlen(text))
        return 2;
    if (strpbrk(text, "+-"))
        return 1;
    return 0;
}

int same_key(const unsigned char *a, const unsigned char *b, size_t n)
{
    if (memcmp(a, b, n) == 0)
        return 1;
    const unsigned char *seven = memchr(a, 7, n);
    return seven ? 7 : 0;
}

int throw_dice(void)
{
    int n = rand() % 6;
    if (n == 5)
        fprintf(stderr, "%d\n", n);
    return n + 1;
}

int is_late(struct word *w)
{
    time_t now;
    time(&now);
    srand((unsigned)now);
    if (now == (time_t)-1) {
        perror("time");
        fflush(stdout);
        return -1;
    }
    return now > w->time;
}

void say(const struct word *w)
{
    if (!w->text)
        putchar('-');
    else
        fputs(w->text, stdout);
    putchar('\n');
}

//! generate -e name_word -c branch --loops 2
//! generate -e first_part -c branch --loops 2
//! generate -e has_part -c branch --loops 2
//! generate -e kind_of -c branch --loops 2
//! generate -e same_key -c branch --loops 2
//! generate -e throw_dice -c path
//! generate -e is_late -c path
//! generate -e say -c branch --loops 2

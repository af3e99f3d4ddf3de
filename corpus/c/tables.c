/* Tables that never change: pointers walk over them, leave their function and are compared. */
#include <errno.h>
#include <string.h>

struct command {
    const char *name;
    int code;
};

static const char *words[] = { "if", "else", "while", 0 };
static struct command commands[] = { { "go", 1 }, { "stop", 2 }, { 0, 0 } };
static const int primes[] = { 2, 3, 5, 7, 11 };

int keyword(int letter)
{
    const char **k;
    for (k = words; *k; k++)
        if ((*k)[0] == letter)
            return 1;
    return 0;
}

int code_of(const char *name)
{
    struct command *c;
    for (c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c->code;
    errno = ENOENT;
    return -1;
}

static const int *find(int n)
{
    for (int i = 0; i < 5; i++)
        if (primes[i] == n)
            return &primes[i];
    return NULL;
}

int rank(int n)
{
    const int *p = find(n);
    if (p == NULL)
        return -1;
    return p == primes + 4 ? 100 : (int) (p - primes);
}

int letter_kind(int c)
{
    static const char *kinds[] = { "aeiou", "xyz", 0 };
    for (const char **k = kinds; *k; k++)
        if (c == (*k)[0])
            return (int) (k - kinds);
    return -1;
}

int level = 1;

int raise(int by)
{
    if (by > 0)
        level = 5;
    return level;
}

int main(void)
{
    if (level == 1 && keyword('e'))
        return 0;
    return 1;
}

//! generate -e keyword -c branch
//! generate -e code_of -c branch --loops 4
//! generate -e rank -c branch --loops 5
//! generate -e letter_kind -c branch
//! generate -c branch --loops 2

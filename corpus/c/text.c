/* Strings that are changed where they are. */
#include <stddef.h>

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

void reverse(char *s)
{
    size_t i = 0, j = length(s);
    while (i + 1 < j) {
        char c = s[i];
        s[i++] = s[--j];
        s[j] = c;
    }
}

int palindrome(const char *s)
{
    const char *end = s + length(s);
    while (s < end)
        if (*s++ != *--end)
            return 0;
    return 1;
}

char *trim(char *s)
{
    size_t n;
    while (*s == ' ')
        s++;
    n = length(s);
    while (n > 0 && s[n - 1] == ' ')
        s[--n] = '\0';
    return s;
}

int words(const char *s)
{
    int n = 0, inside = 0;
    for (; *s; s++) {
        if (*s == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            n++;
        }
    }
    return n;
}

const char *find_char(const char *s, char c)
{
    for (; *s; s++)
        if (*s == c)
            return s;
    return NULL;
}

void upper(char *s)
{
    for (int i = 0; s[i]; i++)
        if (s[i] >= 'a' && s[i] <= 'z')
            s[i] -= 'a' - 'A';
}

//! generate -e length -c path --loops 2 --depth 3
//! generate -e length -c mcdc --loops 3
//! generate -e reverse -c path --loops 2 --depth 3
//! generate -e reverse -c mcdc --loops 3
//! generate -e palindrome -c path --loops 2 --depth 3
//! generate -e palindrome -c mcdc --loops 3
//! generate -e trim -c path --loops 2 --depth 3
//! generate -e trim -c mcdc --loops 3
//! generate -e words -c path --loops 2 --depth 3
//! generate -e words -c mcdc --loops 3
//! generate -e upper -c path --loops 2 --depth 3
//! generate -e upper -c mcdc --loops 3

// Functions on strings, written by hand.
#include <ctype.h>
#include <stddef.h>

size_t my_strlen(const char *s)
{
    const char *p = s;
    while (*p)
        ++p;
    return p - s;
}

char *my_strcpy(char *restrict to, const char *restrict from)
{
    char *start = to;
    while ((*to++ = *from++) != '\0')
        ;
    return start;
}

int my_strcmp(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++);
    return *(unsigned char *) a - *(unsigned char *) b;
}

int is_palindrome(const char *s)
{
    size_t i = 0, j = my_strlen(s);
    while (i + 1 < j) {
        if (!isalnum((unsigned char) s[i])) { i++; continue; }
        if (!isalnum((unsigned char) s[j - 1])) { j--; continue; }
        if (tolower(s[i++]) != tolower(s[--j]))
            return 0;
    }
    return 1;
}

int to_int(const char *s, int *out)
{
    static const char digits[] = "0123456789";
    int sign = 1, value = 0;
    while (*s == ' ' || *s == '\t')
        s++;
    if (*s == '-' || *s == '+')
        sign = *s++ == '-' ? -1 : 1;
    if (!*s)
        goto bad;
    for (; *s; s++) {
        int d;
        for (d = 0; d < (int) sizeof digits - 1 && digits[d] != *s; d++)
            ;
        if (d == 10)
            goto bad;
        value = value * 10 + sign * d;
    }
    *out = value;
    return 1;
bad:
    *out = 0;
    return 0;
}

unsigned count_words(const char *s)
{
    unsigned n = 0;
    _Bool inside = 0;
    char c;
    while ((c = *s++)) {
        _Bool letter = c != ' ' && c != '\n';
        n += letter && !inside;
        inside = letter;
    }
    return n;
}

//! generate -e my_strlen -c path --loops 2 --depth 3
//! generate -e my_strcpy -c path --loops 2 --depth 3
//! generate -e my_strcmp -c branch --loops 2 --depth 2
//! generate -e is_palindrome -c path --loops 2 --depth 3
//! generate -e to_int -c branch --loops 2 --depth 2
//! generate -e count_words -c path --loops 2 --depth 3

/* A sort for anything, and numbers that are seen as bytes: through pointers, by memcpy, and by functions that compare. */
#include <stddef.h>
#include <string.h>

typedef int (*compare_fn)(const void *, const void *);

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static int by_last_byte(const void *a, const void *b)
{
    return *((const unsigned char *) a + 3) - *((const unsigned char *) b + 3);
}

static void sort(void *base, size_t n, size_t size, compare_fn compare)
{
    char *bytes = base;
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size) > 0; j--)
            for (size_t k = 0; k < size; k++) {
                char t = bytes[j * size + k];
                bytes[j * size + k] = bytes[(j - 1) * size + k];
                bytes[(j - 1) * size + k] = t;
            }
}

/* The median of three. */
int middle(int a, int b, int c)
{
    int v[3] = { a, b, c };
    sort(v, sizeof v / sizeof v[0], sizeof v[0], by_number);
    return v[1];
}

/* Positive numbers first. */
int negative_last(int a, int b)
{
    int v[] = { a, b };
    sort(v, 2, sizeof *v, by_last_byte);
    return v[0] < 0;
}

/* A message with four bytes for a length, and then so many bytes; -1 if it is none. */
int checksum(const unsigned char *message, size_t size)
{
    unsigned length;
    if (size < sizeof length)
        return -1;
    memcpy(&length, message, sizeof length);
    if (length != size - sizeof length)
        return -1;
    int sum = 0;
    for (unsigned i = 0; i < length; i++)
        sum ^= message[sizeof length + i];
    return sum;
}

int is_little_endian_of(short s, int low)
{
    unsigned char *b = (unsigned char *) &s;
    return b[0] == low && b[1] == 0x12;
}

/* The sum of numbers in a buffer, up to a zero. */
long total(const char *buffer, int n)
{
    const int *p = (const int *) buffer, *end = p + n;
    long sum = 0;
    while (p < end && *p != 0)
        sum += *p++;
    return sum;
}

void put(char *buffer, int at, long value)
{
    ((long *) buffer)[at] = value;
    if (buffer[0] == 1 && buffer[1] == 2 && buffer[7] == -1)
        buffer[0] = 0;
}

//! generate -e by_number -c path
//! generate -e middle -c branch
//! generate -e negative_last -c branch
//! generate -e checksum -c branch
//! generate -e is_little_endian_of -c path
//! generate -e total -c path --loops 2
//! generate -e put -c branch

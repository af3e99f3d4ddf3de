/* Bytes that are seen with a sign and without: text as `char`, what it is made of as `unsigned char`, and anything as `void`. */
#include <stdint.h>
#include <stddef.h>
#include <string.h>

/* One more than 127 starts a longer character. */
int utf8_length(const char *s)
{
    const unsigned char *p = (const unsigned char *) s;
    if (*p < 0x80)
        return 1;
    if (*p < 0xc2)
        return -1;
    return *p < 0xe0 && (p[1] & 0xc0) == 0x80 ? 2 : -1;
}

int compare(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (; n > 0; n--, p++, q++)
        if (*p != *q)
            return *p < *q ? -1 : 1;
    return 0;
}

int starts_high(const char *s)
{
    return compare(s, "\177", 1) > 0;
}

static const uint8_t weights[4] = { 1, 128, 200, 255 };

uint8_t checksum(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint8_t sum = 0;
    while (n-- > 0)
        sum = (uint8_t) (sum + weights[*p++ & 3]);
    return sum;
}

int check_text(const char *s)
{
    return checksum(s, 1) == (uint8_t) s[1];
}

struct packet { uint8_t kind; uint8_t body[3]; char name[2]; };

/* The kind is changed as a number with a sign. */
int mark(struct packet *p)
{
    int8_t *kind = (int8_t *) &p->kind;
    if (*kind < 0)
        return p->kind;
    *kind = -2;
    return p->kind > 200;
}

int put(struct packet *p, const char *from, size_t n)
{
    if (n > sizeof p->body)
        return 0;
    memcpy(p->body, from, n);
    return p->body[0] > 127 ? 2 : 1;
}

uint8_t *high(char *s, uint8_t *other)
{
    if ((uint8_t *) s == other)
        return other;
    return s && *s < 0 ? (uint8_t *) s + 1 : NULL;
}

/* What a `static` variable starts as is more than 127. */
int turns(void)
{
    static uint8_t left[2] = { 250, 3 };
    char *p = (char *) left;
    if (p[0] < 0)
        left[0] += 10;
    return left[0];
}

static uint8_t volume = 200;

int louder(int by)
{
    int8_t *p = (int8_t *) &volume;
    if (*p < 0 && by > 0)
        *p = -1;
    return volume == 255;
}

//@ requires \valid(u + (0 .. 1)) && u[0] > 200 && u[1] < 5
int bounded(uint8_t *u)
{
    char *c = (char *) u;
    if (c[0] == -3)
        return 1;
    return c[1] == 4 ? 2 : 0;
}

int main(void)
{
    struct packet p;
    memset(&p, 0, sizeof p);
    if (!put(&p, "\377b", 2))
        return 1;
    return compare(p.body, "\377b", 3);
}

//! generate -e utf8_length -c path
//! generate -e compare -c path --loops 2
//! generate -e starts_high -c path
//! generate -e checksum -c branch --loops 2
//! generate -e check_text -c branch
//! generate -e mark -c path
//! generate -e put -c branch
//! generate -e high -c path
//! generate -e turns -c path
//! generate -e louder -c path
//! generate -e bounded -c path
//! generate -e main -c branch

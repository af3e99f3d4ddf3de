/* Fractions with small numbers. */
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    int top, bottom;
} fraction;

//@ requires a >= 0 && a < 50 && b >= 0 && b < 50
int gcd(int a, int b)
{
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

bool is_valid(fraction f) { return f.bottom > 0 && f.top > -1000 && f.top < 1000 && f.bottom < 1000; }

int compare(fraction a, fraction b)
{
    if (!is_valid(a) || !is_valid(b))
        exit(2);
    if (a.bottom != b.bottom)
        return a.bottom < b.bottom ? 2 : -2;
    return a.top < b.top ? -1 : a.top > b.top;
}

fraction negate(fraction f)
{
    fraction n = { .top = f.top == (-2147483647 - 1) ? f.top : -f.top, .bottom = f.bottom };
    return n;
}

//! generate -c branch

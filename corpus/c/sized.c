/* Arrays whose parameters say how long they are. */
#include <stddef.h>

int sum(int n, const int a[n])
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i] & 255;
    return total;
}

size_t longest(size_t n, const char s[static n])
{
    size_t best = 0, run = 0;
    for (size_t i = 0; i < n; i++) {
        run = i > 0 && s[i] == s[i - 1] ? run + 1 : 1;
        if (run > best)
            best = run;
    }
    return best;
}

/* The size is not that of a row. */
int corner(unsigned char rows, unsigned char cols, int cells[rows * cols])
{
    if (!cells || !rows || !cols)
        return -1;
    return cells[rows * cols - 1];
}

/* One more than there need to be. */
int beyond(short n, int a[n])
{
    return a && n > 0 ? a[n] : 0;
}

//! generate -e sum -c path --loops 2
//! generate -e longest -c path --loops 2
//! generate -e corner -c path
//! generate -e beyond -c path

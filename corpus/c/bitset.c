/* Small sets of numbers as bits. */
typedef unsigned long set;

set add(set s, unsigned n) { return n < 64 ? s | 1ul << n : s; }

set drop(set s, unsigned n) { return n < 64 ? s & ~(1ul << n) : s; }

int has(set s, unsigned n) { return n < 64 && (s >> n & 1); }

int count(set s)
{
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (s & 1ul << i)
            n++;
    return n;
}

int is_subset(set a, set b) { return (a & ~b) == 0; }

unsigned parity(unsigned char b)
{
    b ^= b >> 4;
    b ^= b >> 2;
    b ^= b >> 1;
    if (b & 1)
        return 1;
    return 0;
}

//! generate -e add -c branch
//! generate -e has -c branch
//! generate -e is_subset -c branch

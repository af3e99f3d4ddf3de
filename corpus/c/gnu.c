/* What GNU C has besides the standard: functions that the compiler knows. */

enum { LEVELS = 4 };

struct packet {
    unsigned size;
    unsigned short kind;
};

int checked_sum(int a, int b, int *to)
{
    if (__builtin_add_overflow(a, b, to))
        return -1;
    return *to == 0 ? 0 : 1;
}

int level_of(unsigned size)
{
    int level = 31 - __builtin_clz(size);
    if (level >= LEVELS)
        return LEVELS;
    return level;
}

int first_free(unsigned used)
{
    if (used == ~0u)
        return -1;
    return __builtin_ctz(~used);
}

int read_packet(const struct packet *p)
{
    if (__builtin_expect(!p, 0))
        return -1;
    if (__builtin_bswap16(p->kind) == 0x102)
        return 1;
    if (__builtin_bswap32(p->size) > 0x10000)
        return 2;
    return 0;
}

int corner(unsigned side)
{
    switch (side % 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 4;
    }
    __builtin_unreachable();
}

void must_hold(int x)
{
    if (x < 0)
        __builtin_trap();
}

//! generate -e checked_sum -c path
//! generate -e level_of -c path
//! generate -e first_free -c path
//! generate -e read_packet -c path
//! generate -e corner -c path
//! generate -e must_hold -c path

/* Flags and fields of a word, with masks that are constants. */
#include <stdint.h>

#define READ 0x1u
#define WRITE 0x2u
#define OWNER 0x80u

int may_write(unsigned mode)
{
    if (mode & OWNER)
        return 1;
    return (mode & WRITE) != 0;
}

unsigned allow(unsigned mode, int write)
{
    mode |= READ;
    if (write)
        mode |= WRITE;
    else
        mode &= ~WRITE;
    return mode;
}

uint32_t pack(uint8_t red, uint8_t green, uint8_t blue)
{
    return (uint32_t) red << 16 | (uint32_t) green << 8 | blue;
}

uint8_t green_of(uint32_t color)
{
    return (color >> 8) & 0xff;
}

int ones(uint8_t x)
{
    int n = 0;
    while (x) {
        n += x & 1;
        x >>= 1;
    }
    return n;
}

int is_even(int x) { return (x & 1) == 0; }

int aligned(uintptr_t address) { return (address & 7) == 0 ? 8 : (address & 3) == 0 ? 4 : 1; }

int8_t narrow(int x)
{
    int8_t y = (int8_t) x;
    return y == x ? y : x < 0 ? -128 : 127;
}

//! generate -e may_write -c path --loops 2 --depth 3
//! generate -e may_write -c mcdc --loops 3
//! generate -e allow -c path --loops 2 --depth 3
//! generate -e allow -c mcdc --loops 3
//! generate -e green_of -c path --loops 2 --depth 3
//! generate -e green_of -c mcdc --loops 3
//! generate -e ones -c path --loops 2 --depth 3
//! generate -e ones -c mcdc --loops 3
//! generate -e is_even -c path --loops 2 --depth 3
//! generate -e is_even -c mcdc --loops 3
//! generate -e aligned -c path --loops 2 --depth 3
//! generate -e aligned -c mcdc --loops 3
//! generate -e narrow -c path --loops 2 --depth 3
//! generate -e narrow -c mcdc --loops 3

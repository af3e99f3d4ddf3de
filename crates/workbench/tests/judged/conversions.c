/* Conversions: signs, widths, promotions, and the numbers at their edges. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum color { RED, GREEN, BLUE };

int below_nothing(unsigned u, int v) {
    if (u < 0) {
        return 1;
    }
    if (v < u && v < 0) {
        return 2;
    }
    if (v > u && v < 0) {
        return 3;
    }
    if (-1 < u) {
        return 4;
    }
    return 0;
}

int bytes(unsigned char a, unsigned char b) {
    if (a - b < -255) {
        return 1;
    }
    if (a - b == -255) {
        return 2;
    }
    if ((unsigned char) (a + b) < a) {
        return 3;
    }
    if (a + b < a) {
        return 4;
    }
    if (~a == 0) {
        return 5;
    }
    if ((unsigned char) ~a == 0) {
        return 6;
    }
    return 0;
}

int sign_of_char(char c) {
    if (c > 127) {
        return 1;
    }
    if (c == -128) {
        return 2;
    }
    if ((unsigned char) c == 200) {
        return 3;
    }
    if (c == 200) {
        return 4;
    }
    return 0;
}

int of_color(enum color c) {
    switch (c) {
    case RED:
        return 1;
    case GREEN:
        return 2;
    case BLUE:
        return 3;
    case 7:
        return 4;
    }
    if (c < RED) {
        return 5;
    }
    return 0;
}

int truth(bool b, int v) {
    bool other = v;
    if (b > 1) {
        return 1;
    }
    if (other == b && v == 2) {
        return 2;
    }
    if (other == 2) {
        return 3;
    }
    return b + other;
}

int last_char(const char *s) {
    size_t last = strlen(s) - 1;
    if (last > 100000) {
        return 1;
    }
    if (s[last] == '!') {
        return 2;
    }
    if (s[last] == '\0') {
        return 3;
    }
    return 0;
}

int shorts(short a, short b) {
    int sum = a + b;
    if (sum > 65534) {
        return 1;
    }
    if (sum == 65534) {
        return 2;
    }
    if (sum == -65536) {
        return 3;
    }
    unsigned short u = (unsigned short) a;
    if (u == 65535 && a != -1) {
        return 4;
    }
    if (u > 32767 && a >= 0) {
        return 5;
    }
    return 0;
}

int narrow(long n) {
    int i = (int) n;
    if (i == 0 && n != 0) {
        return 1;
    }
    if (i == n && n > INT_MAX) {
        return 2;
    }
    if (i < 0 && n > 0) {
        return 3;
    }
    return 0;
}

int shifts(unsigned u) {
    if ((u >> 31) > 1) {
        return 1;
    }
    if ((u << 31) == 0x80000000u) {
        return 2;
    }
    if (((u << 4) & 15) != 0) {
        return 3;
    }
    if ((u >> 28) == 9 && (u & 0xf) == 6) {
        return 4;
    }
    return 0;
}

int quotient(int a, int b) {
    if (b == 0) {
        return 0;
    }
    int q = a / b;
    int r = a % b;
    if (q * b + r != a) {
        return 1;
    }
    if (r < 0 && a >= 0) {
        return 2;
    }
    if (q == INT_MAX && b == -1) {
        return 3;
    }
    if (q == 17 && r == 16 && b == 23) {
        return 4;
    }
    return 5;
}

int edges(int v) {
    int next = v + 1;
    if (next < v) {
        return 1;
    }
    int last = v - 1;
    if (last > v) {
        return 2;
    }
    if (v == INT_MAX) {
        return 3;
    }
    if (v < INT_MIN + 1) {
        return 4;
    }
    return 0;
}

int sums(uint8_t a, uint8_t b, uint8_t c) {
    uint8_t sum = (uint8_t) (a + b + c);
    if (a == 255 && b == 255 && sum == 253) {
        return 1;
    }
    if (a + b + c > 765) {
        return 2;
    }
    if (a + b + c == 765) {
        return 3;
    }
    return 0;
}

/* Numbers: digits, bits, divisors, edges of types. */
#include <limits.h>

int digit_sum(unsigned n) {
    int sum = 0;
    int digits = 0;
    do {
        sum += n % 10;
        n /= 10;
        digits++;
    } while (n > 0);
    if (digits > 10) {
        return -1;
    }
    if (sum == 81) {
        return -2;
    }
    if (digits == 10 && sum == 1) {
        return -3;
    }
    return sum;
}

int bit_count(unsigned n) {
    int count = 0;
    for (int i = 0; i < 32; i++) {
        if (n & (1u << i)) {
            count++;
        }
    }
    if (count > 32) {
        return -1;
    }
    if (count == 32) {
        return -2;
    }
    return count;
}

int is_prime(int n) {
    if (n < 2) {
        return 0;
    }
    if (n > 400) {
        return -1;
    }
    for (int d = 2; d * d <= n; d++) {
        if (n % d == 0) {
            return 0;
        }
        if (d > 20) {
            return -2;
        }
        if (d == 19) {
            return -3;
        }
    }
    if (n == 4) {
        return -4;
    }
    return 1;
}

unsigned power(unsigned base, unsigned exponent) {
    unsigned result = 1;
    unsigned rounds = 0;
    while (exponent > 0) {
        if (exponent & 1) {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
        rounds++;
    }
    if (rounds > 32) {
        return 0;
    }
    if (rounds == 6) {
        return 1;
    }
    return result;
}

int clamp(int v, int low, int high) {
    if (low > high) {
        return low;
    }
    if (v < low) {
        v = low;
    }
    if (v > high) {
        v = high;
    }
    if (v < low || v > high) {
        return -1;
    }
    return v;
}

int wraps(unsigned a, unsigned b) {
    unsigned sum = a + b;
    if (sum < a) {
        if (sum >= b) {
            return -1;
        }
        return 1;
    }
    if (sum < b) {
        return -2;
    }
    return 0;
}

int bucket(int v) {
    int b = v % 8;
    if (b < 0) {
        b += 8;
    }
    switch (b) {
    case 0:
        return 1;
    case 7:
        return 2;
    case 8:
        return 3;
    case -1:
        return 4;
    default:
        return 0;
    }
}

int root(int n) {
    if (n < 0) {
        return -1;
    }
    if (n > 10000) {
        return -2;
    }
    int r = 0;
    while ((r + 1) * (r + 1) <= n) {
        r++;
    }
    if (r == 100) {
        return -3;
    }
    if (r > 100) {
        return -4;
    }
    return r;
}

int leap(int year) {
    if (year % 400 == 0) {
        return 1;
    }
    if (year % 100 == 0) {
        if (year % 8 == 0 && year % 16 == 0 && year % 25 == 0) {
            return 2;
        }
        return 0;
    }
    if (year % 4 == 0) {
        return 1;
    }
    if (year % 2 == 0 && year % 4 == 0) {
        return 3;
    }
    return 0;
}

int collatz(unsigned n) {
    int steps = 0;
    if (n == 0 || n > 100) {
        return -1;
    }
    while (n != 1) {
        if (n % 2 == 0) {
            n /= 2;
        } else {
            n = 3 * n + 1;
        }
        steps++;
        if (steps > 200) {
            return -2;
        }
    }
    if (steps == 118) {
        return -3;
    }
    if (steps == 119) {
        return -4;
    }
    return steps;
}

int absolute(int v) {
    if (v < 0) {
        v = -v;
    }
    if (v < 0) {
        return -1;
    }
    return v;
}

int low_byte(unsigned v) {
    unsigned char c = (unsigned char) (v * 5);
    if (c > 255) {
        return -1;
    }
    if (c == 255) {
        return 1;
    }
    if ((c & 6) == 5) {
        return 2;
    }
    return 0;
}

int factorial_digits(int n) {
    unsigned long f = 1;
    if (n < 0 || n > 20) {
        return -1;
    }
    for (int i = 2; i <= n; i++) {
        f *= (unsigned long) i;
    }
    int digits = 0;
    while (f > 0) {
        f /= 10;
        digits++;
    }
    if (digits > 19) {
        return -2;
    }
    if (digits == 19) {
        return -3;
    }
    return digits;
}

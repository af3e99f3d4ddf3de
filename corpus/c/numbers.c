/* Arithmetic: divisors, powers, primes, digits. */
int gcd(int a, int b)
{
    if (a < 0)
        a = -a;
    if (b < 0)
        b = -b;
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

long power(int base, unsigned n)
{
    long result = 1;
    while (n-- > 0)
        result *= base;
    return result;
}

_Bool is_prime(unsigned n)
{
    if (n < 2)
        return 0;
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

int digit_sum(unsigned long n)
{
    int s = 0;
    do {
        s += (int) (n % 10);
        n /= 10;
    } while (n);
    return s;
}

int collatz(int n)
{
    int steps = 0;
    while (n > 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

int leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

unsigned char saturate(unsigned char a, unsigned char b)
{
    unsigned s = a + b;
    return s > 255 ? 255 : (unsigned char) s;
}

//! generate -e gcd -c path --loops 2 --depth 3
//! generate -e gcd -c mcdc --loops 2
//! generate -e power -c path --loops 2 --depth 3
//! generate -e power -c mcdc --loops 2
//! generate -e is_prime -c path --loops 2 --depth 3
//! generate -e is_prime -c mcdc --loops 2
//! generate -e digit_sum -c path --loops 2 --depth 3
//! generate -e digit_sum -c mcdc --loops 2
//! generate -e collatz -c path --loops 2 --depth 3
//! generate -e collatz -c mcdc --loops 2
//! generate -e leap -c path --loops 2 --depth 3
//! generate -e leap -c mcdc --loops 2
//! generate -e clamp -c path --loops 2 --depth 3
//! generate -e clamp -c mcdc --loops 2
//! generate -e saturate -c path --loops 2 --depth 3
//! generate -e saturate -c mcdc --loops 2

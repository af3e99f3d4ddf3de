/* State machines, parsers, recursion, and what the front end does not follow in the midst of them. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum state { START, WORD, NUMBER, DONE };

int traffic;
static int retries;

int scan(const char *s) {
    enum state state = START;
    int tokens = 0;
    for (; *s != '\0'; s++) {
        switch (state) {
        case START:
            if (*s >= 'a' && *s <= 'z') {
                state = WORD;
                tokens++;
            } else if (*s >= '0' && *s <= '9') {
                state = NUMBER;
                tokens++;
            }
            break;
        case WORD:
            if (*s == ' ') {
                state = START;
            }
            break;
        case NUMBER:
            if (*s == ' ') {
                state = START;
            } else if (*s == 'x') {
                return -1;
            }
            break;
        case DONE:
            return -2;
        }
    }
    if (state == DONE) {
        return -3;
    }
    if (tokens == 6) {
        return -4;
    }
    return tokens;
}

int lights(int ticks) {
    int phase = 0;
    int changes = 0;
    if (ticks < 0 || ticks > 300) {
        return -1;
    }
    for (int i = 0; i < ticks; i++) {
        if (i % 7 == 6) {
            phase = (phase + 1) % 3;
            changes++;
        }
    }
    if (phase == 3) {
        return -2;
    }
    if (changes == 42) {
        return -3;
    }
    if (changes == 43) {
        return -4;
    }
    return phase;
}

int ackermann(int m, int n) {
    if (m == 0) {
        return n + 1;
    }
    if (n == 0) {
        return ackermann(m - 1, 1);
    }
    return ackermann(m - 1, ackermann(m, n - 1));
}

int small_ackermann(int m, int n) {
    if (m < 0 || m > 2 || n < 0 || n > 3) {
        return -1;
    }
    int a = ackermann(m, n);
    if (a == 9) {
        return 1;
    }
    if (a == 10) {
        return 2;
    }
    if (a < 1) {
        return 3;
    }
    return 0;
}

int fibonacci(int n) {
    if (n < 2) {
        return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int rabbits(int months) {
    if (months < 0 || months > 12) {
        return -1;
    }
    int pairs = fibonacci(months);
    if (pairs == 144) {
        return 2;
    }
    if (pairs == 145 || pairs == 4) {
        return 3;
    }
    return 0;
}

int hops(int n, int budget) {
    if (n <= 0) {
        return 0;
    }
    if (budget == 0) {
        return 100;
    }
    if (n % 3 == 0) {
        return 1 + hops(n / 3, budget - 1);
    }
    return 1 + hops(n - 1, budget - 1);
}

int few_hops(int n) {
    int h = hops(n, 9);
    if (h > 109) {
        return 1;
    }
    if (h == 109) {
        return 2;
    }
    if (h == 9) {
        return 3;
    }
    return 0;
}

int sum_expression(const char *s) {
    int sum = 0;
    int terms = 0;
    while (*s != '\0') {
        if (*s < '0' || *s > '9') {
            return -1;
        }
        int n = 0;
        while (*s >= '0' && *s <= '9') {
            n = (n * 10 + (*s - '0')) % 1000;
            s++;
        }
        sum += n;
        terms++;
        if (*s == '+') {
            s++;
            if (*s == '\0') {
                return -2;
            }
        } else if (*s != '\0') {
            return -3;
        }
    }
    if (sum > 999 * terms) {
        return -4;
    }
    if (terms == 5) {
        return -5;
    }
    return sum;
}

int key_value(const char *line) {
    const char *eq = strchr(line, '=');
    if (eq == NULL) {
        return -1;
    }
    if (eq == line) {
        return -2;
    }
    if (*eq != '=') {
        return -3;
    }
    if (strcmp(eq + 1, "on") == 0) {
        return 1;
    }
    if (strcmp(eq, "on") == 0) {
        return 2;
    }
    if (strlen(eq) < 1) {
        return 3;
    }
    return 0;
}

int checksum(const unsigned char *data, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        sum = (sum + data[i]) & 0xff;
    }
    if (sum > 255) {
        return -1;
    }
    if (sum == 255) {
        return 1;
    }
    if (n == 0 && sum != 0) {
        return 2;
    }
    return 0;
}

static int temperature(int raw) {
    double celsius = raw * 0.0625;
    if (raw > 2000) {
        return 125;
    }
    return (int) celsius;
}

int alarm_level(int raw) {
    if (raw < 0 || raw > 4095) {
        return -1;
    }
    int t = temperature(raw);
    if (t > 125) {
        return -2;
    }
    if (t == 125) {
        return 3;
    }
    if (t > 80) {
        return 2;
    }
    if (raw > 4095) {
        return -3;
    }
    return 0;
}

int retry(int limit) {
    retries = 0;
    if (limit < 0 || limit > 50) {
        return -1;
    }
    while (retries < limit) {
        retries++;
        if (retries == 33) {
            return 1;
        }
        if (retries > 50) {
            return 2;
        }
    }
    if (retries != limit) {
        return 3;
    }
    return 0;
}

int toggle(int times) {
    int on = 0;
    for (int i = 0; i < times; i++) {
        on = !on;
        if (i == 17) {
            break;
        }
    }
    if (on > 1) {
        return -1;
    }
    if (on && traffic == 77) {
        return 2;
    }
    return on;
}

int by_pointer(int v) {
    union {
        int number;
        unsigned char bytes[4];
    } u;
    int low = v & 3;
    if (low == 4) {
        return -1;
    }
    u.number = v;
    if (u.bytes[0] > 200) {
        return 1;
    }
    if (low > 3) {
        return -2;
    }
    if (v == 1000) {
        return 2;
    }
    return 0;
}

/* Decisions before, behind and between what is not followed: only what no value could meet is dead. */
#include <stddef.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int balance;

static void halve(int *p) {
    double d = *p;
    *p = (int) (d / 2);
}

static void settle(int v) {
    float share = v * 0.5f;
    if (v > 0 && v < 100) {
        balance = (int) share;
    }
}

int changed_by_call(int v) {
    int box = 3;
    if (v > 0) {
        halve(&box);
    }
    if (box == 1) {
        return 1;
    }
    if (box == 3) {
        return 2;
    }
    return 0;
}

int changed_global(int v) {
    balance = 0;
    settle(v);
    if (balance == 49) {
        return 1;
    }
    if (v > 5 && v < 5) {
        return 2;
    }
    if (balance != 0) {
        return 3;
    }
    return 0;
}

int late_float(int v) {
    int count = 0;
    for (int i = 0; i < 20; i++) {
        if (v > i * 10) {
            count++;
        }
    }
    if (count == 20) {
        float f = v;
        if (v < 190) {
            return 3;
        }
        return f > 500.0f;
    }
    if (count == 19) {
        return 1;
    }
    if (count > 19) {
        return 2;
    }
    return 0;
}

int one_round(int v) {
    int hits = 0;
    for (int i = 0; i < 12; i++) {
        if (i == 7 && v == 70) {
            double d = v;
            hits += d > 69.5;
        }
        if (i > 11) {
            return -1;
        }
    }
    if (hits == 1) {
        return 1;
    }
    if (hits < 0) {
        return 2;
    }
    return 0;
}

static int compare(const void *a, const void *b) {
    const int *x = a;
    const int *y = b;
    return (*x > *y) - (*x < *y);
}

int middle_of(int a, int b, int c) {
    int all[3] = {a, b, c};
    qsort(all, 3, sizeof all[0], compare);
    if (all[1] < all[0]) {
        return 1;
    }
    if (a == 5 && b == 6 && c == 7) {
        return (all[1] == 6) ? 2 : 3;
    }
    if (a > b && b > c && c > a) {
        return 4;
    }
    return 0;
}

int list_then_float(const struct node *p) {
    int count = 0;
    for (; p != NULL; p = p->next) {
        count++;
    }
    double share = 100.0 / (count + 1);
    if (count > 8) {
        return 1;
    }
    if (count == -1) {
        return 2;
    }
    if (share > 60.0) {
        if (count > 0) {
            return 3;
        }
        return 4;
    }
    return 0;
}

int wide(int v) {
    __int128 w = v;
    int r = (int) (w * w % 10);
    if (r == 9) {
        return 1;
    }
    if (r == 7) {
        return 2;
    }
    if (v == 2 && v == 3) {
        return 3;
    }
    return 0;
}

int early_leave(int v, int w) {
    if (v > 10) {
        float f = w;
        if (f > 3.0f) {
            return 1;
        }
        w = 5;
    } else {
        w = 6;
    }
    if (w == 5) {
        return 2;
    }
    if (w == 7) {
        return 3;
    }
    if (v > 10) {
        return 4;
    }
    return 0;
}

int loop_of_floats(int n) {
    double x = 1.0;
    int rounds = 0;
    while (x < 1000.0 && rounds < n) {
        x *= 1.5;
        rounds++;
    }
    if (rounds > 18) {
        return 1;
    }
    if (rounds == 18) {
        return 2;
    }
    if (n < 0) {
        return (rounds > 0) ? 4 : 3;
    }
    return 0;
}

int address_of(const char *s, int v) {
    unsigned long where = (unsigned long) s;
    int aligned = (where & 1) == 0;
    if (aligned > 1) {
        return 1;
    }
    if (aligned) {
        return 2;
    }
    if (v == 3 && aligned) {
        return 3;
    }
    return 0;
}

int skip_unknown(int v) {
    int state = 0;
    switch (v) {
    case 1:
        state = 1;
        break;
    case 2: {
        double d = v;
        state = (int) (d * 1.5);
        break;
    }
    case 3:
        state = 2;
        break;
    default:
        return 9;
    }
    if (state == 3) {
        return 1;
    }
    if (state == 0) {
        return 2;
    }
    return state;
}

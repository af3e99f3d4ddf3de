/* Pointers that lead into each other, to functions of other files, and to what others change. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int shared;
static int limit = 3;

int byte_of_number(unsigned char *p, unsigned *q) {
    *q = 5;
    *p = 6;
    if (*q != 5) {
        return 1;
    }
    if (*p != 6) {
        return 2;
    }
    return 0;
}

int byte_of_cell(char *p, struct node *q) {
    q->value = 0;
    *p = 1;
    if (q->value == 256) {
        return 1;
    }
    if (q->value != 0) {
        return 2;
    }
    return 0;
}

int neighbours(int *a, int *b) {
    a[1] = 1;
    b[0] = 2;
    if (a[1] == 2) {
        return 1;
    }
    if (b[0] != 2) {
        return 2;
    }
    return 0;
}

int overlapping_texts(char *to, const char *from) {
    int n = 0;
    if (from[0] != 'a' || from[1] != 'b' || from[2] != '\0') {
        return -1;
    }
    to[0] = 'x';
    if (from[0] == 'x') {
        return 1;
    }
    if (from[1] == 'x') {
        return 2;
    }
    for (; from[n] != '\0'; n++) {
        to[n] = from[n];
    }
    if (n == 2) {
        return 3;
    }
    return 0;
}

int before_writing(const char *s, int *out) {
    int n = 0;
    while (s[n] == '-' && n < 9) {
        n++;
    }
    if (n > 9) {
        return -1;
    }
    if (n == 9) {
        return -2;
    }
    *out = n;
    return 0;
}

int following(const int *a, const int *b) {
    if (a == NULL || b == NULL) {
        return -1;
    }
    if (a + 1 == b) {
        return 1;
    }
    if (a == b && *a != *b) {
        return 2;
    }
    return 0;
}

static int capped(int v) {
    if (v > 100) {
        return 100;
    }
    return v;
}

int by_callback(int (*f)(int), int v) {
    if (f == NULL) {
        return capped(v);
    }
    int r = f(v);
    if (r > 200) {
        return 1;
    }
    if (f != capped && r == 7) {
        return 2;
    }
    if (v == 3 && v == 4) {
        return 3;
    }
    return 0;
}

int own_callback(int v) {
    int r = by_callback(capped, v);
    if (r == 1) {
        return 1;
    }
    if (r > 3) {
        return 2;
    }
    return 0;
}

int counted(int (*next)(void)) {
    int n = 0;
    while (n < 20 && next() != 0) {
        n++;
    }
    if (n == 20) {
        return 1;
    }
    if (n > 20) {
        return 2;
    }
    return 0;
}

int status(volatile const int *port, int v) {
    int rounds = 0;
    while (rounds < 5 && (*port & 1) == 0) {
        rounds++;
    }
    if (rounds > 5) {
        return 1;
    }
    if ((*port & 1) == 0 && rounds < 5) {
        return 2;
    }
    if (v == 1 && v == 2) {
        return 3;
    }
    return 0;
}

int own_variables(int *p) {
    limit = 3;
    shared = 4;
    *p = 5;
    if (limit == 5) {
        return 1;
    }
    if (shared == 6) {
        return 2;
    }
    return 0;
}

/* Pointers, structs, arrays within them, variables of the file and of functions: who changes what. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    int used;
    int data[8];
};

struct item {
    int key;
    const char *name;
    struct item *next;
};

int calls;
static unsigned seen;

int two_pointers(int *a, int *b) {
    *a = 1;
    *b = 2;
    if (*a == 2) {
        return 1;
    }
    if (*b == 1) {
        return 2;
    }
    return 0;
}

void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int swapped(int v, int w) {
    swap(&v, &w);
    if (v == 3 && w == 9) {
        return 1;
    }
    if (v == 3 && w == 3 && v != w) {
        return 2;
    }
    return 0;
}

int push(struct buffer *b, int v) {
    if (b == NULL || b->used < 0) {
        return -1;
    }
    if (b->used >= 8) {
        return -2;
    }
    b->data[b->used] = v;
    b->used++;
    if (b->used > 8) {
        return -3;
    }
    if (b->used == 8 && b->data[0] == v) {
        return 2;
    }
    return 1;
}

int sum_of(const struct buffer *b) {
    int sum = 0;
    if (b == NULL || b->used < 0 || b->used > 8) {
        return -1;
    }
    for (int i = 0; i < b->used; i++) {
        sum += b->data[i] & 15;
    }
    if (sum > 120) {
        return -2;
    }
    if (sum == 120) {
        return -3;
    }
    return sum;
}

const struct item *lookup(const struct item *p, const char *name) {
    int passed = 0;
    for (; p != NULL; p = p->next) {
        if (p->name != NULL && strcmp(p->name, name) == 0) {
            if (passed > 6) {
                return NULL;
            }
            return p;
        }
        passed++;
    }
    if (passed < 0) {
        return NULL;
    }
    return NULL;
}

int count_calls(int v) {
    static int times;
    times++;
    if (times == 40) {
        return 1;
    }
    if (times == 5 && v == 3) {
        return 2;
    }
    if (times == 0) {
        return 3;
    }
    return 0;
}

int last_argument(int v) {
    static int last;
    int before = last;
    last = v;
    if (before == 7 && v == 8) {
        return 1;
    }
    if (before == 7 && v == before && v == 9) {
        return 2;
    }
    return 0;
}

void note(int v) {
    seen = seen * 2 + (unsigned) (v & 1);
    calls++;
}

int notes(int v) {
    seen = 0;
    for (int i = 0; i < 5; i++) {
        note(v >> i);
    }
    if (seen > 31) {
        return 1;
    }
    if (seen == 21) {
        return 2;
    }
    if (calls == 4) {
        return 3;
    }
    return 0;
}

int fresh_memory(int n) {
    if (n < 1 || n > 30) {
        return -1;
    }
    int *a = calloc((size_t) n, sizeof *a);
    if (a == NULL) {
        return -2;
    }
    int zeros = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] == 0) {
            zeros++;
        }
    }
    free(a);
    if (zeros != n) {
        return -3;
    }
    if (zeros == 30) {
        return 1;
    }
    return 0;
}

int copies(const char *s) {
    char buffer[16];
    if (strlen(s) >= sizeof buffer) {
        return -1;
    }
    strcpy(buffer, s);
    if (strcmp(buffer, s) != 0) {
        return -2;
    }
    if (buffer[14] == 'z' && strlen(buffer) == 15) {
        return 1;
    }
    return 0;
}

int ordered(const char *a, const char *b) {
    if (strcmp(a, b) < 0 && strcmp(b, a) < 0) {
        return 1;
    }
    if (strcmp(a, b) == 0 && strlen(a) == 4) {
        return 2;
    }
    if (strcmp(a, b) == 0 && a[0] != b[0]) {
        return 3;
    }
    return 0;
}

int by_rows(const int *cells) {
    int grid[3][4];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            grid[i][j] = cells[n++];
        }
    }
    int diagonal = 0;
    for (int i = 0; i < 3; i++) {
        if (grid[i][i] == 1) {
            diagonal++;
        }
    }
    if (n != 12) {
        return 1;
    }
    if (diagonal == 3) {
        return 2;
    }
    if (diagonal == 4) {
        return 3;
    }
    return 0;
}

int deep_recursion(unsigned n) {
    if (n == 0) {
        return 0;
    }
    if (n > 600) {
        return -1000;
    }
    return 1 + deep_recursion(n - 1);
}

int how_deep(unsigned n) {
    int d = deep_recursion(n);
    if (d == 600) {
        return 1;
    }
    if (d == 601) {
        return 2;
    }
    if (d < 0 && d > -1000) {
        return 3;
    }
    return 0;
}

int many_rounds(int v) {
    int x = 0;
    for (int i = 0; i < 5000; i++) {
        if ((i & 1) == 0) {
            x++;
        }
    }
    if (x == 2500 && v == 12) {
        return 1;
    }
    if (x != 2500) {
        return 2;
    }
    return 0;
}

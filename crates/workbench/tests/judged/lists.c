/* Lists and trees: counters that are compared afterwards, and what no list can be. */
#include <stddef.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

int length_class(const struct node *p) {
    int count = 0;
    while (p != NULL) {
        count++;
        p = p->next;
    }
    if (count > 5) {
        return 2;
    }
    if (count < 0) {
        return 3;
    }
    return 1;
}

int nth(const struct node *p, int n) {
    if (n < 0) {
        return -1;
    }
    while (p != NULL && n > 0) {
        p = p->next;
        n--;
    }
    if (p == NULL) {
        return -2;
    }
    if (n > 0) {
        return -3;
    }
    return p->value;
}

int ninth_is_last(const struct node *p) {
    int n = 0;
    for (const struct node *q = p; q != NULL; q = q->next) {
        n++;
        if (n > 9) {
            return 0;
        }
    }
    if (n == 9) {
        return 1;
    }
    if (n == 10) {
        return 2;
    }
    return 0;
}

struct node *reverse(struct node *p) {
    struct node *done = NULL;
    int moved = 0;
    while (p != NULL) {
        struct node *next = p->next;
        p->next = done;
        done = p;
        p = next;
        moved++;
    }
    if (moved > 0 && done == NULL) {
        return NULL;
    }
    if (moved == 12) {
        done->value = 0;
    }
    return done;
}

int is_sorted(const struct node *p) {
    int pairs = 0;
    if (p == NULL) {
        return 1;
    }
    while (p->next != NULL) {
        if (p->value > p->next->value) {
            return 0;
        }
        pairs++;
        p = p->next;
    }
    if (pairs >= 7) {
        return 3;
    }
    if (p == NULL) {
        return 4;
    }
    return 2;
}

int sum_until(const struct node *p, int stop) {
    unsigned sum = 0;
    int found = 0;
    while (p != NULL) {
        if (p->value == stop) {
            found = 1;
            break;
        }
        sum += (unsigned) p->value;
        p = p->next;
    }
    if (found && p == NULL) {
        return -1;
    }
    if (!found && p != NULL) {
        return -2;
    }
    return (sum == 4000000000u) ? 1 : 0;
}

int average(const struct node *p) {
    int sum = 0;
    int count = 0;
    for (; p != NULL; p = p->next) {
        if (p->value < 0 || p->value > 1000) {
            return -1;
        }
        sum += p->value;
        count++;
    }
    if (count == 0) {
        return 0;
    }
    double mean = (double) sum / count;
    if (count > 8) {
        return (int) mean;
    }
    if (sum < 0) {
        return -3;
    }
    return (int) (mean + 0.5);
}

int depth(const struct tree *t) {
    if (t == NULL) {
        return 0;
    }
    int left = depth(t->left);
    int right = depth(t->right);
    if (left > right) {
        return left + 1;
    }
    if (right < 0) {
        return -1;
    }
    return right + 1;
}

int deep(const struct tree *t) {
    int d = depth(t);
    if (d > 4) {
        return 1;
    }
    if (d < 0) {
        return 2;
    }
    return 0;
}

const struct tree *find(const struct tree *t, int key) {
    int steps = 0;
    while (t != NULL) {
        if (key < t->key) {
            t = t->left;
        } else if (key > t->key) {
            t = t->right;
        } else {
            if (key != t->key) {
                return NULL;
            }
            return (steps > 5) ? NULL : t;
        }
        steps++;
    }
    return NULL;
}

int remove_value(struct node **head, int value) {
    int removed = 0;
    while (*head != NULL) {
        struct node *here = *head;
        if (here->value == value) {
            *head = here->next;
            free(here);
            removed++;
        } else {
            head = &here->next;
        }
    }
    if (removed > 3) {
        return 3;
    }
    return removed;
}

int drop_all(struct node *p, int value) {
    int before = 0;
    for (const struct node *q = p; q != NULL; q = q->next) {
        before++;
    }
    int removed = remove_value(&p, value);
    if (removed > before) {
        return -1;
    }
    if (removed == 3 && before == 3) {
        return 1;
    }
    return 0;
}

int common(const struct node *a, const struct node *b) {
    int same = 0;
    while (a != NULL && b != NULL) {
        if (a->value == b->value) {
            same++;
            a = a->next;
            b = b->next;
        } else if (a->value < b->value) {
            a = a->next;
        } else {
            b = b->next;
        }
    }
    if (same == 5) {
        return 1;
    }
    if (a != NULL && b != NULL) {
        return 2;
    }
    return 0;
}

/* Polynomials as lists of terms with falling exponents. */
#include <stdlib.h>

struct term {
    int factor;
    unsigned exponent;
    struct term *next;
};

int degree(const struct term *p) { return p == NULL ? -1 : (int) (p->exponent % 1000); }

//@ requires acyclic(p)
int terms(const struct term *p)
{
    int n = 0;
    for (; p; p = p->next)
        if (p->factor != 0)
            n++;
    return n;
}

//@ requires acyclic(p)
struct term *find_term(struct term *p, unsigned exponent)
{
    while (p && p->exponent > exponent)
        p = p->next;
    return p && p->exponent == exponent ? p : NULL;
}

//@ requires acyclic(p)
struct term *add_term(struct term *p, int factor, unsigned exponent)
{
    struct term *known = find_term(p, exponent);
    if (known) {
        known->factor = factor;
        return p;
    }
    struct term *t = malloc(sizeof(struct term));
    if (!t)
        return p;
    t->factor = factor;
    t->exponent = exponent;
    t->next = p;
    return t;
}

//@ requires acyclic(p)
int is_monic(const struct term *p)
{
    return p != NULL && p->factor == 1 && (p->next == NULL || p->next->exponent < p->exponent);
}

//! generate -c branch

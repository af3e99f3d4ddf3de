/* Claims of all kinds: `requires` is obeyed, the others are kept for proofs. */
//! generate -c branch --loops 3 --max-cells 6
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

int limit = 10;

//@ predicate bounded(int *a, integer n, integer low, integer high) = \forall integer k; 0 <= k < n ==> low <= a[k] <= high;

/*@ requires 0 < n <= 100 && \valid_read(a + (0 .. n - 1));
  @ assigns \nothing;
  @ ensures \forall integer k; 0 <= k < n ==> a[k] <= \result;
  @ ensures \exists integer k; 0 <= k < n && a[k] == \result;
  @*/
int maximum(const int *a, int n)
{
    int best = a[0];
    /*@ loop invariant 1 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] <= best;
        loop invariant best >= \at(best, LoopEntry);
        loop assigns i, best;
        loop variant n - i; */
    for (int i = 1; i < n; i++) {
        if (a[i] > best)
            best = a[i];
        //@ assert a[i] <= best;
    }
    return best;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q)
{
    int t = *p;
    //@ assert t == \at(*p, Pre);
    *p = *q;
    *q = t;
}

/*@ requires acyclic(list);
    ensures len(\result) == len(\old(list)) + 1 && sum(\result) == sum(\old(list)) + cell->data;
    ensures multiset(\result) == multiset(\old(list)) + multiset(\old(cell)) || cell == \null;
    ensures forall n in list(\result): n->data >= 0 ==> n->data <= limit;
    ensures forall a, b adjacent in list(\result): a->data <= b->data;
    ensures equal(\old(list), \result->next) <==> acyclic(\result); */
struct node *push(struct node *list, struct node *cell)
{
    if (cell == NULL || limit < 0)
        return list;
    cell->next = list;
    return cell;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    behavior clear:
      assumes v == 0;
      ensures bounded(a, n, 0, 0);
    behavior other:
      assumes v != 0;
      ensures bounded(a, n, v, v); */
void fill(int *a, int n, int v)
{
    int i = 0;
    /*@ loop invariant bounded(a, i, v, v);
        loop assigns i, *(a + (0 .. n - 1)); */
    while (i < n) {
        a[i++] = v;
    }
}

#define LARGEST 20 /* a macro in a formula */

static int small(int v)
{
    return v > 10 && v < LARGEST;
}

//@ requires is_small: small(v) && v <= LARGEST - 2 && c >= 'a'; // a comment
int at_fifteen(int v, char c)
{
    if (v == 15 && c == 'b')
        return 1;
    return 0;
}

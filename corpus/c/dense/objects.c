/* Pointers, initialisers, bit-fields, scopes: one feature a line, to be checked and not to be read. */
typedef struct list list; struct list { list *next; union { int i; float f; struct { short lo, hi; }; } u; union { int a; char b; }; };
int g1(list *l) { return l->u.lo + l->u.hi + l->a + l->b; }
typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static op ops[] = { add, [3] = add };
op pick(int i) { return ops[i]; }
int (*pick2(int i))(int, int) { return ops[i]; }
int use(void) { return pick(0)(1, 2) + (*pick2(3))(1, 2) + ops[0](3, 4); }
int arr[3][4]; int (*row(int i))[4] { return &arr[i]; } int el(void) { return (*row(1))[2] + row(1)[0][3] + *(*(arr + 1) + 2); }
char *strs[] = { "a", "b" "c", 0 }; char buf[] = { "xyz" }; const char *const names[2] = { [1] = "q" };
unsigned char uc = 200; signed char sc = -3; int big = sizeof(arr) / sizeof *arr;
struct bits { unsigned a : 3, b : 5, : 0, c : 1; int d : 4; } bb = { 1, 2, 3, -1 };
void setb(struct bits *p) { p->a++; p->b += 3; p->d = -1; p->c = !p->c; p->a = p->b = 2; }
enum E { E0, E1 = 5, E2, E3 = E1 | 8, E4 = -1 }; enum E en(enum E e) { switch (e) { case E0: return E1; case E1 ... E2: return E2; default: return (enum E) (e + 1); } }
int loops(int n) { int i, s = 0; for (i = 0, s = 1; i < n; i++, s *= 2) { if (i == 3) continue; if (i > 9) break; } while (n--) s ^= n; do s--; while (s > 0); return s; }
int dangling(int a, int b) { if (a) if (b) return 1; else return 2; return 3; }
long lg = 10L, lh = 0x7fffffffffffffffLL; unsigned long long ull = 18446744073709551615ULL; int oct = 0777, ch = '\'' + '\\' + '\x7f' + '\0';
int dup(int x) { { int x = 1; { int x = 2; } } return x; }
void vp(void *p) { int *q = p; char *c = p; *(int *) p = 3; *q = *c; p = q; }
int cmp(const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
int ternary(int a, unsigned b, char *p) { return (a ? a : b) > 0 ? p != 0 : !p; }
struct S { int a[3]; struct { int x; } in; } s1 = { { 1, 2 }, { 3 } }, s2 = { 1, 2, 3, 4 }, s3 = { .in.x = 7, .a[1] = 2 }; struct S ret(void) { return s1; } struct S asg(struct S p) { struct S q; q = p; q.in = s2.in; return (struct S) { .a = { 9 } }; }
int inits(void) { struct S x = ret(), y = x; struct S z[2] = { x, { { 1 } } }; int m[2][3] = { { 1, 2, 3 }, { 4 } }; int k[] = { [2] = 1 }; return x.a[0] + y.in.x + z[0].a[1] + m[1][0] + sizeof k; }
int gotos(int n) { again: if (n > 10) goto out; n++; goto again; out: return n; }
static int fwd(int); int callfwd(void) { return fwd(2); } static int fwd(int x) { return x ? callfwd() : 0; }
extern int ext[]; int useext(int i) { return ext[i]; } extern void exf(int, ...); void va(void) { exf(1, 'c', 1.0f, (short) 2); }
int sc2(int a, int b) { return a && b || !a && ~b; } int comma(int a) { return a++, a--, a; }
_Bool tb(int x) { _Bool b = x; b = b || x; return b + 1; } int addr(void) { int x; int *p = &x, **pp = &p; **pp = 3; return *p + *&x + (&x)[0]; }
int arrp(int a[], int n) { int *e = a + n, s = 0; for (int *p = a; p < e; ++p) s += *p; return s + (int) (e - a); }
typedef unsigned char byte; typedef byte block[16]; void blk(block b, const block *c) { b[0] = (*c)[1]; }
void volat(volatile int *r) { *r = 1; while (*r & 1) ; }
int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }

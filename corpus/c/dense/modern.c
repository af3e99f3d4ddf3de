/* C11 and GNU C: generic selection, labels in odd places, anonymous members. */
_Thread_local int tl; static _Thread_local int tls = 1; _Noreturn void nr(void); _Alignas(16) char abuf[3]; inline int inl2(void) { return 1; }
int gen(int x) { return _Generic(x, int: 1, long: 2, default: 3) + _Generic("a", char *: 4, default: 5); }
void labels(int x) { switch (x) case 1: x++; switch (x) { int y; case 2: y = x; x = y; break; { case 3: x = 4; } } duff: switch (x % 4) { case 0: do { x--; case 3: x--; case 2: x--; case 1: x--; } while (x > 0); } }
int stringy(void) { const char s[] = "a\tb\"c\\\0d" "\x41\102"; char u[4] = "abcd"; return sizeof s + u[0] + "lit"[1] + *"x"; }
int iso(int a) { int x = a, *p = &x, y = *p, z[2] = { x, y }; return z[0] + (x, y) + (x = y) + (*p)++ + -x + +y - -z[1]; }
struct e {}; struct e ee; int es = sizeof(struct e); int zero[0];
struct anon { struct { int a; union { int b; float c; }; }; int d; }; int an(struct anon *p) { return p->a + p->b + p->d; } struct anon ai = { { 1, { 2 } }, 3 }, aj = { .b = 4, .d = 5 };
int cond(int a, char *p, const void *q) { return (a ? p : q) != 0 && (a ? p : 0) && (a ? (void) 0 : (void) 1, 1); }
enum { M = sizeof(int) * 8, K = 'a' + 1, L = (int) 3.7, P = M > 31 ? -1 : 1, Q = !0 && (1 || 0) }; char carr[K - 'a'];
typedef enum color { R, G, B } color; color nextc(color c) { return c == B ? R : c + 1; } int colors[B + 1] = { [R] = 1, [B] = 3 };
unsigned long ptrs(int *a, int *b) { return (a < b) + (a == b) + (unsigned long) (b - a) + (a != 0) + !b; }
int deepcall(int x) { return deepcall(deepcall(deepcall(x))); } static int sarr[2][3] = { 1, 2, 3, 4, 5 }; int unusedlabel(void) { l: return 0; }
int charp(char c, unsigned char u, signed char s) { return c == 'a' || u > 200 || s < 0 || c >= u; } void ptrptr(char ***p) { ***p = 'x'; **p = "s"; p[0][1][2]++; }
int fnarr(void) { int (*t[2])(int) = { deepcall, 0 }; return t[0] ? t[0](1) : 0; } int retptr(int *(*f)(void)) { return *f(); } int cexp(const int n) { const int m = n * 2; static const int k = 5; return m + k; }
int longcond(int a) { return a == 1 ? 10 : a == 2 ? 20 : a == 3 ? 30 : 40; } struct s1 { int a; } x1, *x2 = &x1, x3[2] = { { 1 }, { 2 } }; int useX(void) { return x2->a + x3[1].a + (*x2).a + (&x1)->a; }
__extension__ typedef long long ll_t; ll_t lll(ll_t x) { return __extension__ (x + 1); }  int be(int x) { return __builtin_expect(x > 0, 1) ? 1 : 0; } void un(void) { __builtin_unreachable(); }

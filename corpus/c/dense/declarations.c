/* Attributes, qualifiers, casts, compound literals. */
static inline __attribute__((always_inline)) int inl(int x) { return x; }
__attribute__((noreturn)) void die(void); int noret(int x) { if (x) die(); return 0; }
struct __attribute__((packed)) pk { char a; int b; }; typedef struct { int x; } __attribute__((aligned(16))) al; int asz[sizeof(struct pk) == 5 ? 1 : -1], bsz[sizeof(al) == 16 ? 1 : -1];
int nested_fn_ptr(int (*f)(int (*)(int), int), int (*g)(int)) { return f(g, 1); }
void empty_decl(void) { ; ; { } } ; int after;
int shadow(int a) { typedef int a_t; a_t b = a; { typedef char a_t; a_t c = b; return sizeof(a_t) + c; } }
int const volatile cv = 1; int * const cp = 0; const int *pc; int unsigned long order = 1; long unsigned int o2; short int si; signed s; unsigned u;
struct fwd; struct fwd *mk(struct fwd *f) { return f; } struct fwd { struct fwd *self; int (*cb)(struct fwd *); }; int callcb(struct fwd *f) { return f->cb(f) + f->self->cb(f->self); }
int sizes[] = { sizeof(char), sizeof(int[10]), sizeof(struct fwd), sizeof 1 + 2, sizeof(int *), sizeof "four", _Alignof(double) };
int many(int a, int b, int c) { return a <= b == b >= c != (a < c); } int prec(int a, int b) { return a + b * 2 << 1 & 0xff | a ^ b; }
int compound(int *p) { *p++ = 1; (*p)++; ++*p; *++p = 2; p[-1] = 3; return *p--; } 
struct node { int v; struct node *l, *r; }; int depth(struct node *n) { return n ? 1 + (depth(n->l) > depth(n->r) ? depth(n->l) : depth(n->r)) : 0; }
struct big { struct { struct { int z[2][2]; } y[2]; } x; }; int bigz(struct big *b) { return b->x.y[1].z[0][1]++; }
void casts(long l, char *p, int (*f)(void)) { unsigned long a = (unsigned long) p; p = (char *) l; f = (int (*)(void)) p; (void) a; (void) f; l = (char) l; }
int lit(void) { struct node *n = &(struct node) { 1, 0, 0 }; int *a = (int[]) { 1, 2, 3 }; return n->v + a[1] + ((struct node) { .v = 2 }).v; }
struct node root = { .l = &(struct node) { 2 } }; int *gp = &root.v, *gq = sizes + 2, *gr = &sizes[3]; char *gs = "abc" + 1; int (*gf)(struct node *) = depth, (*gg)(struct node *) = &depth;
int flex(void) { struct fl { int n; int d[]; } *p = 0; return p->d[2]; } int unions(void) { union { int i; unsigned char b[4]; } u = { .i = 1 }; return u.b[0]; }
unsigned rot(unsigned x, int n) { return x << n | x >> (32 - n); } long long mul(int a, int b) { return (long long) a * b; } unsigned short us(unsigned short a, unsigned short b) { a += b; a <<= 2; a = -a; a = ~a; return a * b; }
float fl(double d, float f) { f += d; f++; return f * 2 + d / 3 - (int) d; } int cf(float a, double b) { return a < b && !a; }

/* The library as programs use it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <ctype.h>
#include <inttypes.h>
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#include <stddef.h>
struct inner { int x; }; struct outer { int a; struct inner in; };
struct outer *out(struct inner *i) { return container_of(i, struct outer, in); }
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
void p(void) { printf("%" PRIu64 "\n", (uint64_t) 3); fprintf(stderr, "x"); puts("q"); putchar('\n'); int c = getchar(); if (c == EOF) exit(1); scanf("%d", &c); }
int letters(const char *s) { int n = 0; for (; *s; s++) if (isalpha((unsigned char) *s)) n++; return n; }
static jmp_buf jb; int sj(void) { if (setjmp(jb)) return 1; longjmp(jb, 1); }
int srt(int *a, size_t n) { extern int cmpi(const void *, const void *); qsort(a, n, sizeof *a, cmpi); return *a; }
void *dupm(const void *p, size_t n) { void *q = malloc(n); return q ? memcpy(q, p, n) : NULL; }
#define SWAP(T, a, b) do { T t_ = (a); (a) = (b); (b) = t_; } while (0)
void sw(int *a, int *b) { SWAP(int, *a, *b); }
#define CHECK(c) if (!(c)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #c); abort(); }
int chk(int x) { CHECK(x > 0); return x; }
time_t now(void) { struct tm t = { 0 }; t.tm_year = 100; return mktime(&t); }
enum { BUF = 1 << 10 }; static char line[BUF + 1]; char *rd(FILE *f) { return fgets(line, sizeof line, f); }
#define X(a, b) a = b,
enum list { X(LA, 1) X(LB, 2) }; 
int err(void) { FILE *f = fopen("x", "r"); if (f == NULL) { perror("x"); return -1; } fclose(f); return 0; }
int ty(void) { __typeof__(1 + 2L) v = 3; __auto_type w = v; return v; }

//! Functions over things of which the type does not say all: functions as values, pointers to `void`, unions, functions that
//! other files define. Nothing calls them but each other. Arrays of unions are not left: no sanitizer notices.

use super::Writer;

/// What these functions share; only files that have one of them have this.
const SHARED: &str = "typedef int (*op_t)(int, int);
struct hook { op_t run; struct hook *next; int left; };
struct box { const void *data; struct box *next; };
struct value { int tag; union { int number; struct { short x; int y; } pair; struct node *node; unsigned char bytes[3]; } as; };
struct mixed { union { long count; struct mixed *inner; }; bool is_list; struct mixed *next; };
static int op_add(int a, int b) { return KEEP(a + b); }
static int op_less(int a, int b) { return a < b; }
static int op_count(int a, int b) { total = KEEP(total + 1); return a == b ? total : b; }
static const op_t operations[] = { op_add, op_less, NULL, &op_count };
static op_t chosen;
int outside(int which);
bool is_ready(void);
";

impl Writer {
    /// Writes one of them.
    pub(super) fn generic(&mut self) -> String {
        let text = match self.random.below(5) {
            0 => self.of_functions(),
            1 => self.of_anything(),
            2 => self.of_unions(),
            3 => self.of_bytes(),
            _ => self.of_others(),
        };
        if std::mem::replace(&mut self.has_generic, true) { text } else { format!("{SHARED}\n{text}") }
    }

    fn of_functions(&mut self) -> String {
        match self.random.below(6) {
            0 => format!(
                "int NAME(int which, int a, int b)\n{{\n    if (which < 0 || which {} 3{})\n        return -1;\n    \
                 return KEEP(operations[which](a, b));\n}}",
                self.pick(&[">", ">="]),
                self.pick(&["", " || !operations[which]", " || operations[which] == op_add"])
            ),
            1 => format!(
                "int NAME(struct hook *h, int n)\n{{\n    for (; h{}; h = h->next) {{\n        if (h->run {})\n            \
                 n = h->run(n, h->left);\n        else\n            h->run = {};\n    }}\n    return n;\n}}",
                self.pick(&["", " && n < 5"]),
                self.pick(&["", "!= op_less", "== chosen"]),
                self.pick(&["op_less", "chosen", "h->left ? op_add : NULL"])
            ),
            2 => format!(
                "op_t NAME(char c, op_t f)\n{{\n    switch (c) {{\n    case '+': return op_add;\n    case '<': {}\n    \
                 case '?': return chosen;\n    default: return f == chosen ? NULL : f;\n    }}\n}}",
                self.pick(&["f = op_less; return f;", "return &op_less;", "if (!f) return op_count;"])
            ),
            3 => format!(
                "int NAME(op_t f, const int *a, int n)\n{{\n    int r = {};\n    for (int i = 0; i {} n; i++)\n        \
                 r = f(r, a[i]);\n    return r;\n}}",
                self.pick(&["0", "n", "table[1]"]),
                self.pick(&["<", "<", "<="])
            ),
            4 => format!(
                "int NAME(int n)\n{{\n    if (n > 0)\n        chosen = n > 3 ? op_count : {};\n    if (!chosen)\n        \
                 return {};\n    return chosen(n, 2);\n}}",
                self.pick(&["op_add", "NULL", "chosen"]),
                self.pick(&["-1", "total", "operations[0](n, 1)"])
            ),
            _ => format!(
                "static int again_NAME(int f(int, int), int a, int n)\n{{\n    return n > 0 ? f(again_NAME(f, a, n - 1), {}) : a;\n}}\n\
                 int NAME(int a, int n)\n{{\n    op_t all[3] = {{ [1] = op_less, op_add }};\n    op_t *p = all;\n    \
                 p[0] = all[2];\n    return again_NAME(p[{}], a, n & 3);\n}}",
                self.pick(&["2", "n", "a"]),
                self.pick(&["n & 1", "0", "n & 3", "2"])
            ),
        }
    }

    fn of_anything(&mut self) -> String {
        match self.random.below(5) {
            0 => format!(
                "int NAME(const void *a, const void *b)\n{{\n    const struct point *p = a, *q = b;\n    if (p->x != q->x)\n        \
                 return p->x < q->x ? -1 : 1;\n    return {};\n}}",
                self.pick(&["p->y - q->y", "a == b", "(p->y > q->y) - (p->y < q->y)"])
            ),
            1 => format!(
                "const struct tree *NAME(struct box *b, int key)\n{{\n    for (; b; b = b->next) {{\n        const struct tree *t = b->data;\n        \
                 if (t{} && t->key == key)\n            return b->data;\n    }}\n    return NULL;\n}}",
                self.pick(&["", " != NULL", " && t->left != t"])
            ),
            2 => format!(
                "struct box *NAME(struct box *b, struct tree *t)\n{{\n    struct box *n = malloc(sizeof *n);\n    {}\n    \
                 n->data = t;\n    n->next = b && b->data == t ? b->next : b;\n    return n;\n}}",
                self.pick(&["if (!n)\n        return b;", "if (n == NULL)\n        abort();", ""])
            ),
            3 => format!(
                "static void swap_NAME(void **a, void **b)\n{{\n    void *t = *a;\n    *a = *b;\n    *b = t;\n}}\n\
                 int NAME(int x, int y)\n{{\n    void *p = &x, *q = {};\n    if (x < y)\n        swap_NAME(&p, &q);\n    \
                 *(int *)p = 3;\n    return KEEP(x {} *(int *)q);\n}}",
                self.pick(&["&y", "&x", "&total"]),
                self.pick(&["-", "+", "=="])
            ),
            _ => format!(
                "void *NAME(void *p, int n)\n{{\n    if (n {} 2)\n        return NULL;\n    return p;\n}}",
                self.pick(&[">", "=="])
            ),
        }
    }

    fn of_unions(&mut self) -> String {
        match self.random.below(6) {
            0 => format!(
                "int NAME(const struct value *v)\n{{\n    switch (v->tag) {{\n    case 0: return v->as.number;\n    \
                 case 1: return KEEP(v->as.pair.x {} v->as.pair.y);\n    case 2: return v->as.node{};\n    \
                 default: return v->as.bytes[v->tag {}];\n    }}\n}}",
                self.pick(&["+", "-", "<"]),
                self.pick(&[" != NULL", " && v->as.node->next"]),
                self.pick(&["& 1", "> 5"])
            ),
            1 => format!(
                "struct value *NAME(int n)\n{{\n    struct value *v = {};\n    if (!v)\n        return NULL;\n    v->tag = n > 0;\n    \
                 if (v->tag) {{\n        v->as.pair.x = 1;\n        v->as.pair.y = n;\n    }} else\n        v->as.number = {};\n    \
                 return v;\n}}",
                self.pick(&["malloc(sizeof *v)", "calloc(1, sizeof(struct value))"]),
                self.pick(&["n", "KEEP(n - 1)"])
            ),
            2 => format!(
                "struct value NAME(struct value v, int n)\n{{\n    struct value w = v;\n    if (n == 1)\n        w.as.number = {};\n    \
                 else if (n == 2)\n        w.as.node = stock;\n    else if (v.tag == 1)\n        w.as.pair.y = v.as.pair.x;\n    return w;\n}}",
                self.pick(&["n", "v.tag", "KEEP(v.tag + n)"])
            ),
            3 => format!(
                "long NAME(const struct mixed *m)\n{{\n    long sum = 0;\n    for (; m; m = m->next)\n        if (m->is_list)\n            \
                 sum += m->inner {} NULL;\n        else\n            sum = KEEP(sum + m->count);\n    return sum;\n}}",
                self.pick(&["!=", "=="])
            ),
            4 => format!(
                "void NAME(struct mixed *m, long n)\n{{\n    m->is_list = n {} 0;\n    if (m->is_list)\n        m->inner = m->next;\n    \
                 else\n        m->count = n;\n}}",
                self.pick(&["<", ">", "=="])
            ),
            _ => format!(
                "int NAME(int n)\n{{\n    union {{ int i; unsigned char b[2]; }} u = {{ .b = {{ 1 }} }}, w;\n    u.b[{}] = n;\n    \
                 w = u;\n    w.b[0]++;\n    if (n > 4)\n        u.i = n;\n    return n > 4 ? u.i : w.b[0] - u.b[1];\n}}",
                self.pick(&["1", "n & 1", "n < 0"])
            ),
        }
    }

    fn of_bytes(&mut self) -> String {
        let ty = self.pick(&["int", "int", "unsigned", "short", "long", "unsigned short"]);
        let (limit, at) =
            (self.pick(&["5", "127", "0", "200"]), self.pick(&["0", "1", "n & 1", "sizeof x - 1"]));
        match self.random.below(6) {
            0 => format!(
                "int NAME({ty} x, int n)\n{{\n    unsigned char *b = (unsigned char *)&x;\n    if (b[{at}] > {limit})\n        \
                 b[n & 1] = n;\n    return x {} n;\n}}",
                self.pick(&["<", ">", "=="])
            ),
            1 => format!(
                "int NAME(const {} *p, int n)\n{{\n    {ty} x;\n    if (n < 1)\n        return 0;\n    \
                 memcpy(&x, p, sizeof x);\n    return x {} {limit} ? n : x == 0x1234;\n}}",
                self.pick(&["char", "unsigned char"]),
                self.pick(&["<", ">", "!="])
            ),
            2 => format!(
                "long NAME(char *buffer, int n)\n{{\n    if (n < 1)\n        return 0;\n    {ty} *p = ({ty} *){};\n    long sum = 0;\n    for (int i = 0; i < n; i++)\n        \
                 sum = KEEP(sum + {});\n    p{} = {limit};\n    return sum;\n}}",
                self.pick(&["buffer", "buffer", "(buffer + 8)", "(buffer + n)"]),
                self.pick(&["*p++", "p[i]", "(*p == 3)"]),
                self.pick(&["[0]", "[-1]", "[1]"])
            ),
            3 => format!(
                "static int order_NAME(const void *a, const void *b)\n{{\n    {};\n    return (x > y) - (x < y);\n}}\n\
                 static void swap_NAME(void *a, void *b, size_t n)\n{{\n    char *p = a, *q = b;\n    while (n-- > 0) {{\n        \
                 char t = *p;\n        *p++ = *q;\n        *q++ = t;\n    }}\n}}\n\
                 int NAME({ty} a, {ty} b)\n{{\n    if (order_NAME(&a, &b) > 0)\n        swap_NAME(&a, &b, sizeof a);\n    \
                 return a {} b;\n}}",
                self.pick(&[
                    "int x = *(const int *)a, y = *(const int *)b",
                    "const short *p = a, *q = b; short x = *p, y = *q",
                    "long x = *(const signed char *)a, y = *(const signed char *)b",
                ]),
                self.pick(&["<=", "==", ">"])
            ),
            4 => format!(
                "int NAME({ty} a, int n)\n{{\n    {ty} v[3] = {{ a, [2] = 7 }};\n    char *c = (char *){};\n    \
                 c[n & {}] = {};\n    return v[n & 1] > v[{}];\n}}",
                self.pick(&["v", "&v[1]", "(v + 1)"]),
                self.pick(&["3", "7", "11"]),
                self.pick(&["a", "n", "-1", "c[1]"]),
                self.pick(&["2", "1"])
            ),
            _ => format!(
                "char *NAME({ty} a, int n)\n{{\n    char *p = calloc(2, {});\n    if (!p)\n        return NULL;\n    \
                 {ty} *q = ({ty} *)p;\n    q[n > 0] = a;\n    {}\n    return p;\n}}",
                self.pick(&["8", "sizeof a", "1"]),
                self.pick(&["", "if (*q == 3)\n        p[1] = 4;", "memcpy(p, &a, sizeof a);"])
            ),
        }
    }

    fn of_others(&mut self) -> String {
        match self.random.below(3) {
            0 => format!(
                "int NAME(int limit)\n{{\n    int a = outside(1), b = outside({});\n    if (a > limit)\n        return {};\n    \
                 return is_ready() ? KEEP(a + b) : b > a;\n}}",
                self.pick(&["limit", "0"]),
                self.pick(&["b", "-1", "is_ready()"])
            ),
            1 => format!(
                "int NAME(struct node *n)\n{{\n    while (n{} && is_ready())\n        n = n->next;\n    return n ? n->key == outside(0) : -1;\n}}",
                self.pick(&["", " && n->key"])
            ),
            _ => format!(
                "int NAME(void)\n{{\n    int tries = 0;\n    while (!is_ready())\n        if (++tries {} 2)\n            return -1;\n    \
                 return tries ? outside(tries) {} 3 : 0;\n}}",
                self.pick(&[">", ">="]),
                self.pick(&["<", "=="])
            ),
        }
    }
}

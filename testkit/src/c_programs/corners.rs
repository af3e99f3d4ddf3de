//! Functions that go into corners of the language: arrays of structs, tables of two dimensions, pointers to pointers,
//! strings, variables that stay, structs that are copied whole. Nothing calls them.

use super::Writer;

/// What these functions share.
pub(super) const SHARED: &str = "struct slot { int id; char tag; struct point at; };
struct bucket { struct slot slots[2]; struct node *chains[2]; unsigned char bytes[4]; int used; };
typedef struct bucket bucket_t;
typedef unsigned int word_t;
static struct slot first = { 1, 'x', { 2, 3 } };
static int grid[2][3];
static const struct slot defaults[2] = { { 7, 'a', { 1, 2 } }, { .id = 9 } };
static struct node pool[3];
static int used;
";

impl Writer {
    /// Writes one of them.
    pub(super) fn corner(&mut self) {
        let name = self.fresh("f");
        let text = match self.random.below(7) {
            0 => self.tables(),
            1 => self.strings(),
            2 => self.wholes(),
            3 => self.numbers(),
            _ => self.generic(),
        };
        self.out.push_str(&format!("{}\n\n", text.trim().replace("NAME", &name)));
    }

    /// Objects with parts.
    fn tables(&mut self) -> String {
        let (less, index) = (self.pick(&["<", "<", "<="]), self.pick(&["i", "i & 1", "i % 2", "i + 1"]));
        match self.random.below(8) {
            0 => format!(
                "int NAME(int i, int j, int v)\n{{\n    if (i < 0 || i {} 2)\n        return -1;\n    \
                 grid[i][{}] = v;\n    return KEEP(grid[1][j & 1]) - KEEP(grid[i][0]);\n}}",
                self.pick(&[">=", ">=", ">"]),
                self.pick(&["j", "j & 3", "j % 3"])
            ),
            1 => format!(
                "int NAME(bucket_t *b, int id)\n{{\n    for (int i = 0; i {less} b->used; i++) {{\n        \
                 if (b->slots[{index}].id == id) {{\n            struct slot *s = &b->slots[{index}];\n            \
                 s->tag++;\n            return i;\n        }}\n    }}\n    return -1;\n}}"
            ),
            2 => format!(
                "struct node *NAME(bucket_t *b, unsigned h)\n{{\n    struct node **at = &b->chains[h % 2];\n    \
                 while (*at && (*at)->key != h)\n        at = &(*at)->next;\n    {}\n    return *at;\n}}",
                self.pick(&["", "if (!*at)\n        *at = b->chains[h % 3];", "b->used++;"])
            ),
            3 => format!(
                "struct node *NAME(int key)\n{{\n    if (used {} 3)\n        return NULL;\n    struct node *n = &pool[used++];\n    \
                 n->key = key;\n    n->next = used > 1 ? &pool[{}] : NULL;\n    return n;\n}}",
                self.pick(&[">=", ">=", "=="]),
                self.pick(&["0", "used - 2"])
            ),
            4 => format!(
                "void NAME(bucket_t *a, bucket_t *b, int i)\n{{\n    a->slots[{}] = b->slots[1];\n    \
                 b->slots[0].at = a->slots[0].at;\n    if (a {} b)\n        a->bytes[i & 3] = b->bytes[i & 3] + 200;\n    \
                 a->chains[0] = b->chains[1];\n}}",
                self.pick(&["0", "i", "i & 1"]),
                self.pick(&["!=", "=="])
            ),
            5 => format!(
                "int NAME(struct slot *s)\n{{\n    struct slot *last = s + 1;\n    s->at.x = (last > s) + (int) (last - s);\n    \
                 last--;\n    return KEEP(last->at.x) {} KEEP(s[{}].id);\n}}",
                self.pick(&["+", "-", "=="]),
                self.pick(&["0", "1"])
            ),
            6 => format!(
                "void NAME(int **pp, int *q)\n{{\n    if (*pp{})\n        **pp = {};\n    else\n        *pp = {};\n}}",
                self.pick(&["", " != q", " == q"]),
                self.pick(&["*q", "3", "KEEP(**pp + 1)"]),
                self.pick(&["q", "NULL", "&total"])
            ),
            _ => format!(
                "int NAME(int i)\n{{\n    static int seen[2] = {{ 5 }};\n    seen[{index}] += {};\n    \
                 return seen[0] - KEEP(seen[1] * 2);\n}}",
                self.pick(&["1", "i"])
            ),
        }
    }

    fn strings(&mut self) -> String {
        match self.random.below(8) {
            0 => format!(
                "void NAME(char *to, const char *from, size_t n)\n{{\n    size_t i;\n    \
                 for (i = 0; i {} n && from[i]; i++)\n        to[i] = from[i];\n    to[i] = '\\0';\n}}",
                self.pick(&["+ 1 <", "<"])
            ),
            1 => format!(
                "int NAME(const char *text)\n{{\n    char buffer[4] = \"{}\";\n    {}(buffer, text);\n    \
                 return buffer[0] + KEEP(buffer[{}]);\n}}",
                self.pick(&["", "a"]),
                self.pick(&["strcpy", "strcat"]),
                self.pick(&["1", "3"])
            ),
            2 => format!(
                "int NAME(const char *text)\n{{\n    char buffer[3] = {{ 0 }};\n    strncpy(buffer, text, {});\n    \
                 return buffer[0] == {};\n}}",
                self.pick(&["2", "3", "4", "sizeof buffer"]),
                self.pick(&["'a'", "buffer[2]", "0"])
            ),
            3 => format!(
                "int NAME(const char *a, const char *b)\n{{\n    if (strcmp(a, b) {} 0)\n        return {};\n    \
                 return strncmp(a, b, 2) == 0;\n}}",
                self.pick(&["<", ">", "=="]),
                self.pick(&["-1", "a[0]", "(int) strlen(b)"])
            ),
            4 => format!(
                "const char *NAME(const char *text, char c)\n{{\n    const char *p = {}(text, c);\n    \
                 return p {};\n}}",
                self.pick(&["strchr", "strrchr"]),
                self.pick(&["? p : text", "&& *p ? p + 1 : NULL"])
            ),
            5 => "size_t NAME(const char *text)\n{\n    size_t words = 0;\n    bool inside = false;\n    char c;\n    \
                  while ((c = *text++) != '\\0') {\n        bool letter = c >= 'a' && c <= 'z';\n        \
                  words += letter && !inside;\n        inside = letter;\n    }\n    return words;\n}"
                .to_string(),
            6 => format!(
                "void NAME(char *text)\n{{\n    for (char *p = text; *p; p++)\n        switch (*p) {{\n        \
                 case 'a': *p = 'A'; {}\n        case '\\n': *p = ' '; continue;\n        default: if (*p < 0) return;\n        \
                 }}\n}}",
                self.pick(&["break;", ""])
            ),
            _ => format!(
                "int NAME(const char *text)\n{{\n    int n = 0;\n    while (*text >= '0' && *text <= '9')\n        \
                 n = n * {} + (*text++ - '0');\n    return {}n;\n}}",
                self.pick(&["10", "100000"]),
                self.pick(&["", "-"])
            ),
        }
    }

    /// Structs and arrays as wholes.
    fn wholes(&mut self) -> String {
        match self.random.below(7) {
            0 => format!(
                "int NAME(int n)\n{{\n    struct slot two[2] = {{ first, {{ .id = n, .at.y = 4 }} }};\n    two[{}] = two[{}];\n    \
                 first = two[1];\n    return KEEP(two[0].at.x + two[1].id) + two[1].at.y;\n}}",
                self.pick(&["n", "n & 1", "0"]),
                self.pick(&["0", "1"])
            ),
            1 => "struct slot NAME(struct slot s, const struct slot *from)\n{\n    if (from)\n        s.at = from->at;\n    \
                  else\n        s = defaults[s.id & 1];\n    s.tag = -s.tag;\n    return s;\n}"
                .to_string(),
            2 => format!(
                "int NAME(int a[3], const int *b)\n{{\n    {}(a, b, {} * sizeof *a);\n    return a[0] {} b[1];\n}}",
                self.pick(&["memcpy", "memmove"]),
                self.pick(&["2", "3", "1"]),
                self.pick(&["<", "=="])
            ),
            3 => format!(
                "void NAME(short *a)\n{{\n    memmove({}, 2 * sizeof *a);\n    a[0] = -a[0];\n}}",
                self.pick(&["a + 1, a", "a, a + 1"])
            ),
            4 => format!(
                "bucket_t NAME(bucket_t b, int i)\n{{\n    bucket_t c = b;\n    c.slots[i & {}].id++;\n    c.bytes[0] -= 1;\n    \
                 return c.used > b.slots[0].id ? c : b;\n}}",
                self.pick(&["1", "3"])
            ),
            5 => format!(
                "int *NAME(int n)\n{{\n    if (n <= 0 || n > 3)\n        return NULL;\n    int *a = {};\n    {}\n    \
                 for (int i = 0; i {} n; i++)\n        a[i] = i * n;\n    return a;\n}}",
                self.pick(&["calloc(n, sizeof *a)", "malloc(n * sizeof(int))", "malloc(sizeof(int) * n)"]),
                self.pick(&["", "if (!a)\n        return NULL;"]),
                self.pick(&["<", "<", "<="])
            ),
            _ => format!(
                "void NAME(struct pair *p, struct point *q)\n{{\n    struct point *at = {};\n    at->x = 4;\n    \
                 *q = (struct point){{ .y = p->at.x }};\n    if (at == q)\n        {};\n}}",
                self.pick(&["&p->at", "p->a > 2 ? &p->at : q", "q"]),
                self.pick(&["abort()", "total = 5", "p->a++"])
            ),
        }
    }

    fn numbers(&mut self) -> String {
        match self.random.below(9) {
            0 => format!(
                "word_t NAME(word_t x)\n{{\n    x ^= 0x5a;\n    x = (x << {}) + (x >> 29);\n    x -= 77;\n    \
                 return x * 2654435761u{};\n}}",
                self.pick(&["3", "31"]),
                self.pick(&["", " + 1", " >> 7"])
            ),
            1 => "int NAME(int a, int b)\n{\n    return b ? KEEP(a / b) : KEEP(a % KEEP(b - 1));\n}"
                .to_string(),
            2 => "bool NAME(bool a, bool b)\n{\n    a ^= 1;\n    b += a;\n    return a & 1 ? !b : a == b;\n}"
                .to_string(),
            3 => format!(
                "short NAME(short s, signed char c)\n{{\n    s = s * {};\n    c += s;\n    c = -c;\n    \
                 return c > s ? c-- : ++s;\n}}",
                self.pick(&["3", "300", "-1"])
            ),
            4 => format!(
                "static bool odd_NAME(unsigned n);\nstatic bool even_NAME(unsigned n)\n{{\n    \
                 return n == 0 ? true : odd_NAME(n - {});\n}}\nstatic bool odd_NAME(unsigned n)\n{{\n    \
                 return n ? even_NAME(n - 1) : false;\n}}",
                self.pick(&["1", "1", "2"])
            ),
            5 => format!(
                "long long NAME(long long a, unsigned long b)\n{{\n    if (a {} b)\n        return KEEP(a {} 3);\n    \
                 return KEEP(a >> 5) + (long long) b;\n}}",
                self.pick(&["<", ">="]),
                self.pick(&["*", "+", "-"])
            ),
            6 => format!(
                "int NAME(int a, unsigned char b, enum color c)\n{{\n    int r = 0;\n    for (int i = 0, j = 3; i < j; i++, j--) {{\n        \
                 switch (c) {{\n        case RED: r += b; {}\n        case GREEN: if (i) goto done; r -= a; break;\n        \
                 case BLUE: continue;\n        }}\n        r++;\n    }}\ndone:\n    return r;\n}}",
                self.pick(&["break;", "", "continue;"])
            ),
            7 => format!(
                "int NAME(int a, int b)\n{{\n    int *p = a > b ? &a : &b, **pp = &p;\n    **pp {} 3;\n    *pp = &total;\n    \
                 *p = a;\n    return (int) (sizeof(struct bucket) / sizeof(struct slot)) + (b > (int) sizeof grid[0]);\n}}",
                self.pick(&["+=", "-=", "="])
            ),
            _ => format!(
                "int NAME(int x, unsigned char c)\n{{\n    do {{\n        if (x {} c)\n            break;\n        \
                 x = KEEP(x - 100);\n        if (x < 0)\n            return c ? x | 1 : ~x;\n    }} while (0);\n    \
                 return (x & 0xff00) >> 8;\n}}",
                self.pick(&["<", "==", ">"])
            ),
        }
    }
}

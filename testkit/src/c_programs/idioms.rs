//! Functions after what is done every day, with holes: operators, bounds and guards that may be wrong.
//!
//! ```text
//! struct node *push(struct node *list, int key) { NEW(key) n->next = list; return n; }
//! ```

use super::{ELEMENTS, Kind, Known, Writer};

/// A function: its result, its parameters with their names, and its body. In the body, `NAME` is the function itself.
struct Idiom {
    result: Option<Kind>,
    params: Vec<(&'static str, Kind)>,
    body: String,
}

impl Writer {
    /// Writes a function that people would write.
    pub(super) fn idiom(&mut self) {
        let idiom = match self.random.below(4) {
            0 | 1 => self.of_lists(),
            2 => self.of_trees(),
            _ => self.of_arrays(),
        };
        let name = self.fresh("f");
        let params: Vec<String> = idiom.params.iter().map(|(name, kind)| kind.declare(name)).collect();
        let head = format!("{name}({})", params.join(", "));
        let head = idiom.result.map_or_else(|| format!("void {head}"), |kind| kind.declare(&head));
        let body = idiom
            .body
            .replace("NAME", &name)
            .replace("PREV", if self.has_prev { "n->prev = NULL; " } else { "" });
        self.out.push_str(&format!("{head}\n{{\n    {}\n}}\n\n", body.trim().replace('\n', "\n    ")));
        let params = idiom.params.into_iter().map(|(_, kind)| kind).collect();
        self.functions.push(Known { name, params, result: idiom.result });
    }

    fn less(&mut self) -> &'static str {
        self.pick(&["<", "<", "<=", ">", "!="])
    }

    fn number_kind(&mut self) -> Kind {
        Kind::Number(self.pick(&["int", "int", "unsigned", "short", "long", "unsigned char", "char"]))
    }

    /// `if (!n) …` after a request for memory, most of the time.
    fn guard(&mut self, what: &'static str) -> String {
        if self.chance(75) { format!("if (n == NULL)\n    {what}") } else { String::new() }
    }

    fn of_lists(&mut self) -> Idiom {
        let (less, key) = (self.less(), self.number_kind());
        let end = self.pick(&["p", "p", "p", "p->next", "p && p->next"]);
        let one = self.pick(&["1", "2", "p->key"]);
        let (list, link) = (("list", Kind::Node), ("link", Kind::Link));
        let number = ("key", key);
        match self.random.below(13) {
            0 => Idiom {
                result: Some(Kind::Node),
                params: vec![list, number],
                body: format!(
                    "struct node *n = malloc(sizeof(*n));\n{}\nn->key = key;\n{}n->next = list;\n{}return n;",
                    self.guard("return list;"),
                    "PREV",
                    if self.has_prev { "if (list != NULL)\n    list->prev = n;\n" } else { "" },
                ),
            },
            1 => Idiom {
                result: Some(Kind::Node),
                params: vec![list],
                body: format!(
                    "struct node *r = NULL, *next;\nfor (struct node *p = list; {end}; p = next) {{\n    \
                     next = p->next;\n    p->next = r;\n    r = p;\n}}\nreturn r;"
                ),
            },
            2 => Idiom {
                result: None,
                params: vec![link, number],
                body: format!(
                    "while (*link && (*link)->key {less} key)\n    link = &(*link)->next;\n\
                     struct node *n = malloc(sizeof *n);\n{}\nn->key = key; PREV\nn->next = *link;\n*link = n;",
                    self.guard("abort();"),
                ),
            },
            3 => Idiom {
                result: Some(Kind::Number("bool")),
                params: vec![link, number],
                body: format!(
                    "while (*link != NULL) {{\n    struct node *p = *link;\n    if (p->key {} key) {{\n        \
                     *link = p->next;\n        free(p);\n        {}\n    }}\n    link = &{}->next;\n}}\nreturn false;",
                    self.pick(&["==", "==", "<"]),
                    self.pick(&["return true;", "continue;", "return p->key > 0;"]),
                    self.pick(&["p", "(*link)"]),
                ),
            },
            4 => Idiom {
                result: Some(self.number_kind()),
                params: vec![list],
                body: format!(
                    "int sum = 0;\nfor (struct node *p = list; {end}; p = p->next)\n    sum += {one};\nreturn sum;"
                ),
            },
            5 => Idiom {
                result: None,
                params: vec![list],
                body: format!(
                    "while (list) {{\n    struct node *p = list;\n    {}\n}}",
                    self.pick(&[
                        "list = list->next;\n    free(p);",
                        "free(p);\n    list = p->next;",
                        "list = p->next;\n    free(p);\n    calls++;",
                    ])
                ),
            },
            6 => Idiom {
                result: Some(Kind::Node),
                params: vec![("a", Kind::Node), ("b", Kind::Node)],
                body: format!(
                    "struct node head = {{ 0 }}, *tail = &head;\nwhile (a {} b) {{\n    \
                     if (a->key {less} b->key) {{\n        tail->next = a;\n        a = a->next;\n    }} else {{\n        \
                     tail->next = b;\n        b = b->next;\n    }}\n    tail = tail->next;\n}}\n\
                     tail->next = a ? a : b;\nreturn head.next;",
                    self.pick(&["&&", "&&", "||"])
                ),
            },
            7 => Idiom {
                result: Some(Kind::Node),
                params: vec![("a", Kind::Node), ("b", Kind::Node)],
                body: format!(
                    "struct node *p = a;\n{}while (p->next)\n    p = p->next;\np->next = b;\nreturn a;",
                    if self.chance(70) { "if (!a)\n    return b;\n" } else { "" }
                ),
            },
            8 => Idiom {
                result: Some(Kind::Node),
                params: vec![list, ("n", Kind::Number("int"))],
                body: format!(
                    "while (n-- > 0{})\n    list = list->next;\nreturn list;",
                    if self.chance(60) { " && list" } else { "" }
                ),
            },
            9 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![list],
                body: format!(
                    "return {} ? 1 + NAME(list->next) : 0;",
                    self.pick(&["list", "list", "list && list->key != 3", "list->next"])
                ),
            },
            10 => Idiom {
                result: Some(Kind::Number("bool")),
                params: vec![list],
                body: format!(
                    "for (; list{} && list->next; list = list->next)\n    if (!(list->key {less} list->next->key))\n        \
                     return false;\nreturn true;",
                    if self.chance(70) { "" } else { "->next" }
                ),
            },
            11 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![("pair", Kind::Pair), number],
                body: format!(
                    "struct node *n = calloc(1, sizeof *n);\n{}\nn->key = key;\nn->next = pair->list;\npair->list = n;\n\
                     pair->a{};\nreturn pair->a > 3 ? pair->c[pair->a & 3] : -1;",
                    self.guard("return -2;"),
                    self.pick(&["++", " += key"])
                ),
            },
            _ => Idiom {
                result: Some(Kind::Node),
                params: vec![list],
                body: format!(
                    "struct node *slow = list, *fast = list;\nwhile (fast && {}) {{\n    slow = slow->next;\n    \
                     fast = fast->next->next;\n    {}\n}}\nreturn slow;",
                    self.pick(&["fast->next", "fast->next", "slow"]),
                    self.pick(&["", "if (slow == fast)\n        return NULL;"])
                ),
            },
        }
    }

    fn of_trees(&mut self) -> Idiom {
        let (less, more) = (self.less(), self.pick(&[">", ">", ">=", "!="]));
        let tree = ("tree", Kind::Tree);
        let key = ("key", self.number_kind());
        match self.random.below(6) {
            0 => Idiom {
                result: Some(Kind::Tree),
                params: vec![tree, key],
                body: format!(
                    "if (tree == NULL) {{\n    struct tree *n = malloc(sizeof *n);\n    {}\n    n->key = key;\n    \
                     n->left = n->right = NULL;\n    return n;\n}}\nif (key {less} tree->key)\n    \
                     tree->left = NAME(tree->left, key);\nelse if (key {more} tree->key)\n    \
                     tree->right = NAME(tree->right, key);\nreturn tree;",
                    self.guard("return NULL;").replace('\n', "\n    ")
                ),
            },
            1 => Idiom {
                result: Some(Kind::Tree),
                params: vec![tree, key],
                body: format!(
                    "while (tree && tree->key != key)\n    tree = key {less} tree->key ? tree->left : {};\nreturn tree;",
                    self.pick(&["tree->right", "tree->right", "tree->left->right"])
                ),
            },
            2 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![tree],
                body: format!(
                    "{}int l = NAME(tree->left), r = NAME(tree->right);\nreturn {};",
                    if self.chance(80) { "if (!tree)\n    return 0;\n" } else { "if (!tree->left)\n    return 1;\n" },
                    self.pick(&["1 + (l > r ? l : r)", "l + r + tree->key", "l + r + 1"])
                ),
            },
            3 => Idiom {
                result: None,
                params: vec![tree],
                body: format!(
                    "if (tree) {{\n    {}\n}}",
                    self.pick(&[
                        "NAME(tree->left);\n    NAME(tree->right);\n    free(tree);",
                        "NAME(tree->left);\n    free(tree);\n    NAME(tree->right);",
                        "NAME(tree->left);\n    if (tree->left != tree->right)\n        NAME(tree->right);\n    free(tree);",
                    ])
                ),
            },
            4 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![tree],
                body: format!(
                    "while (tree->{0})\n    tree = tree->{0};\nreturn tree->key;",
                    self.pick(&["left", "right"])
                ),
            },
            _ => Idiom {
                result: None,
                params: vec![tree],
                body: format!(
                    "struct tree *t;\nif ({})\n    return;\nt = tree->left;\ntree->left = tree->right;\ntree->right = t;\n\
                     NAME(tree->left);\nNAME(tree->right);",
                    self.pick(&["!tree", "!tree", "!tree || !tree->left", "tree->key == 0"])
                ),
            },
        }
    }

    fn of_arrays(&mut self) -> Idiom {
        let (ty, less) = (self.pick(ELEMENTS), self.less());
        let (a, n) = (
            ("a", Kind::Elements(ty)),
            ("n", Kind::Number(self.pick(&["int", "int", "size_t", "unsigned"]))),
        );
        let up_to = self.pick(&["<", "<", "<", "<="]);
        match self.random.below(9) {
            0 => Idiom {
                result: Some(Kind::Number(self.pick(&["int", "long", "unsigned", "short"]))),
                params: vec![a, n],
                body: format!("int sum = 0;\nfor (int i = 0; i {up_to} (int) n; i++)\n    sum += a[i];\nreturn sum;"),
            },
            1 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![a, n],
                body: format!(
                    "{ty} best = a[0];\nint at = 0;\nfor (int i = 1; i {up_to} (int) n; ++i) {{\n    \
                     if (a[i] {less} best) {{\n        best = a[i];\n        at = i;\n    }}\n}}\nreturn at;"
                ),
            },
            2 => Idiom {
                result: None,
                params: vec![a, n],
                body: format!(
                    "for ({ty} *p = a, *q = a + n{}; p < q; p++, q--) {{\n    {ty} t = *p;\n    *p = *q;\n    *q = t;\n}}",
                    self.pick(&[" - 1", " - 1", ""])
                )
                .replacen("for", "if (a == NULL || n <= 0 || n > 4)\n    return;\nfor", 1),
            },
            3 => Idiom {
                result: None,
                params: vec![("a", Kind::Elements("int")), ("b", Kind::Elements("int"))],
                body: self.pick(&["int t = *a;\n*a = *b;\n*b = t;", "*a += *b;\n*b = *a - *b;\n*a -= *b;"]).to_string(),
            },
            4 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![a, n, ("out", Kind::Elements("int"))],
                body: format!(
                    "int i = 0;\ndo {{\n    if (a[i] {less} 10) {{\n        *out = i;\n        return 0;\n    }}\n    i++;\n}} \
                     while (i {up_to} (int) n);\nreturn -1;"
                ),
            },
            5 => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![("n", Kind::Number(self.pick(&["int", "unsigned", "short", "long"])))],
                body: format!(
                    "if (n {} 1)\n    return {};\nif (n > 4)\n    return 0;\nreturn {};",
                    self.pick(&["<=", "<", "=="]),
                    self.pick(&["1", "n"]),
                    self.pick(&["KEEP(n * NAME(KEEP(n - 1)))", "NAME(KEEP(n - 1)) + NAME(KEEP(n - 2))", "NAME(n / 2) + 1"])
                ),
            },
            6 => Idiom {
                result: Some(Kind::Number(self.pick(&["size_t", "int", "unsigned"]))),
                params: vec![("text", Kind::Text)],
                body: self
                    .pick(&[
                        "size_t n = 0;\nwhile (text[n] != '\\0')\n    n++;\nreturn n;",
                        "size_t n = strlen(text);\nreturn n > 0 ? n - 1 : 100;",
                        "int n = 0;\nfor (const char *p = text; *p; p++)\n    n = n * 10 + (*p - '0');\nreturn n;",
                        "const char *p = text;\nwhile (*p && *p != ' ')\n    ++p;\nreturn p - text;",
                        "return strcmp(text, \"ab\") == 0 ? 1 : text[0] == 'x';",
                    ])
                    .to_string(),
            },
            7 => Idiom {
                result: Some(Kind::PairValue),
                params: vec![("pair", Kind::PairValue), ("n", Kind::Number("int"))],
                body: format!(
                    "struct pair other = pair;\nother.c[n{}] = pair.at.x;\nother.at = (struct point){{ n, 2 }};\n\
                     if (other.a {less} pair.c[1])\n    return pair;\nreturn other;",
                    self.pick(&[" & 1", "", " % 3"])
                ),
            },
            _ => Idiom {
                result: Some(Kind::Number("int")),
                params: vec![("color", Kind::Number("enum color")), n],
                body: format!(
                    "int r = 0;\nswitch (color) {{\ncase RED:\n    r = 1;\n    {}\ncase GREEN:\n    r += n;\n    break;\n\
                     default:\n    {}\n}}\nreturn r;",
                    self.pick(&["break;", "/* fall through */"]),
                    self.pick(&["r = -1;", "abort();", "assert(color == BLUE);"])
                ),
            },
        }
    }
}

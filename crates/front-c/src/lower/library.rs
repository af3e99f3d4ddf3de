//! Functions of the C library, written in C and lowered with the file that calls them.
//!
//! Those that take `void *` exist once for each type of elements. `SIZE` stands for `size_t`, `T` for that type.
//!
//! A text calls `odd` where it is not known what a C library does: for a size that is not a multiple of the size of an
//! element, or for null pointers with size 0, which compilers may take to be impossible.
//!
//! ```text
//! n = strlen(s);      n := call strlen(s)      with a hidden procedure strlen
//! ```

use super::facts::Facts;
use super::info::ProcInfo;
use super::procs::Lower;
use super::{Context, facts::FunctionFacts};
use crate::tree::Unit;
use crate::types::{DataModel, Type as C};
use imperative::{Proc, ProcId, Type};
use source::Span;

/// `memset`, for elements of one type.
pub(super) const MEMSET: &str = "void odd(void); void memset_(T *to, int c, SIZE n) { \
     if (n % sizeof(T) || (n == 0 && !to)) odd(); for (SIZE i = 0; i < n / sizeof(T); i++) to[i] = (T) c; }";

/// `memcpy`, for elements of one type.
pub(super) const MEMCPY: &str = "void odd(void); int overlap(const T *to, const T *from, SIZE n); \
     void memcpy_(T *to, const T *from, SIZE n) { \
     if (n % sizeof(T) || (n == 0 && (!to || !from))) odd(); \
     if (n && overlap(to, from, n / sizeof(T))) odd(); \
     for (SIZE i = 0; i < n / sizeof(T); i++) to[i] = from[i]; }";

/// `memmove`, for elements of one type. Which end is first does not matter if the arrays are different ones.
pub(super) const MEMMOVE: &str = "void odd(void); void memmove_(T *to, const T *from, SIZE n) { \
     if (n % sizeof(T) || (n == 0 && (!to || !from))) odd(); n = n / sizeof(T); T buffer[4096]; if (n > 4096) odd(); \
     for (SIZE i = 0; i < n; i++) buffer[i] = from[i]; for (SIZE i = 0; i < n; i++) to[i] = buffer[i]; }";

/// `memcmp`, for characters. All of both arrays must be there, wherever they differ.
pub(super) const MEMCMP: &str = "void odd(void); int memcmp_(const T *a, const T *b, SIZE n) { \
     if (n == 0) { if (!a || !b) odd(); return 0; } T x = a[n - 1], y = b[n - 1]; \
     for (SIZE i = 0; i < n; i++) if (a[i] != b[i]) return (unsigned char) a[i] - (unsigned char) b[i]; \
     return 0; }";

/// `memchr`, for characters.
pub(super) const MEMCHR: &str = "void odd(void); T *memchr_(const T *s, int c, SIZE n) { \
     if (n == 0 && !s) odd(); for (SIZE i = 0; i < n; i++) if (s[i] == (T) c) return (T *) s + i; return 0; }";

/// Those of [`FUNCTIONS`] that ask the surroundings, so that tests must answer instead of the C library.
const ASKING: &[&str] = &["strdup", "strndup", "rand", "time", "clock"];

const FUNCTIONS: &[(&str, &str)] = &[
    ("abs", "int abs(int x) { return x < 0 ? -x : x; }"),
    ("labs", "long labs(long x) { return x < 0 ? -x : x; }"),
    ("llabs", "long long llabs(long long x) { return x < 0 ? -x : x; }"),
    ("strlen", "SIZE strlen(const char *s) { SIZE n = 0; while (s[n]) n++; return n; }"),
    (
        "strcmp",
        "int strcmp(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } \
         return (unsigned char) *a - (unsigned char) *b; }",
    ),
    (
        "strncmp",
        "void odd(void); int strncmp(const char *a, const char *b, SIZE n) { if (n == 0 && (!a || !b)) odd(); \
         for (; n > 0; n--, a++, b++) { if (*a != *b) return (unsigned char) *a - (unsigned char) *b; \
         if (!*a) return 0; } return 0; }",
    ),
    (
        "strcpy",
        "void odd(void); int same(const char *, const char *); \
         char *strcpy(char *to, const char *from) { SIZE i = 0; if (same(to, from)) odd(); \
         while ((to[i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "strncpy",
        "void odd(void); int same(const char *, const char *); \
         char *strncpy(char *to, const char *from, SIZE n) { SIZE i = 0; \
         if (n == 0 ? !to || !from : same(to, from)) odd(); \
         for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }",
    ),
    (
        "strcat",
        "char *strcat(char *to, const char *from) { SIZE n = 0, i = 0; while (to[n]) n++; \
         while ((to[n + i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "strncat",
        "void odd(void); char *strncat(char *to, const char *from, SIZE n) { SIZE k = 0, i = 0; \
         if (n == 0 && !from) odd(); while (to[k]) k++; \
         for (; i < n && from[i]; i++) to[k + i] = from[i]; to[k + i] = 0; return to; }",
    ),
    (
        "strchr",
        "char *strchr(const char *s, int c) { for (; *s != (char) c; s++) if (!*s) return 0; \
         return (char *) s; }",
    ),
    (
        "strrchr",
        "char *strrchr(const char *s, int c) { const char *last = 0; \
         for (;; s++) { if (*s == (char) c) last = s; if (!*s) return (char *) last; } }",
    ),
    (
        "strstr",
        "void odd(void); SIZE strlen(const char *); char *strstr(const char *s, const char *part) { \
         SIZE n = strlen(part); if (n == 0 && !s) odd(); \
         for (;; s++) { SIZE i = 0; while (i < n && s[i] == part[i]) i++; if (i == n) return (char *) s; \
         if (!*s) return 0; } }",
    ),
    (
        "strspn",
        "void odd(void); SIZE strlen(const char *); SIZE strspn(const char *s, const char *set) { \
         SIZE m = strlen(set), n = 0; if (m == 0 && !s) odd(); \
         for (; s[n]; n++) { SIZE i = 0; while (i < m && set[i] != s[n]) i++; if (i == m) return n; } return n; }",
    ),
    (
        "strcspn",
        "SIZE strlen(const char *); SIZE strcspn(const char *s, const char *set) { SIZE m = strlen(set), n = 0; \
         for (; s[n]; n++) for (SIZE i = 0; i < m; i++) if (set[i] == s[n]) return n; return n; }",
    ),
    (
        "strpbrk",
        "SIZE strlen(const char *); char *strpbrk(const char *s, const char *set) { SIZE m = strlen(set); \
         for (; *s; s++) for (SIZE i = 0; i < m; i++) if (set[i] == *s) return (char *) s; return 0; }",
    ),
    (
        "strnlen",
        "void odd(void); SIZE strnlen(const char *s, SIZE n) { SIZE i = 0; if (n == 0 && !s) odd(); \
         while (i < n && s[i]) i++; return i; }",
    ),
    (
        "strdup",
        "void *malloc(SIZE); char *strdup(const char *s) { SIZE n = 0; while (s[n]) n++; \
         char *copy = (char *) malloc(n + 1); if (!copy) return 0; \
         for (SIZE i = 0; i < n; i++) copy[i] = s[i]; copy[n] = 0; return copy; }",
    ),
    (
        "strndup",
        "void odd(void); void *malloc(SIZE); char *strndup(const char *s, SIZE most) { SIZE n = 0; \
         if (most == 0 && !s) odd(); while (n < most && s[n]) n++; \
         char *copy = (char *) malloc(n + 1); if (!copy) return 0; \
         for (SIZE i = 0; i < n; i++) copy[i] = s[i]; copy[n] = 0; return copy; }",
    ),
    (
        "rand",
        "int __VERIFIER_nondet_rand(void); void __VERIFIER_assume(int); \
         int rand(void) { int n = __VERIFIER_nondet_rand(); __VERIFIER_assume(n >= 0); return n; }",
    ),
    (
        "time",
        "long __VERIFIER_nondet_time(void); void __VERIFIER_assume(int); long time(long *to) { \
         long n = __VERIFIER_nondet_time(); __VERIFIER_assume(n >= -1); if (to) *to = n; return n; }",
    ),
    (
        "clock",
        "long __VERIFIER_nondet_clock(void); void __VERIFIER_assume(int); \
         long clock(void) { long n = __VERIFIER_nondet_clock(); __VERIFIER_assume(n >= -1); return n; }",
    ),
    (
        "atoi",
        "int atoi(const char *s) { int n = 0, negative = 0; \
         while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; \
         if (*s == '-' || *s == '+') negative = *s++ == '-'; \
         for (; *s >= '0' && *s <= '9'; s++) n = negative ? n * 10 - (*s - '0') : n * 10 + (*s - '0'); \
         return n; }",
    ),
    (
        "atol",
        "long atol(const char *s) { long n = 0; int negative = 0; \
         while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; \
         if (*s == '-' || *s == '+') negative = *s++ == '-'; \
         for (; *s >= '0' && *s <= '9'; s++) n = negative ? n * 10 - (*s - '0') : n * 10 + (*s - '0'); \
         return n; }",
    ),
    ("ffs", "int ffs(int x) { return __builtin_ffs(x); }"),
    ("ffsl", "int ffsl(long x) { return __builtin_ffsl(x); }"),
    ("ffsll", "int ffsll(long long x) { return __builtin_ffsll(x); }"),
    (
        "isgraph",
        "void odd(void); int isgraph(int c) { if (c < -1 || c > 255) odd(); return 32768 * (c > 32 && c < 127); }",
    ),
    (
        "ispunct",
        "void odd(void); int ispunct(int c) { if (c < -1 || c > 255) odd(); return 4 * (c > 32 && c < 127 && !(c >= '0' && c <= '9') \
         && !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z')); }",
    ),
    (
        "isdigit",
        "void odd(void); int isdigit(int c) { if (c < -1 || c > 255) odd(); return c >= '0' && c <= '9'; }",
    ),
    (
        "isupper",
        "void odd(void); int isupper(int c) { if (c < -1 || c > 255) odd(); return 256 * (c >= 'A' && c <= 'Z'); }",
    ),
    (
        "islower",
        "void odd(void); int islower(int c) { if (c < -1 || c > 255) odd(); return 512 * (c >= 'a' && c <= 'z'); }",
    ),
    (
        "isalpha",
        "void odd(void); int isalpha(int c) { if (c < -1 || c > 255) odd(); return 1024 * ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }",
    ),
    (
        "isalnum",
        "void odd(void); int isalnum(int c) { if (c < -1 || c > 255) odd(); return 8 * ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') \
         || (c >= 'a' && c <= 'z')); }",
    ),
    (
        "isxdigit",
        "void odd(void); int isxdigit(int c) { if (c < -1 || c > 255) odd(); return 4096 * ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') \
         || (c >= 'a' && c <= 'f')); }",
    ),
    (
        "isspace",
        "void odd(void); int isspace(int c) { if (c < -1 || c > 255) odd(); return 8192 * (c == ' ' || (c >= '\\t' && c <= '\\r')); }",
    ),
    (
        "isblank",
        "void odd(void); int isblank(int c) { if (c < -1 || c > 255) odd(); return c == ' ' || c == '\\t'; }",
    ),
    (
        "isprint",
        "void odd(void); int isprint(int c) { if (c < -1 || c > 255) odd(); return 16384 * (c >= 32 && c < 127); }",
    ),
    (
        "iscntrl",
        "void odd(void); int iscntrl(int c) { if (c < -1 || c > 255) odd(); return 2 * ((c >= 0 && c < 32) || c == 127); }",
    ),
    (
        "tolower",
        "void odd(void); int tolower(int c) { if (c < -1 || c > 255) odd(); return c >= 'A' && c <= 'Z' ? c + 32 : c; }",
    ),
    (
        "toupper",
        "void odd(void); int toupper(int c) { if (c < -1 || c > 255) odd(); return c >= 'a' && c <= 'z' ? c - 32 : c; }",
    ),
];

/// Whether tests must answer instead of a function.
pub(super) fn asks(name: &str) -> bool {
    ASKING.contains(&name)
}

/// The text of a function.
pub(super) fn text(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The functions that are asked for so far.
pub(super) struct Library {
    /// The number of procedures before the first of these.
    first: usize,
    model: DataModel,
    entries: Vec<Entry>,
    /// How many of them are lowered.
    done: usize,
}

struct Entry {
    name: String,
    /// Gone when it is lowered.
    text: Option<Text>,
    known: Known,
}

/// What a procedure is made of.
enum Text {
    /// A function of C.
    Function(Box<Unit>),
    /// It is made already.
    Proc(Box<Proc>),
}

/// A function of the library.
#[derive(Clone)]
pub(super) struct Known {
    pub proc: ProcId,
    pub params: Vec<Type>,
    pub result: Option<Type>,
}

impl Library {
    pub fn new(first: usize, model: DataModel) -> Library {
        Library { first, model, entries: Vec::new(), done: 0 }
    }
}

impl Context<'_> {
    /// The procedure of a function of the library, for one type of elements if there is one.
    pub fn library_proc(&mut self, name: &str, text: &str, element: &str, place: Span) -> Option<Known> {
        let full = if element.is_empty() { name.to_string() } else { format!("{name} {element}") };
        if let Some(entry) = self.library.entries.iter().find(|e| e.name == full) {
            return Some(entry.known.clone());
        }
        let size = self.unit.types.text(&self.unit.types.size_type());
        let text = text.replace("SIZE", &size).replace("T ", &format!("{element} "));
        let text = text.replace("(T)", &format!("({element})"));
        let unit = crate::check_inner(&text, place, self.library.model)?;
        let function = unit.functions.iter().find(|f| f.body.is_some())?;
        let mut params = Vec::new();
        for param in &function.params {
            params.push(self.shapes.value(&function.local(*param)?.ty)?);
        }
        let result = match &function.result {
            C::Void => None,
            ty => Some(self.shapes.value(ty)?),
        };
        let proc = ProcId::new(self.library.first + self.library.entries.len());
        let known = Known { proc, params, result };
        let text = Some(Text::Function(Box::new(unit)));
        self.library.entries.push(Entry { name: full, text, known: known.clone() });
        Some(known)
    }

    /// A procedure that is not written in C, made when it is first needed.
    pub fn library_made(
        &mut self,
        name: String,
        make: impl FnOnce(&mut Self) -> Option<Proc>,
    ) -> Option<ProcId> {
        if let Some(entry) = self.library.entries.iter().find(|e| e.name == name) {
            return Some(entry.known.proc);
        }
        let made = make(self)?;
        let proc = ProcId::new(self.library.first + self.library.entries.len());
        let known = Known { proc, params: Vec::new(), result: None };
        self.library.entries.push(Entry { name, text: Some(Text::Proc(Box::new(made))), known });
        Some(proc)
    }

    /// Lowers the functions that were asked for.
    pub fn library_procs(&mut self, procs: &mut Vec<Proc>, infos: &mut Vec<ProcInfo>) {
        while let Some(entry) = self.library.entries.get_mut(self.library.done) {
            self.library.done += 1;
            let name = entry.name.clone();
            let unit = match entry.text.take() {
                Some(Text::Function(unit)) => unit,
                Some(Text::Proc(mut proc)) => {
                    proc.name = name;
                    proc.hidden = true;
                    procs.push(*proc);
                    infos.push(ProcInfo::nameless());
                    continue;
                }
                None => continue,
            };
            let facts = Facts::of(&unit);
            let at = unit.functions.iter().position(|f| f.body.is_some()).unwrap_or(0);
            let none = FunctionFacts::default();
            let Some(function) = unit.functions.get(at) else { continue };
            let mut lower =
                Lower::new(self, &unit, &facts, facts.functions.get(at).unwrap_or(&none), function);
            let info = lower.run(false);
            let mut proc = lower.b.finish();
            proc.name = name;
            proc.hidden = true;
            procs.push(proc);
            infos.push(info);
        }
    }
}

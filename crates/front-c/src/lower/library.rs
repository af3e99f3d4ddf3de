//! Functions of the C library, written in C and lowered with the file that calls them.
//!
//! Those that take `void *` exist once for each type of elements. `SIZE` stands for `size_t`, `T` for that type.
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
     if (n % sizeof(T)) odd(); for (SIZE i = 0; i < n / sizeof(T); i++) to[i] = (T) c; }";

/// `memcpy`, for elements of one type.
pub(super) const MEMCPY: &str = "void odd(void); void memcpy_(T *to, const T *from, SIZE n) { \
     if (n % sizeof(T)) odd(); for (SIZE i = 0; i < n / sizeof(T); i++) to[i] = from[i]; }";

/// `memmove`, for elements of one type. Which end is first does not matter if the arrays are different ones.
pub(super) const MEMMOVE: &str = "void odd(void); void memmove_(T *to, const T *from, SIZE n) { \
     if (n % sizeof(T)) odd(); n = n / sizeof(T); T buffer[4096]; if (n > 4096) odd(); \
     for (SIZE i = 0; i < n; i++) buffer[i] = from[i]; for (SIZE i = 0; i < n; i++) to[i] = buffer[i]; }";

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
        "int strncmp(const char *a, const char *b, SIZE n) { \
         for (; n > 0; n--, a++, b++) { if (*a != *b) return (unsigned char) *a - (unsigned char) *b; \
         if (!*a) return 0; } return 0; }",
    ),
    (
        "strcpy",
        "char *strcpy(char *to, const char *from) { SIZE i = 0; \
         while ((to[i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "strncpy",
        "char *strncpy(char *to, const char *from, SIZE n) { SIZE i = 0; \
         for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }",
    ),
    (
        "strcat",
        "char *strcat(char *to, const char *from) { SIZE n = 0, i = 0; while (to[n]) n++; \
         while ((to[n + i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "strncat",
        "char *strncat(char *to, const char *from, SIZE n) { SIZE k = 0, i = 0; while (to[k]) k++; \
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
        "atoi",
        "int atoi(const char *s) { int n = 0, negative = 0; \
         while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; \
         if (*s == '-' || *s == '+') negative = *s++ == '-'; \
         for (; *s >= '0' && *s <= '9'; s++) n = negative ? n * 10 - (*s - '0') : n * 10 + (*s - '0'); \
         return n; }",
    ),
    ("isdigit", "int isdigit(int c) { return c >= '0' && c <= '9'; }"),
    ("isupper", "int isupper(int c) { return c >= 'A' && c <= 'Z'; }"),
    ("islower", "int islower(int c) { return c >= 'a' && c <= 'z'; }"),
    ("isalpha", "int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }"),
    (
        "isalnum",
        "int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') \
         || (c >= 'a' && c <= 'z'); }",
    ),
    (
        "isxdigit",
        "int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') \
         || (c >= 'a' && c <= 'f'); }",
    ),
    ("isspace", "int isspace(int c) { return c == ' ' || (c >= '\\t' && c <= '\\r'); }"),
    ("isblank", "int isblank(int c) { return c == ' ' || c == '\\t'; }"),
    ("isprint", "int isprint(int c) { return c >= 32 && c < 127; }"),
    ("iscntrl", "int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }"),
    ("tolower", "int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }"),
    ("toupper", "int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }"),
];

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
    unit: Option<Unit>,
    known: Known,
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
        self.library.entries.push(Entry { name: full, unit: Some(unit), known: known.clone() });
        Some(known)
    }

    /// Lowers the functions that were asked for.
    pub fn library_procs(&mut self, procs: &mut Vec<Proc>, infos: &mut Vec<ProcInfo>) {
        while let Some(entry) = self.library.entries.get_mut(self.library.done) {
            self.library.done += 1;
            let name = entry.name.clone();
            let Some(unit) = entry.unit.take() else { continue };
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

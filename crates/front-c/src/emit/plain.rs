//! Tests of a file that brings its own copies of what headers declare, as preprocessed files do: headers would declare it
//! again, and not always in the same way. So there are none; what the tests need of the C library has names of their own.
//!
//! ```text
//! extern int gb_c_fork(void) __asm__("fork");      instead of      #include <unistd.h>
//! ```

use super::Subject;
use crate::scan::{TokenKind, tokens};
use crate::tree::Headers;
use crate::types::Type;

/// Functions that files declare by hand, not always as headers do.
const BY_HAND: &[&str] = &["calloc", "fprintf", "malloc", "printf", "realloc", "snprintf", "sprintf"];

/// What the tests use of the C library: their words, and what stands for them.
const WORDS: &[(&str, &str)] = &[
    ("FILE", "void"),
    ("NULL", "((void *)0)"),
    ("SIGABRT", "6"),
    ("SIGFPE", "8"),
    ("SIGILL", "4"),
    ("SIGSEGV", "11"),
    ("WEXITSTATUS", "GB_STATUS"),
    ("WIFEXITED", "GB_EXITED"),
    ("_exit", "gb_c_exit"),
    ("abort", "gb_c_abort"),
    ("calloc", "gb_c_calloc"),
    ("clock_t", "long"),
    ("fflush", "gb_c_fflush"),
    ("fopen", "gb_c_fopen"),
    ("fork", "gb_c_fork"),
    ("freopen", "gb_c_freopen"),
    ("malloc", "gb_c_malloc"),
    ("memcpy", "gb_c_memcpy"),
    ("pid_t", "int"),
    ("printf", "gb_c_printf"),
    ("realloc", "gb_c_realloc"),
    ("signal", "gb_c_signal"),
    ("stderr", "gb_c_stderr"),
    ("stdout", "gb_c_stdout"),
    ("strlen", "gb_c_strlen"),
    ("time_t", "long"),
    ("waitpid", "gb_c_waitpid"),
];

/// Their declarations.
const DECLARATIONS: &str = r##"
/* The file under test has its own copies of what headers declare. */
extern int gb_c_printf(const char *, ...) __asm__("printf");
extern int gb_c_fflush(void *) __asm__("fflush");
extern void *gb_c_fopen(const char *, const char *) __asm__("fopen");
extern void *gb_c_freopen(const char *, const char *, void *) __asm__("freopen");
extern void *gb_c_stdout __asm__("stdout");
extern void *gb_c_stderr __asm__("stderr");
extern void *gb_c_malloc(__SIZE_TYPE__) __asm__("malloc");
extern void *gb_c_calloc(__SIZE_TYPE__, __SIZE_TYPE__) __asm__("calloc");
extern void *gb_c_realloc(void *, __SIZE_TYPE__) __asm__("realloc");
extern void *gb_c_memcpy(void *, const void *, __SIZE_TYPE__) __asm__("memcpy");
extern __SIZE_TYPE__ gb_c_strlen(const char *) __asm__("strlen");
extern void gb_c_abort(void) __asm__("abort") __attribute__((noreturn));
extern void gb_c_exit(int) __asm__("_exit") __attribute__((noreturn));
extern int gb_c_fork(void) __asm__("fork");
extern int gb_c_waitpid(int, int *, int) __asm__("waitpid");
extern void (*gb_c_signal(int, void (*)(int)))(int) __asm__("signal");
#define GB_EXITED(status) (((status) & 0x7f) == 0)
#define GB_STATUS(status) (((status) >> 8) & 0xff)
"##;

/// What tests use after the file.
pub(super) const AFTERWARDS: &str = "#ifndef NULL\n#define NULL ((void *)0)\n#endif\n";

/// Whether a file of tests does without headers.
pub(super) fn is_plain(subject: &Subject<'_>) -> bool {
    let unit = subject.unit;
    let by_hand = || {
        let declared = unit.functions.iter().filter(|f| f.body.is_none() && !f.from_system);
        declared.into_iter().any(|f| BY_HAND.contains(&f.name.as_str()))
    };
    match unit.headers {
        Headers::Copied => true,
        Headers::Absent => by_hand(),
        Headers::Included => false,
    }
}

/// The start of a file without headers.
pub(super) fn start(out: &mut String) {
    out.push_str(DECLARATIONS);
}

/// A text of ours without headers, in words that need none. Sizes have the type that the file gives to `malloc`.
pub(super) fn plain(subject: &Subject<'_>, text: &str) -> String {
    let unit = subject.unit;
    let malloc = unit.function_named("malloc").and_then(|id| unit.function(id));
    let size = malloc.and_then(|f| f.local(*f.params.first()?)).map(|l| &l.ty);
    let size = match size {
        Some(ty @ Type::Int(_)) => unit.types.text(ty),
        _ => "__SIZE_TYPE__".to_string(),
    };
    let other = |word: &str| match word {
        "size_t" => Some(size.clone()),
        _ => WORDS.iter().find(|(name, _)| *name == word).map(|(_, other)| other.to_string()),
    };
    replaced(text, &other)
}

/// A text in which the file's own `NULL` means nothing.
pub(super) fn without_null(text: &str) -> String {
    replaced(text, &|word| (word == "NULL").then(|| "((void *)0)".to_string()))
}

/// A text of ours with other words for some, and without headers.
fn replaced(text: &str, other: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        if start.starts_with("#include <") {
            continue;
        }
        if start.starts_with("#define") || start.starts_with("#undef") {
            out.push_str(line);
            continue;
        }
        let mut done = 0;
        for t in tokens(line).iter().filter(|t| t.kind == TokenKind::Word) {
            let word = line.get(t.start..t.end).unwrap_or("");
            if let Some(other) = other(word) {
                out.push_str(line.get(done..t.start).unwrap_or(""));
                out.push_str(&other);
                done = t.end;
            }
        }
        out.push_str(line.get(done..).unwrap_or(""));
    }
    out
}

//! What the surroundings answer, as C: `malloc` that fails when it should, and the functions of which only the
//! surroundings know what they give.
//!
//! ```text
//! static const unsigned long long answers[] = { 0, 1 };
//! gb_answer_with(answers, 2);
//! ```

use super::{Case, Subject};
use crate::tree::Function;
use crate::types::Type;
use base::Int;
use std::fmt::Write as _;

const ASK: &str = r##"#include <stdlib.h>

/* What the surroundings of the program answer, in order; 0 when there is no more. */
static const unsigned long long *gb_answers;
static unsigned long gb_answers_left;

__attribute__((unused)) static inline void gb_answer_with(const unsigned long long *answers, unsigned long count)
{
    gb_answers = answers;
    gb_answers_left = count;
}

__attribute__((unused)) static inline unsigned long long gb_answer(void)
{
    if (gb_answers_left == 0)
        return 0;
    gb_answers_left--;
    return *gb_answers++;
}
"##;

const MEMORY: &str = r##"
__attribute__((unused)) static inline void *gb_malloc(size_t size)
{
    return gb_answer() ? NULL : malloc(size);
}

__attribute__((unused)) static inline void *gb_calloc(size_t count, size_t size)
{
    return gb_answer() ? NULL : calloc(count, size);
}

#define malloc gb_malloc
#define calloc gb_calloc
"##;

const MOVES: &str = r##"
__attribute__((unused)) static inline void *gb_realloc(void *old, size_t size)
{
    return gb_answer() ? NULL : realloc(old, size);
}

#define realloc gb_realloc
"##;

const STRINGS: &str = r##"
#include <string.h>

__attribute__((unused)) static inline char *gb_strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = gb_malloc(size);
    return copy ? memcpy(copy, s, size) : NULL;
}

__attribute__((unused)) static inline char *gb_strndup(const char *s, size_t most)
{
    size_t size = 0;
    while (size < most && s[size])
        size++;
    char *copy = gb_malloc(size + 1);
    if (copy) {
        memcpy(copy, s, size);
        copy[size] = 0;
    }
    return copy;
}

#undef strdup
#undef strndup
#define strdup gb_strdup
#define strndup gb_strndup
"##;

const FGETS: &str = r##"char *gb_fgets(char *to, int size, FILE *from)
{
    int length = 0;
    (void)from;
    while (length < size - 1) {
        int c = (int)gb_answer();
        if (c == -1 && length == 0)
            return NULL;
        if (c == -1)
            break;
        to[length++] = (char)c;
        if (c == '\n')
            break;
    }
    to[length] = 0;
    return to;
}"##;

const SCANF: &str = r##"int gb_scanf(const char *format, ...)
{
    int count = (int)gb_answer(), done = 0;
    __builtin_va_list args;
    __builtin_va_start(args, format);
    for (; *format && done < count; format++) {
        int size = 0;
        void *to;
        unsigned long long n;
        if (*format != '%')
            continue;
        for (format++; *format == 'h' || *format == 'l' || *format == 'z'; format++)
            size += *format == 'h' ? -1 : 1;
        if (*format == '%')
            continue;
        to = __builtin_va_arg(args, void *);
        n = gb_answer();
        if (*format == 'c' || size == -2)
            *(char *)to = (char)n;
        else if (size == -1)
            *(short *)to = (short)n;
        else if (size == 0)
            *(int *)to = (int)n;
        else if (size == 1)
            *(long *)to = (long)n;
        else
            *(long long *)to = (long long)n;
        done++;
    }
    __builtin_va_end(args);
    return count;
}"##;

/// Functions that only give what is answered: their names, their headers, and what they are.
const GIVERS: &[(&str, &str, &str)] = &[
    ("getchar", "stdio", "int gb_getchar(void)\n{\n    return (int)gb_answer();\n}"),
    ("getc", "stdio", "int gb_getc(FILE *from)\n{\n    (void)from;\n    return (int)gb_answer();\n}"),
    ("fgetc", "stdio", "int gb_fgetc(FILE *from)\n{\n    (void)from;\n    return (int)gb_answer();\n}"),
    ("fgets", "stdio", FGETS),
    ("scanf", "stdio", SCANF),
    ("rand", "stdlib", "int gb_rand(void)\n{\n    return (int)gb_answer();\n}"),
    (
        "time",
        "time",
        "time_t gb_time(time_t *to)\n{\n    time_t now = (time_t)gb_answer();\n    if (to)\n        *to = now;\n    return now;\n}",
    ),
    ("clock", "time", "clock_t gb_clock(void)\n{\n    return (clock_t)gb_answer();\n}"),
];

const MISSING: &str = r##"
/* Functions that are defined elsewhere, if at all; no test calls them. */
__attribute__((used)) static void gb_missing(void)
{
    abort();
}
"##;

const ALIASES: &str = r##"
/* Functions that other files define: these are taken where there are no others. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wattribute-alias"
#endif
"##;

/// A function as a weak alias of another one: a definition elsewhere takes precedence.
fn alias(name: &str, to: &str) -> String {
    format!("extern __typeof__({name}) {name} __attribute__((weak, alias(\"{to}\")));")
}

/// A function for which the surroundings answer. By its name, since only the file knows the qualifiers of its type.
fn answer(out: &mut String, name: &str, head: &str, body: &str) {
    let _ = writeln!(out, "\n__attribute__((used)) {head} gb_answer_{name}(void)\n{{\n{body}}}\n");
    let _ = writeln!(out, "{}", alias(name, &format!("gb_answer_{name}")));
}

/// What a file needs to answer.
pub(super) struct Answers<'a> {
    subject: &'a Subject<'a>,
    /// Whether `malloc` must fail somewhere.
    memory: bool,
    /// Functions that are declared only, and are known here.
    asked: Vec<&'a Function>,
    /// Functions that others may define, and that answer otherwise.
    questions: Vec<&'a Function>,
    /// Whether `realloc` must fail somewhere.
    moves: bool,
    /// Whether `strdup` and its like must fail somewhere.
    strings: bool,
}

impl<'a> Answers<'a> {
    pub fn of(subject: &'a Subject<'a>, cases: &[Case<'_>]) -> Answers<'a> {
        let known = |f: &&Function| {
            f.body.is_none() && (f.name.starts_with("__VERIFIER_") || f.name == "reach_error")
        };
        let asked: Vec<&Function> = subject.unit.functions.iter().filter(known).collect();
        let memory = subject.layout.allocates && cases.iter().any(|c| !c.answers.is_empty());
        let questions = subject.layout.missing.questions.iter();
        let questions = questions.filter_map(|id| subject.unit.function(*id)).collect();
        let moves = memory && subject.layout.asked.contains("realloc");
        let strings = memory && subject.layout.asked.iter().any(|name| name.starts_with("str"));
        Answers { subject, memory, asked, questions, moves, strings }
    }

    /// Why the answers of a test would not be asked for: tests answer for functions of the C library by macros.
    pub fn unheard(&self, answers: &[Int]) -> Option<String> {
        if answers.iter().all(Int::is_zero) {
            return None;
        }
        let undefined = &self.subject.layout.undefined;
        let memory: &[&str] =
            if self.memory { &["malloc", "calloc", "realloc", "strdup", "strndup"] } else { &[] };
        let given = self.givers().map(|(name, ..)| *name);
        let name = memory.iter().copied().chain(given).find(|name| undefined.contains(*name))?;
        Some(format!("the file undefines `{name}`, for which the test would have to answer"))
    }

    fn are_none(&self) -> bool {
        !self.memory && self.givers().next().is_none() && self.asked.is_empty() && self.questions.is_empty()
    }

    /// The functions that only give what is answered, with their headers and what they are.
    fn givers(&self) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
        let called = &self.subject.layout.asked;
        GIVERS.iter().filter(|(name, _, _)| called.contains(*name))
    }

    /// What stands before the file under test.
    pub fn before(&self, out: &mut String) {
        if !self.are_none() {
            out.push_str(ASK);
        }
        if self.memory {
            out.push_str(MEMORY);
        }
        if self.moves {
            out.push_str(MOVES);
        }
        if self.strings {
            out.push_str(STRINGS);
        }
        for (name, header, definition) in self.givers() {
            let _ = writeln!(
                out,
                "\n#include <{header}.h>\n\n__attribute__((unused)) static inline {definition}\n\n#undef {name}"
            );
            // Only calls: members and variables may have such names.
            let _ = writeln!(out, "#define {name}(...) gb_{name}(__VA_ARGS__)");
        }
    }

    /// What stands after the file under test, and what ends a program there.
    pub fn after(&self, abort: &str, out: &mut String) {
        if self.memory {
            out.push_str("#undef malloc\n#undef calloc\n");
        }
        if self.moves {
            out.push_str("#undef realloc\n");
        }
        if self.strings {
            out.push_str("#undef strdup\n#undef strndup\n");
        }
        for (name, _, _) in self.givers() {
            let _ = writeln!(out, "#undef {name}");
        }
        self.define_missing(abort, out);
        let unit = self.subject.unit;
        for f in &self.asked {
            let name = f.name.as_str();
            let takes = f.params.first().and_then(|p| f.local(*p)).filter(|l| l.ty.is_integer());
            match (&f.result, takes) {
                (Type::Void, Some(param)) if f.params.len() == 1 => {
                    let head = unit.types.declaration(&param.ty, "p0");
                    let body = match name {
                        "__VERIFIER_assume" => "(void)p0;".to_string(),
                        _ => format!("if (!p0)\n        {abort}();"),
                    };
                    let _ = writeln!(out, "\nvoid {name}({head})\n{{\n    {body}\n}}");
                }
                (Type::Void, _) => answer(out, name, "static void", &format!("    {abort}();\n")),
                (ty, _) if ty.is_integer() => {
                    let ty = unit.types.text(ty);
                    answer(out, name, &format!("static {ty}"), &format!("    return ({ty})gb_answer();\n"));
                }
                // No test reaches these.
                _ => answer(out, name, "static void", &format!("    {abort}();\n")),
            }
        }
    }

    /// Definitions for what the file leaves to others; theirs are taken if there are any.
    fn define_missing(&self, abort: &str, out: &mut String) {
        let (unit, missing) = (self.subject.unit, &self.subject.layout.missing);
        if !missing.others.is_empty() || !self.questions.is_empty() || !self.asked.is_empty() {
            out.push_str(ALIASES);
        }
        for f in &self.questions {
            match &f.result {
                Type::Void => answer(out, &f.name, "static void", ""),
                ty => {
                    let ty = unit.types.text(ty);
                    let body = format!("    return ({ty})gb_answer();\n");
                    answer(out, &f.name, &format!("static {ty}"), &body);
                }
            }
        }
        if !missing.others.is_empty() {
            out.push_str(&MISSING.replace("abort", abort));
        }
        for f in missing.others.iter().filter_map(|id| unit.function(*id)) {
            let _ = writeln!(out, "{}", alias(&f.name, "gb_missing"));
        }
        for name in
            missing.globals.iter().filter_map(|id| unit.global(*id)).filter_map(|g| g.written.as_ref())
        {
            let _ = writeln!(out, "__typeof__({name}) {name} __attribute__((weak));");
        }
    }

    /// What stands in a test.
    pub fn give(&self, answers: &[Int], name: &str, out: &mut String) {
        if self.are_none() {
            return;
        }
        if answers.is_empty() {
            out.push_str("    gb_answer_with(NULL, 0);\n");
            return;
        }
        let list: Vec<String> = answers.iter().map(unsigned).collect();
        let _ = writeln!(out, "    static const unsigned long long {name}[] = {{ {} }};", list.join(", "));
        let _ = writeln!(out, "    gb_answer_with({name}, {});", answers.len());
    }
}

/// An integer as 64 bits without a sign.
fn unsigned(n: &Int) -> String {
    let n = imperative::Word::unsigned(64).wrap(n);
    if n.to_i64().is_some() { n.to_string() } else { format!("{n}ull") }
}

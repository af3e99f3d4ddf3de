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

static inline void gb_answer_with(const unsigned long long *answers, unsigned long count)
{
    gb_answers = answers;
    gb_answers_left = count;
}

static inline unsigned long long gb_answer(void)
{
    if (gb_answers_left == 0)
        return 0;
    gb_answers_left--;
    return *gb_answers++;
}
"##;

const MEMORY: &str = r##"
static inline void *gb_malloc(size_t size)
{
    return gb_answer() ? NULL : malloc(size);
}

static inline void *gb_calloc(size_t count, size_t size)
{
    return gb_answer() ? NULL : calloc(count, size);
}

#define malloc gb_malloc
#define calloc gb_calloc
"##;

const CHARACTERS: &str = r##"
#include <stdio.h>

static inline int gb_getchar(void)
{
    return (int)gb_answer();
}

#undef getchar
#define getchar gb_getchar
"##;

const MISSING: &str = r##"
/* Functions that are defined elsewhere, if at all; no test calls them. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wattribute-alias"
#endif
__attribute__((used)) static void gb_missing(void)
{
    abort();
}
"##;

/// What a file needs to answer.
pub(super) struct Answers<'a> {
    subject: &'a Subject<'a>,
    /// Must `malloc` fail somewhere?
    memory: bool,
    /// Functions that are declared only, and are known here.
    asked: Vec<&'a Function>,
    /// Functions that others may define, and that answer otherwise.
    questions: Vec<&'a Function>,
    /// Must `getchar` answer?
    characters: bool,
}

impl<'a> Answers<'a> {
    pub fn of(subject: &'a Subject<'a>, cases: &[Case<'_>]) -> Answers<'a> {
        let known = |f: &&Function| f.body.is_none() && f.name.starts_with("__VERIFIER_");
        let asked: Vec<&Function> = subject.unit.functions.iter().filter(known).collect();
        let memory = subject.layout.allocates && cases.iter().any(|c| !c.answers.is_empty());
        let questions = subject.layout.missing.questions.iter();
        let questions = questions.filter_map(|id| subject.unit.function(*id)).collect();
        Answers { subject, memory, asked, questions, characters: subject.layout.reads }
    }

    fn are_none(&self) -> bool {
        !self.memory && !self.characters && self.asked.is_empty() && self.questions.is_empty()
    }

    /// What stands before the file under test.
    pub fn before(&self, out: &mut String) {
        if !self.are_none() {
            out.push_str(ASK);
        }
        if self.memory {
            out.push_str(MEMORY);
        }
        if self.characters {
            out.push_str(CHARACTERS);
        }
    }

    /// What stands after the file under test.
    pub fn after(&self, out: &mut String) {
        if self.memory {
            out.push_str("#undef malloc\n#undef calloc\n");
        }
        if self.characters {
            out.push_str("#undef getchar\n");
        }
        self.define_missing(out);
        let unit = self.subject.unit;
        for f in &self.asked {
            let mut params = Vec::new();
            for (i, param) in f.params.iter().enumerate() {
                let ty = f.local(*param).map_or(Type::Void, |l| l.ty.clone());
                params.push(unit.types.declaration(&ty, &format!("p{i}")));
            }
            let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
            let head = unit.types.declaration(&f.result, &format!("{}({list})", f.name));
            let truth = if params.is_empty() { "0" } else { "p0" };
            let body = match (f.name.as_str(), &f.result) {
                ("__VERIFIER_assume", _) => format!("(void){truth};"),
                (_, Type::Void) => format!("if (!{truth})\n        abort();"),
                (_, ty) => format!("return ({})gb_answer();", unit.types.text(ty)),
            };
            let _ = writeln!(out, "\n{head}\n{{\n    {body}\n}}");
        }
    }

    /// Definitions for what the file leaves to others; theirs are taken if there are any.
    fn define_missing(&self, out: &mut String) {
        let (unit, missing) = (self.subject.unit, &self.subject.layout.missing);
        for f in &self.questions {
            let types = f.params.iter().map(|p| f.local(*p).map_or(Type::Void, |l| l.ty.clone()));
            let params: Vec<String> =
                types.enumerate().map(|(i, ty)| unit.types.declaration(&ty, &format!("p{i}"))).collect();
            let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
            let head = unit.types.declaration(&f.result, &format!("{}({list})", f.name));
            let unused: String = (0..params.len()).map(|i| format!("    (void)p{i};\n")).collect();
            let body = match &f.result {
                Type::Void => String::new(),
                ty => format!("    return ({})gb_answer();\n", unit.types.text(ty)),
            };
            let _ = writeln!(out, "\n__attribute__((weak)) {head}\n{{\n{unused}{body}}}");
        }
        if !missing.others.is_empty() {
            out.push_str("\n#include <stdlib.h>\n");
            out.push_str(MISSING);
        }
        for f in missing.others.iter().filter_map(|id| unit.function(*id)) {
            // By its name, since only the file knows the qualifiers of its type.
            let name = &f.name;
            let _ = writeln!(
                out,
                "extern __typeof__({name}) {name} __attribute__((weak, alias(\"gb_missing\")));"
            );
        }
        for name in
            missing.globals.iter().filter_map(|id| unit.global(*id)).filter_map(|g| g.written.as_ref())
        {
            let _ = writeln!(out, "__typeof__({name}) {name} __attribute__((weak));");
        }
    }

    /// What stands in a test.
    pub fn give(&self, answers: &[Int], out: &mut String) {
        if self.are_none() {
            return;
        }
        if answers.is_empty() {
            out.push_str("    gb_answer_with(NULL, 0);\n");
            return;
        }
        let list: Vec<String> = answers.iter().map(unsigned).collect();
        let _ = writeln!(out, "    static const unsigned long long answers[] = {{ {} }};", list.join(", "));
        let _ = writeln!(out, "    gb_answer_with(answers, {});", answers.len());
    }
}

/// An integer as 64 bits without a sign.
fn unsigned(n: &Int) -> String {
    let n = imperative::Word::unsigned(64).wrap(n);
    if n.to_i64().is_some() { n.to_string() } else { format!("{n}ull") }
}

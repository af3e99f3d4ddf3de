//! Suites as C: one file that includes the file under test, builds each heap, calls, and compares what came out.
//!
//! ```text
//! /* t2: head ≠ nil ∧ head.value > 3 */
//! static void test_t2(void)
//! {
//!     struct node a1 = { .value = 4 };
//!     int result = list_first(&a1);
//!     gb_check(result == 4, "result == 4");
//!     gb_check(a1.value == 4, "a1.value == 4");
//! }
//! ```
//!
//! Objects of the input are variables with names; where the program frees, they come from `malloc`. A test that ends in
//! an error runs in a child process. The file prints what the *Test Anything Protocol* says and ends with 1 if a test
//! fails.

mod answers;
mod checks;
mod clashes;
mod folds;
mod names;
mod objects;
mod owners;
mod plain;
mod text;
mod values;

pub use folds::shifts_constants;

use crate::lower::{Layout, ProcInfo, is_stream};
use crate::tree::{Function, FunctionId, Stmt, StmtKind, Unit};
use crate::types::Type;
use base::Int;
use imperative::machine::{Heap, Object, Value};
use imperative::{ErrorKind, InstrKind, Program};
use names::Names;
use objects::Objects;
use source::Span;
use std::fmt::Write as _;

/// What the `main` of the file under test is called.
const RENAMED: &str = "main_under_test";

/// A test that was run.
pub struct Case<'a> {
    /// Its name, which is also a C identifier.
    pub name: String,
    /// What is said of it in a comment.
    pub comment: String,
    /// The function that is called.
    pub function: FunctionId,
    /// The values of its parameters; nothing for those of which the program knows nothing, so that they do not matter.
    pub args: Vec<Option<Value>>,
    /// The cell with the globals, if the function uses any.
    pub globals: Option<Value>,
    /// The objects before the call.
    pub before: &'a Heap,
    /// What the surroundings answer: whether there is memory, and what is read.
    pub answers: &'a [Int],
    /// What came out.
    pub expected: Expected<'a>,
}

/// What came out of a run.
pub enum Expected<'a> {
    /// It ended: the result, and the objects afterwards; those of the input have the numbers that they had.
    Ok(Option<Value>, &'a Heap),
    /// It ended in an error.
    Error {
        /// Which.
        kind: ErrorKind,
        /// How sure it is that a compiled program notices.
        notice: Notice,
        /// Where.
        span: Span,
    },
}

/// How sure it is that a compiled program notices an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// As sure as with all errors of its kind.
    Usual,
    /// Perhaps: a pointer was moved from nowhere, or reached memory far away.
    Perhaps,
    /// No sanitizer minds: a pointer has reached what comes next in its struct.
    Never,
}

/// How the file under test is named in the file of tests.
pub struct Subject<'a> {
    /// The tree of the file.
    pub unit: &'a Unit,
    /// The program that it became.
    pub program: &'a Program,
    /// Which part of the program stands for which part of the file.
    pub layout: &'a Layout,
    /// The name of the file for `#include`, as [`include_name`] gives it.
    pub include: String,
}

/// A file of tests.
pub struct Emitted {
    /// Its text.
    pub text: String,
    /// The tests that cannot be written in C, and why.
    pub left_out: Vec<(String, String)>,
}

/// The name of a file as `#include` takes it. There is no way to write a quote or the end of a line there, and what came
/// behind it would be program text.
///
/// ```
/// assert_eq!(front_c::emit::include_name("a/list.c").as_deref(), Ok("a/list.c"));
/// assert!(front_c::emit::include_name("a\".c").is_err());
/// ```
///
/// # Errors
///
/// Why it cannot be written.
pub fn include_name(path: &str) -> Result<String, String> {
    let odd = path.chars().find(|c| *c == '"' || c.is_control());
    let odd = odd.or(path.chars().last().filter(|c| *c == '\\' && !cfg!(windows)));
    match odd {
        Some(c) => Err(format!(
            "the file cannot be included by its name: no `#include` can have {c:?} in it; give the file another name"
        )),
        None if cfg!(windows) => Ok(path.replace('\\', "/")),
        None => Ok(path.to_string()),
    }
}

/// The tests as a C file.
///
/// A test that cannot be written is left out, and a comment says why.
pub fn emit(subject: &Subject<'_>, cases: &[Case<'_>]) -> Emitted {
    let mut out = String::new();
    let has_main = subject.unit.function_named("main").is_some();
    let answers = answers::Answers::of(subject, cases);
    let _ = writeln!(out, "/* Tests of {}, made by Glassbox. */", comment(&subject.include));
    let spared = shifts_constants(subject.unit);
    if spared {
        out.push_str(text::SHIFTS);
    }
    out.push_str(text::FIRST);
    let plain = plain::is_plain(subject);
    let ours = |text: &str| if plain { plain::plain(subject, text) } else { text.to_string() };
    if plain {
        plain::start(&mut out);
    } else {
        let features = &subject.layout.features;
        if !features.iter().any(|f| f.contains("_DEFAULT_SOURCE")) {
            out.push_str("#define _DEFAULT_SOURCE 1\n");
        }
        for feature in features {
            let _ = writeln!(out, "{feature}");
        }
    }
    let prints = ["printf", "putchar", "fputs"].iter().any(|f| subject.unit.function_named(f).is_some());
    out.push_str(text::line_start(prints));
    // Before the file, whose macros are not meant for these.
    out.push_str(&ours(text::HEAD));
    let fresh = |case: &Case<'_>| info(subject, case.function).is_some_and(|info| info.fresh);
    if cases.iter().any(|case| fresh(case) || matches!(case.expected, Expected::Error { .. })) {
        out.push_str(&ours(text::CHILD));
    }
    let streams = subject.layout.structs.iter().filter_map(|s| s.record);
    if streams.into_iter().any(|record| is_stream(&subject.unit.types, record)) {
        out.push_str(&ours(text::STREAM));
    }
    let mut before = String::new();
    answers.before(&mut before);
    out.push_str(&ours(&before));
    clashes::rename(subject, plain, &mut out);
    if subject.unit.asserts_without_header {
        // The file leaves it to its compiler what an `assert` is.
        out.push_str("#include <assert.h>\n");
    }
    if subject.layout.own_null.is_first {
        out.push_str("#undef NULL\n");
    }
    // Only what is called `main` may end without a `return`.
    let falls_off = subject.unit.function_named("main").is_some_and(|id| may_fall_off(subject.unit, id));
    if has_main {
        let _ = writeln!(out, "#define main {RENAMED}");
    }
    if falls_off {
        out.push_str("#if defined(__GNUC__)\n#pragma GCC diagnostic push\n");
        out.push_str("#pragma GCC diagnostic ignored \"-Wreturn-type\"\n#endif\n");
    }
    out.push_str(&text::unwatched(spared));
    let _ = writeln!(out, "#include \"{}\"", subject.include);
    out.push_str(text::WATCHED);
    if falls_off {
        out.push_str("#if defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif\n");
    }
    if has_main || subject.layout.taken.contains("main") {
        out.push_str("#undef main\n");
    }
    // What is only `inline` has its code in no file, unless one says so.
    for f in subject.unit.functions.iter().filter(|f| f.is_inline && !f.is_static && !f.is_copy) {
        if f.body.is_some() && !f.from_system {
            let _ = writeln!(out, "extern __typeof__({0}) {0};", f.name);
        }
    }
    answers.after("gb_abort", &mut out);
    if plain {
        out.push_str(plain::AFTERWARDS);
    }
    let frees = subject
        .program
        .procs
        .iter()
        .flat_map(|p| &p.blocks)
        .flat_map(|b| &b.instrs)
        .any(|i| matches!(i.kind, InstrKind::Free(_)));
    let names = names::Names::of(subject.unit, &subject.layout.taken);
    let mut left_out = Vec::new();
    let mut written: Vec<&Case<'_>> = Vec::new();
    for case in cases {
        let text = match answers.unheard(case.answers) {
            Some(why) => Err(why),
            None => one(subject, case, frees, &answers, &names),
        };
        match text {
            Ok(text) => {
                let own_null = subject.layout.own_null.is_there;
                out.push_str(&if own_null { plain::without_null(&text) } else { text });
                written.push(case);
            }
            Err(why) => {
                let _ = writeln!(out, "\n/* {} is left out: {} */", case.name, comment(&why));
                left_out.push((case.name.clone(), why));
            }
        }
    }
    // What must find the program as it starts goes first.
    let (first, rest): (Vec<&Case<'_>>, Vec<&Case<'_>>) = written.into_iter().partition(|c| fresh(c));
    let cases: Vec<&Case<'_>> = first.into_iter().chain(rest).collect();
    out.push_str("int main(void)\n{\n");
    let _ = writeln!(out, "    gb_plan({});", cases.len());
    let test = &names.test;
    for case in &cases {
        let run = match case.expected {
            Expected::Ok(..) if fresh(case) => format!("    gb_run_fresh(\"{0}\", {test}{0});\n", case.name),
            Expected::Ok(..) => format!("    gb_run(\"{0}\", {test}{0});\n", case.name),
            Expected::Error { kind, notice, span } => {
                let visible = match kind {
                    _ if notice == Notice::Never => text::NEVER,
                    _ if notice == Notice::Perhaps => text::PERHAPS,
                    ErrorKind::Overflow if folds::overflows_unnoticed(subject.unit, span) => text::NEVER,
                    ErrorKind::Overflow if folds::may_fold(subject.unit, span) => text::PERHAPS,
                    // Sanitizers are told to leave such shifts alone.
                    ErrorKind::BadShift | ErrorKind::Overflow if spared => text::PERHAPS,
                    _ => text::visibility(kind),
                };
                format!(
                    "    gb_run_in_child(\"{0}\", {test}{0}, \"{1}\", {visible});\n",
                    case.name,
                    kind.message()
                )
            }
        };
        out.push_str(&run);
    }
    out.push_str("    return gb_failures != 0;\n}\n");
    Emitted { text: out, left_out }
}

/// What became of a function.
fn info<'a>(subject: &'a Subject<'_>, function: FunctionId) -> Option<&'a ProcInfo> {
    subject.layout.procs.iter().find(|p| p.function == Some(function))
}

fn one(
    subject: &Subject<'_>,
    case: &Case<'_>,
    frees: bool,
    answers: &answers::Answers<'_>,
    names: &Names,
) -> Result<String, String> {
    let unit = subject.unit;
    let function = unit.function(case.function).ok_or("there is no such function")?;
    let mut out = format!(
        "\n/* {}: {} */\nstatic void {}{}(void)\n{{\n",
        case.name,
        comment(&case.comment),
        names.test,
        case.name
    );
    let info = info(subject, case.function).ok_or("there is no such function")?;
    let mut objects = Objects::new(unit, subject.layout, &info.uses, case.before, frees, names);
    let mut args = Vec::new();
    for (local, value) in function.params.iter().zip(&case.args) {
        let ty = &function.local(*local).ok_or("a parameter without a type")?.ty;
        if let Some(value) = value {
            objects.reach(value, ty)?;
        }
    }
    if let Some(globals) = case.globals.as_ref().and_then(Value::as_ref) {
        objects.reach_globals(globals)?;
    }
    objects.declare(&mut out)?;
    answers.give(case.answers, &names.answers, &mut out);
    for (local, value) in function.params.iter().zip(&case.args) {
        let ty = &function.local(*local).ok_or("a parameter without a type")?.ty;
        let arg = match (value, ty) {
            (Some(value), ty) => objects.value(value, ty)?,
            (None, Type::Record(_)) => format!("({}){{ 0 }}", unit.types.text(ty)),
            (None, _) => "0".to_string(),
        };
        // The compiler minds arrays that are shorter than declared, though the function may not.
        let declared = function.local(*local).is_some_and(|l| l.declared.is_some())
            && !matches!(ty.pointee(), Some(Type::Function(_)));
        // It also minds a null pointer where the size is an expression.
        let sized =
            |l: &crate::tree::Local| l.elements.as_ref().is_some_and(|e| e.count.parse::<u64>().is_err());
        let minds_null = function.local(*local).is_some_and(sized);
        args.push(if declared && (arg != "NULL" || minds_null) { format!("gb_array({arg})") } else { arg });
    }
    let call = call(unit, function, args, &mut out)?;
    match &case.expected {
        Expected::Error { .. } => {
            let discard = if function.result == Type::Void { "" } else { "(void)" };
            let _ = writeln!(out, "    {discard}{call};");
        }
        Expected::Ok(result, after) => {
            // Under another name, `main` gives nothing where it ends without a `return`.
            let falls_off = function.name == "main" && may_fall_off(unit, case.function);
            let result = if falls_off { &None } else { result };
            let mut checks = String::new();
            checks::write(&mut objects, function, (result.as_ref(), info.loose), after, &mut checks)?;
            let _ = match result {
                // A pointer to a freed object cannot be checked.
                Some(value) if is_gone(value, after) => writeln!(out, "    (void){call};"),
                // Nor can a result that no check mentions.
                Some(_) if !mentions(&checks, &names.result) => writeln!(out, "    (void){call};"),
                None if falls_off => writeln!(out, "    (void){call};"),
                Some(_) => {
                    let result = unit.types.declaration(&function.result, &names.result);
                    // Types have no qualifiers here, and the compiler must not mind.
                    let cast = match &function.result {
                        Type::Pointer(_) => format!("({})", unit.types.text(&function.result)),
                        _ => String::new(),
                    };
                    writeln!(out, "    {result} = {cast}{call};")
                }
                None => writeln!(out, "    {call};"),
            };
            out.push_str(&checks);
        }
    }
    out.push_str("}\n");
    Ok(out)
}

/// The call that a test is about; those that come before it are written.
fn call(unit: &Unit, function: &Function, mut args: Vec<String>, out: &mut String) -> Result<String, String> {
    let Some(repeats) = function.repeats else {
        let name = if function.name == "main" { RENAMED } else { &function.name };
        return Ok(format!("{name}({})", args.join(", ")));
    };
    let called = unit.function(repeats.of).ok_or("there is no such function")?;
    let discard = if called.result == Type::Void { "" } else { "(void)" };
    let text = |args: &[String]| format!("{}({})", called.name, args.join(", "));
    if let Some(calls) = repeats.calls {
        let count = called.params.len();
        let given = |call: usize| args.get(call * count..(call + 1) * count).ok_or("an argument is missing");
        for call in 1..calls {
            let _ = writeln!(out, "    {discard}{};", text(given(call - 1)?));
        }
        return Ok(text(given(calls - 1)?));
    }
    let times = args.pop().ok_or("an argument is missing")?;
    let _ = writeln!(out, "    for (unsigned gb_call = 1; gb_call < {times}; gb_call++)");
    let _ = writeln!(out, "        {discard}{};", text(&args));
    Ok(text(&args))
}

/// Whether a function may end without a `return`, as far as its last statement tells.
fn may_fall_off(unit: &Unit, id: FunctionId) -> bool {
    let last = |s: &Stmt| match &s.kind {
        StmtKind::Block(list) => !matches!(list.last().map(|s| &s.kind), Some(StmtKind::Return(_))),
        _ => true,
    };
    let function = unit.function(id);
    function.is_some_and(|f| f.result != Type::Void && f.body.as_ref().is_some_and(last))
}

/// Whether a value points to a freed object.
fn is_gone(value: &Value, after: &Heap) -> bool {
    matches!(value.as_ref().and_then(|o| after.get(o)), Some(Object::Gone { .. }))
}

/// Whether a text contains a word.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
}

/// Text that does not end the comment that it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}

//! What a script answers, as data; its text is what z3 would print.

use base::Stop;
use std::fmt;

/// The answer to one command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// To `check-sat` and `check-sat-assuming`.
    Check {
        /// What was found.
        verdict: CheckVerdict,
        /// Why it is unknown.
        reason: Option<String>,
        /// The limit that made it unknown, if it was one.
        limit: Option<Stop>,
        /// The line of the command.
        line: usize,
    },
    /// To `get-model`.
    Model(ModelText),
    /// To `get-value`: the terms as they were asked for, with their values.
    Values(Vec<(String, String)>),
    /// To `get-unsat-core` and `get-unsat-assumptions`.
    Core(Vec<String>),
    /// To `echo`.
    Echo(String),
    /// To `get-info` and `get-option`: a keyword and what is to be said about it.
    Info(String, String),
    /// To a question about an option or an attribute that does not exist here.
    Unsupported,
    /// To a command that makes no sense at this point, such as `get-model` after `unsat`. The script
    /// goes on.
    Refused {
        /// The line of the command.
        line: usize,
        /// The column of the command.
        column: usize,
        /// Why.
        message: String,
    },
}

/// The answer to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Undecided.
    Unknown,
}

impl CheckVerdict {
    /// `sat`, `unsat` or `unknown`.
    pub fn word(self) -> &'static str {
        match self {
            CheckVerdict::Sat => "sat",
            CheckVerdict::Unsat => "unsat",
            CheckVerdict::Unknown => "unknown",
        }
    }
}

/// A model in the words of SMT-LIB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelText {
    /// Uninterpreted sorts with the names of the elements that occur.
    pub universes: Vec<(String, Vec<String>)>,
    /// Constants and functions, in the order of their declarations.
    pub definitions: Vec<Definition>,
}

/// A constant or function in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters with their sorts.
    pub params: Vec<(String, String)>,
    /// The sort of its result.
    pub sort: String,
    /// Where it has which value; each row has as many arguments as there are parameters.
    pub rows: Vec<(Vec<String>, String)>,
    /// Its value elsewhere (for a constant: its value).
    pub default: String,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Check { verdict, .. } => f.write_str(verdict.word()),
            Response::Model(model) => write!(f, "{model}"),
            Response::Values(values) => {
                let pairs: Vec<String> =
                    values.iter().map(|(term, value)| format!("({term} {value})")).collect();
                write!(f, "({})", pairs.join("\n "))
            }
            Response::Core(names) => write!(f, "({})", names.join(" ")),
            Response::Echo(text) => f.write_str(text),
            Response::Unsupported => f.write_str("unsupported"),
            Response::Info(key, value) => write!(f, "({key} {value})"),
            Response::Refused { line, column, message } => {
                write!(f, "(error \"line {line} column {column}: {message}\")")
            }
        }
    }
}

impl fmt::Display for ModelText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(\n")?;
        for (sort, elements) in &self.universes {
            writeln!(f, "  ;; universe for {sort}:\n  ;;   {}", elements.join(" "))?;
            writeln!(f, "  ;; -----------\n  ;; definitions for universe elements:")?;
            for element in elements {
                writeln!(f, "  (declare-fun {element} () {sort})")?;
            }
            writeln!(f, "  ;; -----------")?;
        }
        for definition in &self.definitions {
            write!(f, "{definition}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        writeln!(f, "  (define-fun {} ({}) {}", self.name, params.join(" "), self.sort)?;
        for (args, value) in &self.rows {
            let tests: Vec<String> =
                self.params.iter().zip(args).map(|((name, _), arg)| format!("(= {name} {arg})")).collect();
            match tests.as_slice() {
                [test] => writeln!(f, "    (ite {test} {value}")?,
                _ => writeln!(f, "    (ite (and {}) {value}", tests.join(" "))?,
            }
        }
        let indent = if self.rows.is_empty() { "    " } else { "      " };
        writeln!(f, "{indent}{}{})", self.default, ")".repeat(self.rows.len()))
    }
}

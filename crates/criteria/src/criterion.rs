//! The criteria and their names.
//!
//! ```
//! use criteria::{Criterion, Mcdc};
//! assert_eq!(Criterion::parse("loop-count=3"), Ok(Criterion::LoopCount(3)));
//! assert_eq!(Criterion::parse("mcdc"), Ok(Criterion::Mcdc(Mcdc::Masking)));
//! assert_eq!(Criterion::LoopCount(2).name(), "loop-count");
//! assert_eq!(Criterion::LoopCount(3).name(), "loop-count=3");
//! assert!(Criterion::parse("brunch").unwrap_err().contains("there are: statement, branch"));
//! ```

/// What is asked of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Every path within the bounds.
    Path,
    /// Both outcomes of every decision.
    Branch,
    /// Every statement.
    Statement,
    /// Both values of every atomic condition.
    Condition,
    /// Every combination of values of the atomic conditions of a decision that its evaluation can tell apart.
    MultipleCondition,
    /// Every atomic condition decides the outcome of its decision, once each way.
    Mcdc(Mcdc),
    /// For each n from 0 up to this number, some entry of each loop executes it exactly n times.
    LoopCount(u32),
    /// Every path that executes each basic block at most this many times.
    BlockCount(u32),
    /// Every procedure is invoked.
    Function,
    /// Every call is executed.
    Call,
    /// Every definition reaches some use.
    AllDefs,
    /// Every definition reaches every use that it can reach.
    AllUses,
    /// Every definition reaches every use by every cycle-free way.
    AllDuPaths,
}

/// The kinds of modified condition/decision coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mcdc {
    /// The other conditions may differ, as long as they do not mask the one in question.
    Masking,
    /// The other conditions are the same in both evaluations, where both look at them.
    UniqueCause,
}

/// The default of K.
const DEFAULT_COUNT: u32 = 2;
/// The largest K: a larger one would make more goals than a person can read.
pub(crate) const MOST: u32 = 1000;

const NAMES: &str = "statement, branch, condition, multiple-condition, mcdc (=masking, =unique-cause), path, \
                     loop-count (=K), block-count (=K), function, call, all-defs, all-uses, all-du-paths";

impl Criterion {
    /// Every criterion, with its default parameter.
    pub const ALL: [Criterion; 13] = [
        Criterion::Statement,
        Criterion::Branch,
        Criterion::Condition,
        Criterion::MultipleCondition,
        Criterion::Mcdc(Mcdc::Masking),
        Criterion::Path,
        Criterion::LoopCount(DEFAULT_COUNT),
        Criterion::BlockCount(DEFAULT_COUNT),
        Criterion::Function,
        Criterion::Call,
        Criterion::AllDefs,
        Criterion::AllUses,
        Criterion::AllDuPaths,
    ];

    /// Reads a criterion as the command line has it: a name, or `name=parameter`.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn parse(text: &str) -> Result<Criterion, String> {
        let (name, parameter) = match text.split_once('=') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        match name {
            "loop-count" => return Ok(Criterion::LoopCount(count(name, parameter)?)),
            "block-count" => return Ok(Criterion::BlockCount(count(name, parameter)?)),
            "mcdc" => {
                return match parameter {
                    None | Some("masking") => Ok(Criterion::Mcdc(Mcdc::Masking)),
                    Some("unique-cause") => Ok(Criterion::Mcdc(Mcdc::UniqueCause)),
                    Some(other) => Err(format!(
                        "there is no kind `{other}` of mcdc; there are: mcdc=masking, mcdc=unique-cause"
                    )),
                };
            }
            _ => {}
        }
        match (Criterion::ALL.iter().find(|c| c.base_name() == name), parameter) {
            (Some(c), None) => Ok(*c),
            (Some(_), Some(_)) => {
                Err(format!("the criterion `{name}` takes no parameter, as in `-c {name}`"))
            }
            (None, _) => Err(format!("there is no criterion `{name}`; there are: {NAMES}")),
        }
    }

    fn base_name(self) -> &'static str {
        match self {
            Criterion::Path => "path",
            Criterion::Branch => "branch",
            Criterion::Statement => "statement",
            Criterion::Condition => "condition",
            Criterion::MultipleCondition => "multiple-condition",
            Criterion::Mcdc(_) => "mcdc",
            Criterion::LoopCount(_) => "loop-count",
            Criterion::BlockCount(_) => "block-count",
            Criterion::Function => "function",
            Criterion::Call => "call",
            Criterion::AllDefs => "all-defs",
            Criterion::AllUses => "all-uses",
            Criterion::AllDuPaths => "all-du-paths",
        }
    }

    /// Its name, with its parameter where that is not the usual one.
    pub fn name(self) -> String {
        let name = self.base_name();
        match self {
            Criterion::LoopCount(k) | Criterion::BlockCount(k) if k != DEFAULT_COUNT => format!("{name}={k}"),
            Criterion::Mcdc(Mcdc::UniqueCause) => format!("{name}=unique-cause"),
            _ => name.to_string(),
        }
    }

    /// Whether its goals are paths, which cannot be listed beforehand.
    pub fn is_open(self) -> bool {
        matches!(self, Criterion::Path | Criterion::BlockCount(_))
    }

    /// Whether it is about data flow.
    pub fn is_dataflow(self) -> bool {
        matches!(self, Criterion::AllDefs | Criterion::AllUses | Criterion::AllDuPaths)
    }
}

fn count(name: &str, parameter: Option<&str>) -> Result<u32, String> {
    let Some(text) = parameter else { return Ok(DEFAULT_COUNT) };
    match text.parse::<u32>() {
        Ok(k) if k <= MOST => Ok(k),
        _ => Err(format!("`{name}` takes a number from 0 to {MOST}, as in `-c {name}={DEFAULT_COUNT}`")),
    }
}

//! The table of allowed edges: which crate stands on which floor and what it may use.
//!
//! A crate uses crates of lower floors only, and of those only the ones named here. A change of the
//! plan is a change of this table and of ARCHITECTURE.md in the same commit.

/// One crate of the workspace.
pub struct Crate {
    /// The package name.
    pub name: &'static str,
    /// Its floor; `None` for crates that only serve development, which nothing else may use.
    pub floor: Option<u32>,
    /// The crates of the workspace that it may use.
    pub uses: &'static [&'static str],
}

const fn on(floor: u32, name: &'static str, uses: &'static [&'static str]) -> Crate {
    Crate { name, floor: Some(floor), uses }
}

const fn beside(name: &'static str, uses: &'static [&'static str]) -> Crate {
    Crate { name, floor: None, uses }
}

/// All crates, from the ground up.
pub const CRATES: &[Crate] = &[
    on(0, "base", &[]),
    on(1, "source", &[]),
    on(1, "linear", &["base"]),
    on(1, "tools", &[]),
    on(2, "formula", &["base"]),
    on(2, "domains", &["base", "linear"]),
    on(2, "terms", &["base"]),
    on(3, "solver", &["base", "linear", "formula"]),
    on(3, "imperative", &["base", "source"]),
    on(3, "logic", &["base", "source", "terms"]),
    on(4, "smtlib", &["base", "source", "tools", "formula", "solver"]),
    on(4, "criteria", &["source", "imperative", "logic"]),
    on(5, "suite", &["base", "source", "imperative", "logic", "criteria"]),
    on(6, "language", &["base", "source", "imperative", "logic", "suite"]),
    on(7, "front-impl", &["base", "source", "imperative", "suite", "language"]),
    on(7, "front-c", &["base", "source", "tools", "imperative", "suite", "language"]),
    on(7, "front-ada", &["base", "source", "tools", "imperative", "suite", "language"]),
    on(7, "front-mercury", &["base", "source", "terms", "logic", "suite", "language"]),
    on(7, "front-clp", &["base", "source", "terms", "logic", "suite", "language"]),
    on(8, "symbolic", &["base", "source", "formula", "solver", "imperative"]),
    on(8, "guided", &["base", "source", "formula", "solver", "logic"]),
    on(8, "infer", &["base", "source", "domains", "imperative"]),
    on(9, "explore", &["base", "source", "formula", "solver", "imperative", "symbolic"]),
    on(10, "equal", &["base", "formula", "solver", "imperative", "explore"]),
    on(10, "verify", &["base", "source", "imperative", "infer"]),
    on(
        12,
        "workbench",
        &[
            "base",
            "source",
            "tools",
            "formula",
            "solver",
            "smtlib",
            "imperative",
            "criteria",
            "suite",
            "language",
            "logic",
            "equal",
            "explore",
            "guided",
            "infer",
            "verify",
        ],
    ),
    on(13, "report", &["base", "source", "formula", "workbench"]),
    on(
        14,
        "cli",
        &[
            "base",
            "source",
            "front-impl",
            "front-c",
            "front-ada",
            "front-mercury",
            "front-clp",
            "workbench",
            "report",
        ],
    ),
    beside(
        "testkit",
        &[
            "base",
            "source",
            "linear",
            "tools",
            "formula",
            "solver",
            "smtlib",
            "imperative",
            "criteria",
            "terms",
        ],
    ),
    beside("xtask", &[]),
    beside(
        "campaigns",
        &[
            "base",
            "source",
            "linear",
            "tools",
            "formula",
            "solver",
            "imperative",
            "logic",
            "smtlib",
            "front-impl",
            "front-clp",
            "front-c",
            "front-ada",
            "front-mercury",
            "explore",
            "language",
            "workbench",
            "testkit",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_itself_goes_downwards() {
        let floor = |name: &str| {
            CRATES.iter().find(|c| c.name == name).unwrap_or_else(|| panic!("`{name}` is in no line")).floor
        };
        for one in CRATES {
            for used in one.uses {
                match (one.floor, floor(used)) {
                    (Some(upper), Some(lower)) => assert!(lower < upper, "{} uses {used}", one.name),
                    (Some(_), None) => panic!("{} uses {used}, which is for development only", one.name),
                    (None, _) => {}
                }
            }
        }
    }
}

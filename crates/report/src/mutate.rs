//! Mutation for people and scripts.
//!
//! ```text
//! operator    mutants  killed  alive  equivalent
//! arithmetic        4       3      1           0
//! all               4       3      1           0
//!
//! line 3: arithmetic: `x + y` becomes `x - y`: alive; x = 0   y = 1 would kill it
//! score 75.0 %
//! ```

use crate::suite::input_json;
use crate::text::input_text;
use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Fate, Judged, Mutated, Notation, Operator};

fn count(mutants: &[&Judged], wanted: impl Fn(&Fate) -> bool) -> usize {
    mutants.iter().filter(|m| wanted(&m.fate)).count()
}

fn row(out: &mut String, name: &str, mutants: &[&Judged]) {
    let _ = writeln!(
        out,
        "{name:<10}  {:>7}  {:>6}  {:>5}  {:>10}",
        mutants.len(),
        count(mutants, |f| matches!(f, Fate::Killed { .. })),
        count(mutants, |f| matches!(f, Fate::Alive { .. })),
        count(mutants, |f| matches!(f, Fate::Equivalent)),
    );
}

/// A table of the operators, then the mutants that live, then the score.
pub fn mutate_text(m: &Mutated) -> String {
    let mut out = String::new();
    let all: Vec<&Judged> = m.mutants.iter().collect();
    let _ = writeln!(out, "operator    mutants  killed  alive  equivalent");
    for operator in Operator::ALL {
        let own: Vec<&Judged> = all.iter().copied().filter(|x| x.operator == operator).collect();
        if !own.is_empty() {
            row(&mut out, operator.name(), &own);
        }
    }
    row(&mut out, "all", &all);
    out.push('\n');
    for x in &m.mutants {
        let Some(fate) = words(&x.fate, &m.notation) else { continue };
        let operator = x.operator.name();
        let _ = writeln!(out, "line {}: {operator}: `{}` becomes `{}`: {fate}", x.line, x.from, x.to);
    }
    for (name, why) in &m.failing {
        let _ = writeln!(out, "{name}: fails on the program as it is: {why}");
    }
    for (name, why) in &m.invalid {
        let _ = writeln!(out, "{name}: does not fit the program: {why}");
    }
    for t in m.suite.tests.iter().rev().take(m.added).rev() {
        let _ = writeln!(out, "added {}: {}  path {}", t.name, input_text(t, &m.notation), t.path);
    }
    if !m.defaults.is_empty() {
        let _ = writeln!(out, "bounds by default: {}", m.defaults.join(" "));
    }
    let _ = writeln!(out, "score {:.1} %", 100.0 * m.score());
    out
}

/// Words about a mutant that no test kills.
fn words(fate: &Fate, notation: &Notation) -> Option<String> {
    Some(match fate {
        Fate::Killed { .. } => return None,
        Fate::Alive { test: Some(t), .. } => {
            format!("alive; a test of `{}` would kill it: {}", t.entry, input_text(t, notation))
        }
        Fate::Alive { why, .. } if why.is_empty() => "alive".into(),
        Fate::Alive { why, .. } => format!("alive; {why}"),
        Fate::Equivalent => "equivalent".into(),
    })
}

/// The same for scripts.
pub fn mutate_json(m: &Mutated) -> String {
    let named = |list: &[(String, String)]| -> Vec<Value> {
        list.iter().map(|(name, why)| json!({ "name": name, "message": why })).collect()
    };
    let added: Vec<&str> = m.suite.tests.iter().rev().take(m.added).rev().map(|t| t.name.as_str()).collect();
    let object = json!({
        "mutants": m.mutants.len(),
        "killed": m.killed(),
        "alive": m.alive(),
        "equivalent": m.equivalent(),
        "score": (m.score() * 10_000.0).round() / 10_000.0,
        "details": m.mutants.iter().map(detail).collect::<Vec<Value>>(),
        "failing": named(&m.failing),
        "invalid": named(&m.invalid),
        "added": added,
        "complete": m.stopped.is_none() && !m.more,
    });
    format!("{object:#}\n")
}

fn detail(x: &Judged) -> Value {
    let mut o = json!({
        "line": x.line, "operator": x.operator.name(), "from": x.from, "to": x.to, "by": [],
    });
    match &x.fate {
        Fate::Killed { by } => {
            o["status"] = json!("killed");
            o["by"] = json!(by);
        }
        Fate::Alive { test, why } => {
            o["status"] = json!("alive");
            if let Some(t) = test {
                o["test"] = json!({ "entry": t.entry, "input": input_json(t) });
            } else if !why.is_empty() {
                o["reason"] = json!(why);
            }
        }
        Fate::Equivalent => {
            o["status"] = json!("equivalent");
            o["shown"] = json!("for all inputs");
        }
    }
    o
}

#[cfg(test)]
mod tests {
    use super::*;
    use workbench::Suite;

    fn judged(operator: Operator, fate: Fate) -> Judged {
        Judged { line: 3, operator, from: "x + y".into(), to: "x - y".into(), fate }
    }

    fn some() -> Mutated {
        let killed = Fate::Killed { by: vec!["t1".into(), "t2".into()] };
        Mutated {
            mutants: vec![
                judged(Operator::Arithmetic, killed.clone()),
                judged(Operator::Arithmetic, killed),
                judged(Operator::Negation, Fate::Alive { test: None, why: "nobody knows".into() }),
                judged(Operator::Deletion, Fate::Equivalent),
            ],
            failing: vec![("t9".into(), "y is 1, expected 2".into())],
            invalid: Vec::new(),
            suite: Suite::default(),
            added: 0,
            more: false,
            stopped: None,
            defaults: Vec::new(),
            notation: Notation::PLAIN,
        }
    }

    #[test]
    fn the_score_leaves_equivalent_mutants_out() {
        let value: Value = serde_json::from_str(&mutate_json(&some())).unwrap();
        assert_eq!(value["mutants"], 4);
        assert_eq!(
            (&value["killed"], &value["alive"], &value["equivalent"]),
            (&json!(2), &json!(1), &json!(1))
        );
        assert_eq!(value["score"], 0.6667);
        assert_eq!(value["details"][0]["by"], json!(["t1", "t2"]));
        assert_eq!(value["details"][2]["status"], "alive");
        assert_eq!(value["details"][3]["shown"], "for all inputs");
    }

    #[test]
    fn people_see_what_lives() {
        let text = mutate_text(&some());
        assert!(text.contains("arithmetic        2       2      0           0\n"), "{text}");
        assert!(text.contains("line 3: negation: `x + y` becomes `x - y`: alive; nobody knows\n"), "{text}");
        assert!(text.contains("t9: fails on the program as it is: y is 1, expected 2\n"), "{text}");
        assert!(text.ends_with("score 66.7 %\n"), "{text}");
    }
}

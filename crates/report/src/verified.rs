//! What is proved, refuted and unknown.

use crate::suite::test_json;
use crate::text::input_text;
use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{CheckedObligation, ObligationStatus, Verification};

/// Obligations for people: claims first, then errors that may happen or cannot.
pub fn verified_text(all: &Verification) -> String {
    let mut out = String::new();
    let mut entry = "";
    let mut excluded: Vec<&str> = Vec::new();
    for known in &all.obligations {
        if known.entry != entry {
            excluded_text(&mut excluded, &mut out);
            entry = &known.entry;
            let _ = writeln!(out, "{entry}");
        }
        match (&known.status, known.text.strip_prefix("no ")) {
            (ObligationStatus::Proved(_), Some(error)) if !known.is_claim => excluded.push(error),
            _ => obligation_text(known, all, &mut out),
        }
    }
    excluded_text(&mut excluded, &mut out);
    let mut assumed: Vec<&String> = all.obligations.iter().flat_map(|known| &known.assumed).collect();
    assumed.sort();
    assumed.dedup();
    for what in assumed {
        let _ = writeln!(out, "assumed: {what}");
    }
    let count = |is_claim: bool| {
        let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
        for known in all.obligations.iter().filter(|known| known.is_claim == is_claim) {
            match known.status {
                ObligationStatus::Proved(_) => proved += 1,
                ObligationStatus::Refuted(_) => refuted += 1,
                ObligationStatus::Unknown(_) => unknown += 1,
            }
        }
        (proved, refuted, unknown)
    };
    let (excluded, shown, possible) = count(false);
    if excluded + shown + possible > 0 {
        let _ = writeln!(out, "errors: {excluded} excluded, {shown} shown, {possible} possible");
    }
    let (proved, refuted, unknown) = count(true);
    let _ = writeln!(out, "claims: {proved} proved, {refuted} refuted, {unknown} unknown");
    out
}

/// The errors that no run of a procedure ends in, in as many lines as it takes.
fn excluded_text(errors: &mut Vec<&str>, out: &mut String) {
    let mut line = String::new();
    for error in errors.drain(..) {
        if line.chars().count() + error.chars().count() > 80 {
            let _ = writeln!(out, "  excluded  {line},");
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(error);
    }
    if !line.is_empty() {
        let _ = writeln!(out, "  excluded  {line}");
    }
}

fn obligation_text(known: &CheckedObligation, all: &Verification, out: &mut String) {
    let what = match known.is_claim {
        true => format!("line {}: {}", known.line, known.text),
        false if known.text.ends_with(" here") => {
            format!("line {}, column {}: {}", known.line, known.column, known.text)
        }
        false if known.kind == "errors" => format!("line {}: {}", known.line, known.text),
        false => known.text.clone(),
    };
    match &known.status {
        ObligationStatus::Proved(by) => {
            let _ = writeln!(out, "  proved    {what}   (by {by})");
        }
        ObligationStatus::Unknown(why) => {
            let _ = writeln!(out, "  unknown   {what}\n              {why}");
        }
        ObligationStatus::Refuted(test) => {
            let input = input_text(test, &all.notation);
            let by = if test.entry == known.entry {
                String::new()
            } else {
                format!("by {}, which calls {}, ", test.entry, known.entry)
            };
            let _ = writeln!(out, "  refuted   {what}\n              {by}on {input}");
        }
    }
}

/// Obligations for scripts.
pub fn verified_json(all: &Verification) -> String {
    let one = |known: &CheckedObligation| {
        let mut value = json!({
            "entry": known.entry, "line": known.line, "column": known.column, "kind": known.kind,
            "claim": known.text, "assumed": known.assumed,
        });
        match &known.status {
            ObligationStatus::Proved(by) => {
                value["status"] = json!("proved");
                value["by"] = json!(by);
            }
            ObligationStatus::Refuted(test) => {
                value["status"] = json!("refuted");
                value["counterexample"] = test_json(test);
            }
            ObligationStatus::Unknown(why) => {
                value["status"] = json!("unknown");
                value["why"] = json!(why);
            }
        }
        value
    };
    let all: Vec<Value> = all.obligations.iter().map(one).collect();
    format!("{:#}\n", json!({ "obligations": all }))
}

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
    for known in &all.obligations {
        if known.entry != entry {
            entry = &known.entry;
            let _ = writeln!(out, "{entry}");
        }
        obligation_text(known, all, &mut out);
    }
    let claims = all.obligations.iter().filter(|known| known.is_claim);
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for known in claims {
        match known.status {
            ObligationStatus::Proved(_) => proved += 1,
            ObligationStatus::Refuted(_) => refuted += 1,
            ObligationStatus::Unknown(_) => unknown += 1,
        }
    }
    let _ = writeln!(out, "claims: {proved} proved, {refuted} refuted, {unknown} unknown");
    out
}

fn obligation_text(known: &CheckedObligation, all: &Verification, out: &mut String) {
    let what = match known.is_claim {
        true => format!("line {}: {}", known.line, known.text),
        false if known.text.ends_with(" here") => {
            format!("line {}, column {}: {}", known.line, known.column, known.text)
        }
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
            let _ = writeln!(out, "  refuted   {what}\n              on {}", input_text(test, &all.notation));
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

//! What is read here is what SWI-Prolog reads: the same terms, and errors in the same texts.

mod reading;
mod tricky;

use reading::{lines, programs};

/// Where both differ; that one says why something is wrong in other words is no difference.
fn differences(texts: &[String], judged: &[Vec<String>]) -> Vec<String> {
    let plain = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|l| if l.starts_with("error") { "error".to_string() } else { l.clone() }).collect()
    };
    let mut wrong = Vec::new();
    for (text, theirs) in texts.iter().zip(judged) {
        let ours = lines(text);
        if plain(&ours) != plain(theirs) {
            wrong.push(format!("{text:?}\n  here:  {}\n  swipl: {}", ours.join(" | "), theirs.join(" | ")));
        }
    }
    wrong
}

fn judge(texts: &[String], what_for: &str) {
    if testkit::require::program("swipl", what_for).is_none() {
        return;
    }
    let wrong = differences(texts, &testkit::prolog::read_all(texts));
    assert!(wrong.is_empty(), "{} of {} differ\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

#[test]
fn tricky_texts() {
    let texts: Vec<String> = tricky::TEXTS.iter().map(|t| t.to_string()).collect();
    assert!(texts.len() >= 60, "the list has shrunk");
    judge(&texts, "tricky texts read by swipl");
}

#[test]
fn the_corpus() {
    let texts: Vec<String> = programs("corpus/clp").into_iter().map(|(_, text)| text).collect();
    judge(&texts, "the corpus read by swipl");
}

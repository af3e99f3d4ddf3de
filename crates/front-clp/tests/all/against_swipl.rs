//! What is read here is what SWI-Prolog reads: the same terms, and errors in the same texts.

use crate::random;
use crate::reading;
use crate::tricky;

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

#[test]
fn random_terms_with_and_without_operators() {
    let mut random = base::Random::new(7);
    let mut texts = Vec::new();
    let mut wrong = Vec::new();
    for i in 0..1500 {
        let mut terms = logic::Terms::new();
        let ops = front_clp::operators(&mut terms);
        let term = random::term(&mut random, &mut terms, 1 + i % 5);
        let names = logic::canonical_names(&terms, term);
        let canonical = logic::Writer::new(&terms).names(&names).text(term);
        let pretty = logic::Writer::new(&terms).names(&names).ops(&ops).text(term);
        // Grammar rules are translated when they are read, and what ends a text would end the reading.
        if matches!(terms.callable(term), Some((name, [_, _])) if name == logic::Atom::DCG_ARROW) {
            continue;
        }
        for shown in [&canonical, &pretty] {
            let text = format!("{shown} .");
            if lines(&text) != [format!("read {canonical}")] {
                wrong.push(format!("{canonical}\n  as {shown}\n  is {}", lines(&text).join(" | ")));
            }
            texts.push(text);
        }
    }
    assert!(wrong.is_empty(), "{} do not read back\n{}", wrong.len(), wrong.join("\n"));
    assert!(texts.len() >= 1000);
    judge(&texts, "random terms read by swipl");
}

#[test]
fn random_tokens() {
    let mut random = base::Random::new(11);
    let texts: Vec<String> = (0..4000).map(|_| random::tokens(&mut random)).collect();
    judge(&texts, "random tokens read by swipl");
}

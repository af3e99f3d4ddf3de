//! What came of tests, for other tools: JUnit XML and the Test Anything Protocol.

use std::fmt::Write;
use workbench::{Ran, Verdict};

/// Text within XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            // XML has no sign for these.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// As JUnit XML: a failed test has a failure, one that does not fit the program an error.
pub fn run_junit(ran: &[Ran], program: &str) -> String {
    let count = |of: fn(&Verdict) -> bool| ran.iter().filter(|ran| of(&ran.verdict)).count();
    let failed = count(|verdict| matches!(verdict, Verdict::Failed(_)));
    let invalid = count(|verdict| matches!(verdict, Verdict::Invalid(_)));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let name = escaped(program);
    let _ = writeln!(
        out,
        "<testsuites tests=\"{0}\" failures=\"{failed}\" errors=\"{invalid}\">\n  \
         <testsuite name=\"{name}\" tests=\"{0}\" failures=\"{failed}\" errors=\"{invalid}\">",
        ran.len()
    );
    for test in ran {
        let start = format!("    <testcase name=\"{}\" classname=\"{name}\"", escaped(&test.name));
        let (element, why) = match &test.verdict {
            Verdict::Passed => {
                let _ = writeln!(out, "{start}/>");
                continue;
            }
            Verdict::Failed(why) => ("failure", why),
            Verdict::Invalid(why) => ("error", why),
        };
        let _ = writeln!(out, "{start}>\n      <{element} message=\"{}\"/>\n    </testcase>", escaped(why));
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// In the Test Anything Protocol, version 13.
pub fn run_tap(ran: &[Ran]) -> String {
    let mut out = format!("TAP version 13\n1..{}\n", ran.len());
    for (number, test) in ran.iter().enumerate() {
        let line = |text: &str| text.replace('#', "\\#").replace(['\n', '\r'], " ");
        let (word, why) = match &test.verdict {
            Verdict::Passed => ("ok", None),
            Verdict::Failed(why) => ("not ok", Some(why.clone())),
            Verdict::Invalid(why) => ("not ok", Some(format!("does not fit the program: {why}"))),
        };
        let _ = writeln!(out, "{word} {} - {}", number + 1, line(&test.name));
        if let Some(why) = why {
            let _ = writeln!(out, "  ---\n  message: {:?}\n  ...", line(&why));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran() -> Vec<Ran> {
        let of = |name: &str, verdict| Ran { name: name.to_string(), verdict };
        vec![
            of("t1", Verdict::Passed),
            of("<t2>", Verdict::Failed("X > 1 & \"no\"".to_string())),
            of("t#3", Verdict::Invalid("line\nbreak".to_string())),
        ]
    }

    #[test]
    fn junit_counts_and_escapes() {
        let text = run_junit(&ran(), "a.m");
        assert!(text.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{text}");
        assert!(text.contains("<testcase name=\"&lt;t2&gt;\" classname=\"a.m\">"), "{text}");
        assert!(text.contains("<failure message=\"X &gt; 1 &amp; &quot;no&quot;\"/>"), "{text}");
        assert!(text.contains("<error message=\"line&#10;break\"/>"), "{text}");
    }

    #[test]
    fn tap_has_a_plan_and_a_line_for_each_test() {
        let text = run_tap(&ran());
        assert!(text.starts_with("TAP version 13\n1..3\nok 1 - t1\nnot ok 2 - <t2>\n"), "{text}");
        assert!(
            text.contains("not ok 3 - t\\#3\n  ---\n  message: \"does not fit the program: line break\"")
        );
    }
}

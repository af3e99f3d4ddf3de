//! What the tests of edited texts share: making a mutant in the text, as it is shown, and the numbers that a campaign sets.

use workbench::Judged;

/// A number that a campaign sets (`GLASSBOX_PROGRAMS`), or the usual one.
pub fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with a mutant made at its line; nothing where what is changed does not stand there once, or not as it is shown.
pub fn edited(text: &str, mutant: &Judged) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let line = lines.get_mut(mutant.line.checked_sub(1)?)?;
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    let plain = one_line(line);
    if mutant.from.contains('…') || mutant.to.contains('…') || plain.matches(&mutant.from).count() != 1 {
        return None;
    }
    *line = format!("{indent}{}", plain.replacen(&mutant.from, &mutant.to, 1));
    Some(lines.join("\n"))
}

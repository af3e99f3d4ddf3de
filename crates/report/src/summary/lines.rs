//! Lines of a certain width.

/// What is not shown of a long part is counted.
pub fn elided(part: &str, width: usize) -> String {
    let count = part.chars().count();
    if count <= width {
        return part.to_string();
    }
    // The count itself takes place.
    const SIGN: usize = 12;
    let shown = width.saturating_sub(SIGN).max(1);
    let end = shown / 4;
    let start: String = part.chars().take(shown - end).collect();
    let rest: String = part.chars().skip(count - end).collect();
    format!("{start}…(+{})…{rest}", count - shown)
}

/// A text whose lines are no wider than that, but for single words: what is wider goes on in the next line, further right.
pub fn folded(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.chars().count() <= width {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let body = line.trim_start();
        let indent = line.chars().count() - body.chars().count();
        let (first, margin) = (" ".repeat(indent), " ".repeat(indent + 4));
        let mut now = first;
        let mut started = false;
        for word in body.split(' ') {
            if started && now.chars().count() + 1 + word.chars().count() > width {
                end(&mut out, &mut now, &margin);
                started = false;
            }
            if started {
                now.push(' ');
            }
            now.push_str(&elided(word, width.saturating_sub(margin.chars().count()).max(LEAST)));
            started = true;
        }
        out.push_str(now.trim_end());
        out.push('\n');
    }
    out
}

/// Parts one after the other, in as many lines as it takes: the first line begins with `first`, the others with `margin`. A part that
/// fits into no line is cut between words, and elided where that does not help.
pub fn wrapped(out: &mut String, first: &str, margin: &str, parts: &[String], width: usize) {
    // On a narrow screen nothing is gained by a margin.
    let margin = if margin.chars().count() * 2 > width { "  " } else { margin };
    let mut line = first.to_string();
    let mut empty = true;
    let length = |text: &str| text.chars().count();
    for part in parts {
        let gap = if empty { "" } else { "   " };
        if length(&line) + length(gap) + length(part) <= width {
            line.push_str(gap);
            line.push_str(part);
            empty = false;
            continue;
        }
        if !empty || length(first) + LEAST > width {
            end(out, &mut line, margin);
        }
        // Words of a part that is longer than a line.
        let mut started = false;
        let words: Vec<&str> = part.split(' ').collect();
        for word in shortened(&words, width.saturating_sub(length(margin)).max(LEAST)) {
            let gap = if started { " " } else { "" };
            if started && length(&line) + length(gap) + length(&word) > width {
                end(out, &mut line, margin);
            } else {
                line.push_str(gap);
            }
            let room = width.saturating_sub(length(&line)).max(LEAST);
            line.push_str(&elided(&word, room));
            started = true;
        }
        empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// A part is never cut to fewer characters.
const LEAST: usize = 16;

/// Lines that one part takes at the most.
const MOST_LINES: usize = 8;

/// The words of a part; those in the middle are counted where there are too many.
fn shortened(words: &[&str], room: usize) -> Vec<String> {
    let total: usize = words.iter().map(|word| word.chars().count() + 1).sum();
    let most = room * MOST_LINES;
    let all = || words.iter().map(|word| word.to_string());
    if total <= most {
        return all().collect();
    }
    let within = |words: &mut dyn Iterator<Item = &&str>| {
        let mut sum = 0;
        words
            .take_while(|word| {
                sum += word.chars().count() + 1;
                sum < most / 2
            })
            .count()
    };
    let (front, back) = (within(&mut words.iter()).max(1), within(&mut words.iter().rev()));
    let left = words.len().saturating_sub(front + back);
    let mut kept: Vec<String> = all().take(front).collect();
    kept.push(format!("…({left} more)…"));
    kept.extend(all().skip(words.len() - back));
    kept
}

/// Ends a line and begins the next.
fn end(out: &mut String, line: &mut String, margin: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
    *line = margin.to_string();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let parts: Vec<String> = [
            "p = &a1",
            "a1 = {.data = 3, .next = &a2}",
            &"x".repeat(300),
            &"many words ".repeat(400),
            "é = 1",
        ]
        .map(str::to_string)
        .to_vec();
        for width in [20, 40, 79, 100] {
            let mut out = String::new();
            wrapped(&mut out, "  insert_1  ", "            ", &parts, width);
            let widest = out.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= width, "{width}: {widest}\n{out}");
            assert!(out.contains("p = &a1"), "{out}");
            assert!(out.contains("more)…") && out.contains("é = 1"), "{out}");
        }
    }

    #[test]
    fn short_parts_stand_on_one_line() {
        let mut out = String::new();
        wrapped(&mut out, "t  ", "   ", &["a = 1".to_string(), "b = 2".to_string()], 40);
        assert_eq!(out, "t  a = 1   b = 2\n");
    }
}

//! Files without directives, for whoever has no preprocessor at hand.

/// What the headers would declare.
pub const DECLARED: &str = "typedef unsigned long size_t; typedef _Bool bool; typedef unsigned int uint32_t;
enum { false, true }; enum { CAPACITY = 16, BUCKETS = 31, INT_MAX = 2147483647 };
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *); void abort(void);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
size_t strlen(const char *); char *strcpy(char *, const char *); char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t); char *strchr(const char *, int); char *strrchr(const char *, int);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
int isalnum(int); int isdigit(int); int tolower(int); int printf(const char *, ...);
";

/// A text without its directives, with the macros of random files written out, and with what its headers declare.
pub fn without_directives(text: &str) -> String {
    let mut rest: String = text.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    rest = rest.replace("KEEP(", "(").replace("NULL", "((void *)0)");
    let mut out = DECLARED.to_string();
    while let Some((before, after)) = rest.split_once("CHANGE(") {
        out.push_str(before);
        let (parts, end) = arguments(after);
        match parts.as_slice() {
            [place, op, value] => out.push_str(&format!("{place} {}= {value}", op.trim())),
            _ => out.push_str("CHANGE("),
        }
        rest = if parts.len() == 3 { after[end..].to_string() } else { after.to_string() };
    }
    out.push_str(&rest);
    out
}

/// The arguments up to the bracket that closes them, and where it ends.
fn arguments(text: &str) -> (Vec<&str>, usize) {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                parts.push(&text[start..at]);
                return (parts, at + 1);
            }
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    (parts, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_written_out() {
        let text = without_directives("#define X\nCHANGE(a[f(1, 2)], >>, KEEP(b + 1));\nCHANGE(x, +, 1);\n");
        assert!(text.ends_with("a[f(1, 2)] >>=  (b + 1);\nx +=  1;\n"), "{text}");
    }
}

//! What a file has of headers: those that it includes, or its own copies of what they declare.
//!
//! ```text
//! # 214 "/usr/lib/gcc/…/stddef.h" 3 4
//! typedef long unsigned int size_t;         a copy: the file was preprocessed before
//! ```

use crate::scan::{TokenKind, tokens};
use crate::tree::{Headers, Unit};

/// Types that headers declare, besides those that start with two underscores.
const TYPES: &[&str] = &[
    "FILE",
    "blkcnt_t",
    "blksize_t",
    "clock_t",
    "clockid_t",
    "dev_t",
    "div_t",
    "fd_set",
    "fpos_t",
    "fsid_t",
    "gid_t",
    "id_t",
    "idtype_t",
    "ino_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intptr_t",
    "key_t",
    "ldiv_t",
    "lldiv_t",
    "loff_t",
    "mode_t",
    "nlink_t",
    "off_t",
    "pid_t",
    "ptrdiff_t",
    "pthread_t",
    "register_t",
    "sig_atomic_t",
    "sigset_t",
    "size_t",
    "ssize_t",
    "stack_t",
    "suseconds_t",
    "time_t",
    "timer_t",
    "u_char",
    "u_int",
    "u_long",
    "u_short",
    "uid_t",
    "uint",
    "ulong",
    "useconds_t",
    "ushort",
    "va_list",
    "wchar_t",
];

/// What a text has of headers.
pub(crate) fn headers(text: &str) -> Headers {
    let all = tokens(text);
    let directives = all.iter().filter(|t| t.kind == TokenKind::Directive);
    let mut words = directives.map(|t| t.text(text).trim_start_matches('#').trim_start());
    if words.any(|word| word.starts_with("include")) {
        return Headers::Included;
    }
    let mut rest = all.iter().filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Directive));
    let (mut in_typedef, mut last, mut depth) = (false, "", 0u32);
    let copied = rest.any(|t| {
        let word = t.text(text);
        match word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = word == ";" && depth == 0;
        let found = in_typedef && ends && (TYPES.contains(&last) || last.starts_with("__"));
        in_typedef = word == "typedef" || in_typedef && !ends;
        last = word;
        found
    });
    if copied { Headers::Copied } else { Headers::Absent }
}

/// In a file with copies of headers, functions for the compiler's convenience belong to those, which nothing else tells where
/// there are no markers: `static __inline __uint16_t __bswap_16(__uint16_t x) …`.
pub(crate) fn give_back(unit: &mut Unit) {
    if unit.headers != Headers::Copied {
        return;
    }
    let reserved = |name: &str| name.starts_with("__") && !name.starts_with("__VERIFIER");
    for f in unit.functions.iter_mut().filter(|f| f.is_inline && reserved(&f.name)) {
        f.from_header = true;
        f.from_system = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{Headers, headers};

    #[test]
    fn copies_of_headers_are_noticed() {
        assert_eq!(
            headers("typedef unsigned int size_t; int f(size_t n) { return n > 3; }"),
            Headers::Copied
        );
        assert_eq!(headers("# 1 \"a.c\"\ntypedef struct { int __val[2]; } __fsid_t;\n"), Headers::Copied);
        assert_eq!(headers("#include <stdlib.h>\ntypedef unsigned long size_t;"), Headers::Included);
        assert_eq!(headers("typedef struct node { int n; } node;"), Headers::Absent);
    }
}

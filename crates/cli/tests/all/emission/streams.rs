//! Streams that are inputs: null, or one that can be written to.

use super::judging::passes;

/// Writing to a null pointer is a null dereference; writing to a stream goes on.
#[test]
fn null_streams_are_errors() {
    let text = "#include <stdio.h>
struct log { FILE *to; int level; };
static FILE *everywhere;
int print(FILE *out, int x) { if (x > 3) fprintf(out, \"%d\\n\", x); return x; }
int text(FILE *out, const char *s) { fputs(s, out); return 1; }
int letter(FILE *out) { fputc('c', out); putc('d', out); return 2; }
int note(struct log *log, int level) { if (!log || level < log->level) return 0; fprintf(log->to, \"!\"); return 1; }
int all(int x) { if (x == 7) fprintf(everywhere, \"%d\\n\", x); return x; }
int fine(int x) { if (x == 7) { fprintf(stderr, \"%d\\n\", x); fflush(NULL); } return x; }
";
    let (said, ran) = passes("streams", text);
    for line in [4, 5, 6, 7, 8] {
        assert!(
            said.contains(&format!("error: null pointer dereference\n --> p.c:{line}:")),
            "{line}: {said}"
        );
    }
    assert!(!said.contains("null pointer dereference\n --> p.c:9:") && !said.contains("unknown:"), "{said}");
    assert!(said.contains("; complete within the bounds"), "{said}");
    assert!(!said.contains("_flags"), "{said}");
    assert!(ran.contains("ok "), "{ran}");
}

/// What cannot be followed with a stream is an error with a null pointer all the same.
#[test]
fn streams_that_are_read() {
    let text = "#include <stdio.h>
int get(FILE *in) { return fgetc(in) == 'x'; }
int end(FILE *in) { if (feof(in)) return 1; return 0; }
int shut(FILE *in) { return fclose(in); }
";
    let (said, _) = passes("reads", text);
    for line in 2..=4 {
        assert!(
            said.contains(&format!("error: null pointer dereference\n --> p.c:{line}:")),
            "{line}: {said}"
        );
    }
    assert!(said.contains("unknown: a call of `fclose`, which is not defined here"), "{said}");
}

/// Compilers leave calls out that write nothing.
#[test]
fn nothing_that_is_written_may_need_no_stream() {
    let text = "#include <stdio.h>
int none(FILE *out) { fputs(\"\", out); fprintf(out, \"%s\", \"\"); return 1; }
";
    let (said, _) = passes("empty", text);
    assert!(!said.contains("null pointer dereference"), "{said}");
    assert!(
        said.contains("unknown: a null pointer as the stream of `fputs`, which writes nothing"),
        "{said}"
    );
}

/// A function that only writes is followed by what it writes, unless its stream may be missing.
#[test]
fn streams_of_functions_that_only_write() {
    let text = "#include <stdarg.h>
#include <stdio.h>
static FILE *to;
static void note(const char *format, ...)
{
    va_list all;
    va_start(all, format);
    vfprintf(to, format, all);
    va_end(all);
}
int f(int x) { if (x > 3) note(\"%d\", x); return x; }
";
    let (said, _) = passes("noted", text);
    assert!(said.contains("unknown: a call of `note`, which takes any number of arguments"), "{said}");
}

//! The parts of a file of tests that are always the same.

use imperative::ErrorKind;

/// No sanitizer shows it.
pub(super) const NEVER: i8 = -1;

/// A sanitizer may show it, or not: the compiler may have made something else of it.
pub(super) const PERHAPS: i8 = 3;

/// Whether an error shows itself without a sanitizer, by a process that ends otherwise than it should: 2 for always, 1 for
/// most of the time (`&p->f` of a null pointer is one, too), 0 for seldom; [`NEVER`] if no sanitizer shows it either.
pub(super) fn visibility(kind: ErrorKind) -> i8 {
    match kind {
        kind if kind.is_silent() => NEVER,
        ErrorKind::DivisionByZero | ErrorKind::FailedAssertion | ErrorKind::Abort | ErrorKind::Exit => 2,
        ErrorKind::NilDereference => 1,
        _ => 0,
    }
}

/// What every file starts with. Tests of errors do what a compiler may take to be impossible, so it must not reason from
/// that, whatever it is told on the command line.
pub(super) const FIRST: &str = r##"#if defined(__GNUC__) && !defined(__clang__)
#undef _FORTIFY_SOURCE
#pragma GCC optimize ("O0")
#endif
"##;

/// Begins what clang's sanitizers leave alone: a pointer moved by a number without a sign that stands for a negative one, and
/// parameters such as `int a[n]` with nothing in them, which are no errors for others. gcc knows no such directive.
pub(super) fn unwatched(shifts_constants: bool) -> String {
    let shifts = if shifts_constants { ", \"shift-base\"" } else { "" };
    format!(
        "#if defined(__clang__)\n#pragma clang attribute push(__attribute__((no_sanitize(\"pointer-overflow\", \
         \"vla-bound\"{shifts}))), apply_to = function)\n#endif\n"
    )
}

/// Ends that.
pub(super) const WATCHED: &str = "#if defined(__clang__)\n#pragma clang attribute pop\n#endif\n";

/// What is said of a file that shifts constants into the sign.
pub(super) const SHIFTS: &str =
    "/* The file under test has shifts as in `1 << 31`: build with -fno-sanitize=shift-base, too. */\n";

/// What every file has.
pub(super) const HEAD: &str = r##"#include <stdio.h>
#include <stdlib.h>

/* What a test makes to give to a function it does not take back: that is no leak of the program. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static int gb_failures, gb_tests, gb_bad;

__attribute__((unused)) static inline void gb_check(int holds, const char *what)
{
    if (!holds) {
        gb_bad = 1;
        printf(GB_LINE "# does not hold: %s\n", what);
    }
}

static void gb_ended(const char *name, const char *remark)
{
    gb_tests++;
    gb_failures += gb_bad;
    printf(GB_LINE "%s %d - %s%s\n", gb_bad ? "not ok" : "ok", gb_tests, name, remark);
    fflush(stdout);
}

static void gb_plan(int tests)
{
    printf("1..%d\n", tests);
}

/* The file under test may have other words for these. */
__attribute__((unused)) static inline void *gb_new(size_t size)
{
    return calloc(1, size);
}

__attribute__((unused, noreturn)) static inline void gb_abort(void)
{
    abort();
}

/* Hides from the compiler how large an array is. */
__attribute__((unused)) static inline void *gb_array(const void *array)
{
    const void *volatile hidden = array;
    return (void *)hidden;
}

__attribute__((unused)) static inline void gb_run(const char *name, void (*test)(void))
{
    gb_bad = 0;
    test();
    gb_ended(name, "");
}
"##;

/// What a file has in which an input is a stream.
pub(super) const STREAM: &str = r##"
__attribute__((unused)) static FILE *gb_stream(void)
{
    FILE *stream = fopen("/dev/null", "w+");
    if (stream == NULL)
        abort();
    return stream;
}
"##;

/// What a line of a test's own starts with: what the file under test has printed may not have ended its last line.
pub(super) fn line_start(prints: bool) -> &'static str {
    if prints { "#define GB_LINE \"\\n\"\n" } else { "#define GB_LINE \"\"\n" }
}

/// What a file has in which a test ends in an error.
pub(super) const CHILD: &str = r##"
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* An error that the machine does not notice by itself is only looked for under sanitizers. */
#if defined(__SANITIZE_ADDRESS__)
#define GB_SANITIZED 1
#else
#define GB_SANITIZED 0
#endif

/* Where the compiler counts what is run, it counts what children run, too. */
extern void __gcov_exit(void) __attribute__((weak));

static void gb_end_child(int status)
{
    if (__gcov_exit)
        __gcov_exit();
    _exit(status);
}

/* Ends a test that should have ended in an error. */
#define GB_RETURNED 113

__attribute__((unused)) static inline void gb_run_in_child(const char *name, void (*test)(void), const char *error, int visible)
{
    int status = 0;
    pid_t child;
    gb_bad = 0;
    if (visible < 0) {
        gb_ended(name, " # SKIP nothing notices it");
        return;
    }
    if ((visible == 0 || visible == 3) && !GB_SANITIZED) {
        gb_ended(name, " # SKIP needs -fsanitize=address,undefined -fno-sanitize-recover=all");
        return;
    }
    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(GB_RETURNED);
        if (__gcov_exit) {
            signal(SIGABRT, gb_end_child);
            signal(SIGSEGV, gb_end_child);
            signal(SIGFPE, gb_end_child);
            signal(SIGILL, gb_end_child);
        }
        test();
        gb_end_child(GB_RETURNED);
    }
    if (child < 0 || waitpid(child, &status, 0) != child
        || (WIFEXITED(status) && WEXITSTATUS(status) == GB_RETURNED)) {
        if (visible == 3) {
            gb_ended(name, " # SKIP nothing has noticed it");
            return;
        }
        if (visible < 2 && !GB_SANITIZED) {
            gb_ended(name, " # SKIP needs -fsanitize=address,undefined -fno-sanitize-recover=all");
            return;
        }
        gb_bad = 1;
        printf(GB_LINE "# should end in: %s\n", error);
    }
    gb_ended(name, "");
}

/* Runs a test in a program that has just started, as far as the functions under test can tell. */
__attribute__((unused)) static inline void gb_run_fresh(const char *name, void (*test)(void))
{
    int status = 0;
    pid_t child;
    gb_bad = 0;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        test();
        fflush(stdout);
        gb_end_child(gb_bad);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        gb_bad = 1;
    gb_ended(name, "");
}
"##;

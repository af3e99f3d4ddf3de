//! The parts of a file of tests that are always the same.

use imperative::ErrorKind;

/// Whether an error shows itself without a sanitizer: the process ends by a signal.
pub(super) fn shows_itself(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NilDereference | ErrorKind::DivisionByZero | ErrorKind::FailedAssertion | ErrorKind::Abort
    )
}

/// What every file has.
pub(super) const HEAD: &str = r##"#include <stdio.h>
#include <stdlib.h>

static int gb_failures, gb_tests, gb_bad;

static inline void gb_check(int holds, const char *what)
{
    if (!holds) {
        gb_bad = 1;
        printf("# does not hold: %s\n", what);
    }
}

static void gb_ended(const char *name, const char *remark)
{
    gb_tests++;
    gb_failures += gb_bad;
    printf("%s %d - %s%s\n", gb_bad ? "not ok" : "ok", gb_tests, name, remark);
    fflush(stdout);
}

static inline void gb_run(const char *name, void (*test)(void))
{
    gb_bad = 0;
    test();
    gb_ended(name, "");
}
"##;

/// What a file has in which a test ends in an error.
pub(super) const CHILD: &str = r##"
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* An error that the machine does not notice by itself is only looked for under sanitizers. */
#if defined(__SANITIZE_ADDRESS__)
#define GB_SANITIZED 1
#else
#define GB_SANITIZED 0
#endif

static void gb_run_in_child(const char *name, void (*test)(void), const char *error, int visible)
{
    int status = 0;
    pid_t child;
    gb_bad = 0;
    if (!visible && !GB_SANITIZED) {
        gb_ended(name, " # SKIP needs -fsanitize=address,undefined");
        return;
    }
    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(0);
        test();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
        gb_bad = 1;
        printf("# should end in: %s\n", error);
    }
    gb_ended(name, "");
}
"##;

//! Names that the file under test has in common with the headers of the tests.
//!
//! A list without `<stdio.h>` may well have a function `remove`, and a model of messages its own `read`. Headers come first in a
//! file of tests, so such names are changed for the rest of it.
//!
//! ```text
//! #define remove own_remove
//! #include "list.c"
//! ```

use super::Subject;
use crate::lower::is_missing;
use crate::tree::Function;
use std::fmt::Write as _;

/// What the headers of the tests declare, and programs may.
const DECLARED: &str = "\
    a64l abs access acct alarm aligned_alloc alloca arc4random arc4random_buf arc4random_uniform at_quick_exit \
    atexit atof atoi atol atoll brk bsearch chdir chown chroot clearenv clearerr clearerr_unlocked close closefrom \
    confstr crypt ctermid daemon div dprintf drand48 drand48_r dup dup2 ecvt ecvt_r endusershell erand48 erand48_r \
    execl execle execlp execv execve execvp faccessat fchdir fchown fchownat fclose fcvt fcvt_r fdatasync fdopen \
    feof feof_unlocked ferror ferror_unlocked fexecve fflush fflush_unlocked fgetc fgetc_unlocked fgetpos fgets \
    fileno fileno_unlocked flockfile fmemopen fopen fork fpathconf fprintf fputc fputc_unlocked fputs fread \
    fread_unlocked freopen fscanf fseek fseeko fsetpos fsync ftell ftello ftruncate ftrylockfile funlockfile fwrite \
    fwrite_unlocked gcvt getc getc_unlocked getchar getchar_unlocked getcwd getdelim getdomainname getdtablesize \
    getegid getentropy getenv geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin getlogin_r \
    getopt getpagesize getpass getpgid getpgrp getpid getppid getsid getsubopt getuid getusershell getw getwd \
    gsignal initstate initstate_r isatty jrand48 jrand48_r kill killpg l64a labs lchown lcong48 lcong48_r ldiv link \
    linkat llabs lldiv lockf lrand48 lrand48_r lseek mblen mbstowcs mbtowc mkdtemp mkstemp mkstemps mktemp mrand48 \
    mrand48_r nice nrand48 nrand48_r on_exit open_memstream optarg opterr optind optopt pathconf pause pclose perror \
    pipe popen posix_memalign pread profil pselect psiginfo psignal pthread_kill pthread_sigmask putc putc_unlocked \
    putchar putchar_unlocked putenv puts putw pwrite qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort quick_exit raise rand \
    rand_r random random_r read readlink readlinkat reallocarray realpath remove rename renameat revoke rewind rmdir \
    rpmatch sbrk scanf seed48 seed48_r select setbuf setbuffer setdomainname setegid setenv seteuid setgid sethostid \
    sethostname setlinebuf setlogin setpgid setpgrp setregid setreuid setsid setstate setstate_r setuid setusershell \
    setvbuf sigaction sigaddset sigaltstack sigblock sigdelset sigemptyset sigfillset siggetmask siginterrupt \
    sigismember signal sigpending sigprocmask sigqueue sigreturn sigsetmask sigstack sigsuspend sigtimedwait sigwait \
    sigwaitinfo sleep snprintf sprintf srand srand48 srand48_r srandom srandom_r sscanf ssignal strtod strtof strtol \
    strtold strtoll strtoq strtoul strtoull strtouq symlink symlinkat sync syscall sysconf system tcgetpgrp \
    tcsetpgrp tempnam tmpfile tmpnam tmpnam_r truncate ttyname ttyname_r ttyslot ualarm ungetc unlink unlinkat \
    unsetenv usleep valloc vdprintf vfork vfprintf vfscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf wait \
    wait3 wait4 waitid waitpid wcstombs wctomb write";

/// Writes the new names of what would clash. Without headers, these are only what the file defines and tests call.
pub(super) fn rename(subject: &Subject<'_>, plain: bool, out: &mut String) {
    let unit = subject.unit;
    let defined = |f: &&Function| f.body.is_some() && !f.from_system;
    let own = unit.functions.iter().filter(|f| defined(f) || !plain && is_missing(f));
    let functions = own.map(|f| f.name.as_str());
    let variables =
        unit.globals.iter().filter(|g| g.owner.is_none() && !g.from_system && !(plain && g.is_extern));
    let names = functions.chain(variables.filter_map(|g| g.written.as_deref()));
    for name in names.filter(|name| DECLARED.split_whitespace().any(|d| d == *name)) {
        let _ = writeln!(out, "#define {name} own_{name}");
    }
}

//! Functions that compilers know by themselves give what they give when compiled.

use crate::reading;

use imperative::ErrorKind;
use reading::lowered::{End, lower};
use reading::{have_cc, run_c};
use std::fmt::Write;

const NUMBERS: &[i64] = &[
    0,
    1,
    2,
    3,
    -1,
    8,
    255,
    -256,
    0x8000,
    0x7fff_ffff,
    -0x8000_0000,
    0x1234_5678,
    0x1_0000_0000,
    0x6000_0000_0000_0000,
    i64::MIN,
    i64::MAX,
    -2,
    48,
];

const TEXT: &str = "
unsigned short s16(unsigned short x) { return __builtin_bswap16(x); }
unsigned s32(unsigned x) { return __builtin_bswap32(x); }
long s64(unsigned long x) { return (long) __builtin_bswap64(x); }
int pop(unsigned x) { return __builtin_popcount(x); }
int popl(unsigned long x) { return __builtin_popcountl(x); }
int popll(unsigned long long x) { return __builtin_popcountll(x); }
int clz1(unsigned x) { return x ? __builtin_clz(x) : -1; }
int clz2(unsigned long x) { return x ? __builtin_clzl(x) : -1; }
int clz3(unsigned long long x) { return x ? __builtin_clzll(x) : -1; }
int ctz1(unsigned x) { return x ? __builtin_ctz(x) : -1; }
int ctz2(unsigned long x) { return x ? __builtin_ctzl(x) : -1; }
int ctz3(unsigned long long x) { return x ? __builtin_ctzll(x) : -1; }
int par(unsigned x) { return __builtin_parity(x); }
int parl(unsigned long x) { return __builtin_parityl(x) * 10 + __builtin_parityll(x); }
int ffs1(int x) { return __builtin_ffs(x); }
int ffs2(long x) { return __builtin_ffsl(x); }
int ffs3(long long x) { return __builtin_ffsll(x); }
int narrowed(signed char x) { return __builtin_popcount(x) * 100 + __builtin_ctz(x | 1024); }
int known(int x) { return __builtin_constant_p(x) * 10 + __builtin_constant_p(4 + 3); }
int likely(int x) { return __builtin_expect(x > 3, 1) ? 1 : 2; }
";

const PAIRS: &str = "
long add_i(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) * 10000000000 + r; }
long sub_u(unsigned a, int b) { unsigned r; return __builtin_sub_overflow(a, b, &r) * 10000000000 + r; }
long mul_c(long a, int b) { signed char r; return __builtin_mul_overflow(a, b, &r) * 10000000000 + r; }
long add_l(long a, long b) { long r; _Bool o = __builtin_add_overflow(a, b, &r); return o ? r / 2 : r; }
long mul_l(long a, long b) { unsigned long r; return __builtin_mul_overflow(a, b, &r) ? (long) r : 1; }
long sadd(long a, int b) { int r = 0; if (__builtin_sadd_overflow(a, b, &r)) return 7; return r; }
long usub(unsigned a, long b) { unsigned r = 0; if (__builtin_usub_overflow(a, b, &r)) return -7; return r; }
long smull(long a, long b) { struct { long x, y; } s = { 1, 2 }; return __builtin_smull_overflow(a, b, &s.y) + s.y / 4 + s.x; }
";

fn check(name: &str, text: &str, tuples: &[Vec<i64>]) {
    if !have_cc() {
        return;
    }
    let functions: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split('(').next()?.split(' ').next_back())
        .filter(|n| !n.is_empty())
        .collect();
    let mut program = format!("{text}\n#include <stdio.h>\nint main(void) {{\n");
    for function in &functions {
        for args in tuples {
            let list: Vec<String> = args.iter().map(|n| format!("(long) {}u", *n as u64)).collect();
            let _ = writeln!(program, "printf(\"%lld\\n\", (long long) {function}({}));", list.join(", "));
        }
    }
    program.push_str("return 0; }\n");
    let printed = run_c(name, &program);
    let mut expected = printed.lines();
    let lowered = lower(text);
    assert_eq!(lowered.unsupported(), [], "{text}");
    for function in &functions {
        for args in tuples {
            let expected = End::Ok(expected.next().map(str::to_string));
            assert_eq!(lowered.run(function, args), expected, "{function}{args:?}");
        }
    }
}

#[test]
fn bits() {
    let tuples: Vec<Vec<i64>> = NUMBERS.iter().map(|n| vec![*n]).collect();
    check("builtin-bits", TEXT, &tuples);
}

#[test]
fn overflows() {
    let tuples: Vec<Vec<i64>> = NUMBERS.iter().flat_map(|a| NUMBERS.iter().map(|b| vec![*a, *b])).collect();
    check("builtin-overflows", PAIRS, &tuples);
}

#[test]
fn what_is_undefined_is_an_error() {
    let text = "int clz(unsigned x) { return __builtin_clz(x); }\nint ctz(unsigned long x) { return __builtin_ctzl(x); }\n\
        int never(int x) { switch (x) { case 1: return 2; default: __builtin_unreachable(); } }\n\
        void trap(int x) { if (x) __builtin_trap(); }\nvoid end(int x) { if (x) __builtin_abort(); }\n";
    let lowered = lower(text);
    assert_eq!(lowered.unsupported(), []);
    for (function, number, kind) in [
        ("clz", 0, ErrorKind::BadShift),
        ("ctz", 0, ErrorKind::BadShift),
        ("never", 5, ErrorKind::MissingResult),
        ("trap", 1, ErrorKind::Abort),
        ("end", 1, ErrorKind::Abort),
    ] {
        assert_eq!(lowered.run(function, &[number]), End::Error(kind), "{function}");
    }
    assert_eq!(lowered.run("never", &[1]), End::Ok(Some("2".to_string())));
    assert_eq!(lowered.run("trap", &[0]), End::Ok(None));
}

#[test]
fn what_only_the_compiler_knows_is_not_supported() {
    let text = "int f(void) { return __builtin_clz(0); }\nvoid g(int x) { __builtin_ctz(x); }\n\
        int h(int x) { return __builtin_constant_p(x - x); }\n";
    let found: Vec<String> = lower(text).unsupported().into_iter().map(|(_, what)| what).collect();
    assert_eq!(found, ["f: `__builtin_clz`", "g: `__builtin_ctz`", "h: __builtin_constant_p"]);
}

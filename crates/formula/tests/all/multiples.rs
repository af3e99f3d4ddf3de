//! Remainders that are plain to see are not kept as remainders.

use formula::{Sort, Terms};

#[test]
fn remainders_of_multiples_are_zero() {
    let mut t = Terms::new();
    let x = t.var("x", Sort::INT);
    let (zero, one, four, eight) = (t.int(0), t.int(1), t.int(4), t.int(8));
    assert_eq!(t.modulo(x, one), zero);
    assert_eq!(t.div(x, one), x);
    let scaled = t.mul(four, x);
    let moved = t.add(&[scaled, eight]);
    assert_eq!(t.modulo(moved, four), zero);
    assert_eq!(t.rem_trunc(moved, four), zero);
    let rounded = t.modulo(moved, eight);
    assert_ne!(rounded, zero, "4x + 8 is no multiple of 8");
    assert_eq!(t.modulo(rounded, four), zero, "but what is left of it is one of 4");
    let odd = t.add(&[scaled, one]);
    assert_ne!(t.modulo(odd, four), zero);
}

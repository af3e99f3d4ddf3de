//! Formulas as a person reads them.

use formula::{Constructor, Sort, Term, Terms};

fn read(t: &mut Terms, f: Term) -> String {
    let f = t.readable(f);
    t.show(f)
}

#[test]
fn roots_are_patterns() {
    let mut t = Terms::new();
    let n = t.var("N", Sort::TREE);
    let (a, s, f) = (t.symbol("a"), t.symbol("s"), t.symbol("f"));
    let a = t.functor(a, &[]);
    let (is_s, part) = (t.is_functor(s, 1, n), t.functor_arg(s, 1, 0, n));
    let off = t.not(is_s);
    assert_eq!(read(&mut t, off), "∀Y N ≠ s(Y)");
    assert_eq!(read(&mut t, is_s), "∃Y N = s(Y)");
    let not_a = t.ne(n, a);
    let both = t.and(&[not_a, off]);
    assert_eq!(read(&mut t, both), "N ≠ a ∧ ∀Y N ≠ s(Y)");
    // What is known of the part stands in the pattern, or beside it.
    let part_a = t.eq(part, a);
    let not_part = t.not(part_a);
    let inside = t.and(&[is_s, part_a]);
    assert_eq!(read(&mut t, inside), "N = s(a)");
    let beside = t.and(&[is_s, not_part]);
    assert_eq!(read(&mut t, beside), "∃Y (N = s(Y) ∧ Y ≠ a)");
    let outside = t.or(&[off, not_part]);
    assert_eq!(read(&mut t, outside), "N ≠ s(a)");
    // Deeper: ∀Y N ≠ s(s(Y)).
    let deeper = t.is_functor(s, 1, part);
    let shallow = t.not(deeper);
    let off_twice = t.or(&[off, shallow]);
    assert_eq!(read(&mut t, off_twice), "∀Z N ≠ s(s(Z))");
    // Other roots are out of the question beside a known one.
    let is_f = t.is_functor(f, 2, n);
    let other = t.or(&[is_f, part_a]);
    let known = t.and(&[is_s, other]);
    assert_eq!(read(&mut t, known), "N = s(a)");
    // A name that is in use is not used again.
    let y = t.var("Y", Sort::TREE);
    let differs = t.ne(y, n);
    let named = t.and(&[differs, off]);
    assert_eq!(read(&mut t, named), "Y ≠ N ∧ ∀Z N ≠ s(Z)");
}

#[test]
fn numbers_at_leaves_are_named() {
    let mut t = Terms::new();
    let n = t.var("N", Sort::TREE);
    let (is, value, five) = (t.is_tree_int(n), t.tree_int_value(n), t.int(5));
    assert_eq!(read(&mut t, is), "integer(N)");
    let small = t.lt(value, five);
    let both = t.and(&[is, small]);
    assert_eq!(read(&mut t, both), "∃I (N = I ∧ I < 5)");
}

#[test]
fn constructors_are_patterns() {
    let mut t = Terms::new();
    let id = t.declare_data("List", 0);
    let list = t.data_sort(id, &[]);
    let names = ["nil", "cons", "head", "tail"].map(|n| t.symbol(n));
    let cons = vec![
        Constructor { name: names[0], fields: vec![] },
        Constructor { name: names[1], fields: vec![(names[2], Sort::INT), (names[3], list)] },
    ];
    t.define_data(vec![(id, cons)]).expect("it is well founded");
    let l = t.var("l", list);
    let (is, head, one) = (t.is(1, l), t.sel(1, 0, l), t.int(1));
    let (off, differs) = (t.not(is), t.ne(head, one));
    let f = t.or(&[off, differs]);
    assert_eq!(read(&mut t, f), "∀y l ≠ cons(1, y)");
    // A selection without its question stays.
    assert_eq!(read(&mut t, differs), "head(l) ≠ 1");
}

#[test]
fn bounds_are_joined() {
    let mut t = Terms::new();
    let (x, y) = (t.var("X", Sort::INT), t.var("Y", Sort::INT));
    let [five, six, eight, ten] = [5, 6, 8, 10].map(|i| t.int(i));
    let inside = [t.le(eight, x), t.le(x, ten)];
    let inside = t.and(&inside);
    let outside = t.not(inside);
    assert_eq!(read(&mut t, outside), "X < 8 ∨ X > 10");
    let most = t.le(x, ten);
    let both = t.and(&[most, outside]);
    assert_eq!(read(&mut t, both), "X < 8");
    let (at_most, not_five) = (t.le(x, five), t.ne(x, five));
    let less = t.and(&[at_most, not_five]);
    assert_eq!(read(&mut t, less), "X < 5");
    let is_six = t.eq(x, six);
    let more = t.or(&[at_most, is_six]);
    assert_eq!(read(&mut t, more), "X ≤ 6");
    let at_least = t.le(five, x);
    let only = t.and(&[at_most, at_least]);
    assert_eq!(read(&mut t, only), "X = 5");
    let (high, low) = (t.lt(ten, x), t.lt(x, eight));
    let never = t.and(&[high, low]);
    assert_eq!(read(&mut t, never), "false");
    let far = t.le(six, x);
    let always = t.or(&[at_most, far]);
    assert_eq!(read(&mut t, always), "true");
    let (sum, other) = (t.add(&[x, y]), t.le(y, ten));
    let (a, b) = (t.le(sum, ten), t.lt(sum, five));
    let sums = t.and(&[a, other, b]);
    let shown = read(&mut t, sums);
    assert_eq!(shown, "Y ≤ 10 ∧ X + Y < 5");
}

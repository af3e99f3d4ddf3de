//! Laws over random texts: nothing panics, reading goes on behind a mistake, and what is written reads back.

use terms::Dialect;
use testkit::term_laws::{reading_ends, reads_back};

#[test]
fn standard_prolog_reads_back() {
    reads_back(&Dialect::ISO, 1);
}

#[test]
fn reading_comes_to_the_end_of_any_text() {
    reading_ends(&Dialect::ISO, 3);
}

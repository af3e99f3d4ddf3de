//! The languages that Glassbox knows: the one list of them.

use workbench::Languages;

/// All languages. One that is new is one more line here.
pub fn languages() -> Languages {
    Languages::new(vec![
        &front_impl::LANGUAGE,
        &front_c::LANGUAGE,
        &front_clp::LANGUAGE,
        &front_ada::LANGUAGE,
        &front_mercury::LANGUAGE,
    ])
}

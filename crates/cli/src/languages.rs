//! The languages that Glassbox knows: the one list of them.

use crate::writing::Mark;
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

/// How files with these endings say that Glassbox wrote them: remarks of the language.
pub const CODE_MARKS: &[(&[&str], Mark)] = &[
    (&["c", "h"], Mark::Between("/* ", " */")),
    (&["adb", "ads"], Mark::Line("-- ")),
    (&["impl"], Mark::Line("// ")),
    (&["m", "pl", "plt", "clp"], Mark::Line("% ")),
];

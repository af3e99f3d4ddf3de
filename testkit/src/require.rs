//! Outside programs in tests: used when they are there, demanded when `GLASSBOX_REQUIRE_TOOLS` is
//! set, otherwise the test says what it skips.

use std::path::PathBuf;

/// The program's path; `None` means: skip, and that has been said.
///
/// # Panics
/// When the program is missing and `GLASSBOX_REQUIRE_TOOLS` is set.
pub fn program(name: &str, what_for: &str) -> Option<PathBuf> {
    let found = tools::find(name);
    if found.is_none() {
        assert!(
            std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_none(),
            "{name} is required ({what_for}) and was not found"
        );
        eprintln!("skipped: {what_for} ({name} is not installed)");
    }
    found
}

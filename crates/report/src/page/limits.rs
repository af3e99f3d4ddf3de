//! How much a page shows, so that ten thousand tests are a page that opens at once. What is left out is counted on it.
//!
//! ```text
//! drawings for the first 200 tests, a line for each of the others, and "312 tests more are not on this page"
//! ```

/// Tests that are shown in full, with their drawings.
pub(super) const FULL: usize = 200;
/// The same in bytes.
pub(super) const FULL_BYTES: usize = 1_200_000;
/// A drawing that is larger is left out.
pub(super) const DRAWING_BYTES: usize = 100_000;
/// Tests that are on the page, and bytes for those that are a line.
pub(super) const TESTS: usize = 10_000;
pub(super) const LINE_BYTES: usize = 3_000_000;
/// Bytes for which test runs which lines.
pub(super) const RUN_BYTES: usize = 600_000;
/// Bytes of the program that are shown.
pub(super) const SOURCE_BYTES: usize = 600_000;
/// Errors that are shown in full, and those that are a line.
pub(super) const ERRORS: usize = 50;
pub(super) const ERROR_LINES: usize = 450;
/// Goals of a function that are shown, those that can be unfolded, and all goals of a page.
pub(super) const GOALS: usize = 12;
pub(super) const FOLDED_GOALS: usize = 200;
pub(super) const ALL_GOALS: usize = 4_000;
/// Characters of a text that stand in the open, and those that can be unfolded.
pub(super) const SHORT: usize = 160;
pub(super) const LONG: usize = 4_000;

/// What is left of something that is limited.
pub(super) struct Rest(usize);

impl Rest {
    /// So much may be used.
    pub fn of(most: usize) -> Rest {
        Rest(most)
    }

    /// Takes so much, if that is there.
    pub fn take(&mut self, amount: usize) -> bool {
        let left = self.0.checked_sub(amount);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

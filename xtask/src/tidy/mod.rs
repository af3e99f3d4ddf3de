//! `cargo xtask tidy`: the rules of the house that the compiler does not check.
//!
//! * [`edges`]: which crate may use which, by the table in [`floors`], compared with `cargo metadata`;
//!   no crate, folder of `crates/` or line of the table without its counterpart, and each crate named in
//!   ARCHITECTURE.md.
//! * [`languages`]: no crate knows which languages there are.
//! * [`arms`]: matches on instructions name them all.
//! * [`words`]: what the sources must not contain, and how long a file may be.
//!
//! There are no waivers: a rule that does not fit is changed here, in the open.

mod arms;
mod edges;
mod floors;
mod languages;
mod words;

/// Runs every check and reports all that is wrong, not only the first.
pub fn run(args: &[String]) -> Result<(), String> {
    if let Some(extra) = args.first() {
        return Err(format!("takes no arguments, but got `{extra}`"));
    }
    let root = crate::root();
    let mut problems = edges::check(&root)?;
    problems.extend(words::check(&root)?);
    if problems.is_empty() {
        println!("tidy: the house is in order");
        return Ok(());
    }
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    Err(format!("{} to put right", problems.len()))
}

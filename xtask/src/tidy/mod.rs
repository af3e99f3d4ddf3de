//! `cargo xtask tidy`: the rules of the house that the compiler does not check.
//!
//! * [`edges`]: which crate may use which, by the table in [`floors`], compared with `cargo metadata`;
//!   no crate, folder of `crates/` or line of the table without its counterpart, and each crate named in
//!   ARCHITECTURE.md.
//! * [`languages`]: no crate knows which languages there are.
//! * [`arms`]: matches on instructions name them all.
//! * [`ratchet`]: habits that get fewer.
//! * [`words`]: what the sources must not contain, and how long a file may be.
//!
//! There are no waivers: a rule that does not fit is changed here, in the open.

mod arms;
mod edges;
mod floors;
mod languages;
mod ratchet;
mod words;

/// Runs every check and reports all that is wrong, not only the first.
pub fn run(args: &[String]) -> Result<(), String> {
    if let Some(extra) = args.first() {
        return Err(format!("takes no arguments, but got `{extra}`"));
    }
    let root = crate::root();
    let mut problems = edges::check(&root)?;
    let sources = words::sources(&root)?;
    problems.extend(words::check(&sources));
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    problems.extend(ratchet::check(&root, &sources, update)?);
    if problems.is_empty() {
        println!("tidy: the house is in order");
        return Ok(());
    }
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    Err(format!("{} to put right", problems.len()))
}

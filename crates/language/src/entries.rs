//! Which procedures of an imperative program are tested.

use imperative::{ProcId, Program};

/// The procedures to test: the one that is named, or every public one.
///
/// # Errors
///
/// A sentence that lists what there is.
pub fn entries(program: &Program, named: Option<&str>) -> Result<Vec<ProcId>, String> {
    let public: Vec<ProcId> =
        program.proc_ids().filter(|p| program.proc(*p).is_some_and(|p| !p.hidden)).collect();
    if public.is_empty() {
        return Err("the file defines nothing that could be run".to_string());
    }
    let Some(name) = named else { return Ok(public) };
    let mut all = public
        .iter()
        .copied()
        .chain(program.proc_ids().filter(|p| program.proc(*p).is_some_and(|p| p.repeats.is_some())));
    let found = all.find(|p| program.proc(*p).is_some_and(|p| p.name == name));
    found.map(|p| vec![p]).ok_or_else(|| {
        let names: Vec<&str> = public.iter().filter_map(|p| Some(program.proc(*p)?.name.as_str())).collect();
        format!("there is no `{name}`; there are: {}", names.join(", "))
    })
}

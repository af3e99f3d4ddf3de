//! Suites in files: JSON, or code of a language whose suites can be read back.

use crate::arguments::{CommonArguments, JSON};
use crate::languages::languages;
use crate::output;
use report::Reading;
use source::{Diagnostic, Files};
use std::path::Path;
use workbench::{Emitted, Language, Placing, Session, Suite};

/// The language in which a file is a suite as code.
fn code(file: &Path) -> Option<&'static dyn Language> {
    languages().of_file(&file.display().to_string()).filter(|language| language.reads_suites())
}

/// Reads a suite from a file.
pub fn read_suite(file: &Path, files: &mut Files) -> Result<Reading, Vec<Diagnostic>> {
    let id = output::read_text(file, files).map_err(|p| vec![p])?;
    if let Some(language) = code(file) {
        let folder = file.parent().unwrap_or(Path::new(""));
        let names = language.suite_companions(files, id);
        let paths = names.iter().map(|name| folder.join(name)).filter(|path| path.is_file());
        // A file that cannot be read is reported as missing where it is needed.
        let companions: Vec<_> = paths.filter_map(|path| output::read_text(&path, files).ok()).collect();
        let (suite, said) = language.read_suite(files, id, &companions)?;
        said.iter().for_each(|d| output::show(d, files));
        return Ok(Reading { suite, broken: Vec::new() });
    }
    let text = files.get(id).map_or("", |f| f.text());
    report::read_suite(text).map_err(|why| vec![Diagnostic::error(format!("{}: {why}", file.display()))])
}

/// What cannot be read cannot be written again, and no test may be lost.
pub fn refuse_broken(file: &Path, reading: &Reading) -> Result<(), Vec<Diagnostic>> {
    let problem =
        |(test, why): &(String, String)| Diagnostic::error(format!("{}: {test}: {why}", file.display()));
    if reading.broken.is_empty() { Ok(()) } else { Err(reading.broken.iter().map(problem).collect()) }
}

/// How a suite is written as code, if the file that it goes to is one of code.
pub fn placing(
    program: &Path,
    language: &'static dyn Language,
    common: &CommonArguments,
) -> Result<Option<Placing>, Vec<Diagnostic>> {
    let written = common.output.as_deref().and_then(code).filter(|of| of.writes_suites());
    let kind = written.filter(|of| of.name() == language.name());
    let kind = kind.and_then(|of| of.emits().first());
    kind.map(|kind| place(program, kind, common)).transpose()
}

/// How a suite is written as code of the kind that was asked for; nothing if it is written as JSON.
pub fn emit_placing(
    emit: Option<&str>,
    program: &Path,
    language: &'static dyn Language,
    common: &CommonArguments,
) -> Result<Option<Placing>, Vec<Diagnostic>> {
    let Some(kind) = emit.filter(|kind| *kind != JSON) else { return Ok(None) };
    if !language.emits().contains(&kind) {
        let (title, there) = (language.title(), language.emits().join(", "));
        let known = if there.is_empty() { JSON.to_string() } else { format!("{there}, {JSON}") };
        let whose = languages().all().find(|other| other.emits().contains(&kind)).map(|other| other.title());
        let needs =
            whose.map_or("is not known".to_string(), |whose| format!("requires a program in {whose}"));
        let why = format!("`--emit {kind}` {needs}; tests of {title} programs can be written as {known}");
        return Err(vec![Diagnostic::error(why)]);
    }
    place(program, kind, common).map(Some)
}

/// How a suite is written as code of a kind.
pub fn place(program: &Path, kind: &str, common: &CommonArguments) -> Result<Placing, Vec<Diagnostic>> {
    let program = output::beside(program, common.output.as_deref()).map_err(|p| vec![p])?;
    Ok(Placing { kind: kind.to_string(), program })
}

/// A suite as code, where that is asked for.
pub fn emitted(
    session: &Session<'_>,
    suite: &Suite,
    placing: Option<&Placing>,
) -> Result<Option<Emitted>, Vec<Diagnostic>> {
    placing.map(|placing| session.emit(suite, placing)).transpose()
}

/// Says which tests could not be written.
pub fn say_left_out(emitted: &Emitted, language: &'static dyn Language, files: &Files) {
    if let Some((name, why)) = emitted.left_out.first() {
        let title = language.title();
        let text = match emitted.left_out.len() {
            1 => format!("{name} cannot be written in {title} and is left out: {why}"),
            n => format!("{n} tests cannot be written in {title} and are left out; {name}: {why}"),
        };
        output::show(&Diagnostic::warning(text), files);
    }
}

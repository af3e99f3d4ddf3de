//! `glassbox generate`.

use crate::Exit;
use crate::arguments::{Emit, Format, GenerateArguments, PerPath, Strategy};
use crate::limits::Limits;
use crate::output::{self, Results};
use crate::progress::Bar;
use crate::work::{self, Worked};
use source::{Diagnostic, Files};
use std::sync::Arc;
use workbench::{Bounds, EmittedTest, GenerateOptions, Generated, Language, Plan, Progress, SeenDecision};

/// What the working thread brings back.
struct Made {
    generated: Generated,
    warnings: Vec<Diagnostic>,
    /// The tests as code, if that was asked for.
    emitted: Vec<EmittedTest>,
    /// What the page shows of the source, if one was asked for.
    seen: Vec<SeenDecision>,
}

/// Generates a suite.
pub fn generate(arguments: &GenerateArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &GenerateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let limits = Limits::new(common);
    let name = arguments.file.display().to_string();
    let language = Language::choose(&name, arguments.language.as_deref())
        .map_err(|why| vec![Diagnostic::error(why).help("`--language` names the language")])?;
    let file = output::read_text(&arguments.file, files).map_err(|p| vec![p])?;
    let formulas: Vec<_> = arguments.assume.iter().map(|text| files.add("--assume", text.as_str())).collect();
    let cells = arguments.max_cells.unwrap_or(workbench::CELLS);
    let options = GenerateOptions {
        entry: arguments.entry.clone(),
        criteria: arguments.criteria.clone(),
        plan: Plan {
            bounds: Bounds {
                loops: arguments.loops,
                depth: arguments.depth,
                recursion: None,
                path_length: arguments.path_length,
                max_cells: arguments.max_cells,
                minimal: arguments.minimal,
            },
            strategy: match arguments.strategy {
                Strategy::Dfs => workbench::Strategy::Depth,
                Strategy::Bfs => workbench::Strategy::Breadth,
                Strategy::Coverage => workbench::Strategy::Coverage,
                Strategy::Random => workbench::Strategy::Random(common.seed),
            },
            per_path: match arguments.per_path {
                PerPath::One => workbench::PerPath::One,
                PerPath::Different(count) => workbench::PerPath::Different { count, cells },
                PerPath::Shapes => workbench::PerPath::Shapes(cells),
            },
            jobs: common.jobs(),
        },
        limit: arguments.limit,
    };
    let shared = Arc::new(std::mem::take(files));
    let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
    let (code, page) = (arguments.emit == Some(Emit::Impl), arguments.html.is_some());
    type Done = Result<Made, Vec<Diagnostic>>;
    let work = move |tell: &mut dyn FnMut(Progress)| -> Done {
        let one = |why| vec![Diagnostic::error(why)];
        let mut loaded = workbench::load_program(&for_work, file, language)?;
        let entries = workbench::entries(&loaded.program, options.entry.as_deref()).map_err(one)?;
        workbench::assume(&for_work, &formulas, language, &mut loaded.program, &entries)?;
        let budget = for_limits.budget();
        let generated =
            workbench::generate(&for_work, &loaded.program, language, &name, &options, &budget, tell)
                .map_err(one)?;
        let emitted =
            if code { workbench::emit_suite(&loaded, &generated.suite).map_err(one)? } else { vec![] };
        let seen =
            if page { workbench::seen_decisions(&loaded.program, &generated.suite) } else { Vec::new() };
        Ok(Made { generated, warnings: loaded.warnings, emitted, seen })
    };
    let mut bar = Bar::new();
    let worked = work::run(&limits, work, |heard| bar.hear(heard));
    bar.clear();
    *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());
    let made = match worked {
        Worked::Done(result) => result?,
        Worked::Lost(stop) => {
            output::show(&Diagnostic::error(format!("{stop}, and nothing was found up to there")), files);
            return Ok(Exit::Limit);
        }
        Worked::Broken => {
            let problem = Diagnostic::error("Glassbox broke while it worked on this; that is a bug")
                .help("please report it together with the file");
            output::show(&problem, files);
            return Ok(Exit::Bug);
        }
    };
    for w in &made.warnings {
        output::show(w, files);
    }
    write(arguments, &made, files.get(file).map_or("", |f| f.text())).map_err(|p| vec![p])?;
    let generated = &made.generated;
    if let Some(limit) = generated.limit {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    if generated.more {
        output::show(&Diagnostic::warning("there are more tests than --limit allows"), files);
        return Ok(Exit::Limit);
    }
    Ok(Exit::Fine)
}

/// Writes the suite as it was asked for.
fn write(arguments: &GenerateArguments, made: &Made, text: &str) -> Result<(), Diagnostic> {
    let generated = &made.generated;
    if let Some(folder) = &arguments.html {
        output::make_folder(folder)?;
        output::write_file(&folder.join("index.html"), &report::suite_html(generated, text, &made.seen))?;
    }
    let common = &arguments.common;
    if let (Some(Emit::Impl), Some(folder)) = (arguments.emit, &common.output) {
        output::make_folder(folder)?;
        for test in &made.emitted {
            output::write_file(&folder.join(format!("{}.impl", test.name)), &test.text)?;
        }
        return Ok(());
    }
    let mut results = Results::new(common.output.clone());
    match (arguments.emit, common.format) {
        (Some(Emit::Impl), _) => {
            for test in &made.emitted {
                results.line(&format!("// ---- {}", test.name));
                results.text(&test.text);
            }
        }
        (Some(Emit::Json), _) | (None, Format::Json) => results.text(&report::suite_json(&generated.suite)),
        (None, Format::Human) => results.text(&report::suite_text(generated)),
    }
    results.finish()
}

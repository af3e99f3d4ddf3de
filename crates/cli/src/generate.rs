//! `glassbox generate`.

use crate::Exit;
use crate::arguments::{Format, GenerateArguments, Strategy};
use crate::limits::Limits;
use crate::output::{self, Results};
use crate::work::{self, Worked};
use source::{Diagnostic, Files};
use std::sync::Arc;
use workbench::{Bounds, GenerateOptions, Generated, Language};

/// Generates a suite.
pub fn generate(arguments: &GenerateArguments) -> Exit {
    let mut files = Files::new();
    match answer(arguments, &mut files) {
        Ok(exit) => exit,
        Err(problems) => {
            for p in &problems {
                output::show(p, &files);
            }
            Exit::Input
        }
    }
}

fn answer(arguments: &GenerateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let limits = Limits::new(common);
    let name = arguments.file.display().to_string();
    let language = Language::choose(&name, arguments.language.as_deref())
        .map_err(|why| vec![Diagnostic::error(why).help("`--language` names the language")])?;
    let file = output::read_text(&arguments.file, files).map_err(|p| vec![p])?;
    let options = GenerateOptions {
        entry: arguments.entry.clone(),
        criteria: arguments.criteria.clone(),
        bounds: Bounds {
            loops: arguments.loops,
            depth: arguments.depth,
            path_length: arguments.path_length,
            minimal: arguments.minimal,
        },
        strategy: match arguments.strategy {
            Strategy::Dfs => workbench::Strategy::Depth,
            Strategy::Bfs => workbench::Strategy::Breadth,
            Strategy::Random => workbench::Strategy::Random(common.seed),
        },
        limit: arguments.limit,
    };
    let shared = Arc::new(std::mem::take(files));
    let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
    type Done = Result<(Generated, Vec<Diagnostic>), Vec<Diagnostic>>;
    let work = move |_: &mut dyn FnMut(())| -> Done {
        let loaded = workbench::load_program(&for_work, file, language)?;
        let generated =
            workbench::generate(&for_work, &loaded.program, language, &name, &options, &for_limits.budget())
                .map_err(|why| vec![Diagnostic::error(why)])?;
        Ok((generated, loaded.warnings))
    };
    let worked = work::run(&limits, work, |()| {});
    *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());
    let (generated, warnings) = match worked {
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
    for w in &warnings {
        output::show(w, files);
    }
    let mut results = Results::new(common.output.clone());
    results.text(&match common.format {
        Format::Json => report::suite_json(&generated.suite),
        Format::Human => report::suite_text(&generated),
    });
    results.finish().map_err(|p| vec![p])?;
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

//! Mercury programs for the tests.

use base::Budget;
use front_mercury::procedures::{Procedures, analyse};
use guided::typed::{Plan, Sequence, derive};
use guided::{Bounds, Walked};
use logic::moded::ProcId;
use std::rc::Rc;

/// A program that is ready to run.
pub struct Loaded {
    pub core: front_mercury::core::Program,
    pub procedures: Procedures,
    pub program: logic::Program,
}

/// Loads a program without its head: `:- module`, the sections, imports of `int` and `list`.
pub fn load(text: &str) -> Loaded {
    let whole = format!(
        ":- module m.\n:- interface.\n:- implementation.\n:- import_module int, list, pair, bool, maybe.\n{text}"
    );
    load_text("m.m", &whole)
}

/// Loads a program of the corpus.
pub fn load_file(name: &str) -> Loaded {
    let path = format!("{}/../../corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    load_text(name, &std::fs::read_to_string(path).expect("a file of the corpus"))
}

fn load_text(name: &str, whole: &str) -> Loaded {
    let mut files = source::Files::new();
    let main = files.add(name, whole);
    let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
    let wrong: Vec<&str> =
        checked.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{whole}");
    let analysed = analyse(&checked.program);
    let wrong: Vec<&str> =
        analysed.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{whole}");
    let program = front_mercury::code::lower(&checked.program, &analysed.procedures);
    Loaded { core: checked.program, procedures: analysed.procedures, program }
}

impl Loaded {
    /// A procedure by how it is shown: `member(out, in)`.
    pub fn proc(&self, shown: &str) -> ProcId {
        let found = self.program.procs.own().find(|id| {
            self.program.procs.proc(*id).is_some_and(|proc| proc.shown == shown || proc.name == shown)
        });
        found.unwrap_or_else(|| {
            let all: Vec<&str> = self
                .program
                .procs
                .own()
                .map(|id| self.program.procs.proc(id).unwrap().shown.as_str())
                .collect();
            panic!("no {shown} among {all:?}")
        })
    }

    pub fn plan(&self, proc: ProcId, depth: u32) -> Plan {
        let inputs = front_mercury::code::inputs(&self.core, &self.procedures, proc, &self.program.terms)
            .expect("inputs");
        let names = (0..inputs.args.len()).map(|i| format!("{}", (b'A' + i as u8) as char)).collect();
        Plan {
            proc,
            types: Rc::new(inputs.types),
            inputs: inputs.args,
            names,
            bounds: Bounds::new(depth, 1_000_000),
            library_depth: depth + 2,
            visits: None,
            solutions: None,
        }
    }

    pub fn derive(&self, plan: &Plan) -> (Vec<Sequence>, Walked) {
        let mut found = Vec::new();
        let budget = Budget::unlimited();
        let derived = derive(&self.program, plan, &budget, &mut |sequence| {
            found.push(sequence);
            true
        });
        (found, derived)
    }
}

//! Programs for the tests of this folder.

use explore::Bounds;
use imperative::Program;
use source::Files;

pub fn load(text: &str) -> (front_impl::ast::Program, Program) {
    let mut files = Files::new();
    let file = files.add("random.impl", text);
    let loaded = front_impl::load(&files, file);
    match (loaded.tree, loaded.program) {
        (Some(tree), Some(program)) => (tree, program),
        _ => panic!("{text}\n{:?}", loaded.diagnostics),
    }
}

pub fn bounds(loops: u32) -> Bounds {
    Bounds { loops: Some(loops), depth: Some(3), path_length: Some(30), ..Bounds::default() }
}

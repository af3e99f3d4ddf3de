//! Suites as files of tests.

use super::TestText;
use super::names::{atom, element, module_of, name_or_string};
use super::texts;
use suite::Suite;

/// Longer lines are broken.
const WIDTH: usize = 100;

/// A file of tests that [`super::read`] reads back. Tests of imperative programs are left out.
pub fn write(suite: &Suite) -> String {
    let tests: Vec<TestText> = suite.tests.iter().filter_map(|test| texts(test).ok()).collect();
    let mut imports: Vec<String> = Vec::new();
    if !suite.source.is_empty() {
        imports.push(module_name(module_of(&suite.source)));
    }
    // What all tests import is said once.
    let shared = |import: &&String| tests.iter().all(|test| test.imports.contains(import));
    let first = tests.first().map(|test| test.imports.as_slice()).unwrap_or_default();
    let shared: Vec<String> = first.iter().filter(shared).cloned().collect();
    imports.extend(shared.iter().cloned());
    let mut text = String::new();
    if !imports.is_empty() {
        text.push_str(&format!(":- import_module {}.\n", imports.join(", ")));
    }
    for mut test in tests {
        test.imports.retain(|import| !shared.contains(import));
        text.push_str(&item(&test));
    }
    text
}

/// The name of a module, whose parts have dots between them.
fn module_name(name: &str) -> String {
    name.split('.').map(atom).collect::<Vec<_>>().join(".")
}

/// A test with its full stop and line end.
pub(super) fn item(test: &TestText) -> String {
    let imports = test.imports.iter().map(|module| format!("import_module({module})"));
    let claims: Vec<String> = imports.chain(test.assertions.iter().map(|text| element(text))).collect();
    let (name, goal, claims) = (name_or_string(&test.name), element(&test.goal), claims.join(", "));
    let line = format!("test({name}, [{goal}], [{claims}]).\n");
    if line.chars().count() <= WIDTH {
        return line;
    }
    format!("test({name},\n    [{goal}],\n    [{claims}]).\n")
}

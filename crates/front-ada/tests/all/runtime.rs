//! The sources of GNAT's own library, where they are installed: all of it is Ada.

use crate::reading::{parse, read_text};
use front_ada::syntax::print;
use std::path::PathBuf;

/// Where GNAT keeps its sources: `/usr/lib/gcc/MACHINE/VERSION/adainclude`.
fn library() -> Option<PathBuf> {
    let inside = |folder: &PathBuf| -> Vec<PathBuf> {
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let machines = inside(&PathBuf::from("/usr/lib/gcc"));
    let versions = machines.iter().flat_map(inside);
    versions.map(|version| version.join("adainclude")).filter(|folder| folder.is_dir()).max()
}

#[test]
fn the_library_of_gnat_is_read() {
    let Some(folder) = library() else { return };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("readable").flatten().map(|e| e.path()).collect();
    paths.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.ends_with(".ads") && !name.ends_with(".adb") {
            continue;
        }
        // Some files are in Latin-1.
        let Some(text) = read_text(&path) else { continue };
        count += 1;
        let (tree, said) = parse(&name, &text);
        let Some(tree) = tree else {
            wrong.push(format!("{name}: {said}"));
            continue;
        };
        let printed = print(&tree);
        match parse(&name, &printed) {
            (Some(again), _) if again == tree => {}
            (Some(_), _) => wrong.push(format!("{name}: another tree")),
            (None, said) => wrong.push(format!("{name}: printed, {said}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

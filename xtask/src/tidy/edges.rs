//! Compares the crates and their dependencies with the table of allowed edges.

use super::floors::{CRATES, Crate};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A crate as cargo sees it.
struct Package {
    name: String,
    /// Dependencies inside of the workspace that are built into it.
    uses: Vec<String>,
}

/// What is wrong; an error if cargo or a file could not be read.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let packages = packages(root)?;
    let map_file = root.join("ARCHITECTURE.md");
    let map = std::fs::read_to_string(&map_file).map_err(|e| format!("{}: {e}", map_file.display()))?;
    let mut problems = compare(&packages, &map);

    let entries = std::fs::read_dir(root.join("crates")).map_err(|e| format!("crates/: {e}"))?;
    let mut folders: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    folders.sort();
    for folder in folders {
        if !CRATES.iter().any(|c| c.name == folder && c.floor.is_some()) {
            problems.push(format!("crates/{folder}: not in the table (xtask/src/tidy/floors.rs)"));
        }
    }
    Ok(problems)
}

fn compare(packages: &[Package], map: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for package in packages {
        let Some(line) = CRATES.iter().find(|c| c.name == package.name) else {
            problems.push(format!("crate `{}` is not in the table", package.name));
            continue;
        };
        for used in &package.uses {
            if !line.uses.contains(&used.as_str()) {
                problems.push(format!("`{}` uses `{used}`, which the table does not allow", package.name));
            }
        }
        if !map.contains(&format!("`{}`", package.name)) {
            problems.push(format!("ARCHITECTURE.md does not name `{}`", package.name));
        }
    }
    for Crate { name, .. } in CRATES {
        if !packages.iter().any(|p| p.name == *name) {
            problems.push(format!("the table has `{name}`, the workspace does not"));
        }
    }
    problems
}

fn packages(root: &Path) -> Result<Vec<Package>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let data: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let list = data["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut packages: Vec<Package> = list.iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

fn package(data: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let dependencies = data["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let uses = dependencies
        .iter()
        // A dependency with a path is one of ours. What tests use (`kind: dev`) does not bind the house.
        .filter(|d| d["path"].is_string() && d["kind"] != "dev")
        .map(|d| text(&d["name"]))
        .collect();
    Package { name: text(&data["name"]), uses }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> Vec<Package> {
        CRATES.iter().map(|c| Package { name: c.name.to_string(), uses: Vec::new() }).collect()
    }

    fn map() -> String {
        CRATES.iter().map(|c| format!("`{}` ", c.name)).collect()
    }

    #[test]
    fn the_house_as_planned_is_fine() {
        assert_eq!(compare(&house(), &map()), Vec::<String>::new());
    }

    #[test]
    fn each_kind_of_disorder_is_found() {
        let mut packages = house();
        packages[0].uses.push("solver".to_string());
        packages[1].name = "stray".to_string();
        let problems = compare(&packages, &map().replace("`cli`", "cli"));
        let expected = [
            "`base` uses `solver`, which the table does not allow",
            "crate `stray` is not in the table",
            "ARCHITECTURE.md does not name `cli`",
            "the table has `source`, the workspace does not",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn dependencies_of_tests_do_not_count() {
        let data = serde_json::json!({"name": "a", "dependencies": [
            {"name": "base", "kind": null, "path": "/x"},
            {"name": "testkit", "kind": "dev", "path": "/y"},
            {"name": "clap", "kind": null},
        ]});
        assert_eq!(package(&data).uses, ["base"]);
    }
}

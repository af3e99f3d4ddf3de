//! Suites as code.

/// Where a suite as code is written, and what it is about.
#[derive(Clone, Debug, Default)]
pub struct Placing {
    /// The kind of code, one of [`crate::Language::emits`].
    pub kind: String,
    /// The program's file as the code has to name it: seen from the folder of the code.
    pub program: String,
}

/// A suite as code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The files, by their names. One is written under the name that the user gives, several into the folder that the
    /// user names.
    pub files: Vec<EmittedFile>,
    /// Whether there are several by nature, even where there is one test only.
    pub folder: bool,
    /// What begins a comment that ends with its line, for a list of several files.
    pub comment: &'static str,
    /// The tests that cannot be written, and why.
    pub left_out: Vec<(String, String)>,
}

/// A file of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedFile {
    /// Its name, without an ending.
    pub name: String,
    /// Its ending.
    pub ending: &'static str,
    /// Its text.
    pub text: String,
}

impl Emitted {
    /// One file; its name is the user's choice.
    pub fn one(text: String, ending: &'static str) -> Emitted {
        Emitted { files: vec![EmittedFile { name: String::new(), ending, text }], ..Emitted::default() }
    }

    /// All files one after the other, each below a line with its name where there are several.
    pub fn together(&self) -> String {
        let mut out = String::new();
        for file in &self.files {
            if self.folder {
                out.push_str(&format!("{} ---- {}\n", self.comment, file.name));
            }
            out.push_str(&file.text);
        }
        out
    }
}

//! The list of languages, and which of them a file is in.

use crate::Language;

/// All languages that there are.
#[derive(Clone)]
pub struct Languages(Vec<&'static dyn Language>);

/// The ending of a file's name, without the dot.
pub fn file_ending(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

impl Languages {
    /// These.
    pub fn new(all: Vec<&'static dyn Language>) -> Languages {
        Languages(all)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn Language> + '_ {
        self.0.iter().copied()
    }

    /// The language whose files end like this one.
    pub fn of_file(&self, file: &str) -> Option<&'static dyn Language> {
        let ending = file_ending(file);
        self.all().find(|language| language.endings().contains(&ending))
    }

    /// The language of this name.
    pub fn named(&self, name: &str) -> Option<&'static dyn Language> {
        self.all().find(|language| language.name() == name || language.other_names().contains(&name))
    }

    /// The language that a file's ending tells, or that was named.
    ///
    /// # Errors
    ///
    /// A sentence that says what is known.
    pub fn choose(&self, file: &str, named: Option<&str>) -> Result<&'static dyn Language, String> {
        if let Some(name) = named {
            return self.named(name).ok_or_else(|| {
                let names: Vec<&str> = self.all().map(Language::name).collect();
                format!("the language `{name}` is not supported; there are: {}", names.join(", "))
            });
        }
        self.of_file(file).ok_or_else(|| {
            let mut endings: Vec<String> =
                self.all().flat_map(|l| l.endings()).map(|e| format!(".{e}")).collect();
            let last = endings.pop().unwrap_or_default();
            format!(
                "cannot tell the language of {file}: its name should end in {} or {last}",
                endings.join(", ")
            )
        })
    }
}

//! What every Ada program knows, and what is known of the library.

use super::Checker;
use super::scopes::{Entity, Library, Names, Package, PackageId, Region};
use crate::tree::{Exception, ExceptionId, Kind, Subtype, TypeId, Types, exceptions, predefined};
use imperative::Word;

/// What else `Ada.Text_IO` declares, but for its exceptions.
const NOT_READ: [&str; 55] = [
    "append_file",
    "close",
    "col",
    "count",
    "create",
    "current_error",
    "current_input",
    "current_output",
    "decimal_io",
    "delete",
    "end_of_file",
    "end_of_line",
    "end_of_page",
    "enumeration_io",
    "field",
    "file_access",
    "file_mode",
    "file_type",
    "fixed_io",
    "float_io",
    "form",
    "get_immediate",
    "get_line",
    "in_file",
    "integer_io",
    "is_open",
    "line",
    "line_length",
    "look_ahead",
    "lower_case",
    "mode",
    "modular_io",
    "name",
    "new_page",
    "number_base",
    "open",
    "out_file",
    "page",
    "page_length",
    "positive_count",
    "reset",
    "set_error",
    "set_input",
    "set_line",
    "set_line_length",
    "set_output",
    "set_page_length",
    "skip_line",
    "skip_page",
    "standard_error",
    "standard_input",
    "standard_output",
    "type_set",
    "unbounded",
    "upper_case",
];

impl Checker<'_> {
    /// Opens the region that is around everything.
    pub(super) fn standard(&mut self) {
        self.regions.push(Region::default());
        let subtypes = [
            ("boolean", predefined::BOOLEAN),
            ("integer", predefined::INTEGER),
            ("character", predefined::CHARACTER),
            ("string", predefined::STRING),
            ("long_integer", predefined::LONG),
            ("short_integer", predefined::SHORT),
            ("short_short_integer", predefined::TINY),
            ("long_long_integer", predefined::LONG_LONG),
            ("float", predefined::FLOAT),
            ("long_float", predefined::FLOAT),
            ("long_long_float", predefined::FLOAT),
            ("short_float", predefined::FLOAT),
            ("duration", predefined::FLOAT),
            ("integer_array", predefined::INTEGER_ARRAY),
        ];
        for (name, ty) in subtypes {
            self.declare(name, Entity::Subtype(Subtype::of(ty)));
        }
        for name in ["Wide_Character", "Wide_Wide_Character", "Wide_String", "Wide_Wide_String"] {
            self.declare(&name.to_lowercase(), Entity::Unsupported(format!("the type {name}")));
        }
        let greatest = Word::signed(32).greatest();
        for (name, least) in [("natural", 0), ("positive", 1)] {
            let subtype = Types::ranged(predefined::INTEGER, least.into(), greatest.clone());
            self.declare(name, Entity::Subtype(subtype));
        }
        for ty in [predefined::BOOLEAN, predefined::CHARACTER] {
            self.declare_literals(ty);
        }
        for (at, name) in exceptions::NAMES.iter().enumerate() {
            self.program.exceptions.push(Exception { name: (*name).to_string(), span: None });
            if ExceptionId(at as u32) != exceptions::ASSERTION_ERROR {
                self.declare(&name.to_lowercase(), Entity::Exception(ExceptionId(at as u32)));
            }
        }
        self.library();
    }

    /// Declares the literals of an enumeration.
    pub(super) fn declare_literals(&mut self, ty: TypeId) {
        let Kind::Enumeration(literals) = self.program.types.kind(ty) else { return };
        let keys: Vec<String> =
            literals.iter().map(|l| if l.starts_with('\'') { l.clone() } else { l.to_lowercase() }).collect();
        for (at, key) in keys.into_iter().enumerate() {
            self.declare(&key, Entity::Literal(ty, at));
        }
    }

    /// The packages of the library that mean something here.
    fn library(&mut self) {
        let text_io: &[(&str, Library)] = &[
            ("put", Library::Put),
            ("put_line", Library::Put),
            ("new_line", Library::Put),
            ("set_col", Library::Put),
            ("flush", Library::Put),
            ("get", Library::Get),
        ];
        let text = self.library_package("ada.text_io", text_io);
        if let Some(package) = self.packages.get_mut(text.0) {
            for name in NOT_READ {
                let what = format!("the library's ada.text_io.{name}");
                package.names.insert(name.into(), vec![Entity::Unsupported(what)]);
            }
        }
        let integers = self.library_package("ada.integer_text_io", &text_io[..1]);
        if let Some(package) = self.packages.get_mut(integers.0) {
            package.names.insert("get".into(), vec![Entity::Library(Library::Get)]);
        }
        let assertions = self.library_package("ada.assertions", &[]);
        if let Some(package) = self.packages.get_mut(assertions.0) {
            let error = Entity::Exception(exceptions::ASSERTION_ERROR);
            package.names.insert("assertion_error".into(), vec![error]);
        }
        self.library_package("ada.unchecked_deallocation", &[]);
        let latin = self.latin_1();
        let characters = self.package_of("ada.characters", Names::new());
        self.child(characters, "latin_1", latin);
        let ascii = self.ascii();
        self.declare("ascii", Entity::Package(ascii));
        let ada = self.package_of("ada", Names::new());
        self.child(ada, "text_io", text);
        self.child(ada, "integer_text_io", integers);
        self.child(ada, "assertions", assertions);
        self.child(ada, "characters", characters);
        let standard = self.regions.last().map(|r| r.names.clone()).unwrap_or_default();
        let standard = self.package_of("standard", standard);
        self.declare("ada", Entity::Package(ada));
        self.declare("text_io", Entity::Package(text));
        self.declare("standard", Entity::Package(standard));
        // Programs of the array paper print and read without naming a package.
        for (name, what) in [("get", Library::Get), ("put", Library::Put)] {
            self.declare(name, Entity::Library(what));
        }
    }

    fn latin_1(&mut self) -> PackageId {
        let mut names = Names::new();
        let known = [("nul", 0), ("ht", 9), ("lf", 10), ("cr", 13), ("esc", 27), ("space", 32), ("del", 127)];
        for (name, code) in known {
            names.insert(name.into(), vec![Entity::Literal(predefined::CHARACTER, code)]);
        }
        self.package_of("ada.characters.latin_1", names)
    }

    /// The old package of control characters.
    fn ascii(&mut self) -> PackageId {
        const NAMES: [&str; 32] = [
            "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so",
            "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs",
            "gs", "rs", "us",
        ];
        let literal = |code: usize| vec![Entity::Literal(predefined::CHARACTER, code)];
        let mut names: Names =
            NAMES.iter().enumerate().map(|(code, name)| ((*name).to_string(), literal(code))).collect();
        names.insert("del".into(), literal(127));
        self.package_of("ascii", names)
    }

    fn library_package(&mut self, path: &str, procedures: &[(&str, Library)]) -> PackageId {
        let names = procedures.iter().map(|(n, what)| ((*n).to_string(), vec![Entity::Library(*what)]));
        self.package_of(path, names.collect())
    }

    fn package_of(&mut self, path: &str, names: Names) -> PackageId {
        self.packages.push(Package { path: path.to_string(), names, visible: None });
        PackageId(self.packages.len() - 1)
    }

    fn child(&mut self, parent: PackageId, name: &str, child: PackageId) {
        if let Some(package) = self.packages.get_mut(parent.0) {
            package.names.insert(name.to_string(), vec![Entity::Package(child)]);
        }
    }
}

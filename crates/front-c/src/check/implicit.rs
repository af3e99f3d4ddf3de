//! Calls of functions that are not declared.
//!
//! Compilers warn, and go on: those of the C library that they know have the types that they have there, all others are
//! `int f()`. The same is done here for functions of the C library and for those that the file defines further down. Any other
//! name is more likely a slip, and no program with it links.
//!
//! ```text
//! p = malloc(8);      as if `void *malloc(size_t)` was declared, and a warning
//! ```

use super::{Checker, Entity};
use crate::lower::is_of_library;
use crate::tree::{Function, FunctionId};
use crate::types::{FunctionType, Type};
use lang_c::ast;
use lang_c::span::Span as ParsedSpan;
use source::Diagnostic;

/// The functions that gcc and clang know, by the headers that declare them. `SIZE` stands for `size_t`.
const KNOWN: &[(&str, &str)] = &[
    (
        "stdlib.h",
        "void abort(void); int abs(int); void *calloc(SIZE, SIZE); void exit(int); void _Exit(int); void free(void *); \
         long labs(long); long long llabs(long long); void *malloc(SIZE); void *realloc(void *, SIZE);",
    ),
    (
        "string.h",
        "void *memchr(const void *, int, SIZE); int memcmp(const void *, const void *, SIZE); \
         void *memcpy(void *, const void *, SIZE); void *memmove(void *, const void *, SIZE); \
         void *memset(void *, int, SIZE); char *strcat(char *, const char *); char *strchr(const char *, int); \
         int strcmp(const char *, const char *); char *strcpy(char *, const char *); \
         SIZE strcspn(const char *, const char *); char *strdup(const char *); SIZE strlen(const char *); \
         char *strncat(char *, const char *, SIZE); int strncmp(const char *, const char *, SIZE); \
         char *strncpy(char *, const char *, SIZE); char *strndup(const char *, SIZE); \
         char *strpbrk(const char *, const char *); char *strrchr(const char *, int); \
         SIZE strspn(const char *, const char *); char *strstr(const char *, const char *);",
    ),
    (
        "stdio.h",
        "int printf(const char *, ...); int putchar(int); int puts(const char *); int scanf(const char *, ...); \
         int snprintf(char *, SIZE, const char *, ...); int sprintf(char *, const char *, ...); \
         int sscanf(const char *, const char *, ...);",
    ),
    (
        "ctype.h",
        "int isalnum(int); int isalpha(int); int isblank(int); int iscntrl(int); int isdigit(int); int isgraph(int); \
         int islower(int); int isprint(int); int ispunct(int); int isspace(int); int isupper(int); int isxdigit(int); \
         int tolower(int); int toupper(int);",
    ),
    ("strings.h", "int ffs(int);"),
    ("unistd.h", "void _exit(int);"),
    ("alloca.h", "void *alloca(SIZE);"),
];

/// Of those, the ones that do not come back.
const LAST: &[&str] = &["abort", "exit", "_Exit", "_exit"];

impl Checker<'_> {
    /// Declares a function that is called and was not declared, if compilers would; whether they would.
    pub(super) fn implicit(&mut self, name: &str, span: ParsedSpan) -> bool {
        let mut help = None;
        let (function, ty) = match self.known_to_compilers(name, span) {
            Some((header, function, ty)) => {
                help = Some(header);
                (function, ty)
            }
            None if is_of_library(name) || self.defines_later(name) => {
                let int = self.int();
                let at = self.at(span);
                let from_system = is_of_library(name) && !self.defines_later(name);
                let function = Function {
                    result: int.clone(),
                    prototyped: false,
                    from_system,
                    from_header: from_system,
                    ..Function::named(name, at, at)
                };
                (
                    function,
                    FunctionType { result: int, params: Vec::new(), variadic: false, prototyped: false },
                )
            }
            None => return false,
        };
        let said = format!("the function `{name}` is not declared");
        if !self.map.in_header(span.start) {
            let text = self.types.text(&Type::Function(Box::new(ty.clone())));
            let mut warning =
                Diagnostic::warning(said).primary(self.at(span), format!("it is taken for `{text}`"));
            if let Some(header) = help {
                warning = warning.help(format!("`#include <{header}>` declares it"));
            }
            self.diagnostics.push(warning);
        }
        let id = FunctionId::new(self.functions.len());
        self.functions.push(Function { is_implicit: true, ..function });
        self.function_types.push(Type::Function(Box::new(ty)));
        let at = self.at(span);
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.insert(name.to_string(), (Entity::Function(id), at));
        }
        true
    }

    /// What a later declaration says counts.
    pub(super) fn declared_after_all(&mut self, id: FunctionId, span: ParsedSpan) {
        let (header, system) = (self.in_header(span), self.map.in_system_header(span.start));
        if let Some(function) = self.functions.get_mut(id.index()).filter(|f| f.is_implicit) {
            function.is_implicit = false;
            function.from_header = header;
            function.from_system = system;
        }
    }

    fn known_to_compilers(
        &self,
        name: &str,
        span: ParsedSpan,
    ) -> Option<(&'static str, Function, FunctionType)> {
        let declares = |text: &str| text.split([' ', '*', '(']).any(|word| word == name);
        let (header, text) = KNOWN.iter().find(|(_, text)| declares(text))?;
        let size = self.types.text(&self.types.size_type());
        let at = self.at(span);
        let unit = crate::check_inner(&text.replace("SIZE", &size), at, self.types.model)?;
        let found = unit.functions.into_iter().find(|f| f.name == name)?;
        let params = found.params.iter().filter_map(|p| found.local(*p)).map(|l| l.ty.clone()).collect();
        let ty =
            FunctionType { result: found.result.clone(), params, variadic: found.variadic, prototyped: true };
        let is_noreturn = LAST.contains(&name);
        let function =
            Function { from_header: true, from_system: true, is_noreturn, span: at, extent: at, ..found };
        Some((header, function, ty))
    }

    /// Whether the file defines a function somewhere.
    fn defines_later(&self, name: &str) -> bool {
        self.parsed.unit.0.iter().any(|node| match &node.node {
            ast::ExternalDeclaration::FunctionDefinition(f) => {
                super::external::declared_name(&f.node.declarator.node) == Some(name)
            }
            _ => false,
        })
    }
}

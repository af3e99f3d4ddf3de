//! What calls the functions of a C file with inputs, made from their heads.
//!
//! A head stands on a line of its own, `int find(const int *a, int n) {`, and so do the members of a struct. Parameters
//! and members may be integers, texts, pointers to elements, and pointers to structs of the file; a function with
//! others is not called. An integer that follows a pointer to elements is mostly their number. Integers that are
//! variables of the file are set before each call, since they are inputs, too. A pointer to functions leads to one that
//! answers anything. Now and then a pointer leads into what another one leads to, where C allows it: to elements of its
//! own type, or to the bytes of anything.

use super::decisions::masked;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Integer types, as they are written.
const INTEGERS: &[&str] = &[
    "int",
    "unsigned",
    "unsigned int",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "size_t",
    "bool",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
];

/// What a parameter or member is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Integer(String),
    Text,
    Elements(String),
    Struct(String),
    /// A pointer to functions: the result, and the parameters with their brackets.
    Callback(String, String),
    /// An array inside of a struct.
    Array(String, String),
}

/// A name with what it is.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    kind: Kind,
}

/// The parts of a list of parameters.
fn parameters(list: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[from..]);
    parts
}

fn named(declaration: &str) -> Option<Named> {
    if let Some((result, rest)) = declaration.split_once("(*") {
        let (name, parameters) = rest.split_once(')')?;
        let result = result.trim().to_string();
        let kind = Kind::Callback(result.clone(), parameters.trim().to_string());
        return INTEGERS.contains(&result.as_str()).then(|| Named { name: name.trim().to_string(), kind });
    }
    let words = declaration.replace("const ", " ").replace("volatile ", " ").replace('*', " * ");
    let mut words: Vec<&str> = words.split_whitespace().filter(|w| *w != "static").collect();
    let last = words.pop()?;
    let (name, array) = match last.split_once('[') {
        Some((name, rest)) => (name, Some(rest.trim_end_matches(']').to_string())),
        None => (last, None),
    };
    let name = name.to_string();
    let pointers = words.iter().filter(|w| **w == "*").count();
    let base = words.iter().filter(|w| **w != "*").copied().collect::<Vec<_>>().join(" ");
    let integer = INTEGERS.contains(&base.as_str()) || base.starts_with("enum ");
    let kind = match (pointers, array) {
        (0, None) if integer => Kind::Integer(base),
        (0, Some(count)) if integer && !count.is_empty() => Kind::Array(base, count),
        (1, None) | (0, Some(_)) if base == "char" => Kind::Text,
        (1, None) | (0, Some(_)) if integer => Kind::Elements(base),
        (1, None) => Kind::Struct(base.strip_prefix("struct ")?.to_string()),
        _ => return None,
    };
    Some(Named { name, kind })
}

/// Structs with their members, as far as they are understood.
fn structs(text: &str) -> BTreeMap<String, Vec<Named>> {
    let mut out = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("struct ").and_then(|l| l.strip_suffix(" {")) else { continue };
        if name.contains(['(', ' ', '*']) {
            continue;
        }
        let members: Vec<&str> = lines.by_ref().take_while(|l| !l.starts_with('}')).collect();
        let members: Vec<Named> =
            members.iter().filter_map(|l| named(l.trim().trim_end_matches(';'))).collect();
        out.insert(name.to_string(), members);
    }
    out
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    parameters: Vec<Named>,
}

/// The functions of a file: those that can be called, and the names of the others.
fn functions(mask: &str) -> (Vec<Function>, Vec<String>) {
    let (mut out, mut others) = (Vec::new(), Vec::new());
    for line in mask.lines() {
        let head = line.strip_suffix('{').map(str::trim_end).and_then(|l| l.strip_suffix(')'));
        let Some((before, list)) = head.and_then(|l| l.split_once('(')) else { continue };
        if line.starts_with(|c: char| !c.is_ascii_alphabetic()) {
            continue;
        }
        let name = before.rsplit([' ', '*']).next().unwrap_or_default().to_string();
        let all: Option<Vec<Named>> = match list.trim() {
            "void" | "" => Some(Vec::new()),
            list => parameters(list).into_iter().map(named).collect(),
        };
        match all {
            Some(parameters) if name != "main" => out.push(Function { name, parameters }),
            _ => others.push(name),
        }
    }
    (out, others)
}

/// Integers of the file.
fn variables(mask: &str) -> Vec<Named> {
    let plain = |l: &&str| {
        l.starts_with(|c: char| c.is_ascii_alphabetic())
            && l.ends_with(';')
            && !l.contains(['(', '[', '*', ','])
            && !["const ", "typedef ", "extern ", "struct ", "enum ", "static const "]
                .iter()
                .any(|w| l.starts_with(w))
    };
    let lines = mask.lines().filter(plain);
    lines
        .filter_map(|l| named(l.trim_end_matches(';').split('=').next()?.trim()))
        .filter(|n| matches!(n.kind, Kind::Integer(_)))
        .collect()
}

/// The text of a function, from its head to the bracket at the start of a line.
fn body<'t>(text: &'t str, mask: &str, name: &str) -> &'t str {
    let head = format!("{name}(");
    let start = mask.match_indices(&head).map(|(at, _)| at).find(|at| {
        let line = mask[*at..].lines().next().unwrap_or_default();
        line.trim_end().ends_with('{')
    });
    let Some(start) = start else { return "" };
    let end = mask[start..].find("\n}").map_or(text.len(), |n| start + n);
    text.get(start..end).unwrap_or_default()
}

/// The literals of a text: numbers, texts, letters.
fn literals(text: &str) -> (Vec<i128>, Vec<String>, Vec<String>) {
    let (mut numbers, mut texts, mut letters) = (vec![0, 1], Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            quote @ (b'"' | b'\'') => {
                let mut end = i + 1;
                while end < bytes.len() && bytes[end] != quote {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let literal = text[i..(end + 1).min(bytes.len())].to_string();
                if quote == b'"' {
                    numbers.push(literal.len() as i128 - 2);
                    texts.push(literal);
                } else {
                    letters.push(literal);
                }
                i = end + 1;
            }
            b'0'..=b'9' => {
                let end =
                    (i..bytes.len()).find(|j| !bytes[*j].is_ascii_alphanumeric()).unwrap_or(bytes.len());
                let word = text[i..end].trim_end_matches(['u', 'U', 'l', 'L']);
                let negative = text[..i].ends_with('-');
                let number = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
                    Some(hex) => i128::from_str_radix(hex, 16),
                    None => word.parse(),
                };
                numbers.extend(number.ok().map(|n: i128| if negative { -n } else { n }));
                i = end;
            }
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let word = |j: &usize| !bytes[*j].is_ascii_alphanumeric() && bytes[*j] != b'_';
                i = (i..bytes.len()).find(word).unwrap_or(bytes.len());
            }
            _ => i += 1,
        }
    }
    texts.sort();
    texts.dedup();
    // Letters stay in the order in which a machine may ask for them.
    letters.dedup();
    numbers.sort_unstable();
    numbers.dedup();
    (numbers, texts, letters)
}

/// The driver of a file, and the functions that it cannot call.
pub(super) fn driver(text: &str) -> (String, Vec<String>) {
    let mask = String::from_utf8_lossy(&masked(text)).into_owned();
    let structs = structs(&mask);
    let (functions, mut others) = functions(&mask);
    let known = |f: &Function| {
        f.parameters.iter().all(|p| match &p.kind {
            Kind::Struct(name) => structs.contains_key(name),
            _ => true,
        })
    };
    others.extend(functions.iter().filter(|f| !known(f)).map(|f| f.name.clone()));
    let functions: Vec<Function> = functions.into_iter().filter(known).collect();
    let mut out = String::from("\n");
    for name in structs.keys() {
        let _ = writeln!(out, "static struct {name} *glassbox_make_{name}(int depth);");
    }
    for (name, members) in &structs {
        maker(&mut out, name, members, &structs);
    }
    for (n, f) in functions.iter().enumerate() {
        for (k, p) in f.parameters.iter().enumerate() {
            if let Kind::Callback(result, parameters) = &p.kind {
                let _ = writeln!(
                    out,
                    "static {result} glassbox_answer_{n}_{k}{parameters} {{ return ({result}) glassbox_number(); }}"
                );
            }
        }
    }
    let _ = writeln!(out, "void glassbox_call(int function) {{");
    for v in variables(&mask) {
        if let Kind::Integer(ty) = &v.kind {
            let _ = writeln!(out, "    {} = ({ty}) glassbox_number();", v.name);
        }
    }
    out.push_str("    switch (function) {\n");
    for (n, f) in functions.iter().enumerate() {
        let _ = writeln!(out, "    case {n}: {{");
        let mut pointer: Option<&Named> = None;
        for (k, p) in f.parameters.iter().enumerate() {
            let earlier = f.parameters[..k].iter().rposition(|q| q.kind == p.kind);
            match &p.kind {
                Kind::Integer(ty) => {
                    let _ = match pointer {
                        Some(_) => writeln!(
                            out,
                            "        {ty} in_p{k} = ({ty}) (glassbox_choice(8) ? in_l{} : glassbox_number());",
                            k - 1
                        ),
                        None => writeln!(out, "        {ty} in_p{k} = ({ty}) glassbox_number();"),
                    };
                }
                Kind::Text => out.push_str(&format!("        char *in_p{k} = glassbox_text();\n")),
                Kind::Elements(ty) | Kind::Array(ty, _) => elements(&mut out, ty, k),
                Kind::Struct(name) => {
                    let _ = writeln!(out, "        struct {name} *in_p{k} = glassbox_make_{name}(0);");
                }
                Kind::Callback(result, parameters) => {
                    let _ =
                        writeln!(out, "        {result} (*in_p{k}){parameters} = glassbox_answer_{n}_{k};");
                }
            }
            for (e, other) in f.parameters[..k].iter().enumerate().filter(|(_, q)| leads(&q.kind)) {
                let (inner, outer) = match (is_bytes(&p.kind), is_bytes(&other.kind)) {
                    (true, _) => (k, e),
                    (false, true) if leads(&p.kind) => (e, k),
                    _ if p.kind == other.kind && !matches!(p.kind, Kind::Struct(_)) => (k, e),
                    _ => continue,
                };
                let _ = writeln!(
                    out,
                    "        if (glassbox_choice(12) == 0) {{ in_p{inner} = (void *) glassbox_inside(in_p{outer}, \
                     sizeof *in_p{inner}); }}"
                );
            }
            if let (Some(e), true) = (earlier, leads(&p.kind)) {
                let _ = writeln!(out, "        if (glassbox_choice(12) == 0) {{ in_p{k} = in_p{e}; }}");
            }
            pointer = matches!(p.kind, Kind::Elements(_)).then_some(p);
        }
        let arguments: Vec<String> = (0..f.parameters.len()).map(|k| format!("in_p{k}")).collect();
        let _ = writeln!(out, "        (void) {}({});\n        break;\n    }}", f.name, arguments.join(", "));
    }
    out.push_str("    }\n}\n");
    let (numbers, texts, letters) = literals(text);
    let fits = |n: &i128| i64::try_from(*n).is_ok() && *n != i128::from(i64::MIN);
    // Those of each function, then all of them.
    let mut all: Vec<i128> = Vec::new();
    let mut starts = Vec::new();
    for f in &functions {
        starts.push(all.len().to_string());
        all.extend(literals(body(text, &mask, &f.name)).0.into_iter().filter(fits));
    }
    starts.push(all.len().to_string());
    all.extend(numbers.into_iter().filter(fits));
    let numbers: Vec<String> = all.iter().map(|n| format!("{n}LL")).collect();
    let list = |of: &[String], nothing: &str| if of.is_empty() { nothing.to_string() } else { of.join(", ") };
    let _ = write!(
        out,
        "const long long glassbox_numbers[] = {{{}}};\nconst int glassbox_number_count = {};\n\
         const int glassbox_own_numbers[] = {{{}}};\n\
         const char *const glassbox_texts[] = {{{}}};\nconst int glassbox_text_count = {};\n\
         const char glassbox_letters[] = {{{}}};\nconst int glassbox_letter_count = {};\n\
         const int glassbox_function_count = {};\n",
        list(&numbers, "0"),
        numbers.len(),
        starts.join(", "),
        list(&texts, "\"\""),
        texts.len(),
        list(&letters, "0"),
        letters.len(),
        functions.len()
    );
    (out, others)
}

/// Does a parameter lead to memory?
fn leads(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Elements(_) | Kind::Struct(_))
}

/// Does it lead to what may be the bytes of anything?
fn is_bytes(kind: &Kind) -> bool {
    match kind {
        Kind::Text => true,
        Kind::Elements(ty) => {
            ["char", "unsigned char", "signed char", "uint8_t", "int8_t"].contains(&ty.as_str())
        }
        _ => false,
    }
}

/// Elements `in_p{k}`, so many as `in_l{k}` says, or null.
fn elements(out: &mut String, ty: &str, k: usize) {
    let _ = write!(
        out,
        "        int in_l{k} = glassbox_length(), in_h{k} = glassbox_choice(9);\n        \
         long long in_f{k} = glassbox_number(), in_s{k} = glassbox_number();\n        \
         in_l{k} = in_l{k} < 1 ? 1 : in_l{k};\n        {ty} *in_p{k} = glassbox_memory(in_l{k} * sizeof({ty}));\n        \
         for (int i = 0; i < in_l{k}; i++) {{ in_p{k}[i] = ({ty}) glassbox_element(in_h{k}, i, in_f{k}, in_s{k}); }}\n        \
         if (glassbox_choice(10) == 0) {{ in_p{k}[glassbox_choice(in_l{k})] = ({ty}) in_s{k}; }}\n        \
         if (glassbox_choice(40) == 0) {{ in_p{k} = 0; in_l{k} = glassbox_choice(3); }}\n"
    );
}

/// A function that makes a struct: a chain where it has one pointer to its like, a tree where it has several.
fn maker(out: &mut String, name: &str, members: &[Named], structs: &BTreeMap<String, Vec<Named>>) {
    let own: Vec<&Named> = members.iter().filter(|m| m.kind == Kind::Struct(name.into())).collect();
    let mut fill = String::new();
    for m in members {
        let n = &m.name;
        let _ = match &m.kind {
            Kind::Integer(ty) => {
                writeln!(fill, "        q->{n} = ({ty}) glassbox_element(how, i, first, second);")
            }
            Kind::Array(ty, count) => writeln!(
                fill,
                "        for (int k = 0; k < ({count}); k++) {{ q->{n}[k] = ({ty}) glassbox_element(how, k, first, second); }}"
            ),
            Kind::Text => writeln!(fill, "        q->{n} = glassbox_text();"),
            Kind::Elements(ty) => writeln!(
                fill,
                "        {{ int l = 1 + glassbox_length(); q->{n} = glassbox_memory(l * sizeof({ty})); \
                 for (int k = 0; k < l; k++) {{ q->{n}[k] = ({ty}) glassbox_element(how, k, first, second); }} }}"
            ),
            Kind::Struct(other) if other != name && structs.contains_key(other) => {
                writeln!(fill, "        q->{n} = depth > 3 ? 0 : glassbox_make_{other}(depth + 1);")
            }
            Kind::Struct(_) | Kind::Callback(..) => Ok(()),
        };
    }
    let head = format!("static struct {name} *glassbox_make_{name}(int depth) {{\n    (void) depth;\n");
    let values = "    int how = glassbox_choice(9), i = 0;\n    \
                  long long first = glassbox_number(), second = glassbox_number();\n    \
                  (void) how; (void) i; (void) first; (void) second;\n";
    let make = format!("q = glassbox_memory(sizeof *q);\n{fill}");
    out.push_str(&head);
    match own.as_slice() {
        [] => {
            let _ = write!(
                out,
                "    if (glassbox_choice(30) == 0) {{ return 0; }}\n{values}    struct {name} *q;\n    {make}    return q;\n"
            );
        }
        [next] => {
            let next = &next.name;
            let _ = write!(
                out,
                "{values}    int length = glassbox_length();\n    length = depth > 0 ? length % 6 : length;\n    \
                 struct {name} *start = 0, *last = 0, *q;\n    \
                 for (i = 0; i < length; i++) {{\n        {make}        \
                 if (last) {{ last->{next} = q; }} else {{ start = q; }}\n        last = q;\n    }}\n    \
                 if (last && glassbox_choice(16) == 0) {{\n        q = start;\n        \
                 for (i = glassbox_choice(length); i > 0; i--) {{ q = q->{next}; }}\n        last->{next} = q;\n    }}\n    \
                 return start;\n"
            );
        }
        several => {
            let (a, b) = (&several[0].name, &several[1].name);
            let _ = write!(
                out,
                "{values}    int length = glassbox_length() % 40, shape = glassbox_choice(5);\n    \
                 struct {name} *all[40], *q;\n    \
                 for (i = 0; i < length; i++) {{\n        {make}        all[i] = q;\n        if (i == 0) {{ continue; }}\n        \
                 struct {name} *up = shape < 2 ? all[i - 1] : shape == 2 ? all[(i - 1) / 2] : all[glassbox_choice(i)];\n        \
                 int left = shape == 0 || (shape != 1 && glassbox_choice(2));\n        \
                 if (left) {{ up->{a} = q; }} else {{ up->{b} = q; }}\n        \
                 if (shape == 4) {{ if (left) {{ q->{b} = up; }} else {{ q->{a} = up; }} }}\n    }}\n    \
                 return length > 0 ? all[0] : 0;\n"
            );
        }
    }
    out.push_str("}\n");
}

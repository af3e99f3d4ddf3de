//! Sizes and offsets against the compiler: random structs, laid out here, are put before `cc` as static assertions,
//! for both data models; the bits of bit-fields are compared with what a compiled program says.

use crate::reading;

use base::Random;
use front_c::types::{DataModel, Type};
use reading::{check, have_cc, run_c};
use std::fmt::Write;
use tools::Tool;

const SCALARS: &[&str] = &[
    "char",
    "signed char",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "int (*",
    "enum small",
    "enum large",
];
const FIELDS: &[(&str, usize)] = &[
    ("int", 32),
    ("unsigned", 32),
    ("char", 8),
    ("unsigned short", 16),
    ("long", 32),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum small", 32),
];

/// Declarations of structs `s0`, `s1` and so on; later ones hold earlier ones.
fn structs(random: &mut Random, count: usize) -> String {
    let mut text = String::from("enum small { A, B };\nenum large { C = 0x100000000, D = -1 };\n");
    for n in 0..count {
        let word = if random.one_in(5) { "union" } else { "struct" };
        let attribute = match random.below(12) {
            0 => "__attribute__((packed)) ",
            1 => "__attribute__((aligned(16))) ",
            _ => "",
        };
        // What both mean together for bit-fields is a matter of versions of gcc.
        let pack = random.one_in(15) && attribute.is_empty();
        if pack {
            let _ = writeln!(text, "#pragma pack(push, {})", 1 << random.below(4));
        }
        let _ = write!(text, "typedef {word} {attribute}{{ ");
        let fields = 1 + random.below(7);
        for f in 0..fields {
            match random.below(10) {
                0..=4 => match random.pick(SCALARS).copied().unwrap_or("int") {
                    "int (*" => {
                        let _ = write!(text, "int (*f{f})(void); ");
                    }
                    ty => {
                        let aligned = if random.one_in(12) { " __attribute__((aligned(8)))" } else { "" };
                        let _ = write!(text, "{ty} f{f}{aligned}; ");
                    }
                },
                5 | 6 => {
                    let (ty, most) = random.pick(FIELDS).copied().unwrap_or(("int", 32));
                    let _ = write!(text, "{ty} f{f} : {}; ", 1 + random.below(most));
                    match random.below(8) {
                        0 => {
                            let _ = write!(text, "{ty} : 0; ");
                        }
                        1 => {
                            let _ = write!(text, "int : {}; ", 1 + random.below(20));
                        }
                        _ => {}
                    }
                }
                7 => {
                    let ty = random.pick(&["char", "short", "int", "double"]).copied().unwrap_or("int");
                    let _ = write!(text, "{ty} f{f}[{}]; ", 1 + random.below(4));
                }
                8 if n > 0 => {
                    let _ = write!(text, "s{} f{f}; ", random.below(n));
                }
                _ => {
                    let _ = write!(text, "struct {{ char f{f}; short g{f}; }}; ");
                }
            }
        }
        let _ = writeln!(text, "}} s{n};");
        if pack {
            text.push_str("#pragma pack(pop)\n");
        }
    }
    text
}

fn judged(model: DataModel, seed: u64) {
    let text = structs(&mut Random::new(seed), 150);
    let (files, checked) = check(&text, model);
    let Some(unit) = checked.unit else {
        panic!("{}", source::render_all(&checked.diagnostics, &files, false));
    };
    let mut asserts = text.clone();
    let mut count = 0;
    for (id, record) in unit.types.records.iter().enumerate() {
        if !record.spelling.starts_with('s') || record.spelling == "struct" {
            continue;
        }
        let name = &record.spelling;
        let _ = writeln!(asserts, "_Static_assert(sizeof({name}) == {}, \"size {name}\");", record.size);
        let _ = writeln!(asserts, "_Static_assert(_Alignof({name}) == {}, \"align {name}\");", record.align);
        let record_id = front_c::types::RecordId(id as u32);
        for field in (0..7).flat_map(|n| [format!("f{n}"), format!("g{n}")]) {
            let Some(path) = unit.types.find_member(record_id, &field) else { continue };
            let mut at = record_id;
            let mut offset = 0;
            let mut bits = false;
            for step in path {
                let field = unit.types.field(at, step).expect("found");
                offset += field.offset;
                bits |= field.bits.is_some();
                if let Type::Record(inner) = field.ty {
                    at = inner;
                }
            }
            if !bits {
                let _ = writeln!(
                    asserts,
                    "_Static_assert(__builtin_offsetof({name}, {field}) == {offset}, \"offset {name}.{field}\");"
                );
                count += 1;
            }
        }
    }
    assert!(count > 200, "only {count} offsets");
    let flag = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let judged = Tool::new("cc")
        .args(["-std=gnu11", "-w", flag, "-fsyntax-only", "-x", "c", "-"])
        .stdin(asserts.clone())
        .run()
        .expect("cc runs");
    let said = String::from_utf8_lossy(&judged.stderr);
    let said: Vec<&str> = said.lines().filter(|l| l.contains("error")).take(10).collect();
    assert!(judged.status.success(), "{model:?} seed {seed}: {}\n{}", said.join("\n"), text);
}

#[test]
fn sizes_and_offsets_are_those_of_the_compiler() {
    if !have_cc() {
        return;
    }
    for seed in 0..4 {
        judged(DataModel::Lp64, seed);
        judged(DataModel::Ilp32, seed + 100);
    }
}

#[test]
fn bit_fields_are_where_the_compiler_has_them() {
    if !have_cc() {
        return;
    }
    let text = structs(&mut Random::new(7), 200);
    let (_, checked) = check(&text, DataModel::Lp64);
    let unit = checked.unit.expect("it is right");
    let mut program = format!("#include <stdio.h>\n#include <string.h>\n{text}\nint main(void) {{\n");
    let mut expected = String::new();
    for record in unit.types.records.iter().filter(|r| r.spelling.starts_with('s') && r.spelling != "struct")
    {
        for field in &record.fields {
            let (Some(bits), Some(name)) = (field.bits, &field.name) else { continue };
            let spelling = &record.spelling;
            let _ = writeln!(
                program,
                "{{ {spelling} s; memset(&s, 0, sizeof s); s.{name} = -1; unsigned char b[sizeof s]; \
                 memcpy(b, &s, sizeof s); printf(\"{spelling}.{name}:\"); for (unsigned i = 0; i < 8 * sizeof s; i++) \
                 if (b[i / 8] >> i % 8 & 1) printf(\" %u\", i); puts(\"\"); }}"
            );
            let _ = write!(expected, "{spelling}.{name}:");
            for bit in bits.first..bits.first + u64::from(bits.width) {
                let _ = write!(expected, " {bit}");
            }
            expected.push('\n');
        }
    }
    program.push_str("return 0; }\n");
    assert!(expected.lines().count() > 50);
    let found = run_c("bits", &program);
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(expected, found, "\n{text}");
    }
}

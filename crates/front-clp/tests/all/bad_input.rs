//! Input of any size and shape: an answer or a message, never a crash.

use crate::random;

use source::Files;

fn load(text: &str) -> (Option<logic::Program>, String) {
    let mut files = Files::new();
    let file = files.add("test.pl", text);
    let loaded = front_clp::load(&files, file);
    for problem in &loaded.diagnostics {
        assert!(problem.place().and_then(|span| files.place(span)).is_some(), "a message without a place");
    }
    let first = loaded.diagnostics.iter().take(20);
    let shown = source::render_all(first, &files, false);
    (loaded.program, shown)
}

#[test]
fn deep_nesting_is_fine() {
    let n = 200_000;
    for text in [
        format!("p({}a{}).", "(".repeat(n), ")".repeat(n)),
        format!("p({}a{}).", "f(".repeat(n), ")".repeat(n)),
        format!("p({}a{}).", "[".repeat(n), "]".repeat(n)),
        format!("p({}a{}).", "{".repeat(n), "}".repeat(n)),
        format!("p({}a{}).", "[b|".repeat(n), "]".repeat(n)),
        format!("p({}a).", "- ".repeat(n)),
        format!("p :- {}a.\na.", "\\+ ".repeat(n)),
        format!("p(1{}).", "+1".repeat(n)),
        format!("p(1{}).", "^1".repeat(n)),
        format!("p :- {}a{}.\na.", "call(".repeat(n), ")".repeat(n)),
        format!("p :- {}a{}.\na.", "(a;".repeat(n), ")".repeat(n)),
        format!("p :- {}a{}.\na.", "(".repeat(n), ";a)".repeat(n)),
        format!("p :- {}a.\na.", "a -> a ; ".repeat(n)),
        format!("p :- {}a.\na.", "a, ".repeat(n)),
        format!("p --> {}a.\na --> [].", "a, ".repeat(n)),
        format!("p --> {}a.\na --> [].", "\\+ ".repeat(n)),
        format!("p :- findall(X, {}a{}, X).\na.", "findall(X,".repeat(n), ",X)".repeat(n)),
    ] {
        let (program, shown) = load(&text);
        let program = program.unwrap_or_else(|| panic!("{}: {shown}", &text[..40]));
        let listing = logic::listing(&program);
        // What is printed is read again and printed the same.
        let again = load(&listing).0.unwrap_or_else(|| panic!("{} is not read again", &text[..40]));
        assert!(logic::listing(&again) == listing, "{}", &text[..40]);
    }
}

#[test]
fn deep_nesting_that_never_ends_is_an_error() {
    let n = 200_000;
    for open in ["(", "f(", "[", "{", "[a|", "a:-(", "- (", "\\+ [", "f(a,", "'", "\"", "/* "] {
        let (program, shown) = load(&open.repeat(n));
        assert!(program.is_none() && shown.contains("error"), "{open}");
    }
}

#[test]
fn long_texts_are_fine() {
    let list = format!("p([{}0]).", "1, ".repeat(1_000_000));
    let facts: String = (0..100_000).map(|i| format!("edge(n{i}, n{}, {i}).\n", i + 1)).collect();
    let preds: String = (0..50_000).map(|i| format!("p{i}(X) :- p{}(X).\n", i + 1)).collect();
    let apart: String = (0..50_000).map(|i| format!("p{}(a).\n", i % 2)).collect();
    let vars: String = (0..100_000).map(|i| format!("X{i}, ")).collect();
    let broken = "p(a) q.\n".repeat(50_000);
    let string = format!("p(\"{}\").", "x".repeat(5_000_000));
    let codes = format!("p(`{}`).", "x".repeat(500_000));
    let comment = format!("/* {} */ p.", "x".repeat(5_000_000));
    let conj = format!("p :- {}q.\nq.", "q, ".repeat(1_000_000));
    for text in [list, facts, preds, string, codes, comment, conj, format!("p({vars}a).")] {
        let (program, shown) = load(&text);
        let program = program.unwrap_or_else(|| panic!("{}: {shown}", &text[..40]));
        assert!(!logic::listing(&program).is_empty());
    }
    assert!(load(&apart).1.contains("not together"));
    assert!(load(&broken).0.is_none());
    assert!(load(&format!("p({}).", "1".repeat(1_000_000))).1.contains("digits"));
    assert!(load(&format!("{}(a) b.", "a".repeat(1_000_000))).1.len() < 20_000);
}

#[test]
fn odd_texts() {
    for text in [
        "",
        ".",
        ". .",
        "a",
        "a.",
        "a.\0",
        "\u{feff}a.",
        "#!/usr/bin/swipl\na.",
        "0'",
        "0'\\",
        "'\\",
        "\"\\x",
        "1.0e",
        "`",
        ":-",
        ":- .",
        ":- op.",
        ":- op(1,2).",
        ":- op(700, xfx, [a|b]).",
        ":- dynamic.",
        ":- dynamic [].",
        ":- module.",
        ":- module(X, Y).",
        ":- module(m, x).",
        ":- use_module(X).",
        ":- type.",
        ":- type x.",
        ":- pred X.",
        ":- type X ---> Y.",
        ":- initialization.",
        "-->.",
        "a --> .",
        "X --> Y.",
        "a, b --> c.",
        "[] --> a.",
        "{} --> a.",
        "p :- {}.",
        "p :- { }.",
        "p :- {X}.",
        "p :- {1}.",
        "p :- {true}.",
        "p :- call.",
        "p :- call(1).",
        "p :- call(1, 2).",
        "p :- call((a, b), c).",
        "p :- m:q.",
        "p :- X:q.",
        "m:p.",
        "m:p :- q.",
        "X:p.",
        "user:p.",
        ":- a:b.",
        ":- (a, b).",
        "p :- \\+ 1.",
        "p :- (a -> 1 ; b).",
        "p :- findall(1, 2, 3).",
        "(:- a) :- b.",
        "p => q.",
        "=> .",
        "a => b => c.",
        "p :- X = f(X).",
        "$VAR(1).",
        "'$VAR'(1).",
        "p(A, B, A1, _G1, _, _).",
        "\\ .",
        "p :- 'hello world'(x).",
        "é.",
        "É.",
        "p :- é(É).",
        ":- set_prolog_flag(X, Y).",
        ":- op(200, xfy, []).",
        ":- op(200, xfy, {}).",
        ":- op(200, xfy, '[]').",
        ":- op(0, xfx, ','). a, b.",
        ":- op(1200, xfx, '|'). (a | b).",
        ":- op(999, xfx, '|').",
        "f(()).",
        "[()].",
        "{()}.",
        "() :- a.",
        "a:-b:-c.",
        "|.",
        "||.",
        "a||b.",
    ] {
        let (program, _) = load(text);
        if let Some(program) = program {
            let _ = logic::listing(&program);
        }
    }
}

#[test]
fn random_text_never_panics() {
    let mut random = base::Random::new(3);
    for _ in 0..20_000 {
        let text: String = (0..1 + random.below(3)).map(|_| random::tokens(&mut random)).collect();
        // A cut anywhere leaves things open.
        let end = random.below(text.len() + 1);
        for text in [text.as_str(), text.get(..end).unwrap_or("")] {
            if let (Some(program), _) = load(text) {
                let _ = logic::listing(&program);
            }
        }
    }
}

//! Pages in a real browser: nothing is complained of, lines lead to the tests that run them and back, and what a program says is
//! never taken for markup.

mod browser;

use crate::running::{Scratch, corpus_folder, glassbox};
use browser::Browser;

/// A page of a program of the corpus, opened.
fn open(browser: &mut Browser, scratch: &Scratch, folder: &str, arguments: &[&str]) {
    let page = scratch.0.join("page.html");
    let page = page.to_str().expect("a path");
    let (code, _, errors) =
        glassbox(&[&["generate", "--html", page], arguments].concat(), &corpus_folder(folder));
    assert_eq!(code, Some(0), "{arguments:?}: {errors}");
    browser.open(&format!("file://{page}"));
}

/// What a person sees of the tests and the lines.
const SHOWN: &str = "return [...document.querySelectorAll('.test')].filter(t => t.checkVisibility()).length";
const MARKED: &str = "return document.querySelectorAll('.ln.run').length";
const TOLD: &str = "return document.getElementById('told').textContent";

#[test]
fn lines_lead_to_tests_and_back() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new("pages");
    for (folder, arguments) in [
        ("c", &["list.c"][..]),
        ("impl", &["reverse.impl"]),
        ("clp", &["append.pl"]),
        ("mercury/thesis", &["append.m"]),
        ("ada", &["divide.adb"]),
    ] {
        if !corpus_folder(folder).join(arguments[0]).exists() {
            panic!("{folder}/{arguments:?} is not there");
        }
        open(&mut browser, &scratch, folder, arguments);
        let all = browser.number(SHOWN);
        assert!(all > 1, "{arguments:?}: {all}");
        assert!(!browser.is_shown("#all"));
        // Of the lines that can be run, the one that fewest tests run.
        let line = browser.text(
            "const lines = [...document.querySelectorAll('button[data-line]')]; \
             lines.sort((a, b) => a.dataset.tests - b.dataset.tests); return lines[0].dataset.line",
        );
        let button = format!("button[data-line='{line}']");
        let few =
            browser.number(&format!("return Number(document.querySelector(\"{button}\").dataset.tests)"));
        browser.click(&button);
        assert_eq!(browser.number(SHOWN), few, "{arguments:?} line {line}");
        assert!(browser.text(TOLD).contains(&format!("run line {line}")), "{}", browser.text(TOLD));
        // One of them leads back to that line, and to others perhaps.
        browser.click(".test:not([hidden]) button[data-test]");
        assert!(browser.number(MARKED) > 0, "{arguments:?}");
        let is_marked =
            format!("return Number(document.querySelector('#L{line}').classList.contains('run'))");
        assert_eq!(browser.number(&is_marked), 1, "{arguments:?} line {line}");
        assert_eq!(browser.number(SHOWN), few);
        browser.click("#all");
        assert_eq!((browser.number(SHOWN), browser.number(MARKED)), (all, 0), "{arguments:?}");
        // The keys do the same.
        browser.keys(&button, "\u{e007}");
        assert_eq!(browser.number(SHOWN), few, "{arguments:?} by keys");
        browser.keys("body", "\u{e00c}");
        assert_eq!(browser.number(SHOWN), all, "{arguments:?} by keys");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn errors_lead_to_their_lines_and_tests() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new("page-errors");
    open(&mut browser, &scratch, "c", &["list.c"]);
    assert!(browser.number("return document.querySelectorAll('.error').length") > 0);
    // A link to a test that is filtered away shows it again.
    browser.click("button[data-line]");
    let hidden = "const link = [...document.querySelectorAll('.error a')].find(a => { \
                  const to = document.querySelector(a.getAttribute('href')); return to && to.hidden; }); \
                  if (link) link.id = 'chosen'; return Number(Boolean(link))";
    assert_eq!(browser.number(hidden), 1);
    browser.click("#chosen");
    let target = "return Number(document.querySelector(':target').checkVisibility())";
    assert_eq!(browser.number(target), 1);
    browser.click(".error a[href^='#L']");
    assert_eq!(browser.number("return Number(document.querySelector(':target').matches('.ln'))"), 1);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn what_a_program_says_is_text() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new("page-text");
    let shout = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
    let text = format!(
        "/* </pre></script>{shout} */\n#include <string.h>\nint f(const char *s, int n) {{\n  if (n > 3 && strcmp(s, \"<b>\") == 0) \
         return 1; // {shout}\n  return s[0] == '<';\n}}\n"
    );
    let name = "a<script>b&'c.c";
    scratch.file(name, &text);
    let (code, _, errors) = scratch.run(&["generate", name, "--html", "page"]);
    assert_eq!(code, Some(0), "{errors}");
    browser.open(&format!("file://{}/page/index.html", scratch.0.display()));
    assert_eq!(browser.text("return document.title"), format!("{name}: tests"));
    assert_eq!(browser.text("return document.querySelector('h1 code').textContent"), name);
    assert_eq!(browser.number("return document.scripts.length"), 2);
    assert_eq!(
        browser.number("return document.images.length + document.querySelectorAll('b:not(.no b)').length"),
        0
    );
    assert_eq!(
        browser.text("return document.querySelector('#L1 code').textContent"),
        text.lines().next().unwrap_or("")
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());

    // The same for Prolog, where strings and atoms get into goals and conditions.
    let text = "p('<script>alert(1)</script>', X) :- X = \"</script><b>\".\np(b, '<i>').\n";
    scratch.file("p.pl", text);
    let (code, _, errors) = scratch.run(&["generate", "p.pl", "-e", "p/2", "--html", "page"]);
    assert_eq!(code, Some(0), "{errors}");
    browser.open(&format!("file://{}/page/index.html", scratch.0.display()));
    assert!(browser.text("return document.body.innerText").contains("<script>alert(1)</script>"));
    assert_eq!(
        browser.number("return document.scripts.length + document.querySelectorAll('i:not(.no i)').length"),
        2
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn ten_thousand_tests_are_a_page() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new("page-many");
    let ifs: String = (0..14).map(|i| format!("  if (a[{i}] > {i}) n += {i};\n")).collect();
    scratch.file("many.c", &format!("int many(const int a[14]) {{\n  int n = 0;\n{ifs}  return n;\n}}\n"));
    let arguments =
        ["generate", "many.c", "-c", "path", "--limit", "12000", "--html", "page", "-o", "tests.txt"];
    let (code, _, errors) = scratch.run(&arguments);
    assert!(matches!(code, Some(0 | 3)), "{errors}");
    let page = scratch.read("page/index.html");
    assert!(page.len() < 6_000_000, "{} bytes", page.len());
    assert!(page.contains("tests more that are not on this page"));
    browser.open(&format!("file://{}/page/index.html", scratch.0.display()));
    let all = browser.number("return document.querySelectorAll('.test').length");
    assert!(all > 5_000, "{all}");
    let milliseconds = browser.number(
        "const start = performance.now(); document.querySelectorAll('button[data-line]')[2].click(); \
         return Math.round(performance.now() - start)",
    );
    assert!(milliseconds < 5_000, "{milliseconds}");
    let open = "const [all] = performance.getEntriesByType('navigation'); return Math.round(all.domComplete)";
    assert!(browser.number(open) < 20_000);
    assert!(browser.text(TOLD).contains("are not on this page"), "{}", browser.text(TOLD));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn pages_fit_on_narrow_and_wide_screens() {
    let Some(mut browser) = Browser::start() else { return };
    let scratch = Scratch::new("page-width");
    open(&mut browser, &scratch, "c", &["list.c"]);
    for (wide, beside) in [(1400, 1), (500, 0)] {
        browser.resize(wide, 900);
        // Nothing makes the page itself wider than the screen.
        let over = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.number(over), 0, "{wide}");
        let is_beside = "return Number(document.querySelector('#source-pane').getBoundingClientRect().left > innerWidth / 3)";
        assert_eq!(browser.number(is_beside), beside, "{wide}");
    }
}

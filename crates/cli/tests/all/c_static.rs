//! Functions that keep something from one call to the next.

use crate::compiling;
use crate::running;

use compiling::passes;
use running::Scratch;

const KEEPING: &str = "enum state { IDLE, ARMED, FIRED };
int step(int event)
{
    static enum state now;
    switch (now) {
    case IDLE:
        if (event == 7)
            now = ARMED;
        return 0;
    case ARMED:
        now = event == 9 ? FIRED : IDLE;
        return 1;
    default:
        return 2;
    }
}
int ticket(void)
{
    static int last = 100;
    if (last >= 999)
        last = 100;
    return ++last;
}
void once(int *p)
{
    static int *first;
    if (first == 0)
        first = p;
    else if (p == first)
        *p = 1;
}
int put(int x)
{
    static int buffer[2], used;
    buffer[used++] = x;
    return used + buffer[0];
}
";

/// Branches that no first call takes are taken by later ones, and what goes wrong there is found.
#[test]
fn later_calls_are_looked_at() {
    let Some(cc) = testkit::require::program("cc", "functions that keep something") else { return };
    let scratch = Scratch::new("c-static");
    scratch.file("k.c", KEEPING);
    let (code, out, errors) = scratch.run(&["generate", "k.c"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("branch: 14 of 14 covered"), "{out}");
    // The branch needs as many calls and no fewer.
    assert!(out.contains("times = 900"), "{out}");
    // Others come after the first ones, and nobody may think that all were seen.
    assert!(out.contains("only the first ones are looked at") && out.contains("not complete"), "{out}");
    assert!(
        out.contains("out of bounds access\n  --> k.c:35:5\n")
            && out.contains("= put$thrice: x_1 = 0   x_2 = 0   x = 0"),
        "{out}"
    );
    let said = passes(&scratch, &cc, "k.c");
    assert!(said.lines().filter(|l| l.starts_with("ok")).count() >= 4, "{said}");
    let (code, _, _) = scratch.run(&["generate", "k.c", "--format", "json", "-o", "k.json"]);
    assert_eq!(code, Some(0));
    let (code, out, errors) = scratch.run(&["run", "k.json", "--program", "k.c"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let (code, out, errors) = scratch.run(&["run", "k.json", "--program", "k.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.contains("0 failed, 0 skipped"), "{out}");
    let (_, out, _) = scratch.run(&["cover", "k.c", "k.json", "-c", "branch"]);
    assert!(out.contains("branch         14       14           0   100.0 %"), "{out}");
}

/// The tests in C call the function as often, by its own name.
#[test]
fn calls_are_written_out() {
    let scratch = Scratch::new("c-static-text");
    scratch.file("k.c", KEEPING);
    let (code, out, errors) = scratch.run(&["generate", "k.c", "-e", "step", "--emit", "c"]);
    assert_eq!(code, Some(0), "{errors}");
    let calls = "    (void)step(7);\n    (void)step(9);\n    int result = step(";
    assert!(out.contains(calls), "{out}");
    // What nobody wrote is nothing that can be asked for.
    let (code, _, errors) = scratch.run(&["generate", "k.c", "-e", "none"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("there are: step, ticket, once, put"), "{errors}");
}

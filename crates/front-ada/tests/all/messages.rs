//! Every file in `bad` has a mistake; its message is beside it. `UPDATE=1` rewrites golden files.

use crate::reading::{files_in, folder, golden, parse};

#[test]
fn mistakes_get_their_messages() {
    let mut wrong = Vec::new();
    let programs = files_in("bad");
    assert!(programs.len() >= 40, "the corpus has shrunk");
    for (name, text) in programs {
        let (tree, messages) = parse(&name, &text);
        assert!(tree.is_none(), "{name} has no mistake");
        wrong.extend(golden(&folder("bad").join(format!("{name}.out")), &messages));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

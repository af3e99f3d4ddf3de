//! Programs as papers print them: `listings` holds texts that no compiler takes, with what is made of them.

use crate::reading::{files_in, folder, golden, parse, right};
use front_ada::syntax::ast::{ClaimKind, DeclKind, StmtKind, UnitKind};
use front_ada::syntax::print;

#[test]
fn listings_are_understood() {
    let listings = files_in("listings");
    assert!(listings.len() >= 6, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in listings {
        let (tree, messages) = parse(&name, &text);
        let tree = tree.unwrap_or_else(|| panic!("{name}:\n{messages}"));
        let printed = print(&tree);
        assert!(right(&name, &printed) == tree, "{name}:\n{printed}");
        wrong
            .extend(golden(&folder("listings").join(format!("{name}.out")), &format!("{printed}{messages}")));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn sort_2_has_its_claims() {
    let text = std::fs::read_to_string(folder("listings").join("sort_2.ada")).expect("readable");
    let tree = right("sort_2.ada", &text);
    let UnitKind::Declaration(procedure) = &tree.units[1].kind else { panic!("{tree:?}") };
    let DeclKind::Body { declarations, body, .. } = &procedure.kind else { panic!("{procedure:?}") };
    let kinds: Vec<ClaimKind> = declarations
        .iter()
        .filter_map(|d| if let DeclKind::Claim(claim) = &d.kind { Some(claim.kind) } else { None })
        .collect();
    assert_eq!(kinds, [ClaimKind::Entry, ClaimKind::Exit]);
    let [claim, outer] = &body.body[..] else { panic!("{body:?}") };
    assert!(matches!(&claim.kind, StmtKind::Claim(claim) if claim.kind == ClaimKind::Assert));
    let StmtKind::Loop { body: inner, .. } = &outer.kind else { panic!("{outer:?}") };
    assert!(matches!(inner[1].kind, StmtKind::Claim(_)));
    assert!(matches!(inner[2].kind, StmtKind::Loop { .. }));
}

#[test]
fn places_are_those_of_the_text_that_was_given() {
    // The range is put right before it is parsed, and what stands after it moves.
    let text =
        "procedure P is\nbegin\n   for I in 1...N loop\n      Q (I);\n   end loop;\n   R (2);\nend P;\n";
    let mut files = source::Files::new();
    let file = files.add("p.adb", text);
    let tree = front_ada::syntax::parse(&files, file).tree.expect("it is right");
    let UnitKind::Declaration(procedure) = &tree.units[0].kind else { panic!("{tree:?}") };
    let DeclKind::Body { body, .. } = &procedure.kind else { panic!("{procedure:?}") };
    assert_eq!(files.text(body.body[1].at.0), "R (2);");
    assert_eq!(files.text(procedure.at.0), text.trim_end());
}

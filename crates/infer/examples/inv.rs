use domains::{Numeric, Octagons, Polyhedra};
use infer::{Analysis, Choice, words::Pattern};
use language::Language;
fn go<N: Numeric>(
    program: &imperative::Program,
    entry: Option<&str>,
    choice: &Choice,
    files: &source::Files,
) {
    for id in program.proc_ids() {
        let p = program.proc(id).unwrap();
        if entry.is_some_and(|e| e != p.name) {
            continue;
        }
        let auto;
        let choice = if choice.patterns.is_empty() {
            auto = Choice::new(program, id, None, choice.k);
            println!(
                "{:?} sums {} bags {} {:?}",
                auto.patterns.iter().map(|p| p.name).collect::<Vec<_>>(),
                auto.sums,
                auto.multisets,
                auto.remember
            );
            &auto
        } else {
            choice
        };
        let t = std::time::Instant::now();
        let a = Analysis::<N>::new(program, id, choice, &base::Budget::unlimited())
            .unwrap_or_else(|_| panic!())
            .unwrap();
        println!("== {} {:?} transfers {}", p.name, t.elapsed(), a.transfers);
        for (spot, heaps) in a.unit.spots.iter().zip(&a.heaps) {
            if !matches!(spot.kind, infer::unit::SpotKind::Head(_) | infer::unit::SpotKind::Exit) {
                continue;
            }
            println!("{:?} line {}", spot.kind, files.place(spot.span).unwrap().1.line);
            let Some(heaps) = heaps else {
                println!("  unreachable");
                continue;
            };
            if let Some(l) = heaps.why_lost() {
                println!("  lost: {}", l.why);
            }
            for s in heaps.states() {
                println!("  * {}", a.drawing(s).join("; "));
                for l in a.formula(s) {
                    println!("      {l}");
                }
            }
        }
        let t = std::time::Instant::now();
        for sh in a.shown() {
            println!(
                "claim {} line {}: {:?}",
                sh.claim,
                files.place(a.unit.proc(sh.frame).unwrap().claims[sh.claim].span).unwrap().1.line,
                sh.verdict
            );
        }
        println!("claims {:?}", t.elapsed());
        for al in &a.alarms {
            println!("alarm {:?} line {} sure {}", al.kind, files.place(al.span).unwrap().1.line, al.sure);
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let path = &args[1];
    let text = std::fs::read_to_string(path).unwrap();
    let mut files = source::Files::new();
    let file = files.add(path, text);
    let languages: [&dyn Language; 3] = [&front_c::LANGUAGE, &front_impl::LANGUAGE, &front_ada::LANGUAGE];
    let language =
        languages.into_iter().find(|l| l.endings().iter().any(|e| path.ends_with(&format!(".{e}")))).unwrap();
    let loaded = language.load(&files, file, &language::LoadOptions::default()).unwrap_or_else(|_| panic!());
    let mut patterns = Vec::new();
    let words = args.get(3).map_or("all", |s| s.as_str());
    for w in words.split(',') {
        match w {
            "all" => patterns.push(Pattern::all()),
            "ordered" => patterns.push(Pattern::ordered()),
            "adjacent" => patterns.push(Pattern::adjacent()),
            "triples" => patterns.push(Pattern::triples()),
            "equal" => patterns.push(Pattern::equal()),
            "cross" => patterns.push(Pattern::cross()),
            "last" => patterns.push(Pattern::last()),
            "first" => patterns.push(Pattern::first()),
            "last2" => patterns.push(Pattern::last_two()),
            "first2" => patterns.push(Pattern::first_two()),
            "single" => patterns.push(Pattern::single()),
            "only" => patterns.push(Pattern::only()),
            _ => {}
        }
    }
    let choice = Choice {
        patterns,
        sums: words.contains("sum"),
        multisets: words.contains("multiset"),
        remember: infer::unit::Remember {
            values: vec![],
            sums: words.contains("sum"),
            lists: words.contains("old"),
        },
        k: args.get(4).map_or(1, |s| s.parse().unwrap()),
        numbers: Vec::new(),
    };
    if let language::Model::Imperative(s) = loaded.model {
        let e = args.get(2).map(|s| s.as_str()).filter(|s| *s != "-");
        if words.contains("oct") {
            go::<Octagons>(&s.program, e, &choice, &files)
        } else {
            go::<Polyhedra>(&s.program, e, &choice, &files)
        }
    }
}

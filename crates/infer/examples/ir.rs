use language::Language;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut files = source::Files::new();
    let file = files.add(&path, text);
    let languages: [&dyn Language; 3] = [&front_c::LANGUAGE, &front_impl::LANGUAGE, &front_ada::LANGUAGE];
    let language =
        languages.into_iter().find(|l| l.endings().iter().any(|e| path.ends_with(&format!(".{e}")))).unwrap();
    let loaded = language.load(&files, file, &language::LoadOptions::default()).unwrap_or_else(|_| panic!());
    if let language::Model::Imperative(s) = loaded.model {
        println!("{}", imperative::print(&s.program));
    }
}

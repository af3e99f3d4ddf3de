//! Tokens to s-expressions, one command at a time.
//!
//! An expression lives in a flat [`Forest`] and is named by a [`Node`]; nothing here recurses, so
//! nesting is bounded by memory alone. The forest is emptied before each command, so a long script does
//! not add up.

use crate::lexer::{Lexer, Token};
use source::{Diagnostic, FileId, Span};
use std::borrow::Cow;

/// An expression of a [`Forest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node(u32);

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Numeral,
    Decimal,
    Symbol,
    Keyword,
    Text,
    List,
}

#[derive(Clone, Copy)]
struct Entry {
    token: Token,
    start: u32,
    end: u32,
    /// For a list: where its children lie.
    from: u32,
    count: u32,
}

/// The expressions of one command, over the text that they were read from.
pub(crate) struct Forest<'a> {
    file: FileId,
    text: &'a str,
    entries: Vec<Entry>,
    children: Vec<Node>,
}

impl<'a> Forest<'a> {
    pub(crate) fn new(file: FileId, text: &'a str) -> Forest<'a> {
        Forest { file, text, entries: Vec::new(), children: Vec::new() }
    }

    fn entry(&self, node: Node) -> Entry {
        // Nodes are made by this forest only and live until the next command is read.
        self.entries[node.0 as usize]
    }

    pub(crate) fn kind(&self, node: Node) -> Kind {
        match self.entry(node).token {
            Token::Numeral => Kind::Numeral,
            Token::Decimal => Kind::Decimal,
            Token::Symbol | Token::Quoted => Kind::Symbol,
            Token::Keyword => Kind::Keyword,
            Token::Text => Kind::Text,
            Token::Open | Token::Close | Token::End => Kind::List,
        }
    }

    pub(crate) fn span(&self, node: Node) -> Span {
        let entry = self.entry(node);
        Span { file: self.file, start: entry.start, end: entry.end }
    }

    /// The source of an expression, as it was written.
    pub(crate) fn source(&self, node: Node) -> &'a str {
        let entry = self.entry(node);
        &self.text[entry.start as usize..entry.end as usize]
    }

    /// The children of a list; nothing for anything else.
    pub(crate) fn children(&self, node: Node) -> &[Node] {
        let entry = self.entry(node);
        &self.children[entry.from as usize..(entry.from + entry.count) as usize]
    }

    /// The children, if it is a list.
    pub(crate) fn list(&self, node: Node) -> Option<&[Node]> {
        (self.kind(node) == Kind::List).then(|| self.children(node))
    }

    /// The name, if it is a symbol; bars are taken off, since `|x|` and `x` are one symbol.
    pub(crate) fn symbol(&self, node: Node) -> Option<&'a str> {
        let text = self.source(node);
        match self.entry(node).token {
            Token::Symbol => Some(text),
            Token::Quoted => Some(&text[1..text.len() - 1]),
            _ => None,
        }
    }

    /// The symbol, if it is one that was written without bars: the only way to mean a reserved word.
    pub(crate) fn word(&self, node: Node) -> Option<&'a str> {
        (self.entry(node).token == Token::Symbol).then(|| self.source(node))
    }

    /// What a string says.
    pub(crate) fn string(&self, node: Node) -> Option<Cow<'a, str>> {
        (self.kind(node) == Kind::Text).then(|| {
            let text = self.source(node);
            let inside = &text[1..text.len() - 1];
            if inside.contains("\"\"") { inside.replace("\"\"", "\"").into() } else { inside.into() }
        })
    }

    /// The expression on one line: comments and line ends become single blanks.
    pub(crate) fn one_line(&self, node: Node) -> String {
        let mut out = String::new();
        let entry = self.entry(node);
        let (end, mut before) = (entry.end as usize, Token::Open);
        let mut lexer = Lexer::new(self.file, &self.text[entry.start as usize..end]);
        // The text was read once without an error, so it is again.
        while let Ok((token, start, stop)) = lexer.next() {
            if token == Token::End {
                break;
            }
            if before != Token::Open && token != Token::Close {
                out.push(' ');
            }
            out.push_str(&self.text[entry.start as usize + start..entry.start as usize + stop]);
            before = token;
        }
        out
    }

    /// The beginning of the expression on one line, for a message.
    pub(crate) fn brief(&self, node: Node) -> String {
        const LONGEST: usize = 40;
        let text = self.source(node);
        // Most are short; a long one need not be read to its end.
        let line = if text.len() <= 4 * LONGEST {
            self.one_line(node)
        } else {
            text.split_whitespace().take(LONGEST).collect::<Vec<_>>().join(" ")
        };
        if line.chars().count() <= LONGEST {
            return line;
        }
        line.chars().take(LONGEST).chain(['…']).collect()
    }

    fn add(&mut self, token: Token, start: usize, end: usize, from: usize) -> Node {
        let entry = Entry {
            token,
            start: start as u32,
            end: end as u32,
            from: from as u32,
            count: (self.children.len() - from) as u32,
        };
        self.entries.push(entry);
        Node(self.entries.len() as u32 - 1)
    }
}

/// Reads a script expression by expression.
pub(crate) struct Reader<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Reader<'a> {
    /// A reader of a text; offsets are kept in 32 bits, so a longer text is refused.
    pub(crate) fn new(file: FileId, text: &'a str) -> Result<Reader<'a>, Box<Diagnostic>> {
        if u32::try_from(text.len()).is_err() {
            return Err(Box::new(Diagnostic::error("the script is longer than 4 GiB")));
        }
        Ok(Reader { lexer: Lexer::new(file, text) })
    }

    /// The next expression; `None` at the end of the text. Empties the forest first.
    pub(crate) fn next(&mut self, forest: &mut Forest<'a>) -> Result<Option<Node>, Box<Diagnostic>> {
        forest.entries.clear();
        forest.children.clear();
        // Open lists: where they start, and where their children start on the stack of finished ones.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut done: Vec<Node> = Vec::new();
        loop {
            let (token, start, end) = self.lexer.next()?;
            let node = match token {
                Token::Open => {
                    open.push((start, done.len()));
                    continue;
                }
                Token::Close => {
                    let Some((start, first)) = open.pop() else {
                        return Err(Box::new(
                            Diagnostic::error("a parenthesis is closed that was not opened")
                                .primary(self.lexer.span(start, end), "no `(` belongs to this"),
                        ));
                    };
                    let from = forest.children.len();
                    forest.children.extend(done.drain(first..));
                    forest.add(Token::Open, start, end, from)
                }
                Token::End => {
                    let Some((start, _)) = open.last() else { return Ok(None) };
                    let mut problem = Diagnostic::error("the script ends inside of parentheses")
                        .primary(self.lexer.span(*start, start + 1), "this one is not closed");
                    if let Some((first, _)) = open.first().filter(|_| open.len() > 1) {
                        problem = problem
                            .secondary(self.lexer.span(*first, first + 1), "the command starts here")
                            .note(format!("{} parentheses are open", open.len()));
                    }
                    return Err(Box::new(problem));
                }
                _ => {
                    let from = forest.children.len();
                    forest.add(token, start, end, from)
                }
            };
            if open.is_empty() {
                return Ok(Some(node));
            }
            done.push(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    /// Everything in a text, each expression on its line; an error as its message.
    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut files = Files::new();
        let file = files.add("t", text);
        let text = files.get(file).unwrap().text();
        let mut forest = Forest::new(file, text);
        let mut reader = Reader::new(file, text).unwrap();
        let mut all = Vec::new();
        loop {
            match reader.next(&mut forest) {
                Ok(Some(node)) => all.push(forest.one_line(node)),
                Ok(None) => return Ok(all),
                Err(problem) => {
                    let place = files.place(problem.place().unwrap()).unwrap().1;
                    return Err(format!("{}:{} {}", place.line, place.column, problem.message));
                }
            }
        }
    }

    #[test]
    fn reads_what_the_standard_allows() {
        let text = "(a |b c| ; comment )\n :k 1 2.50 \"s \"\" (\" () (d\n(e)))x\n";
        assert_eq!(read(text).unwrap(), ["(a |b c| :k 1 2.50 \"s \"\" (\" () (d (e)))", "x"]);
        assert_eq!(read(" ; nothing").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn bars_and_quotes_are_taken_off() {
        let mut files = Files::new();
        let file = files.add("t", "(|a b| \"x\"\"y\" let |let|)");
        let text = files.get(file).unwrap().text();
        let mut forest = Forest::new(file, text);
        let root = Reader::new(file, text).unwrap().next(&mut forest).unwrap().unwrap();
        let children = forest.children(root).to_vec();
        assert_eq!(forest.symbol(children[0]), Some("a b"));
        assert_eq!(forest.string(children[1]).unwrap(), "x\"y");
        assert_eq!((forest.word(children[2]), forest.word(children[3])), (Some("let"), None));
    }

    #[test]
    fn errors_have_their_place() {
        for (text, expected) in [
            ("(a\n  (b", "2:3 the script ends inside of parentheses"),
            ("(a))", "1:4 a parenthesis is closed that was not opened"),
            ("(|a", "1:2 a quoted symbol is not closed"),
            ("|a\\b|", "1:3 a quoted symbol contains a backslash"),
            ("\n\"a", "2:1 a string is not closed"),
            ("#x1F", "1:1 hexadecimal literals are not supported"),
            ("#b01", "1:1 binary literals are not supported"),
            ("1.x", "1:1 a decimal needs digits after its point"),
            ("12ab", "1:1 a number runs into other characters"),
            ("(: a)", "1:2 a keyword has no name"),
            ("(ä)", "1:2 unexpected character 'ä'"),
        ] {
            assert_eq!(read(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = format!("{}x{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
        assert_eq!(read(&deep).unwrap()[0].len(), deep.len());
    }
}

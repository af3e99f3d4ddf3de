//! Reading what the surroundings give on the standard input: `scanf` of numbers and characters, `getc(stdin)`, `fgets` from
//! `stdin`.
//!
//! How many conversions of `scanf` succeed is an answer, and so is each value that is read. Tests give the same answers
//! by functions of the same names, so nothing is written to the real input.
//!
//! ```text
//! scanf("%d %c", &n, &c)        r := ask scanf; assume -1 ≤ r ≤ 2
//!                               if r > 0: *(&n) := ask scanf        if r > 1: *(&c) := ask scanf
//! ```

use super::calls::Called;
use super::procs::Lower;
use crate::tree::{Expr, ExprKind, PlaceKind};
use crate::types::Type as C;
use imperative::{BinaryOp, DecisionKind, Expr as Ir, InstrKind, Type, VarId, Word};
use source::Span;

/// A line, as far as it fits.
pub(super) const FGETS: &str = "void odd(void); int __VERIFIER_nondet_fgets(void); void __VERIFIER_assume(int); \
     char *fgets(char *s, int n) { int i = 0; if (n <= 0) odd(); while (i < n - 1) { \
     int c = __VERIFIER_nondet_fgets(); __VERIFIER_assume(c >= -1 && c <= 255); \
     if (c == -1) { if (i == 0) return 0; break; } s[i++] = (char) c; if (c == '\\n') break; } \
     s[i] = 0; return s; }";

/// The types that the conversions of a format read; `None` if there is one that is not known here.
fn conversions(format: &[u8]) -> Option<Vec<Word>> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied().take_while(|b| *b != 0).peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let mut length = Vec::new();
        while let Some(b) = bytes.next_if(|b| matches!(b, b'h' | b'l' | b'z')) {
            length.push(b);
        }
        let bits = match length.as_slice() {
            b"" => 32,
            b"h" => 16,
            b"hh" => 8,
            b"l" | b"ll" | b"z" => 64,
            _ => return None,
        };
        match bytes.next()? {
            b'%' if length.is_empty() => {}
            b'd' | b'i' => out.push(Word::signed(bits)),
            b'u' | b'x' | b'o' => out.push(Word::unsigned(bits)),
            b'c' if length.is_empty() => out.push(Word::signed(8)),
            _ => return None,
        }
    }
    (!out.is_empty()).then_some(out)
}

impl Lower<'_, '_> {
    /// `scanf(format, …)`
    pub fn scan(&mut self, args: &[Expr], dst: Option<VarId>, span: Span) -> Called {
        let other = || "this form of `scanf`".to_string();
        let (format, targets) = args.split_first().ok_or_else(other)?;
        let ExprKind::Decay(place) = &super::allocation::stripped(format).kind else { return Err(other()) };
        let PlaceKind::String(id) = &place.kind else { return Err(other()) };
        let text = self.unit.strings.get(id.index()).ok_or_else(other)?;
        let wanted = conversions(&text.bytes).filter(|w| w.len() == targets.len()).ok_or_else(other)?;
        let mut pointers = Vec::new();
        for (target, word) in targets.iter().zip(&wanted) {
            let fits = matches!(self.cx.shapes.value(&target.ty),
                Some(Type::Pointer(of)) if matches!(*of, Type::Word(w) if w.bits() == word.bits()));
            let integer = target.ty.pointee().is_some_and(C::is_integer);
            if !fits || !integer {
                return Err(other());
            }
        }
        for value in self.values(targets) {
            pointers.push(self.saved(value));
        }
        let int = Word::signed(32);
        let count = dst.unwrap_or_else(|| self.b.temporary(Type::Word(int), span));
        let answer = |dst| InstrKind::Ask { dst, what: "scanf".to_string() };
        self.cx.asked.insert("scanf".to_string());
        self.b.push(answer(count), span);
        let bound = |op, n: i64| Ir::binary(op, Ir::var(count, span), Ir::int(n, span), span);
        self.b.push(InstrKind::Assume(bound(BinaryOp::Ge, -1)), span);
        self.b.push(InstrKind::Assume(bound(BinaryOp::Le, wanted.len() as i64)), span);
        for (i, (pointer, target)) in pointers.into_iter().zip(targets).enumerate() {
            let (there, after) = (self.b.block(), self.b.block());
            self.b.branch(DecisionKind::Answer, bound(BinaryOp::Gt, i as i64), there, after, span);
            self.b.switch_to(there);
            let ty = target.ty.pointee().and_then(|ty| self.cx.shapes.value(ty)).ok_or_else(other)?;
            let value = self.b.temporary(ty, span);
            self.b.push(answer(value), span);
            self.b.push(InstrKind::StoreTarget { pointer, value: Ir::var(value, span) }, span);
            self.b.terminate(imperative::TerminatorKind::Goto(after), span);
            self.b.switch_to(after);
        }
        Ok(Some(Ir::var(count, span)))
    }

    /// Whether an argument is the standard input.
    pub fn is_stdin(&self, e: &Expr) -> bool {
        let ExprKind::Load(place) = &e.kind else { return false };
        let PlaceKind::Global(id) = &place.kind else { return false };
        self.unit.global(*id).is_some_and(|g| g.from_system && g.written.as_deref() == Some("stdin"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let words = [Word::signed(32), Word::unsigned(64), Word::signed(8)];
        assert_eq!(conversions(b" %d, %lu%%%c\0"), Some(words.to_vec()));
        assert_eq!(conversions(b"%s"), None);
        assert_eq!(conversions(b"%5d"), None);
        assert_eq!(conversions(b"%"), None);
        assert_eq!(conversions(b"nothing"), None);
    }
}

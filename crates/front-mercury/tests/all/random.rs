//! Random trees: what is printed parses to the same tree.
//!
//! Only trees that parsing can give are made: a conjunction has no conjunction among its parts, a rest of a list is no
//! list, and so on. The seeds are fixed.

use crate::samples::{nowhere, tree};
use base::{Int, Random};
use front_mercury::syntax::ast::*;
use front_mercury::syntax::print;

struct Grower {
    random: Random,
    at: Place,
}

impl Grower {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn flip(&mut self) -> bool {
        self.random.one_in(2)
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.flip() { Some(make(self)) } else { None }
    }

    fn many<T>(&mut self, least: usize, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.random.pick(from).copied().expect("not empty")
    }

    fn variable(&mut self) -> String {
        self.pick(&["X", "Y", "_", "_Ignored", "Xs0", "STATE_VARIABLE_X"]).to_string()
    }

    fn state(&mut self) -> String {
        self.pick(&["X", "IO", "Acc_1"]).to_string()
    }

    fn plain(&mut self, text: &str) -> Name {
        Name { module: Vec::new(), text: text.to_string(), at: self.at }
    }

    fn word(&mut self) -> Name {
        let text = self.pick(&["a", "foo", "list", "x1", "mod", "when", "pred_x", "isset"]);
        let module = if self.random.one_in(4) {
            self.many(1, 2, |g| g.pick(&["m", "int", "+", "A b"]).into())
        } else {
            Vec::new()
        };
        Name { module, ..self.plain(text) }
    }

    /// The name of a function or constructor.
    fn functor(&mut self) -> Name {
        let text = self.pick(&[
            "f",
            "g",
            "-",
            "+",
            "*",
            "++",
            "mod",
            "<",
            "=",
            ";",
            "hello world",
            "It's",
            "\\",
            "and",
            "some",
            "**",
            "a\nb",
            "|",
            "--->",
            "=..",
            "/\\",
        ]);
        if self.random.one_in(5) { self.word() } else { self.plain(text) }
    }

    // Expressions.

    fn expr(&mut self, depth: usize) -> Expr {
        let kind = if depth == 0 { self.leaf() } else { self.expr_kind(depth - 1) };
        Expr { kind, at: self.at }
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn exprs(&mut self, least: usize, depth: usize) -> Vec<Expr> {
        self.many(least, 3, |g| g.expr(depth))
    }

    fn leaf(&mut self) -> ExprKind {
        const INTS: [(i64, &str, IntSize); 8] = [
            (12, "12", IntSize::Int),
            (-5, "-5", IntSize::Int),
            (31, "0x1F", IntSize::Int),
            (97, "0'a", IntSize::Int),
            (255, "255u8", IntSize::U8),
            (1000, "1_000_i64", IntSize::I64),
            (5, "0b101", IntSize::Int),
            (7, "7u", IntSize::Uint),
        ];
        match self.below(9) {
            0 | 1 => ExprKind::Var(self.variable()),
            2 => {
                let (value, text, size) = INTS[self.below(INTS.len())];
                ExprKind::Int(IntLiteral { value: Int::from(value), text: text.to_string(), size })
            }
            3 if self.flip() => ExprKind::Float("1.5e3".to_string(), 1500.0),
            3 => ExprKind::Float("-0.25".to_string(), -0.25),
            4 => ExprKind::Str(self.pick(&["", "a\"b", "%d\n", "it's \\", "\u{1}é"]).to_string()),
            5 => ExprKind::State(
                [StateUse::Both, StateUse::Current, StateUse::Next][self.below(3)],
                self.state(),
            ),
            6 => ExprKind::Implied(self.pick(&["file", "line", "pred"]).to_string()),
            7 => ExprKind::List(Vec::new(), None),
            _ => ExprKind::Apply(self.functor(), Vec::new()),
        }
    }

    fn expr_kind(&mut self, d: usize) -> ExprKind {
        match self.below(17) {
            0..=3 => ExprKind::Apply(self.functor(), self.exprs(1, d)),
            4 | 5 => {
                let name = self.functor();
                ExprKind::Apply(Name { module: Vec::new(), ..name }, vec![self.expr(d), self.expr(d)])
            }
            6 => ExprKind::Call(self.boxed(d), self.exprs(1, d)),
            7 | 8 => {
                let rest = self.some(|g| g.boxed(d)).filter(|rest| !matches!(rest.kind, ExprKind::List(..)));
                ExprKind::List(self.exprs(1, d), rest)
            }
            9 => ExprKind::Tuple(self.exprs(0, d)),
            10 => ExprKind::If(Box::new(self.goal(d)), self.boxed(d), self.boxed(d)),
            11 => ExprKind::Lambda(Box::new(self.lambda(d))),
            12 => ExprKind::Field(self.boxed(d), self.path(d)),
            13 => ExprKind::Update(self.boxed(d), self.path(d), self.boxed(d)),
            14 => ExprKind::Both(self.boxed(d), self.boxed(d)),
            15 => ExprKind::Typed(self.boxed(d), self.type_of(d)),
            _ => self.leaf(),
        }
    }

    fn path(&mut self, d: usize) -> Vec<Access> {
        self.many(1, 2, |g| Access { field: g.word(), args: g.exprs(0, d) })
    }

    fn parameter(&mut self, d: usize, moded: bool) -> Parameter {
        Parameter { expr: self.expr(d), mode: if moded { Some(self.mode(d)) } else { None } }
    }

    fn lambda(&mut self, d: usize) -> Lambda {
        let purity = [Purity::Pure, Purity::Pure, Purity::Semipure, Purity::Impure][self.below(4)];
        if self.flip() {
            let grammar = self.some(|g| (g.mode(d), g.mode(d)));
            let body = match grammar {
                Some(_) => Some(self.grammar(d)),
                None => self.some(|g| g.goal(d)),
            };
            let params = self.many(0, 2, |g| g.parameter(d, true));
            let determinism = Some(self.determinism());
            return Lambda { purity, kind: PredKind::Pred, params, grammar, result: None, determinism, body };
        }
        let moded = self.flip();
        Lambda {
            purity,
            kind: PredKind::Func,
            params: self.many(0, 2, |g| g.parameter(d, moded)),
            grammar: None,
            result: Some(self.parameter(d, moded)),
            determinism: self.some(Grower::determinism),
            body: self.some(|g| g.goal(d)),
        }
    }

    fn determinism(&mut self) -> Determinism {
        Determinism::ALL[self.below(8)]
    }

    // Goals.

    fn goal(&mut self, depth: usize) -> Goal {
        let kind = if depth == 0 { self.call(0) } else { self.goal_kind(depth - 1, false) };
        Goal { kind, at: self.at }
    }

    fn grammar(&mut self, depth: usize) -> Goal {
        let kind = if depth == 0 { self.call(0) } else { self.goal_kind(depth - 1, true) };
        Goal { kind, at: self.at }
    }

    fn inner(&mut self, d: usize, grammar: bool) -> Box<Goal> {
        Box::new(if grammar { self.grammar(d) } else { self.goal(d) })
    }

    fn call(&mut self, d: usize) -> GoalKind {
        match self.below(4) {
            0 => GoalKind::CallClosure(self.expr(d), self.exprs(0, d)),
            1 => {
                let name = self.pick(&["<", "=<", "is", "and", "p"]);
                GoalKind::Call(self.plain(name), vec![self.expr(d), self.expr(d)])
            }
            _ => {
                let name = self.pick(&["p", "q", "hello world", "mod", "-", "impure_p"]);
                let name = if self.random.one_in(4) { self.word() } else { self.plain(name) };
                GoalKind::Call(name, self.exprs(1, d))
            }
        }
    }

    fn parts(&mut self, d: usize, grammar: bool, conj: bool) -> Vec<Goal> {
        let fits = |goal: &Goal| match goal.kind {
            GoalKind::Conj(_) => !conj,
            GoalKind::Disj(_) => conj,
            _ => true,
        };
        let mut parts = Vec::new();
        while parts.len() < 2 || self.flip() {
            let goal = *self.inner(d, grammar);
            if fits(&goal) {
                parts.push(goal);
            }
        }
        parts
    }

    fn quantified(&mut self) -> Quantified {
        if self.flip() {
            Quantified { name: self.state(), state: true, at: self.at }
        } else {
            Quantified { name: self.variable(), state: false, at: self.at }
        }
    }

    fn scope(&mut self) -> Scope {
        match self.below(3) {
            0 => Scope::DisableWarnings(self.many(0, 2, |g| g.pick(&["singleton_vars", "x y"]).into())),
            1 => Scope::Require(self.pick(&["require_det", "require_cc_nondet"]).into()),
            _ => {
                let word = self.pick(&["require_complete_switch", "require_switch_arms_det"]);
                let kind = match self.flip() {
                    true => ExprKind::Var(self.variable()),
                    false => ExprKind::State(StateUse::Current, self.state()),
                };
                Scope::RequireSwitch(word.into(), Expr { kind, at: self.at })
            }
        }
    }

    fn goal_kind(&mut self, d: usize, grammar: bool) -> GoalKind {
        match self.below(20) {
            0 | 1 => GoalKind::Conj(self.parts(d, grammar, true)),
            2 => GoalKind::Disj(self.parts(d, grammar, false)),
            3 => GoalKind::If(self.inner(d, grammar), self.inner(d, grammar), self.inner(d, grammar)),
            4 => GoalKind::Not(self.inner(d, grammar)),
            5 => GoalKind::Some(self.many(0, 3, Grower::quantified), self.inner(d, grammar)),
            6 => GoalKind::All(self.many(1, 2, Grower::quantified), self.inner(d, grammar)),
            7 => GoalKind::Effect([Purity::Impure, Purity::Semipure][self.below(2)], self.inner(d, grammar)),
            8 => GoalKind::Scope(self.scope(), self.inner(d, grammar)),
            9 => {
                let (what, text) = [
                    ("a trace goal", "trace [] p"),
                    ("a parallel conjunction", "a & b"),
                    ("a try goal", "try [] p then q catch X -> r"),
                ][self.below(3)];
                GoalKind::Unsupported(Unsupported { what, text: text.to_string(), at: self.at })
            }
            10 => self.call(d),
            _ if grammar => self.grammar_only(d),
            _ => self.ordinary(d),
        }
    }

    fn ordinary(&mut self, d: usize) -> GoalKind {
        let var = |g: &mut Grower| Expr { kind: ExprKind::Var(g.variable()), at: g.at };
        match self.below(12) {
            0 => GoalKind::True,
            1 => GoalKind::Fail,
            2 => GoalKind::Implies(self.inner(d, false), self.inner(d, false)),
            3 => GoalKind::ImpliedBy(self.inner(d, false), self.inner(d, false)),
            4 => GoalKind::Equivalent(self.inner(d, false), self.inner(d, false)),
            5 => GoalKind::Assign(self.state(), self.path(d), self.expr(d)),
            6 => GoalKind::Unify(UnifyKind::Unequal, self.expr(d), self.expr(d)),
            7 => GoalKind::Unify(UnifyKind::Test, self.expr(d), self.expr(d)),
            8 => GoalKind::Unify(UnifyKind::Assign, var(self), self.expr(d)),
            9 => {
                let kind = [UnifyKind::Construct, UnifyKind::Deconstruct][self.below(2)];
                let right = ExprKind::Apply(self.word(), self.exprs(0, d));
                GoalKind::Unify(kind, var(self), Expr { kind: right, at: self.at })
            }
            _ => GoalKind::Unify(UnifyKind::Equal, self.expr(d), self.expr(d)),
        }
    }

    fn grammar_only(&mut self, d: usize) -> GoalKind {
        match self.below(8) {
            0 | 1 => GoalKind::Braces(Box::new(self.goal(d))),
            2 | 3 => GoalKind::Terminals(self.exprs(0, d)),
            4 => GoalKind::Rest(self.expr(d)),
            5 => GoalKind::SetRest(self.expr(d)),
            6 => GoalKind::GetField(self.expr(d), self.path(d)),
            _ => GoalKind::SetField(self.path(d), self.expr(d)),
        }
    }

    // Types, insts, modes.

    fn type_of(&mut self, d: usize) -> Type {
        let kind = match self.below(if d == 0 { 2 } else { 5 }) {
            0 => TypeKind::Var(self.pick(&["T", "K_1"]).to_string()),
            1 => TypeKind::Named(self.word(), Vec::new()),
            2 => TypeKind::Named(self.word(), self.many(1, 2, |g| g.type_of(d - 1))),
            3 => TypeKind::Tuple(self.many(0, 3, |g| g.type_of(d - 1))),
            _ => TypeKind::HigherOrder(Box::new(self.higher_type(d - 1))),
        };
        Type { kind, at: self.at }
    }

    fn argument(&mut self, d: usize) -> Argument {
        Argument { of: self.type_of(d), mode: self.some(|g| g.mode(d)) }
    }

    fn higher_type(&mut self, d: usize) -> HigherOrder<Argument> {
        let kind = [PredKind::Pred, PredKind::Func][self.below(2)];
        HigherOrder {
            purity: [Purity::Pure, Purity::Impure][self.below(2)],
            kind,
            args: self.many(0, 2, |g| g.argument(d)),
            result: if kind == PredKind::Func { Some(self.argument(d)) } else { None },
            determinism: self.some(Grower::determinism),
        }
    }

    fn mode(&mut self, d: usize) -> Mode {
        let kind = match self.below(if d == 0 { 2 } else { 4 }) {
            0 | 1 => {
                let name = self.pick(&["in", "out", "di"]);
                ModeKind::Named(self.plain(name), Vec::new())
            }
            2 => ModeKind::Named(self.word(), self.many(1, 2, |g| g.inst(d - 1))),
            _ => ModeKind::Change(self.inst(d - 1), self.inst(d - 1)),
        };
        Mode { kind, at: self.at }
    }

    fn inst(&mut self, d: usize) -> Inst {
        let kind = match self.below(if d == 0 { 2 } else { 6 }) {
            5 => InstKind::AtMost("I".to_string(), Box::new(self.inst(d - 1))),
            0 => InstKind::Var("I".to_string()),
            1 => InstKind::Named(self.word(), Vec::new()),
            2 => InstKind::Named(self.word(), self.many(1, 2, |g| g.inst(d - 1))),
            3 => {
                let word = self.pick(&["bound", "unique"]).to_string();
                InstKind::Bound(word, self.many(1, 3, |g| g.alternative(d - 1)))
            }
            _ => {
                let kind = [PredKind::Pred, PredKind::Func][self.below(2)];
                InstKind::HigherOrder(Box::new(HigherOrder {
                    purity: Purity::Pure,
                    kind,
                    args: self.many(0, 2, |g| g.mode(d - 1)),
                    result: if kind == PredKind::Func { Some(self.mode(d - 1)) } else { None },
                    determinism: Some(self.determinism()),
                }))
            }
        };
        Inst { kind, at: self.at }
    }

    fn alternative(&mut self, d: usize) -> Alternative {
        let (name, args) = match self.below(4) {
            0 => (self.plain("[|]"), vec![self.inst(d), self.inst(d)]),
            1 => (self.plain("12"), Vec::new()),
            2 => (self.plain("[]"), Vec::new()),
            _ => (self.word(), self.many(0, 2, |g| g.inst(d))),
        };
        Alternative { name, args, at: self.at }
    }

    // Items.

    fn params(&mut self) -> Vec<String> {
        let all = ["A", "B", "T"];
        all[..self.below(4)].iter().map(|name| name.to_string()).collect()
    }

    fn module_name(&mut self) -> ModuleName {
        ModuleName { parts: self.many(1, 3, |g| g.pick(&["a", "list", "B c", "x_1"]).into()), at: self.at }
    }

    fn constructor(&mut self) -> Constructor {
        let (name, fields) = match self.below(5) {
            0 => (self.plain("[|]"), self.many(2, 2, |g| Field { name: None, of: g.type_of(1) })),
            1 => (self.plain("[]"), Vec::new()),
            2 => (self.plain("-"), self.many(0, 2, |g| Field { name: None, of: g.type_of(1) })),
            _ => {
                let field = |g: &mut Grower| Field { name: g.some(Grower::word), of: g.type_of(2) };
                (self.word(), self.many(0, 3, field))
            }
        };
        Constructor { name, fields, at: self.at }
    }

    fn item(&mut self, depth: usize) -> Item {
        let at = self.at;
        let kind = match self.below(20) {
            0 => ItemKind::Module(self.module_name()),
            1 => ItemKind::EndModule(self.module_name()),
            2 => ItemKind::Interface,
            3 => ItemKind::Implementation,
            4 => {
                let kind = [ImportKind::Import, ImportKind::Use, ImportKind::Include][self.below(3)];
                ItemKind::Import(kind, self.many(1, 3, Grower::module_name))
            }
            5 => {
                let body = match self.below(3) {
                    0 => TypeBody::Abstract,
                    1 => TypeBody::Equal(self.type_of(3)),
                    _ => TypeBody::Union(self.many(1, 4, Grower::constructor)),
                };
                ItemKind::Type(TypeDecl { name: self.word(), params: self.params(), body, unsupported: None })
            }
            6 => {
                let of = self.some(|g| (g.word(), g.below(3)));
                let inst = self.some(|g| g.inst(3));
                ItemKind::Inst(InstDecl { name: self.word(), params: self.params(), of, inst })
            }
            7 => {
                let mode = self.mode(3);
                ItemKind::ModeDef(ModeDef { name: self.word(), params: self.params(), mode })
            }
            8 | 9 => {
                let kind = [PredKind::Pred, PredKind::Func][self.below(2)];
                ItemKind::Pred(PredDecl {
                    kind,
                    purity: [Purity::Pure, Purity::Impure, Purity::Semipure][self.below(3)],
                    name: self.word(),
                    args: self.many(0, 3, |g| g.argument(2)),
                    result: if kind == PredKind::Func { Some(self.argument(2)) } else { None },
                    determinism: self.some(Grower::determinism),
                    unsupported: None,
                    at,
                })
            }
            10 => {
                let result = self.some(|g| g.mode(2));
                let kind = if result.is_some() { PredKind::Func } else { PredKind::Pred };
                let args = self.many(0, 3, |g| g.mode(2));
                let determinism = self.some(Grower::determinism);
                let name = self.word();
                ItemKind::Mode(ModeDecl { kind, name, args, result, determinism, unsupported: None, at })
            }
            11 => {
                let (name, text) =
                    [("inline", "inline(p/2)"), ("memo", "memo(f/1, [allow_reset])")][self.below(2)];
                ItemKind::Pragma(Pragma { name: name.into(), text: text.into(), subjects: Vec::new(), at })
            }
            12 => ItemKind::Promise(PromiseKind::ALL[self.below(4)], self.goal(depth)),
            13 => {
                let text = "typeclass show(T) where [func show(T) = string]".to_string();
                ItemKind::Unsupported(Unsupported { what: "a type class", text, at })
            }
            _ => ItemKind::Clause(Box::new(self.clause(depth))),
        };
        Item { kind, at }
    }

    fn clause(&mut self, depth: usize) -> Clause {
        let at = self.at;
        let grammar = self.random.one_in(3);
        let name = match self.below(3) {
            0 => self.plain("<"),
            1 => self.plain("p q"),
            _ => self.word(),
        };
        let moded = self.random.one_in(4);
        let params = self.many(1, 3, |g| g.parameter(2, moded));
        let result = if grammar { None } else { self.some(|g| g.parameter(2, moded)) };
        let head = Head { name, params, result, at };
        let body = if grammar { Some(self.grammar(depth)) } else { self.some(|g| g.goal(depth)) };
        Clause { head, body, grammar, at }
    }
}

#[test]
fn what_is_printed_parses_to_the_same_tree() {
    for seed in 0..6000 {
        let mut grower = Grower { random: Random::new(seed), at: nowhere() };
        let depth = 2 + (seed as usize) % 4;
        let items = grower.many(1, 6, |g| g.item(depth));
        let made = Tree { items, lost: 0, at: nowhere() };
        let printed = print(&made);
        let (found, problems, files) = tree("random.m", &printed);
        let errors: Vec<_> = problems.iter().filter(|problem| problem.is_error()).collect();
        let shown = source::render_all(errors.iter().copied(), &files, false);
        assert!(errors.is_empty(), "seed {seed}:\n{shown}\n{printed}");
        if found != made {
            let differ = made.items.iter().zip(&found.items).find(|(made, found)| made != found);
            panic!("seed {seed}:\n{printed}\n{differ:#?}");
        }
        assert_eq!(print(&found), printed, "seed {seed}");
    }
}

//! Random trees: what is printed parses to the same tree.
//!
//! Only trees that parsing can give are made: arguments are never empty, a choice that is `A'Range` is a range, and
//! so on. The seeds are fixed.

use crate::reading::{nowhere, parse};
use base::{Int, Random};
use front_ada::syntax::ast::*;
use front_ada::syntax::{parse_formula, print, print_expression};

struct Grower {
    random: Random,
    /// Whether the words of formulas may occur.
    formula: bool,
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

    fn name(&mut self) -> Name {
        let names = ["A", "b", "Count", "Next_1", "VALUE", "x"];
        Name::new(self.random.pick(&names).expect("not empty"), nowhere())
    }

    fn path(&mut self) -> Path {
        Path { parts: self.many(1, 2, Grower::name), at: nowhere() }
    }

    // Expressions.

    fn expr(&mut self, depth: usize) -> Expr {
        let kind = if depth == 0 { self.leaf() } else { self.expr_kind(depth - 1) };
        Expr { kind, at: nowhere() }
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn leaf(&mut self) -> ExprKind {
        match self.below(7) {
            0 => ExprKind::Integer { value: Int::from(255i64), text: "16#F_F#".to_string() },
            1 => ExprKind::Real("1.5E-3".to_string()),
            2 => ExprKind::Character(*self.random.pick(&['a', '\'', '"', ' ', '(']).expect("not empty")),
            3 => {
                ExprKind::Str(self.random.pick(&["", "a\"b", "--: x", "x y"]).expect("not empty").to_string())
            }
            4 => ExprKind::Null,
            _ => ExprKind::Name(self.name()),
        }
    }

    fn expr_kind(&mut self, d: usize) -> ExprKind {
        const UNARY: [UnaryOp; 4] = [UnaryOp::Plus, UnaryOp::Minus, UnaryOp::Abs, UnaryOp::Not];
        match self.below(if self.formula { 20 } else { 18 }) {
            0 | 1 => self.name_kind(d),
            2 => ExprKind::Qualified(Box::new(self.mark()), self.boxed(d)),
            3 => ExprKind::Aggregate(Box::new(self.aggregate(d))),
            4 | 5 => ExprKind::Unary(UNARY[self.below(4)], self.boxed(d)),
            6..=10 => ExprKind::Binary(self.operator(), self.boxed(d), self.boxed(d)),
            11 => ExprKind::Membership {
                value: self.boxed(d),
                negated: self.flip(),
                choices: self.many(1, 3, |g| g.choice(d, false)),
            },
            12 => ExprKind::If {
                branches: self.many(1, 3, |g| (g.expr(d), g.expr(d))),
                otherwise: self.some(|g| g.boxed(d)),
            },
            13 => {
                let branches = self.many(1, 3, |g| CaseBranch {
                    choices: g.many(1, 2, |g| g.choice(d, true)),
                    value: g.expr(d),
                });
                ExprKind::Case(self.boxed(d), branches)
            }
            14 => ExprKind::Quantified {
                all: self.flip(),
                over: Box::new(self.iteration(d)),
                body: self.boxed(d),
            },
            15 if self.flip() => ExprKind::New(Box::new(self.subtype(d)), None),
            15 => {
                let of =
                    SubtypeIndication { not_null: false, mark: self.mark(), constraint: None, at: nowhere() };
                ExprKind::New(Box::new(of), Some(self.boxed(d)))
            }
            16 => ExprKind::Raise(Box::new(self.mark()), self.some(|g| g.boxed(d))),
            17 => {
                let items = self.many(0, 2, |g| {
                    let kind = if g.flip() { DeclKind::Object(g.object(d)) } else { g.renaming(d) };
                    Decl { kind, at: nowhere() }
                });
                ExprKind::Declare(items, self.boxed(d))
            }
            18 => ExprKind::Binary(BinaryOp::Implies, self.boxed(d), self.boxed(d)),
            _ => ExprKind::Quantified {
                all: self.flip(),
                over: Box::new(Iteration { name: self.name(), reverse: false, domain: Domain::Unbounded }),
                body: self.boxed(d),
            },
        }
    }

    fn operator(&mut self) -> BinaryOp {
        use BinaryOp as B;
        let all = [
            B::And,
            B::AndThen,
            B::Or,
            B::OrElse,
            B::Xor,
            B::Equal,
            B::NotEqual,
            B::Less,
            B::LessEqual,
            B::Greater,
            B::GreaterEqual,
            B::Add,
            B::Subtract,
            B::Concatenate,
            B::Multiply,
            B::Divide,
            B::Mod,
            B::Rem,
            B::Power,
        ];
        *self.random.pick(&all).expect("not empty")
    }

    /// The name of a subtype.
    fn mark(&mut self) -> Expr {
        let mut kind = ExprKind::Name(self.name());
        if self.flip() {
            kind = ExprKind::Selected(Box::new(Expr { kind, at: nowhere() }), self.name());
        }
        Expr { kind, at: nowhere() }
    }

    fn name_expr(&mut self, depth: usize) -> Expr {
        let kind = if depth == 0 { ExprKind::Name(self.name()) } else { self.name_kind(depth - 1) };
        Expr { kind, at: nowhere() }
    }

    fn name_kind(&mut self, d: usize) -> ExprKind {
        let mut prefix = Box::new(self.name_expr(d));
        // Parentheses after such an attribute would be its own.
        if matches!(&prefix.kind, ExprKind::Attribute { name, args, .. } if args.is_empty() && name.key != "old")
        {
            prefix = Box::new(self.name_expr(0));
        }
        match self.below(7) {
            0 => ExprKind::Selected(prefix, self.name()),
            1 => ExprKind::Deref(prefix),
            2 | 3 => ExprKind::Apply(prefix, self.arguments(d)),
            4 => {
                // The grammar of tree-sitter has no slice with the name of a subtype.
                let range = match self.formula && self.flip() {
                    false => DiscreteRange::Range(self.range(d)),
                    true => DiscreteRange::Subtype(self.ranged(d)),
                };
                ExprKind::Slice(prefix, Box::new(range))
            }
            5 => {
                let (name, args) = match self.below(3) {
                    0 => ("Old", Vec::new()),
                    1 => ("First", self.many(0, 1, |g| Argument { name: None, value: g.expr(d) })),
                    _ => ("Max", self.many(2, 2, |g| Argument { name: None, value: g.expr(d) })),
                };
                ExprKind::Attribute { prefix, name: Name::new(name, nowhere()), args }
            }
            _ => ExprKind::Name(self.name()),
        }
    }

    fn arguments(&mut self, d: usize) -> Vec<Argument> {
        self.many(1, 3, |g| Argument { name: g.some(Grower::name), value: g.expr(d) })
    }

    fn aggregate(&mut self, d: usize) -> Aggregate {
        let brackets = self.flip();
        if !brackets && self.random.one_in(6) {
            return Aggregate { brackets, base: AggregateBase::NullRecord, items: Vec::new() };
        }
        let named = |g: &mut Grower| {
            let choices = if g.random.one_in(3) {
                vec![Choice::Others(nowhere())]
            } else {
                g.many(1, 2, |g| g.choice(d, true))
            };
            Association::Named { choices, value: g.some(|g| g.expr(d)) }
        };
        if self.random.one_in(4) {
            // tree-sitter keeps boxes out of what changes records and arrays.
            let items = vec![Association::Named {
                choices: vec![Choice::Expr(self.name_expr(0))],
                value: Some(self.expr(d)),
            }];
            return Aggregate { brackets: false, base: AggregateBase::Delta(self.expr(d)), items };
        }
        let items = match self.below(3) {
            0 => self.many(2, 3, |g| Association::Positional(g.expr(d))),
            1 => self.many(1, 3, named),
            _ => self.many(1, 2, |g| Association::Iterated(Box::new(g.iteration(d)), g.expr(d))),
        };
        Aggregate { brackets, base: AggregateBase::None, items }
    }

    fn iteration(&mut self, d: usize) -> Iteration {
        let domain = match self.below(3) {
            0 => Domain::In(DiscreteRange::Range(self.range(d))),
            1 => Domain::In(DiscreteRange::Subtype(self.ranged(d))),
            _ => Domain::Of(self.name_expr(d)),
        };
        Iteration { name: self.name(), reverse: self.flip(), domain }
    }

    fn range(&mut self, d: usize) -> Range {
        let kind = if self.random.one_in(3) {
            let prefix = Box::new(self.name_expr(d));
            let args = self.many(0, 1, |g| Argument { name: None, value: g.expr(d) });
            let kind = ExprKind::Attribute { prefix, name: Name::new("Range", nowhere()), args };
            RangeKind::Attribute(Box::new(Expr { kind, at: nowhere() }))
        } else {
            RangeKind::Bounds(self.boxed(d), self.boxed(d))
        };
        Range { kind, at: nowhere() }
    }

    /// `T range A .. B`
    fn ranged(&mut self, d: usize) -> SubtypeIndication {
        let constraint = Some(Constraint::Range(self.range(d)));
        SubtypeIndication { not_null: false, mark: self.mark(), constraint, at: nowhere() }
    }

    fn choice(&mut self, d: usize, whole: bool) -> Choice {
        match self.below(4) {
            0 => Choice::Range(self.range(d)),
            1 if whole => Choice::Subtype(self.ranged(d)),
            _ => Choice::Expr(self.expr(d)),
        }
    }

    // Types and declarations.

    fn subtype(&mut self, d: usize) -> SubtypeIndication {
        let constraint = self.some(|g| {
            Constraint::Index(g.many(1, 2, |g| match g.below(2) {
                0 => DiscreteRange::Range(g.range(d)),
                _ => DiscreteRange::Subtype(g.ranged(d)),
            }))
        });
        SubtypeIndication { not_null: false, mark: self.mark(), constraint, at: nowhere() }
    }

    fn type_ref(&mut self, d: usize) -> TypeRef {
        match self.below(4) {
            0 => {
                let to =
                    SubtypeIndication { not_null: false, mark: self.mark(), constraint: None, at: nowhere() };
                let kind = if self.flip() { AccessKind::Pool } else { AccessKind::Constant };
                TypeRef::Access(Box::new(AccessDef { not_null: self.flip(), kind, to, at: nowhere() }))
            }
            1 => TypeRef::Subtype(self.ranged(d)),
            _ => TypeRef::Subtype(self.subtype(d)),
        }
    }

    fn object(&mut self, d: usize) -> ObjectDecl {
        ObjectDecl {
            names: self.many(1, 2, Grower::name),
            aliased: self.flip(),
            constant: self.flip(),
            ty: self.type_ref(d),
            init: self.some(|g| g.expr(d)),
            aspects: Vec::new(),
        }
    }

    fn renaming(&mut self, d: usize) -> DeclKind {
        let plain = SubtypeIndication { not_null: false, mark: self.mark(), constraint: None, at: nowhere() };
        DeclKind::ObjectRenaming {
            name: self.name(),
            ty: Some(TypeRef::Subtype(plain)),
            of: self.name_expr(d),
        }
    }

    fn aspects(&mut self, d: usize) -> Vec<Aspect> {
        self.many(0, 2, |g| {
            let (name, value) = match g.below(3) {
                0 => ("Inline", AspectValue::Flag),
                1 => ("Post", AspectValue::Expr(g.expr(d))),
                _ => {
                    let cases = g.many(1, 2, |g| ContractCase {
                        guard: g.some(|g| g.expr(d)),
                        consequence: g.expr(d),
                    });
                    ("Contract_Cases", AspectValue::Cases(cases))
                }
            };
            Aspect { name: Name::new(name, nowhere()), class: false, value, at: nowhere() }
        })
    }

    fn spec(&mut self, d: usize) -> SubprogramSpec {
        let modes = [Mode::Default, Mode::In, Mode::Out, Mode::InOut];
        SubprogramSpec {
            name: self.path(),
            parameters: self.many(0, 2, |g| Parameter {
                names: g.many(1, 2, Grower::name),
                aliased: false,
                mode: modes[g.below(4)],
                ty: TypeRef::Subtype(SubtypeIndication {
                    not_null: g.flip(),
                    mark: g.mark(),
                    constraint: None,
                    at: nowhere(),
                }),
                default: g.some(|g| g.expr(d)),
                at: nowhere(),
            }),
            result: None,
            aspects: self.aspects(d),
            at: nowhere(),
        }
    }

    fn type_def(&mut self, d: usize) -> TypeDef {
        match self.below(6) {
            0 => TypeDef::Enumeration(self.many(1, 3, Grower::name)),
            1 => TypeDef::Signed(self.expr(d), self.expr(d)),
            2 => TypeDef::Modular(self.expr(d)),
            3 => TypeDef::Array(ArrayDef {
                indexes: match self.flip() {
                    true => Indexes::Constrained(self.many(1, 2, |g| DiscreteRange::Range(g.range(d)))),
                    false => Indexes::Unconstrained(self.many(1, 2, Grower::mark)),
                },
                aliased: self.flip(),
                component: TypeRef::Subtype(self.subtype(d)),
            }),
            4 => TypeDef::Record(RecordDef {
                limited: self.flip(),
                components: self.many(0, 3, |g| {
                    let mut object = g.object(d);
                    object.constant = false;
                    ComponentItem::Component(Box::new(object), nowhere())
                }),
            }),
            _ => TypeDef::Derived(self.ranged(d)),
        }
    }

    fn decl(&mut self, d: usize) -> Decl {
        let kind = match self.below(8) {
            0 => DeclKind::Number { names: self.many(1, 2, Grower::name), value: self.expr(d) },
            1 => DeclKind::Type(TypeDecl {
                name: self.name(),
                discriminants: None,
                def: self.type_def(d),
                aspects: Vec::new(),
            }),
            2 => DeclKind::Subtype { name: self.name(), of: self.subtype(d), aspects: Vec::new() },
            3 => DeclKind::Subprogram(self.spec(d)),
            4 if d > 0 => return self.body(d - 1),
            5 => DeclKind::Exception(self.many(1, 2, Grower::name)),
            6 => self.renaming(d),
            _ => DeclKind::Object(self.object(d)),
        };
        Decl { kind, at: nowhere() }
    }

    fn body(&mut self, d: usize) -> Decl {
        let declarations = self.many(0, 3, |g| g.decl(d));
        let kind = DeclKind::Body { spec: self.spec(d), declarations, body: self.handled(d) };
        Decl { kind, at: nowhere() }
    }

    // Statements.

    fn handled(&mut self, d: usize) -> Handled {
        let handlers = self.many(0, 1, |g| Handler {
            occurrence: g.some(Grower::name),
            choices: if g.flip() {
                vec![Choice::Others(nowhere())]
            } else {
                g.many(1, 2, |g| Choice::Expr(g.mark()))
            },
            body: g.statements(d),
            at: nowhere(),
        });
        Handled { body: self.statements(d), handlers }
    }

    /// Statements with one at the end that is no claim.
    fn statements(&mut self, d: usize) -> Vec<Stmt> {
        let mut found = self.many(0, 3, |g| g.statement(d));
        found.push(Stmt { kind: StmtKind::Null, at: nowhere() });
        found
    }

    fn statement(&mut self, d: usize) -> Stmt {
        let inner = d.saturating_sub(1);
        let kind = match self.below(if d == 0 { 7 } else { 12 }) {
            0 => StmtKind::Assign(self.name_expr(d), self.expr(d)),
            1 => {
                let call = ExprKind::Apply(Box::new(self.mark()), self.arguments(d));
                StmtKind::Call(Expr { kind: call, at: nowhere() })
            }
            2 => StmtKind::Exit { label: self.some(Grower::name), when: self.some(|g| g.expr(d)) },
            3 => StmtKind::Return(self.some(|g| g.expr(d))),
            4 => StmtKind::Raise { exception: Some(self.mark()), message: self.some(|g| g.expr(d)) },
            5 => {
                let name = Name::new("Assert", nowhere());
                StmtKind::Pragma(Pragma { name, args: self.arguments(d), at: nowhere() })
            }
            6 => {
                let outer = std::mem::replace(&mut self.formula, true);
                let formula = self.expr(d);
                self.formula = outer;
                StmtKind::Claim(Claim { kind: ClaimKind::Assert, formula, at: nowhere() })
            }
            7 => StmtKind::If {
                branches: self.many(1, 3, |g| (g.expr(d), g.statements(inner))),
                otherwise: self.some(|g| g.statements(inner)),
            },
            8 => {
                let alternatives = self.many(1, 3, |g| Alternative {
                    choices: g.many(1, 2, |g| g.choice(d, true)),
                    body: g.statements(inner),
                    at: nowhere(),
                });
                StmtKind::Case(self.expr(d), alternatives)
            }
            9 => StmtKind::Loop {
                label: self.some(Grower::name),
                scheme: match self.below(3) {
                    0 => Scheme::Forever,
                    1 => Scheme::While(self.expr(d)),
                    _ => Scheme::For(self.iteration(d)),
                },
                body: self.statements(inner),
            },
            10 => StmtKind::Block {
                label: self.some(Grower::name),
                declarations: self.some(|g| g.many(0, 2, |g| g.decl(inner))),
                body: self.handled(inner),
            },
            _ => {
                let mut object = self.object(d);
                object.names.truncate(1);
                StmtKind::ExtendedReturn(Box::new(object), self.some(|g| g.handled(inner)))
            }
        };
        Stmt { kind, at: nowhere() }
    }
}

#[test]
fn random_formulas_survive_printing() {
    for seed in 0..5_000 {
        let mut grower = Grower { random: Random::new(seed), formula: true };
        let depth = 1 + (seed % 4) as usize;
        let tree = grower.expr(depth);
        let printed = print_expression(&tree);
        let mut files = source::Files::new();
        let file = files.add("--assume", printed.as_str());
        let again = parse_formula(&files, file)
            .unwrap_or_else(|problem| panic!("{seed}: {}", source::render(&problem, &files, false)));
        assert!(again == tree, "{seed}: {printed}\n{}", print_expression(&again));
    }
}

#[test]
fn random_programs_survive_printing() {
    for seed in 0..600 {
        let mut grower = Grower { random: Random::new(seed), formula: false };
        let kind = UnitKind::Declaration(Box::new(grower.body(1 + (seed % 3) as usize)));
        let unit = Unit { context: Vec::new(), private: false, kind, at: nowhere() };
        let tree = Compilation { units: vec![unit], trailing: Vec::new(), at: nowhere() };
        let printed = print(&tree);
        let (again, said) = parse("random.adb", &printed);
        let again = again.unwrap_or_else(|| panic!("{seed}: {said}\n{printed}"));
        assert!(again == tree, "{seed}:\n{printed}\n{}", print(&again));
    }
}

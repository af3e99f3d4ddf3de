//! The program: structs, procedures, blocks, decisions, loops and requirements.
//!
//! ```text
//! while x /= nil and x.head > 0 { x := x.tail }
//!
//! b0:  goto b1
//! b1:  branch d0 [x /= nil and x.head > 0] then b2 else b3      loop l0, decision d0 with two atoms
//! b2:  x := x.tail; goto b1
//! b3:  return
//! ```

use crate::{
    BlockId, Claim, Decision, DecisionId, ErrorKind, ExceptionId, FieldId, Ghost, Handler, HandlerId, Instr,
    LoopId, Notation, Part, ProcId, Requirement, StructId, Terminator, Type, VarId, Word,
};
use source::Span;

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The structs.
    pub structs: Vec<Struct>,
    /// The procedures; a plain program is one procedure `main`.
    pub procs: Vec<Proc>,
    /// What is known of references in objects of the input.
    pub references: Vec<(Holder, Referred)>,
    /// The exceptions that it declares.
    pub exceptions: Vec<Exception>,
    /// The procedure made of the statements outside of any procedure, if there are such statements.
    pub main: Option<ProcId>,
    /// What a branch is in the language of the text.
    pub branching: Branching,
    /// What else matters to a search.
    pub facts: Facts,
    /// How its language writes things.
    pub notation: Notation,
    /// The whole text.
    pub span: Span,
}

/// An exception that a program declares: [`ErrorKind::Raised`] is the error of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Its name, which people read and suites store.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields, in order.
    pub fields: Vec<Field>,
    /// Where it is declared, or first used.
    pub span: Span,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether a front end made it up. No part of what a user sees.
    pub hidden: bool,
    /// Where it is declared, or first used.
    pub span: Span,
}

/// A procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proc {
    /// Its name.
    pub name: String,
    /// Its parameters, in order; they are variables of kind [`VarKind::Param`].
    pub params: Vec<VarId>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// The variables whose values go back to the caller when it returns. They may be of any kind: a parameter that is changed,
    /// or a local one that the caller gets to see.
    pub outs: Vec<VarId>,
    /// All its variables.
    pub vars: Vec<Var>,
    /// Its blocks; execution starts at the first.
    pub blocks: Vec<Block>,
    /// What holds of its inputs, as far as a search can obey it.
    pub requires: Vec<Requirement>,
    /// What its author says of it.
    pub claims: Vec<Claim>,
    /// The variables that only claims read.
    pub ghosts: Vec<Ghost>,
    /// Its decisions, in the order of the text.
    pub decisions: Vec<Decision>,
    /// Its loops, outer ones before the ones inside of them.
    pub loops: Vec<Loop>,
    /// Its handlers, outer ones before the ones inside of them.
    pub handlers: Vec<Handler>,
    /// Its statements as the author sees them, in the order of the text.
    pub statements: Vec<Statement>,
    /// What the front end takes for granted though it may be otherwise, such as that there is always memory. A search
    /// that reaches this procedure is not complete.
    pub granted: Vec<String>,
    /// What is taken for granted of the inputs and the surroundings of a run.
    pub presumed: Vec<Presumption>,
    /// Conditions that runs check and that need no proof: what their author says may be supposed.
    pub assumptions: Vec<Span>,
    /// Why no run can start here, though runs may reach it by calls: it is unknown what a test would have to set.
    pub no_start: Vec<String>,
    /// The inputs that are objects of their own.
    pub own: Vec<Own>,
    /// What is known of other inputs that are references.
    pub references: Vec<(VarId, Referred)>,
    /// The variables that hold objects of the whole program, of which every activation makes a copy since they never change:
    /// string literals, constant tables. Where references are compared, the copies are one object, and inputs may lead to it.
    pub shared: Vec<Shared>,
    /// Whether a front end made it up (to state a requirement, say). It is neither tested nor covered.
    pub hidden: bool,
    /// Whether it only runs others, as `main` and the tests of a file do. Tests of a procedure call that procedure
    /// directly.
    pub driver: bool,
    /// The procedure that it does nothing but call, several times one after another: where it keeps something from one call to
    /// the next, runs may start here. Such a procedure is hidden, and comes after the one it calls.
    pub repeats: Option<ProcId>,
    /// Where it stands.
    pub span: Span,
}

/// An input that is an object of its own, as an array is in languages where variables hold arrays and not references to them:
/// it is never nil, nothing else leads to it, and it is another object than every other input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// The input, which refers to a cell or an array.
    pub var: VarId,
    /// How many elements the array has, if that is known.
    pub length: Option<u64>,
    /// The index of its first element, if that is known ([`crate::ExprKind::First`]).
    pub first: Option<i64>,
    /// The values that its indexes have, if these are not all numbers. An array without elements starts at one of them, too.
    pub indexes: Option<Word>,
    /// The values that the last index has even if there are no elements: then it is the one before the first.
    pub last: Option<Word>,
}

/// What holds references in objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A field of a struct.
    Field(StructId, FieldId),
    /// The elements of arrays, by their type.
    Element(Type),
}

/// What is known of references in inputs, besides their type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Referred {
    /// Whether they are never nil.
    pub never_nil: bool,
    /// The arrays that they lead to.
    pub array: Option<ArrayBounds>,
}

/// Where arrays start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayBounds {
    /// The array type of the source, as a number: an array has one kind only.
    pub kind: u32,
    /// How many elements they have, if that is known.
    pub length: Option<u64>,
    /// The index of their first element, if that is known.
    pub first: Option<i64>,
    /// The values that their indexes have; those without elements start at one of them, too.
    pub indexes: Option<Word>,
    /// The values that their last index has even if there are no elements.
    pub last: Option<Word>,
}

/// A variable that holds an object of the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The variable.
    pub var: VarId,
    /// Whether the object may be one with others that hold the same, as string literals may.
    pub merges: bool,
}

/// An assumption about inputs and surroundings, which may be wrong: a goal that no run meets under it may be met by a
/// run that breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presumption {
    /// What, in words.
    pub what: String,
    /// Whether it is about what memory holds, so that it matters for every caller of the procedure; else it is about
    /// its parameters, and matters where runs start with it.
    pub of_memory: bool,
}

/// A variable of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Its name; a temporary has one that no language allows.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where its first value comes from.
    pub kind: VarKind,
    /// Where it is declared, or first mentioned.
    pub span: Span,
}

/// Where the first value of a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VarKind {
    /// The caller.
    Param,
    /// The world: a variable of a plain program that may be read before it is written.
    Input,
    /// The procedure itself.
    Local,
    /// The front end, to hold what a call or an allocation gave. No part of what a user sees.
    Temporary,
    /// Nothing: only claims read it. No variable of a run.
    Ghost,
}

/// What a branch is: what the criterion of that name asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branching {
    /// Each outcome of a decision.
    #[default]
    Decisions,
    /// Each outcome of each atomic condition of a decision, as compilers count them for `&&` and `||`.
    Atoms,
}

/// What the front end knows of its language that matters to a search. By default, all of it is false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// A reference may lead into the middle of an object: to a member, to an element, to a variable.
    pub interior_pointers: bool,
    /// The program is compiled, and some errors go unnoticed then. So a test that ends well is worth more than one that
    /// ends in an error.
    pub errors_may_hide: bool,
    /// Tables of fixed size are common. A loop over one, whose condition no input decides, does not count as iterations,
    /// and a run may take many steps before an input matters.
    pub fixed_tables: bool,
    /// Each entry is a unit that gets a test of its own, whatever the goals are.
    pub entries_are_units: bool,
    /// Arrays of the input may start at any index ([`crate::ExprKind::First`]); else all of them start at 0.
    pub array_bounds: bool,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What is done, in order.
    pub instrs: Vec<Instr>,
    /// Where it goes on.
    pub terminator: Terminator,
    /// The innermost loop that the block is part of; its condition is part of the loop.
    pub in_loop: Option<LoopId>,
    /// The innermost handler around it.
    pub handler: Option<HandlerId>,
}

/// A loop.
///
/// It is entered by an edge to its header from a block outside of it, and iterated by an edge to its header
/// from a block inside of it ([`Proc::block_is_in`] tells).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block at which every iteration starts; it computes the condition.
    pub header: BlockId,
    /// The decision that stays in the loop or leaves it.
    pub decision: DecisionId,
    /// The loop that this one is part of.
    pub parent: Option<LoopId>,
    /// Where the loop stands.
    pub span: Span,
}

/// A place in a procedure: an instruction of a block, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The instruction; the number of instructions for the terminator.
    pub index: u32,
}

/// A statement as the author sees it; it may have become several instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where execution of it starts. It is covered by a run that reaches this point.
    pub point: Point,
    /// Where it stands; of an `if` or `while`, the keyword with its condition.
    pub span: Span,
}

impl Program {
    /// The source position to report for an event in the innermost of some open calls, which are given from the inside
    /// out with the current instruction of each. For an event in a procedure that a front end made up, it is the call
    /// that led there.
    pub fn seen_from(&self, span: Span, open: impl Iterator<Item = (ProcId, BlockId, usize)>) -> Span {
        let mut made_up = false;
        for (proc, block, index) in open {
            let Some(proc) = self.proc(proc) else { return span };
            if !proc.hidden {
                let call = proc.block(block).and_then(|b| b.instrs.get(index));
                return call.filter(|_| made_up).map_or(span, |i| i.span);
            }
            made_up = true;
        }
        span
    }

    /// The name of an error that suites store: the same in all languages, and that of an exception.
    pub fn error_message(&self, kind: ErrorKind) -> String {
        match kind {
            ErrorKind::Raised(id) => self.exception_name(id),
            kind => kind.message().to_string(),
        }
    }

    /// What an error is called: the name of an exception, or what the language calls the error.
    pub fn error_name(&self, kind: ErrorKind) -> String {
        match kind {
            ErrorKind::Raised(id) => self.exception_name(id),
            kind => self.notation.error(kind).to_string(),
        }
    }

    /// The error of this name, the way back from [`Program::error_name`]. The names that all languages share are known too:
    /// suites store those.
    pub fn error_called(&self, message: &str) -> Option<ErrorKind> {
        let by_language =
            || self.notation.errors.iter().find(|(_, name)| *name == message).map(|(kind, _)| *kind);
        let exceptions = || (0..self.exceptions.len()).map(ExceptionId::new);
        let raised = || exceptions().find(|id| self.exception_name(*id) == message).map(ErrorKind::Raised);
        ErrorKind::of_message(message).or_else(by_language).or_else(raised)
    }

    /// The name of an exception. Where it could be taken for that of another error, it says which it is.
    fn exception_name(&self, id: ExceptionId) -> String {
        let Some(name) = self.exceptions.get(id.index()).map(|e| e.name.as_str()) else {
            return ErrorKind::Raised(id).message().to_string();
        };
        let twins = self.exceptions.iter().take(id.index()).filter(|e| e.name == name).count();
        let errors = self.notation.errors.iter().map(|(_, name)| *name);
        let mut taken = errors.chain(ErrorKind::ALL.map(ErrorKind::message));
        match (twins, taken.any(|other| other == name)) {
            (0, false) => name.to_string(),
            (0, true) => format!("exception {name}"),
            (twins, _) => format!("exception {name} ({})", twins + 1),
        }
    }

    /// A struct; `None` if the id is of another program.
    pub fn struct_of(&self, id: StructId) -> Option<&Struct> {
        self.structs.get(id.index())
    }

    /// A procedure; `None` if the id is of another program.
    pub fn proc(&self, id: ProcId) -> Option<&Proc> {
        self.procs.get(id.index())
    }

    /// The procedure of this name.
    pub fn proc_named(&self, name: &str) -> Option<ProcId> {
        self.procs.iter().position(|p| p.name == name).map(ProcId::new)
    }

    /// The ids of all procedures.
    pub fn proc_ids(&self) -> impl Iterator<Item = ProcId> + use<> {
        (0..self.procs.len()).map(ProcId::new)
    }

    /// A field of a struct; `None` if there is none of that number.
    pub fn field(&self, of: StructId, field: FieldId) -> Option<&Field> {
        self.struct_of(of)?.fields.get(field.index())
    }

    /// How a type is written.
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".to_string(),
            Type::Word(word) => word.to_string(),
            Type::Real => "real".to_string(),
            Type::Bool => "bool".to_string(),
            Type::Ref(s) => self.struct_of(*s).map_or_else(|| s.to_string(), |s| s.name.clone()),
            Type::Array(element) => format!("{}[]", self.type_name(element)),
            Type::Pointer(element) => format!("*{}", self.type_name(element)),
            Type::Part(part) => match &**part {
                Part::Cell(s) => format!("part {}", self.type_name(&Type::Ref(*s))),
                Part::Array(element, n) => format!("part {}[{n}]", self.type_name(element)),
                Part::Open(element, n) => format!("part {}[{n} ..]", self.type_name(element)),
            },
        }
    }
}

impl Struct {
    /// The field that is an open array, with its least number of elements.
    pub fn open_part(&self) -> Option<(FieldId, u64)> {
        self.fields.iter().enumerate().find_map(|(at, field)| match &field.ty {
            Type::Part(part) => match **part {
                Part::Open(_, least) => Some((FieldId::new(at), least)),
                _ => None,
            },
            _ => None,
        })
    }

    /// The field of this name.
    pub fn field_named(&self, name: &str) -> Option<FieldId> {
        self.fields.iter().position(|f| f.name == name).map(FieldId::new)
    }

    /// The link of the struct `id`: the only field of the struct's own type.
    pub fn link(&self, id: StructId) -> Option<FieldId> {
        let mut own = self.fields.iter().enumerate().filter(|(_, f)| f.ty == Type::Ref(id));
        match (own.next(), own.next()) {
            (Some((at, _)), None) => Some(FieldId::new(at)),
            _ => None,
        }
    }

    /// The key by which a list is sorted: the first integer field, or the first real one where there is none.
    pub fn key(&self) -> Option<FieldId> {
        let first = |wanted: fn(&Type) -> bool| self.fields.iter().position(|f| wanted(&f.ty));
        first(Type::is_integer).or_else(|| first(|ty| *ty == Type::Real)).map(FieldId::new)
    }
}

impl Proc {
    /// A variable or a ghost; `None` if the id is of another procedure.
    pub fn var(&self, id: VarId) -> Option<&Var> {
        match id.ghost_index() {
            None => self.vars.get(id.index()),
            Some(at) => self.ghosts.get(at).map(|g| &g.var),
        }
    }

    /// A block; `None` if the id is of another procedure.
    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.index())
    }

    /// A decision; `None` if the id is of another procedure.
    pub fn decision(&self, id: DecisionId) -> Option<&Decision> {
        self.decisions.get(id.index())
    }

    /// The variable of this name.
    pub fn var_named(&self, name: &str) -> Option<VarId> {
        self.vars.iter().position(|v| v.name == name).map(VarId::new)
    }

    /// The variables that a run must be given: parameters and inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars_of(|kind| matches!(kind, VarKind::Param | VarKind::Input))
    }

    /// The variables that a user sees: all but the temporaries, in order.
    pub fn named_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars_of(|kind| kind != VarKind::Temporary)
    }

    fn vars_of(&self, wanted: impl Fn(VarKind) -> bool) -> impl Iterator<Item = VarId> {
        self.vars.iter().enumerate().filter(move |(_, v)| wanted(v.kind)).map(|(i, _)| VarId::new(i))
    }

    /// The ids of all blocks.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    /// Whether a block is part of a loop, directly or within an inner loop.
    pub fn block_is_in(&self, block: BlockId, of: LoopId) -> bool {
        let mut at = self.block(block).and_then(|b| b.in_loop);
        while let Some(l) = at {
            if l == of {
                return true;
            }
            // A parent comes before its children (the verifier checks it), so this ends.
            at = self.loops.get(l.index()).and_then(|l| l.parent);
        }
        false
    }

    /// The loop whose header a block is.
    pub fn loop_at(&self, header: BlockId) -> Option<LoopId> {
        let within = self.block(header)?.in_loop?;
        (self.loops.get(within.index())?.header == header).then_some(within)
    }

    /// The place of a point: that of its instruction or terminator.
    pub fn span_at(&self, point: Point) -> Option<Span> {
        let block = self.block(point.block)?;
        let instr = block.instrs.get(point.index as usize);
        Some(instr.map_or(block.terminator.span, |i| i.span))
    }
}

//! Building a procedure block by block: what front ends and tests share.
//!
//! The builder has a current block, to which instructions go. A block gets its terminator once; what comes
//! after it in the same block cannot be reached and is dropped, so a front end need not care about code after
//! a `return`.

use crate::claims::Meaning;
use crate::{
    Atom, Block, BlockId, Branching, Catch, Caught, Claim, ClaimKind, Decision, DecisionId, DecisionKind,
    Expr, Facts, Ghost, Handler, HandlerId, Instr, InstrKind, Loop, LoopId, Notation, Point, Proc, ProcId,
    Program, Shared, Statement, Terminator, TerminatorKind, Type, Var, VarId, VarKind,
};
use source::Span;

struct Unfinished {
    instrs: Vec<Instr>,
    terminator: Option<Terminator>,
    in_loop: Option<LoopId>,
    handler: Option<HandlerId>,
}

/// A procedure under construction.
pub struct Builder {
    proc: Proc,
    blocks: Vec<Unfinished>,
    current: BlockId,
    in_loop: Option<LoopId>,
    handler: Option<HandlerId>,
    temporaries: usize,
}

/// The right operand of a joined condition, while it is being made.
#[derive(Debug)]
pub struct RightOperand {
    /// The block in which it is not looked at.
    skip: BlockId,
}

impl Builder {
    /// A procedure with an empty entry block.
    pub fn new(name: impl Into<String>, span: Span) -> Builder {
        let proc = Proc {
            name: name.into(),
            params: Vec::new(),
            result: None,
            outs: Vec::new(),
            vars: Vec::new(),
            blocks: Vec::new(),
            requires: Vec::new(),
            claims: Vec::new(),
            ghosts: Vec::new(),
            decisions: Vec::new(),
            loops: Vec::new(),
            handlers: Vec::new(),
            statements: Vec::new(),
            granted: Vec::new(),
            presumed: Vec::new(),
            assumptions: Vec::new(),
            no_start: Vec::new(),
            own: Vec::new(),
            references: Vec::new(),
            shared: Vec::new(),
            hidden: false,
            driver: false,
            repeats: None,
            span,
        };
        let entry = Unfinished { instrs: Vec::new(), terminator: None, in_loop: None, handler: None };
        let (current, blocks) = (BlockId::ENTRY, vec![entry]);
        Builder { proc, blocks, current, in_loop: None, handler: None, temporaries: 0 }
    }

    /// The procedure so far, without its blocks.
    pub fn proc(&mut self) -> &mut Proc {
        &mut self.proc
    }

    /// A new variable; a parameter is also appended to the list of parameters.
    pub fn var(&mut self, name: impl Into<String>, ty: Type, kind: VarKind, span: Span) -> VarId {
        let id = VarId::new(self.proc.vars.len());
        self.proc.vars.push(Var { name: name.into(), ty, kind, span });
        if kind == VarKind::Param {
            self.proc.params.push(id);
        }
        id
    }

    /// Whether a variable is a parameter.
    pub fn is_parameter(&self, var: VarId) -> bool {
        self.proc.params.contains(&var)
    }

    /// The variable of a name, if there is one.
    pub fn var_named(&self, name: &str) -> Option<VarId> {
        self.proc.var_named(name)
    }

    /// A new temporary.
    pub fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        self.temporaries += 1;
        self.var(format!("${}", self.temporaries), ty, VarKind::Temporary, span)
    }

    /// A variable holds a copy of an object of the whole program.
    pub fn share(&mut self, var: VarId, merges: bool) {
        self.proc.shared.push(Shared { var, merges });
    }

    /// A new variable that only claims read.
    pub fn ghost(&mut self, name: impl Into<String>, ty: Type, meaning: Meaning, span: Span) -> VarId {
        let id = VarId::ghost(self.proc.ghosts.len());
        let var = Var { name: name.into(), ty, kind: VarKind::Ghost, span };
        self.proc.ghosts.push(Ghost { var, meaning });
        id
    }

    /// Notes a claim of the author.
    pub fn claim(&mut self, kind: ClaimKind, span: Span) {
        self.proc.claims.push(Claim { kind, span });
    }

    /// A new block, part of the current loop and within the current handler; the current block stays the same.
    pub fn block(&mut self) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        let (in_loop, handler) = (self.in_loop, self.handler);
        self.blocks.push(Unfinished { instrs: Vec::new(), terminator: None, in_loop, handler });
        id
    }

    /// A new handler, within another one or none, which catches nothing yet.
    pub fn add_handler(&mut self, outer: Option<HandlerId>, span: Span) -> HandlerId {
        let id = HandlerId::new(self.proc.handlers.len());
        self.proc.handlers.push(Handler { outer, catches: Vec::new(), span });
        id
    }

    /// A handler of this builder catches some errors, after those that it catches already; the run goes on at a block.
    pub fn add_catch(&mut self, handler: HandlerId, what: Caught, to: BlockId, span: Span) {
        let decision = self.decision(DecisionKind::Caught, Expr::bool(true, span), span);
        if let Some(handler) = self.proc.handlers.get_mut(handler.index()) {
            handler.catches.push(Catch { what, to, decision, span });
        }
    }

    /// Blocks that are made from now on are within this handler; gives the one that they were within before.
    pub fn protect(&mut self, handler: Option<HandlerId>) -> Option<HandlerId> {
        std::mem::replace(&mut self.handler, handler)
    }

    /// Makes a block of this builder the current one.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The current block.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// The point that the next instruction, or else the terminator, of the current block will have.
    pub fn point(&self) -> Point {
        let index = self.blocks.get(self.current.index()).map_or(0, |b| b.instrs.len());
        Point { block: self.current, index: index as u32 }
    }

    /// Whether the current block has its terminator already.
    pub fn is_closed(&self) -> bool {
        self.blocks.get(self.current.index()).is_none_or(|b| b.terminator.is_some())
    }

    /// Notes that a statement of the source starts here.
    pub fn statement(&mut self, span: Span) {
        let point = self.point();
        self.proc.statements.push(Statement { point, span });
    }

    /// Appends an instruction.
    pub fn push(&mut self, kind: InstrKind, span: Span) {
        if let Some(block) = self.blocks.get_mut(self.current.index())
            && block.terminator.is_none()
        {
            block.instrs.push(Instr { kind, span });
        }
    }

    /// Appends an assignment.
    pub fn assign(&mut self, var: VarId, value: Expr, span: Span) {
        self.push(InstrKind::Assign(var, value), span);
    }

    /// Ends the current block, unless it has ended already.
    pub fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        if let Some(block) = self.blocks.get_mut(self.current.index())
            && block.terminator.is_none()
        {
            block.terminator = Some(Terminator { kind, span });
        }
    }

    /// A new decision, its atoms taken from the condition.
    pub fn decision(&mut self, kind: DecisionKind, cond: Expr, span: Span) -> DecisionId {
        let atoms = cond.atoms().into_iter().map(|e| Atom { span: e.span }).collect();
        let id = DecisionId::new(self.proc.decisions.len());
        self.proc.decisions.push(Decision { kind, cond, atoms, span });
        id
    }

    /// Ends the current block with a new decision between two blocks.
    pub fn branch(
        &mut self,
        kind: DecisionKind,
        cond: Expr,
        then: BlockId,
        otherwise: BlockId,
        span: Span,
    ) -> DecisionId {
        let decision = self.decision(kind, cond, span);
        self.terminate(TerminatorKind::Branch { decision, then, otherwise }, span);
        decision
    }

    /// Starts the right operand of `and` or `or`, which is looked at only if the left one does not decide.
    ///
    /// ```text
    /// p /= nil and f(p)      $1 := p /= nil; branch short-circuit [$1] then b1 else b2
    ///                    b1: $2 := f(p); goto b3
    ///                    b2: $2 := false; goto b3
    /// ```
    pub fn open_right(&mut self, left: &Expr, is_and: bool, span: Span) -> RightOperand {
        let (look, skip) = (self.block(), self.block());
        let (then, otherwise) = if is_and { (look, skip) } else { (skip, look) };
        self.branch(DecisionKind::ShortCircuit, left.clone(), then, otherwise, span);
        self.switch_to(look);
        RightOperand { skip }
    }

    /// Ends it. The temporaries that were made for it have a value also where it is not looked at: it is never read, since
    /// the left operand decides, but a variable with a value is simpler for everyone.
    pub fn close_right(&mut self, open: RightOperand, temporaries: &[VarId], span: Span) {
        let after = self.block();
        self.terminate(TerminatorKind::Goto(after), span);
        self.switch_to(open.skip);
        for temporary in temporaries {
            self.assign(*temporary, Expr::bool(false, span), span);
        }
        self.terminate(TerminatorKind::Goto(after), span);
        self.switch_to(after);
    }

    /// Starts a loop: a new header block, which becomes the current one, is entered from the current block.
    /// Blocks made from here on are part of the loop.
    pub fn open_loop(&mut self, span: Span) -> LoopId {
        let id = LoopId::new(self.proc.loops.len());
        let parent = self.in_loop;
        self.in_loop = Some(id);
        let header = self.block();
        self.terminate(TerminatorKind::Goto(header), span);
        self.switch_to(header);
        self.proc.loops.push(Loop { header, decision: DecisionId(0), parent, span });
        id
    }

    /// The block at which a loop starts.
    pub fn header(&self, id: LoopId) -> BlockId {
        self.proc.loops.get(id.index()).map_or(BlockId::ENTRY, |l| l.header)
    }

    /// Says which decision stays in the loop or leaves it.
    pub fn loop_decision(&mut self, id: LoopId, decision: DecisionId) {
        if let Some(l) = self.proc.loops.get_mut(id.index()) {
            l.decision = decision;
        }
    }

    /// A new block outside of a loop: where it leaves to.
    pub fn block_outside(&mut self, id: LoopId) -> BlockId {
        let inside = self.in_loop;
        self.close_loop(id);
        let block = self.block();
        self.in_loop = inside;
        block
    }

    /// A block that was made before is part of the loop that is open now.
    pub fn adopt(&mut self, block: BlockId) {
        if let Some(block) = self.blocks.get_mut(block.index()) {
            block.in_loop = self.in_loop;
        }
    }

    /// Ends a loop: blocks made from here on are outside of it.
    pub fn close_loop(&mut self, id: LoopId) {
        self.in_loop = self.proc.loops.get(id.index()).and_then(|l| l.parent);
    }

    /// The finished procedure. Blocks without an end return without a result.
    ///
    /// Statements that stand where no block could take them (after a `return`) keep a point past the end of
    /// their block, which no run reaches.
    pub fn finish(self) -> Proc {
        let end = self.proc.span.after();
        let mut proc = self.proc;
        proc.blocks = self
            .blocks
            .into_iter()
            .map(|b| Block {
                instrs: b.instrs,
                terminator: b
                    .terminator
                    .unwrap_or(Terminator { kind: TerminatorKind::Return(None), span: end }),
                in_loop: b.in_loop,
                handler: b.handler,
            })
            .collect();
        proc
    }

    /// The finished procedure as a program of its own, which starts with it.
    pub fn finish_as_program(self) -> Program {
        let proc = self.finish();
        let span = proc.span;
        Program {
            structs: Vec::new(),
            procs: vec![proc],
            references: Vec::new(),
            exceptions: Vec::new(),
            main: Some(ProcId(0)),
            branching: Branching::Decisions,
            facts: Facts::default(),
            notation: Notation::PLAIN,
            span,
        }
    }
}

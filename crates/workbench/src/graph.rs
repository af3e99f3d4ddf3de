//! `graph`: programs as boxes, diamonds and arrows.

/// What is drawn of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphOf {
    /// The control flow graph of each entry.
    Flow,
    /// The tree of all paths within the bounds.
    Paths,
}

/// What a node of the graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowKind {
    /// Instructions, one after the other.
    Block,
    /// A decision, with two outgoing arrows.
    Decision,
    /// The end of a run: a return or an error.
    End,
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// What it is.
    pub kind: FlowKind,
    /// Its text.
    pub lines: Vec<String>,
    /// The line of the program where it stands, or begins; nothing for what stands nowhere.
    pub line: Option<usize>,
}

/// An arrow of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowEdge {
    /// From this node.
    pub from: usize,
    /// To this one.
    pub to: usize,
    /// The outcome of the decision that leads here.
    pub outcome: Option<bool>,
    /// A further mark.
    pub mark: Option<FlowMark>,
}

/// What is said of an arrow of a graph of procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowMark {
    /// Its priority.
    Priority(i32),
    /// A call goes on here when it has succeeded.
    ReturnAfterSuccess,
    /// A call goes on here when it has failed.
    ReturnAfterFailure,
}

impl FlowMark {
    /// How it is written.
    pub fn text(self) -> String {
        match self {
            FlowMark::Priority(priority) => priority.to_string(),
            FlowMark::ReturnAfterSuccess => "rs".to_string(),
            FlowMark::ReturnAfterFailure => "rf".to_string(),
        }
    }

    /// Whether no step goes along it.
    pub fn is_return(self) -> bool {
        !matches!(self, FlowMark::Priority(_))
    }
}

/// A control flow graph; the first node is where a run starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowGraph {
    /// The procedure.
    pub name: String,
    /// The nodes.
    pub nodes: Vec<FlowNode>,
    /// The arrows.
    pub edges: Vec<FlowEdge>,
}

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
    /// A decision, with two ways on.
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

//! The control flow graph.

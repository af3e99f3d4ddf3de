//! What the fixpoint engine asks of a domain, numerical or not.

/// Abstract values with an order, joins and operators that make iterations end.
///
/// A value stands for a set of states. Nothing here is about numbers: a domain of heap shapes is a lattice as well.
pub trait Lattice: Clone {
    /// What a widening can be told to keep; `()` where a domain has no use for it.
    type Threshold;

    /// Whether it is known to stand for no state at all.
    fn is_bottom(&self) -> bool;

    /// Whether every state of `self` is known to be one of `other`. `false` is always allowed between different values;
    /// a value is always below itself and below joins and widenings it took part in.
    fn leq(&self, other: &Self) -> bool;

    /// A value that has the states of both.
    fn join(&self, other: &Self) -> Self;

    /// A value above both. However the second operands are chosen, a sequence in which each value is the widening
    /// of the one before it becomes stable. Constraints among the thresholds that both operands satisfy are kept, where
    /// the domain can express them.
    fn widen(&self, next: &Self, thresholds: &[Self::Threshold]) -> Self;

    /// A value with at least the states that both have, not above `self`. The engine bounds how often it is used, so
    /// a meet will do.
    fn narrow(&self, next: &Self) -> Self;
}

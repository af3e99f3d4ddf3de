//! A map from pairs of terms to truth values that is cheap to copy: a trie over hashes.
//!
//! A path settles what it reads and compares, thousands of times in a long loop, and every fork copies what is settled.
//! So copies share all but the few nodes that a later insertion changes (Bagwell 2001).
//!
//! ```text
//! a = {(x, y) → true};  b = copy of a;  b gets (x, z) → false;  a is as before
//! ```

use formula::Term;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Bits of the hash for one level.
const BITS: u32 = 4;

/// Pairs in a leaf before it becomes a fork.
const LEAF: usize = 8;

type Pair = (Term, Term);

#[derive(Clone)]
enum Node {
    Leaf(Vec<(Pair, bool)>),
    Fork(Box<[Option<Rc<Node>>; 1 << BITS]>),
}

/// The facts.
#[derive(Clone, Default)]
pub struct Facts {
    root: Option<Rc<Node>>,
}

fn hash(pair: Pair) -> u64 {
    let mut hasher = FxHasher::default();
    pair.hash(&mut hasher);
    hasher.finish()
}

/// The child that a hash selects at a level.
fn way(hash: u64, level: u32) -> usize {
    (hash >> (level * BITS)) as usize & ((1 << BITS) - 1)
}

impl Facts {
    /// What is known of a pair.
    pub fn get(&self, pair: Pair) -> Option<bool> {
        let hash = hash(pair);
        let mut at = self.root.as_ref()?;
        let mut level = 0;
        loop {
            match &**at {
                Node::Leaf(known) => return known.iter().find(|(p, _)| *p == pair).map(|(_, holds)| *holds),
                Node::Fork(ways) => at = ways[way(hash, level)].as_ref()?,
            }
            level += 1;
        }
    }

    /// Adds what is known of a pair; the last word counts.
    pub fn insert(&mut self, pair: Pair, holds: bool) {
        insert(&mut self.root, 0, hash(pair), pair, holds);
    }
}

fn insert(place: &mut Option<Rc<Node>>, level: u32, hash_of: u64, pair: Pair, holds: bool) {
    let node = Rc::make_mut(place.get_or_insert_with(|| Rc::new(Node::Leaf(Vec::new()))));
    match node {
        Node::Fork(ways) => insert(&mut ways[way(hash_of, level)], level + 1, hash_of, pair, holds),
        Node::Leaf(known) => {
            if let Some(known) = known.iter_mut().find(|(p, _)| *p == pair) {
                known.1 = holds;
                return;
            }
            known.push((pair, holds));
            // Where the hash has no more bits, the leaf just grows.
            if known.len() > LEAF && (level + 1) * BITS <= u64::BITS {
                let mut ways: Box<[Option<Rc<Node>>; 1 << BITS]> = Box::default();
                for (pair, holds) in std::mem::take(known) {
                    let hash = hash(pair);
                    insert(&mut ways[way(hash, level)], level + 1, hash, pair, holds);
                }
                *node = Node::Fork(ways);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Sort, Terms};

    #[test]
    fn copies_do_not_see_later_facts() {
        let mut terms = Terms::new();
        let vars: Vec<Term> = (0..60).map(|i| terms.var(&format!("x{i}"), Sort::INT)).collect();
        let pairs: Vec<Pair> = vars.iter().flat_map(|a| vars.iter().map(move |b| (*a, *b))).collect();
        let mut facts = Facts::default();
        let mut copies = Vec::new();
        for (i, pair) in pairs.iter().enumerate() {
            copies.push(facts.clone());
            facts.insert(*pair, i % 3 == 0);
        }
        for (i, pair) in pairs.iter().enumerate() {
            assert_eq!(facts.get(*pair), Some(i % 3 == 0));
            assert_eq!(copies[i].get(*pair), None);
            if let Some(after) = copies.get(i + 1) {
                assert_eq!(after.get(*pair), Some(i % 3 == 0));
            }
        }
        facts.insert(pairs[0], false);
        assert_eq!(facts.get(pairs[0]), Some(false));
    }
}

//! Which dimensions depend on each other.

/// A partition of dimensions, made by saying which belong together.
pub(super) struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    /// Each dimension by itself.
    pub fn new(dims: usize) -> Groups {
        Groups { parent: (0..dims).collect() }
    }

    /// The representative of a dimension's group: the smallest dimension in it.
    pub fn of(&self, mut dim: usize) -> usize {
        while self.parent[dim] != dim {
            dim = self.parent[dim];
        }
        dim
    }

    /// These dimensions belong together.
    pub fn unite(&mut self, dims: impl IntoIterator<Item = usize>) {
        let mut first: Option<usize> = None;
        for dim in dims {
            let root = self.of(dim);
            if let Some(other) = first {
                let (small, large) = (root.min(other), root.max(other));
                self.parent[large] = small;
                first = Some(small);
            } else {
                first = Some(root);
            }
        }
    }
}

//! A heap of variables ordered by activity, for choosing what to decide next. Ties go to the older
//! variable, so the order is the same in every run.

/// The heap; activities are kept inside.
#[derive(Clone, Default)]
pub struct VarHeap {
    heap: Vec<u32>,
    place: Vec<Option<u32>>,
    activity: Vec<f64>,
    step: f64,
}

impl VarHeap {
    /// A new variable, inserted.
    pub fn add(&mut self) {
        let v = self.place.len() as u32;
        self.place.push(None);
        self.activity.push(0.0);
        self.insert(v);
    }

    /// Removes the newest variables.
    pub fn truncate(&mut self, n: usize) {
        for v in n..self.place.len() {
            if let Some(at) = self.place[v] {
                self.remove_at(at as usize);
            }
        }
        self.place.truncate(n);
        self.activity.truncate(n);
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn put(&mut self, at: usize, v: u32) {
        self.heap[at] = v;
        self.place[v as usize] = Some(at as u32);
    }

    fn up(&mut self, mut at: usize) {
        let v = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(v, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, v);
    }

    fn down(&mut self, mut at: usize) {
        let v = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], v) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, v);
    }

    fn remove_at(&mut self, at: usize) {
        let v = self.heap[at];
        self.place[v as usize] = None;
        let last = self.heap.len() - 1;
        if at != last {
            let moved = self.heap[last];
            self.heap.truncate(last);
            self.put(at, moved);
            self.up(at);
            let now = self.place[moved as usize].map_or(at, |p| p as usize);
            self.down(now);
        } else {
            self.heap.truncate(last);
        }
    }

    /// Puts a variable back.
    pub fn insert(&mut self, v: u32) {
        if self.place[v as usize].is_none() {
            self.heap.push(v);
            self.place[v as usize] = Some(self.heap.len() as u32 - 1);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub fn pop(&mut self) -> Option<u32> {
        let v = *self.heap.first()?;
        self.remove_at(0);
        Some(v)
    }

    /// Raises the activity of a variable.
    pub fn bump(&mut self, v: u32) {
        if self.step == 0.0 {
            self.step = 1.0;
        }
        self.activity[v as usize] += self.step;
        if self.activity[v as usize] > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.step *= 1e-100;
        }
        if let Some(at) = self.place[v as usize] {
            self.up(at as usize);
        }
    }

    /// Lets old activity count less.
    pub fn decay(&mut self) {
        self.step /= 0.95;
    }
}

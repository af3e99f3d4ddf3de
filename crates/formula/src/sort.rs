//! Sorts, data types and function signatures.
//!
//! A data type is declared by name first and defined after, so that types may refer to each other:
//! see [`Terms::declare_data`] and [`Terms::define_data`].

use crate::term::Terms;
use base::Symbol;

/// A sort, as an index into its [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// Truth values.
    pub const BOOL: Sort = Sort(0);
    /// Unbounded integers.
    pub const INT: Sort = Sort(1);
    /// Reals, computed as exact fractions.
    pub const REAL: Sort = Sort(2);
    /// Untyped finite trees over unboundedly many function symbols, with integers as leaves.
    pub const TREE: Sort = Sort(3);
}

/// What a sort is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Reals.
    Real,
    /// Untyped trees.
    Tree,
    /// References to records of a type; `nil` and the cells made by `new` are constants of it.
    Ref(Symbol),
    /// An uninterpreted, infinite sort.
    Named(Symbol),
    /// A data type applied to sorts.
    Data(DataId, Vec<Sort>),
    /// Arrays and maps: index sort, element sort.
    Array(Sort, Sort),
    /// A parameter of a polymorphic data type; only inside its declaration.
    Param(u32),
}

/// A declared data type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DataId(pub u32);

/// A declared uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunId(pub u32);

/// An algebraic data type.
#[derive(Clone, Debug)]
pub struct DataDecl {
    /// Its name.
    pub name: Symbol,
    /// How many sort parameters it has.
    pub params: u32,
    /// Its constructors; empty until it is defined.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a data type.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Symbol,
    /// The selectors with their sorts (which may be [`SortKind::Param`]).
    pub fields: Vec<(Symbol, Sort)>,
}

/// The signature of an uninterpreted function.
#[derive(Clone, Debug)]
pub struct FunDecl {
    /// Its name.
    pub name: Symbol,
    /// The sorts of its arguments.
    pub args: Vec<Sort>,
    /// The sort of its result.
    pub result: Sort,
}

impl Terms {
    /// The sort for a kind, new or known.
    pub fn sort(&mut self, kind: SortKind) -> Sort {
        if let Some(&s) = self.sort_index.get(&kind) {
            return s;
        }
        let s = Sort(self.sorts.len() as u32);
        self.sorts.push(kind.clone());
        self.sort_index.insert(kind, s);
        s
    }

    /// What a sort is.
    pub fn sort_kind(&self, s: Sort) -> &SortKind {
        &self.sorts[s.0 as usize]
    }

    /// The sort of references to records of this type.
    pub fn ref_sort(&mut self, name: &str) -> Sort {
        let name = self.symbols.intern(name);
        self.sort(SortKind::Ref(name))
    }

    /// An uninterpreted sort.
    pub fn named_sort(&mut self, name: &str) -> Sort {
        let name = self.symbols.intern(name);
        self.sort(SortKind::Named(name))
    }

    /// Arrays from one sort to another.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        self.sort(SortKind::Array(index, element))
    }

    /// A data type applied to sorts.
    pub fn data_sort(&mut self, data: DataId, args: &[Sort]) -> Sort {
        let s = self.sort(SortKind::Data(data, args.to_vec()));
        self.instantiate(s);
        s
    }

    /// Declares a data type by name; [`Terms::define_data`] must follow before terms of it are built.
    pub fn declare_data(&mut self, name: &str, params: u32) -> DataId {
        let name = self.symbols.intern(name);
        self.datas.push(DataDecl { name, params, constructors: Vec::new() });
        DataId(self.datas.len() as u32 - 1)
    }

    /// Gives declared data types their constructors, all at once, since they may refer to each
    /// other. An error names a type that has no finite value or no constructor.
    pub fn define_data(&mut self, types: Vec<(DataId, Vec<Constructor>)>) -> Result<(), String> {
        for (id, constructors) in types {
            self.datas[id.0 as usize].constructors = constructors;
        }
        // Least fixpoint of "has a finite value"; parameters count as inhabited.
        let mut inhabited = vec![false; self.datas.len()];
        loop {
            let mut changed = false;
            for d in 0..self.datas.len() {
                let has = self.datas[d]
                    .constructors
                    .iter()
                    .any(|c| c.fields.iter().all(|(_, s)| self.is_inhabited(*s, &inhabited)));
                if has && !inhabited[d] {
                    inhabited[d] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (d, decl) in self.datas.iter().enumerate() {
            if !decl.constructors.is_empty() && !inhabited[d] {
                return Err(format!("the data type {} has no finite value", self.symbols.name(decl.name)));
            }
        }
        // Sorts made while the types were only declared get their constructors now.
        for s in 0..self.sorts.len() {
            self.instantiate(Sort(s as u32));
        }
        Ok(())
    }

    fn is_inhabited(&self, s: Sort, data: &[bool]) -> bool {
        match self.sort_kind(s) {
            SortKind::Data(d, args) => data[d.0 as usize] && args.iter().all(|a| self.is_inhabited(*a, data)),
            SortKind::Array(_, e) => self.is_inhabited(*e, data),
            _ => true,
        }
    }

    /// The declaration of a data type.
    pub fn data(&self, id: DataId) -> &DataDecl {
        &self.datas[id.0 as usize]
    }

    /// All declared data types.
    pub fn datas(&self) -> &[DataDecl] {
        &self.datas
    }

    /// The declaration and arguments of a data sort.
    pub fn data_of(&self, s: Sort) -> Option<(&DataDecl, &[Sort])> {
        match self.sort_kind(s) {
            SortKind::Data(d, args) => Some((self.data(*d), args)),
            _ => None,
        }
    }

    /// The field sorts of a constructor of a data sort, parameters filled in.
    pub fn field_sorts(&self, s: Sort, con: u32) -> &[Sort] {
        self.instances.get(&s).and_then(|cons| cons.get(con as usize)).map_or(&[], |f| f)
    }

    /// How many constructors a data sort has (0 for other sorts).
    pub fn constructor_count(&self, s: Sort) -> u32 {
        self.data_of(s).map_or(0, |(d, _)| d.constructors.len() as u32)
    }

    /// Fills in the parameters of a data sort's fields, once. Field sorts of polymorphic types may
    /// be instances that were not named before; types that grow with every instance
    /// (`t(a) = c(t(pair(a, a)))`) are cut at a depth and then have no constructors here.
    fn instantiate(&mut self, s: Sort) {
        let mut work = vec![(s, 0)];
        while let Some((s, depth)) = work.pop() {
            if depth > 64 || self.instances.contains_key(&s) {
                continue;
            }
            let SortKind::Data(d, args) = self.sort_kind(s).clone() else { continue };
            let constructors = self.datas[d.0 as usize].constructors.clone();
            if constructors.is_empty() || args.iter().any(|a| self.mentions_param(*a)) {
                continue;
            }
            let mut all = Vec::with_capacity(constructors.len());
            for c in &constructors {
                let mut fields = Vec::with_capacity(c.fields.len());
                for (_, f) in &c.fields {
                    let f = self.fill_params(*f, &args);
                    fields.push(f);
                    work.push((f, depth + 1));
                }
                all.push(fields);
            }
            self.instances.insert(s, all);
        }
    }

    fn mentions_param(&self, s: Sort) -> bool {
        match self.sort_kind(s) {
            SortKind::Param(_) => true,
            SortKind::Data(_, args) => args.iter().any(|a| self.mentions_param(*a)),
            SortKind::Array(i, e) => self.mentions_param(*i) || self.mentions_param(*e),
            _ => false,
        }
    }

    fn fill_params(&mut self, s: Sort, args: &[Sort]) -> Sort {
        match self.sort_kind(s).clone() {
            SortKind::Param(i) => args.get(i as usize).copied().unwrap_or(s),
            SortKind::Data(d, inner) => {
                let inner = inner.iter().map(|a| self.fill_params(*a, args)).collect();
                self.sort(SortKind::Data(d, inner))
            }
            SortKind::Array(i, e) => {
                let (i, e) = (self.fill_params(i, args), self.fill_params(e, args));
                self.sort(SortKind::Array(i, e))
            }
            _ => s,
        }
    }

    /// Whether the sort has only finitely many values. (Arrays count as infinite unless the element sort
    /// has one value or both sorts are finite.)
    pub fn is_finite(&self, s: Sort) -> bool {
        self.is_finite_within(s, &mut Vec::new())
    }

    fn is_finite_within(&self, s: Sort, open: &mut Vec<Sort>) -> bool {
        match self.sort_kind(s) {
            SortKind::Bool => true,
            SortKind::Array(i, e) => {
                (self.is_finite_within(*i, open) && self.is_finite_within(*e, open)) || self.has_one_value(*e)
            }
            SortKind::Data(..) => {
                if open.contains(&s) || !self.instances.contains_key(&s) {
                    return false;
                }
                open.push(s);
                let finite = self.instances[&s].iter().flatten().all(|f| self.is_finite_within(*f, open));
                open.pop();
                finite
            }
            _ => false,
        }
    }

    /// Whether the sort certainly has infinitely many values. An uninterpreted sort may have any number, so it
    /// is neither finite nor infinite here.
    pub fn is_infinite(&self, s: Sort) -> bool {
        self.is_infinite_within(s, &mut Vec::new())
    }

    fn is_infinite_within(&self, s: Sort, open: &mut Vec<Sort>) -> bool {
        match self.sort_kind(s) {
            SortKind::Int | SortKind::Real | SortKind::Tree | SortKind::Ref(_) => true,
            SortKind::Bool | SortKind::Named(_) | SortKind::Param(_) => false,
            SortKind::Array(i, e) => {
                self.is_infinite_within(*e, open)
                    || (self.is_infinite_within(*i, open) && self.constructor_count(*e) > 1)
                    || (self.is_infinite_within(*i, open) && *e == Sort::BOOL)
            }
            SortKind::Data(..) => {
                // Coming back to a type that has finite values: there is no largest one.
                if open.contains(&s) {
                    return true;
                }
                open.push(s);
                let fields = self.instances.get(&s).into_iter().flatten().flatten();
                let infinite = fields.into_iter().any(|f| self.is_infinite_within(*f, open));
                open.pop();
                infinite
            }
        }
    }

    fn has_one_value(&self, s: Sort) -> bool {
        match self.instances.get(&s) {
            Some(cons) if cons.len() == 1 && self.is_finite(s) => {
                cons[0].iter().all(|f| self.has_one_value(*f))
            }
            _ => false,
        }
    }

    /// The constructor with the lowest value tree, the natural choice for a small model: `nil`
    /// before `cons`, `leaf` before `node`.
    pub fn least_constructor(&self, s: Sort) -> u32 {
        self.constructors_by_height(s).first().copied().unwrap_or(0)
    }

    /// The constructors of a data sort ordered by the height of their smallest value (order of the
    /// type graph), ties as declared.
    pub fn constructors_by_height(&self, s: Sort) -> Vec<u32> {
        let heights = self.heights(s);
        let mut order: Vec<u32> = (0..heights.len() as u32).collect();
        order.sort_by_key(|c| heights[*c as usize]);
        order
    }

    fn heights(&self, s: Sort) -> Vec<u32> {
        let Some(cons) = self.instances.get(&s) else { return Vec::new() };
        cons.iter()
            .map(|fields| {
                fields
                    .iter()
                    .map(|f| self.sort_height(*f, &mut vec![s]))
                    .max()
                    .map_or(0, |h| h.saturating_add(1))
            })
            .collect()
    }

    /// Height of the smallest value of a sort; `u32::MAX` where every value needs an open sort.
    fn sort_height(&self, s: Sort, open: &mut Vec<Sort>) -> u32 {
        if let SortKind::Array(_, e) = self.sort_kind(s) {
            return self.sort_height(*e, open);
        }
        let Some(cons) = self.instances.get(&s) else { return 0 };
        if open.contains(&s) {
            return u32::MAX;
        }
        open.push(s);
        let h = cons
            .iter()
            .map(|fields| {
                fields.iter().map(|f| self.sort_height(*f, open)).max().map_or(0, |h| h.saturating_add(1))
            })
            .min()
            .unwrap_or(0);
        open.pop();
        h
    }

    /// Declares an uninterpreted function; a second declaration of one name is another function.
    pub fn declare_fun(&mut self, name: &str, args: &[Sort], result: Sort) -> FunId {
        let name = self.symbols.intern(name);
        self.funs.push(FunDecl { name, args: args.to_vec(), result });
        FunId(self.funs.len() as u32 - 1)
    }

    /// The signature of a function.
    pub fn fun(&self, id: FunId) -> &FunDecl {
        &self.funs[id.0 as usize]
    }

    /// All declared functions.
    pub fn funs(&self) -> &[FunDecl] {
        &self.funs
    }

    /// A sort as a person writes it: `Int`, `Array(Int, List(Int))`.
    pub fn show_sort(&self, s: Sort) -> String {
        match self.sort_kind(s) {
            SortKind::Bool => "Bool".into(),
            SortKind::Int => "Int".into(),
            SortKind::Real => "Real".into(),
            SortKind::Tree => "Tree".into(),
            SortKind::Ref(n) => format!("Ref({})", self.symbols.name(*n)),
            SortKind::Named(n) => self.symbols.name(*n).into(),
            SortKind::Param(i) => format!("'{i}"),
            SortKind::Array(i, e) => format!("Array({}, {})", self.show_sort(*i), self.show_sort(*e)),
            SortKind::Data(d, args) => {
                let name = self.symbols.name(self.data(*d).name);
                if args.is_empty() {
                    return name.into();
                }
                let args: Vec<String> = args.iter().map(|a| self.show_sort(*a)).collect();
                format!("{name}({})", args.join(", "))
            }
        }
    }
}

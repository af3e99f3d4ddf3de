//! Pragmas and aspects: each is obeyed, is known to change no value, or makes what it touches undetermined.
//!
//! ```text
//! pragma Precondition (X > 0);            the aspect Pre of the subprogram before it, or around it
//! pragma Assertion_Policy (Ignore);       assertions up to the end of the region are not checked
//! pragma Inline (F);                      changes no value
//! pragma Suppress (Range_Check);          what runs do where a check would fail is not defined: not supported
//! ```
//!
//! Policies hold up to the end of the region in which they stand. The body of a package does not inherit those of its
//! specification; GNAT has it so.

use super::Checker;
use super::scopes::Entity;
use crate::syntax::ast;
use crate::tree::{Binary, Decl, Expr, ExprKind, Stmt, StmtKind, SubId, Unary, predefined};
use source::Span;

/// What a pragma or an aspect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It changes no value.
    Nothing,
    /// It claims something that runs check.
    Contract(Contract),
    /// It says whether claims are checked.
    Policy,
    /// It may change what runs do.
    Unsupported,
}

/// The claims that belong to a subprogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contract {
    Pre,
    Post,
    Cases,
}

/// A policy for some claims, and how many regions were open where it was given.
pub(super) struct Policy {
    depth: usize,
    /// The kind of claim; nothing for all.
    of: Option<String>,
    ignored: bool,
}

/// Pragmas and aspects that change no value of a run without tasks: for the linker, the prover, the reader, the layout of
/// data.
const NO_EFFECT: &[&str] = &[
    "abstract_state",
    "ada_05",
    "ada_12",
    "ada_2005",
    "ada_2012",
    "ada_2022",
    "ada_83",
    "ada_95",
    "address_size",
    "alignment",
    "all_calls_remote",
    "always_terminates",
    "annotate",
    "assume_no_invalid_values",
    "bit_order",
    "c_pass_by_copy",
    "cil_constructor",
    "comment",
    "common_object",
    "compile_time_error",
    "compile_time_warning",
    "compiler_unit",
    "compiler_unit_warning",
    "component_alignment",
    "component_size",
    "constant_after_elaboration",
    "contract",
    "convention",
    "convention_identifier",
    "default_initial_condition",
    "depends",
    "detect_blocking",
    "discard_names",
    "elaborate",
    "elaborate_all",
    "elaborate_body",
    "elaboration_checks",
    "eliminate",
    "enable_atomic_synchronization",
    "export",
    "export_function",
    "export_object",
    "export_procedure",
    "extend_system",
    "extensions_visible",
    "external_name",
    "fast_math",
    "favor_top_level",
    "finalize_storage_only",
    "ghost",
    "global",
    "ident",
    "implemented",
    "initial_condition",
    "initializes",
    "inline",
    "inline_always",
    "inline_generic",
    "inspection_point",
    "keep_names",
    "license",
    "linker_alias",
    "linker_constructor",
    "linker_destructor",
    "linker_options",
    "linker_section",
    "link_name",
    "list",
    "loop_optimize",
    "machine_attribute",
    "main",
    "max_queue_length",
    "memory_size",
    "no_body",
    "no_component_reordering",
    "no_elaboration_code_all",
    "no_heap_finalization",
    "no_inline",
    "no_return",
    "no_run_time",
    "no_strict_aliasing",
    "no_tagged_streams",
    "nonblocking",
    "nonvolatile_function",
    "normalize_scalars",
    "object_size",
    "obsolescent",
    "optimize",
    "optimize_alignment",
    "ordered",
    "pack",
    "page",
    "part_of",
    "partition_elaboration_policy",
    "passive",
    "preelaborable_initialization",
    "preelaborate",
    "preelaborate_05",
    "prefix_exception_messages",
    "priority",
    "profile",
    "profile_warnings",
    "pure",
    "pure_05",
    "pure_12",
    "pure_function",
    "queuing_policy",
    "ravenscar",
    "refined_depends",
    "refined_global",
    "refined_state",
    "relative_deadline",
    "remote_call_interface",
    "remote_types",
    "rename_pragma",
    "restrictions",
    "restriction_warnings",
    "reviewable",
    "scalar_storage_order",
    "secondary_stack_size",
    "share_generic",
    "shared",
    "shared_passive",
    "short_circuit_and_or_off",
    "short_descriptors",
    "side_effects",
    "simple_storage_pool_type",
    "size",
    "source_file_name",
    "source_file_name_project",
    "source_reference",
    "spark_mode",
    "storage_size",
    "stream_convert",
    "style_checks",
    "subtitle",
    "suppress_debug_info",
    "suppress_exception_locations",
    "suppress_initialization",
    "symbol",
    "system_name",
    "task_dispatching_policy",
    "task_info",
    "task_name",
    "task_storage",
    "test_case",
    "thread_local_storage",
    "time_slice",
    "title",
    "unchecked_union_off",
    "unevaluated_use_of_old",
    "unimplemented_unit",
    "universal_aliasing",
    "universal_data",
    "unmodified",
    "unreferenced",
    "unreferenced_objects",
    "unreserve_all_interrupts",
    "unsuppress",
    "unused",
    "use_vads_size",
    "validity_checks",
    "value_size",
    "volatile_function",
    "warning_as_error",
    "warnings",
    "weak_external",
    "wide_character_encoding",
    "yield",
];

/// What a pragma or an aspect of a name does.
pub(super) fn effect(key: &str) -> Effect {
    match key {
        "pre" | "precondition" | "pre_class" => Effect::Contract(Contract::Pre),
        "post" | "postcondition" | "post_class" | "refined_post" => Effect::Contract(Contract::Post),
        "contract_cases" => Effect::Contract(Contract::Cases),
        "assertion_policy" | "check_policy" => Effect::Policy,
        _ if NO_EFFECT.contains(&key) => Effect::Nothing,
        _ => Effect::Unsupported,
    }
}

/// The kinds of claims that a name in a policy is for.
fn kinds(name: &str) -> Option<Vec<String>> {
    let all = match name {
        "assertions" | "assertion" => return None,
        "statement_assertions" => vec!["assert", "assert_and_cut", "assume", "loop_invariant"],
        "precondition" | "pre'class" => vec!["pre"],
        "postcondition" | "post'class" => vec!["post"],
        other => vec![other],
    };
    Some(all.into_iter().map(str::to_string).collect())
}

impl Checker<'_> {
    /// Whether claims of a kind are checked here.
    pub(super) fn are_checked(&self, kind: &str) -> bool {
        let about = |p: &&Policy| p.of.as_deref().is_none_or(|of| of == kind);
        self.policies.iter().rev().find(about).is_none_or(|p| !p.ignored)
    }

    /// Forgets the policies of regions that are closed.
    pub(super) fn policies_end(&mut self) {
        let depth = self.regions.len();
        self.policies.retain(|p| p.depth <= depth);
        self.undetermined.retain(|(of, _)| *of <= depth);
    }

    /// A pragma before a unit.
    pub(super) fn configuration(&mut self, pragma: &ast::Pragma) {
        match effect(&pragma.name.key) {
            Effect::Policy => self.policy(pragma),
            Effect::Nothing => {}
            _ => self.touches_all(pragma),
        }
    }

    /// A pragma among declarations; `before` is the subprogram that is declared just before it.
    pub(super) fn declared_pragma(&mut self, pragma: &ast::Pragma, before: Option<SubId>, span: Span) {
        match effect(&pragma.name.key) {
            Effect::Nothing => {}
            Effect::Policy => self.policy(pragma),
            Effect::Contract(_) => match before.or(self.inside) {
                Some(id) => self.contract_pragma(pragma, id, before.is_none()),
                None => self.touches_all(pragma),
            },
            Effect::Unsupported => match self.assertion(pragma, span) {
                Some(Some(statement)) => self.actions.push(Decl::Statement(statement)),
                Some(None) => {}
                None => self.touches_named(pragma),
            },
        }
    }

    /// What is declared in a package with an aspect that is not supported is undetermined.
    pub(super) fn around_package(&mut self, aspects: &[ast::Aspect], declare: impl FnOnce(&mut Self)) {
        let what = self.unsupported_aspect(aspects);
        let before = self.undetermined.len();
        self.undetermined.extend(what.map(|what| (0, what)));
        declare(self);
        self.undetermined.truncate(before);
    }

    /// A pragma that follows the last unit of a file.
    pub(super) fn trailing_pragma(&mut self, pragma: &ast::Pragma, unit: Option<&str>) {
        let is_it = |s: &crate::tree::Subprogram| unit.is_some_and(|u| s.path.eq_ignore_ascii_case(u));
        let last = self.program.subprograms.iter().rposition(is_it);
        match (effect(&pragma.name.key), last) {
            (Effect::Contract(_), Some(at)) => self.contract_pragma(pragma, SubId(at as u32), false),
            (Effect::Unsupported, Some(at)) => self.give_up_subprogram(SubId(at as u32), &what(pragma)),
            _ => {}
        }
    }

    /// `pragma Precondition (C, "message");`
    fn contract_pragma(&mut self, pragma: &ast::Pragma, id: SubId, inside: bool) {
        let named = |a: &&ast::Argument| a.name.as_ref().is_none_or(|n| n.key != "message");
        let Some(argument) = pragma.args.iter().find(named) else { return };
        let Effect::Contract(of) = effect(&pragma.name.key) else { return };
        let aspect = ast::Aspect {
            name: ast::Name::new(
                match of {
                    Contract::Pre => "Pre",
                    Contract::Post => "Post",
                    Contract::Cases => "Contract_Cases",
                },
                pragma.at,
            ),
            class: false,
            value: match of {
                Contract::Cases => match crate::syntax::contract_cases(&argument.value) {
                    Some(cases) => ast::AspectValue::Cases(cases),
                    None => return self.touches_all(pragma),
                },
                _ => ast::AspectValue::Expr(argument.value.clone()),
            },
            at: pragma.at,
        };
        // What stands in the body belongs to the region around it.
        let depth = self.regions.len();
        let checked = self.are_checked(kind_of(of));
        if inside {
            self.contract(id, &[aspect], checked);
        } else {
            self.contracts.push((depth, id, vec![aspect], checked));
        }
    }

    /// `pragma Assertion_Policy (Ignore);`, `pragma Assertion_Policy (Pre => Ignore, Post => Check);`
    fn policy(&mut self, pragma: &ast::Pragma) {
        let depth = self.regions.len();
        let text = |e: &ast::Expr| crate::syntax::print_expression(e).to_lowercase();
        let ignores = |policy: &str| matches!(policy, "ignore" | "disable" | "off");
        if pragma.name.key == "check_policy"
            && let [of, policy] = &pragma.args[..]
            && [of, policy]
                .iter()
                .all(|a| a.name.as_ref().is_none_or(|n| matches!(n.key.as_str(), "name" | "policy")))
        {
            let ignored = ignores(&text(&policy.value));
            return self.add_policies(kinds(&text(&of.value)), ignored, depth);
        }
        for argument in &pragma.args {
            let ignored = ignores(&text(&argument.value));
            let of = match &argument.name {
                None => None,
                Some(name) => kinds(&name.key),
            };
            self.add_policies(of, ignored, depth);
        }
    }

    fn add_policies(&mut self, of: Option<Vec<String>>, ignored: bool, depth: usize) {
        match of {
            None => self.policies.push(Policy { depth, of: None, ignored }),
            Some(list) => {
                self.policies.extend(list.into_iter().map(|of| Policy { depth, of: Some(of), ignored }));
            }
        }
    }

    /// Whatever follows in this region is undetermined.
    fn touches_all(&mut self, pragma: &ast::Pragma) {
        self.undetermined.push((self.regions.len(), what(pragma)));
        if let Some(inside) = self.inside {
            self.give_up_subprogram(inside, &what(pragma));
        }
    }

    /// What the first argument names is undetermined, or whatever follows if it names nothing of this region.
    fn touches_named(&mut self, pragma: &ast::Pragma) {
        let about =
            |name: &ast::Argument| matches!(&name.name, Some(n) if n.key == "entity" || n.key == "on");
        let argument = pragma.args.iter().find(|a| about(a)).or(pragma.args.first());
        let key = argument.and_then(|a| match &a.value.kind {
            ast::ExprKind::Name(name) => Some(name.key.clone()),
            _ => None,
        });
        // `pragma Import (C, F)`: the convention comes first.
        let second = pragma.args.get(1).and_then(|a| match &a.value.kind {
            ast::ExprKind::Name(name) => Some(name.key.clone()),
            _ => None,
        });
        let known = |c: &Self, key: &Option<String>| {
            key.as_ref().map(|k| c.declared_here(k).to_vec()).filter(|found| !found.is_empty())
        };
        let Some((key, found)) =
            [key, second].into_iter().find_map(|key| known(self, &key).and_then(|found| Some((key?, found))))
        else {
            return self.touches_all(pragma);
        };
        for entity in found {
            match entity {
                Entity::Subprogram(id) => self.give_up_subprogram(id, &what(pragma)),
                Entity::Subtype(subtype) => self.give_up_type(subtype.ty, &what(pragma)),
                _ => self.declare(&key, Entity::Unsupported(what(pragma))),
            }
        }
    }

    pub(super) fn give_up_subprogram(&mut self, id: SubId, what: &str) {
        if let Some(sub) = self.program.subprograms.get_mut(id.0 as usize) {
            sub.undetermined.get_or_insert_with(|| what.to_string());
        }
    }

    pub(super) fn give_up_type(&mut self, ty: crate::tree::TypeId, what: &str) {
        self.program.types.complete(ty, crate::tree::Kind::Unsupported(what.to_string()));
    }

    /// Why what is declared here is undetermined, if it is.
    pub(super) fn why_undetermined(&self) -> Option<&str> {
        self.undetermined.last().map(|(_, what)| what.as_str())
    }

    /// The first aspect that is not supported, if there is one. Aspects of contracts are handled elsewhere.
    pub(super) fn unsupported_aspect(&self, aspects: &[ast::Aspect]) -> Option<String> {
        let bad = |a: &&ast::Aspect| {
            let off = matches!(&a.value, ast::AspectValue::Expr(e)
                if crate::syntax::print_expression(e).eq_ignore_ascii_case("false"));
            !off && !matches!(effect(&a.name.key), Effect::Nothing | Effect::Contract(_))
        };
        aspects.iter().find(bad).map(|a| format!("the aspect {}", a.name.text))
    }

    /// A pragma among statements.
    pub(super) fn pragma(&mut self, pragma: &ast::Pragma, span: Span) -> Option<Stmt> {
        match self.assertion(pragma, span) {
            Some(statement) => statement,
            None => match effect(&pragma.name.key) {
                Effect::Nothing => None,
                _ => Some(Stmt { kind: StmtKind::Unsupported(what(pragma)), span }),
            },
        }
    }

    /// A pragma that claims something here, as a statement if it is checked; nothing if it is none.
    fn assertion(&mut self, pragma: &ast::Pragma, span: Span) -> Option<Option<Stmt>> {
        let key = pragma.name.key.as_str();
        let condition = match key {
            "assert" | "assert_and_cut" | "loop_invariant" | "assume" => pragma.args.first(),
            "check" => pragma.args.get(1),
            "loop_variant" => {
                if !self.are_checked(key) {
                    return Some(None);
                }
                let mut list = Vec::new();
                for argument in &pragma.args {
                    let up = argument.name.as_ref().is_some_and(|n| n.key == "increases");
                    let value = self.expr(&argument.value, None);
                    list.push((up, self.typed(value, predefined::INTEGER)));
                }
                let number = self.new_loop();
                return Some(Some(Stmt { kind: StmtKind::Variant(number, list), span }));
            }
            _ => return None,
        };
        let kind = match (key, pragma.args.first()) {
            ("check", Some(name)) => crate::syntax::print_expression(&name.value).to_lowercase(),
            _ => key.to_string(),
        };
        let Some(condition) = condition else { return Some(None) };
        let e = self.condition(&condition.value);
        if !self.are_checked(&kind) {
            return Some(None);
        }
        let kind = if key == "assume" { StmtKind::Presume(e) } else { StmtKind::Assert(e) };
        Some(Some(Stmt { kind, span }))
    }

    /// `Contract_Cases => (G1 => C1, G2 => C2, others => C3)`: exactly one guard holds at the start, and what belongs to
    /// it where the subprogram returns.
    pub(super) fn cases(&mut self, id: SubId, cases: &[ast::ContractCase], span: Span) {
        let boolean = |kind: ExprKind| Expr { kind, ty: predefined::BOOLEAN, span };
        let of = |unary: Unary, e: Expr| boolean(ExprKind::Unary(unary, Box::new(e)));
        let both = |op: Binary, a: Expr, b: Expr| boolean(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let mut guards: Vec<Expr> = Vec::new();
        let mut consequences = Vec::new();
        for case in cases {
            let guard = case.guard.as_ref().map(|g| self.condition(g));
            let consequence = self.condition(&case.consequence);
            consequences.push((guard.clone(), consequence));
            guards.extend(guard);
        }
        let any = guards.iter().cloned().reduce(|a, b| both(Binary::Or, a, b));
        // At most one of them: no two hold.
        let mut starts = Vec::new();
        for (at, a) in guards.iter().enumerate() {
            for b in &guards[at + 1..] {
                starts.push(of(Unary::Not, both(Binary::And, a.clone(), b.clone())));
            }
        }
        if consequences.iter().all(|(guard, _)| guard.is_some()) {
            starts.extend(any.clone());
        }
        let mut ends = Vec::new();
        for (guard, consequence) in consequences {
            let (place, not) = match guard {
                Some(guard) => (guard.span, guard),
                None => match &any {
                    Some(any) => (consequence.span, of(Unary::Not, any.clone())),
                    None => {
                        ends.push(consequence);
                        continue;
                    }
                },
            };
            // Values at the start are told apart by their places.
            let old = Expr { kind: ExprKind::Old(Box::new(not)), ty: predefined::BOOLEAN, span: place };
            let kind = ExprKind::OrElse(Box::new(of(Unary::Not, old)), Box::new(consequence.clone()));
            ends.push(Expr { kind, ty: predefined::BOOLEAN, span: consequence.span });
        }
        if let Some(sub) = self.program.subprograms.get_mut(id.0 as usize) {
            sub.starts.extend(starts);
            sub.post.extend(ends);
        }
    }
}

/// The name of a contract in a policy.
pub(super) fn kind_of(of: Contract) -> &'static str {
    match of {
        Contract::Pre => "pre",
        Contract::Post => "post",
        Contract::Cases => "contract_cases",
    }
}

fn what(pragma: &ast::Pragma) -> String {
    format!("the pragma {}", pragma.name.text)
}

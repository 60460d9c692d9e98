//! Dependencies: which accesses use what a read returned.
//!
//! In: the rows. Out: the relations `addr`, `data` and `ctrl`, from the inputs that occur in an access's address, the
//! value it writes and its guard. A dependency that folds away (`x ^ x`) is none here. What a thread reads of memory that
//! it alone writes is what it wrote, so that it depends on what the write depended on, and not on the read: fewer pairs
//! than there are, of which more would forbid executions only.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::execution::Dependency;
use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::{InputId, Term, TermId};
use crate::ids::EventId;
use crate::sat::base::Base;
use crate::sat::literal::Lit;
use crate::sat::written::Written;

/// The dependencies of an encoded program as they are written, each once. The use of what a read-modify-write finds in what it
/// writes is not among them: it is one access, whatever is compiled.
pub fn written(base: &Base, skeleton: &Skeleton) -> Vec<Written> {
    let mut found: Vec<Written> = Dependency::ALL
        .into_iter()
        .flat_map(|kind| pairs(base, skeleton, kind.name()).into_iter().map(move |(from, to, _)| (kind, from, to)))
        .filter_map(|(kind, from, to)| place(base, skeleton, kind, [from, to]))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn place(base: &Base, skeleton: &Skeleton, kind: Dependency, rows: [u32; 2]) -> Option<Written> {
    let [from, to]: [EventId; 2] = rows.map(|row| base.nodes[row as usize].event);
    let site = |event| skeleton.event(event).site;
    let is_fence = base.nodes[rows[1] as usize].is_fence();
    let is_one_access = !is_fence && skeleton.event(from).partner == Some(to);
    (!is_one_access).then(|| Written { kind, from: site(from), to: if is_fence { None } else { site(to) } })
}

/// The pairs of one dependency relation; not those that the encoding does without.
pub fn pairs(base: &Base, skeleton: &Skeleton, name: &str) -> Vec<(u32, u32, Lit)> {
    let mut reader: FxHashMap<InputId, u32> = FxHashMap::default();
    for (row, node) in base.nodes.iter().enumerate().filter(|(_, node)| !node.is_fence()) {
        if let Action::Read { value, known: false } = skeleton.event(node.event).action
            && let Term::Input(input) = skeleton.terms.term(value)
        {
            reader.insert(input, row as u32);
        }
    }
    let kind = Dependency::ALL.into_iter().find(|kind| kind.name() == name);
    let is_dropped = |from, to| {
        let written = kind.and_then(|kind| place(base, skeleton, kind, [from, to]));
        written.is_some_and(|written| base.dropped.has(&written))
    };
    let mut result = Vec::new();
    for (row, node) in base.nodes.iter().enumerate() {
        let event = skeleton.event(node.event);
        let used = match (name, &event.action) {
            ("addr" | "data", _) if node.is_fence() => None,
            ("addr", Action::Read { .. } | Action::Write { .. }) => event.target.as_ref().map(|t| t.address),
            ("data", Action::Write { value }) => Some(*value),
            ("ctrl", _) => Some(node.guard),
            _ => None,
        };
        let Some(used) = used else { continue };
        for input in inputs(skeleton, used) {
            if let Some(from) = reader.get(&input)
                && base.nodes[*from as usize].thread == node.thread
                && base.nodes[*from as usize].place < node.place
                && !is_dropped(*from, row as u32)
            {
                result.push((*from, row as u32, node.exec));
            }
        }
    }
    result
}

fn inputs(skeleton: &Skeleton, term: TermId) -> Vec<InputId> {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            if let Term::Input(input) = skeleton.terms.term(id) {
                found.push(input);
            }
            open.extend(skeleton.terms.operands(id));
        }
    }
    found.sort_unstable();
    found
}

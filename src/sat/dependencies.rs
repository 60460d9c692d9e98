//! Dependencies: which accesses use what a read returned.
//!
//! In: the rows. Out: the relations `addr`, `data` and `ctrl`, from the inputs that an access's address, the
//! value it writes and its guard need in an execution ([`super::needs`]). A dependency that folds away (`x ^ x`) is none
//! here. What a thread reads of memory that it alone writes is what it wrote, so that it depends on what the write depended
//! on, and not on the read: fewer pairs than there are, of which more would forbid executions only.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::exec::execution::Dependency;
use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::{InputId, Term};
use crate::ids::EventId;
use crate::model::Model;
use crate::sat::algebra::Literals;
use crate::sat::base::{Base, Node};
use crate::sat::blast::Blaster;
use crate::sat::literal::Lit;
use crate::sat::needs::{Finder, Reads};
use crate::sat::written::Written;

/// The dependencies of an encoded program as they are written, each once. The use of what a read-modify-write finds in what it
/// writes is not among them: it is one access, whatever is compiled.
pub fn written(base: &Base, skeleton: &Skeleton) -> Vec<Written> {
    let all = base.dependencies.iter().flat_map(|(kind, pairs)| pairs.iter().map(|(from, to, _)| (*kind, *from, *to)));
    let mut found: Vec<Written> = all.filter_map(|(kind, from, to)| place(base, skeleton, kind, [from, to])).collect();
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

/// The pairs of the dependency relations of which the axioms speak, but for those that the encoding does without.
pub fn find(
    base: &Base,
    (skeleton, model): (&Skeleton, &Model),
    blaster: &mut Blaster,
    algebra: &mut Literals<'_>,
) -> BTreeMap<Dependency, Vec<(u32, u32, Lit)>> {
    let spoken = |kind: &Dependency| {
        let polarity = model.polarity(kind.name());
        polarity.positive || polarity.negative
    };
    let kinds: Vec<Dependency> = Dependency::ALL.into_iter().filter(spoken).collect();
    if kinds.is_empty() {
        return BTreeMap::new();
    }
    let mut reader: FxHashMap<InputId, u32> = FxHashMap::default();
    let mut happens: FxHashMap<InputId, Lit> = FxHashMap::default();
    for (row, node) in base.nodes.iter().enumerate().filter(|(_, node)| !node.is_fence()) {
        if let Action::Read { value, known: false } = skeleton.event(node.event).action
            && let Term::Input(input) = skeleton.terms.term(value)
        {
            reader.insert(input, row as u32);
            happens.insert(input, node.exec);
        }
    }
    // No candidate has a part in these, so that nobody asks how they are made up.
    let mut gates = FxHashMap::default();
    let mut conditions = Literals::new(algebra.formula, &mut gates);
    let mut finder = Finder::new((skeleton, model.choices()), blaster, &mut conditions, &happens);
    let mut found: BTreeMap<Dependency, Vec<(u32, u32, Lit)>> = kinds.iter().map(|kind| (*kind, Vec::new())).collect();
    for (row, node) in base.nodes.iter().enumerate() {
        for (kind, pairs) in &mut found {
            for (input, needed) in needs(&mut finder, node, *kind) {
                let from = reader[&input];
                let other = &base.nodes[from as usize];
                let is_dropped = || {
                    place(base, skeleton, *kind, [from, row as u32]).is_some_and(|written| base.dropped.has(&written))
                };
                if other.thread != node.thread || other.place >= node.place || is_dropped() {
                    continue;
                }
                let needed = match needed {
                    Lit::TRUE => Lit::TRUE,
                    needed => finder.algebra.both(other.exec, needed),
                };
                pairs.push((from, row as u32, needed));
            }
        }
    }
    for pairs in found.values_mut() {
        for (_, to, when) in pairs.iter_mut() {
            *when = algebra.both(base.nodes[*to as usize].exec, *when);
        }
        pairs.retain(|(.., when)| *when != Lit::FALSE);
    }
    found
}

/// The reads on which a row depends in this way, if it happens.
///
/// What chooses how an address or a value of a write is computed has been branched upon or flows into it; either way the
/// write waits for it, as for a branch.
fn needs(finder: &mut Finder<'_, '_>, node: &Node, kind: Dependency) -> Reads {
    let event = finder.skeleton.event(node.event);
    let address = event.target.as_ref().filter(|_| !node.is_fence()).map(|target| target.address);
    match (kind, &event.action) {
        (Dependency::Address, Action::Read { .. } | Action::Write { .. }) => {
            address.map_or_else(Reads::new, |address| finder.of(address).value.clone())
        }
        (Dependency::Data, Action::Write { value }) if !node.is_fence() => finder.of(*value).value.clone(),
        (Dependency::Control, Action::Write { value }) if !node.is_fence() => {
            let mut reads = finder.of_guard(node.guard);
            for term in [Some(*value), address].into_iter().flatten() {
                let choice = finder.of(term);
                finder.add(&mut reads, &choice.choice, Lit::TRUE);
            }
            reads
        }
        (Dependency::Control, _) => finder.of_guard(node.guard),
        (Dependency::Address | Dependency::Data, _) => Reads::new(),
    }
}

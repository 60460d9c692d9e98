//! The environment of the axioms on the SAT side: the rows and their literals as an event graph.
//!
//! In: the base relations of a skeleton. Out: a [`Ground`] over the algebra `constant | literal`. What its sets and relations
//! mean stands there; here is only what an engine must supply: when rows happen, and program order thread by thread.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::exec::skeleton::{Action, Skeleton};
use crate::ids::{EventId, ThreadId};
use crate::model::Model;
use crate::model::ground::{Ground, Marks, Row, RowKind};
use crate::sat::algebra::Literals;
use crate::sat::base::{Base, Detail, Fences, Node, Places, Reads, What};
use crate::sat::literal::Lit;

/// How much the axioms of a model ask for, if marks are treated so.
pub fn detail(model: &Model, marks: Marks) -> Detail {
    let usual = marks == Marks::Routed;
    Detail {
        reads: if usual && model.holds_reads() && model.is_monotone() { Reads::Open } else { Reads::All },
        places: if usual { Places::Thread } else { Places::All },
        fences: if usual { Fences::Apart } else { Fences::Together },
    }
}

/// The event graph of a skeleton.
pub fn ground(
    base: &Base,
    skeleton: &Skeleton,
    model: &Model,
    algebra: &mut Literals<'_>,
    marks: Marks,
) -> Ground<Lit> {
    let mut ground = Ground::new(base.nodes.iter().map(|node| row(node, skeleton, model)).collect());
    for (row, tags) in &base.tagged {
        ground.rows[*row as usize].added.clone_from(tags);
    }
    ground.marks = marks;
    sequence(&mut ground, base, skeleton, algebra);
    let pairs = |pairs: &[(u32, u32, Lit)]| -> Vec<(EventId, EventId, Lit)> {
        pairs.iter().map(|(a, b, lit)| (EventId(*a), EventId(*b), *lit)).collect()
    };
    ground.meets = pairs(&base.meets);
    for (name, list) in [("rf", &base.rf), ("co", &base.co), ("fr", &base.fr), ("rmw", &base.rmw), ("kept", &base.kept)]
    {
        ground.given.insert(name, pairs(list));
    }
    let mut loc = Vec::new();
    for (a, b, lit) in pairs(&base.loc) {
        loc.extend([(a, b, lit), (b, a, lit)]);
    }
    let is_access = |node: &Node| !node.is_fence() && skeleton.event(node.event).target.is_some();
    loc.extend(base.nodes.iter().enumerate().filter(|(_, node)| is_access(node)).map(|(i, node)| {
        let access = EventId::from_index(i);
        (access, access, node.exec)
    }));
    ground.given.insert("loc", loc);
    ground.given.insert("parts", parts(base, skeleton, algebra));
    for (kind, list) in &base.dependencies {
        ground.given.insert(kind.name(), pairs(list));
    }
    ground
}

/// Those of one access, each with the others.
fn parts(base: &Base, skeleton: &Skeleton, algebra: &mut Literals<'_>) -> Vec<(EventId, EventId, Lit)> {
    let of_access = |node: &Node| skeleton.event(node.event).group.filter(|_| !node.is_fence());
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (row, node) in base.nodes.iter().enumerate() {
        if let Some(group) = of_access(node) {
            groups.entry(group).or_default().push(row);
        }
    }
    let is_read = |row: usize| skeleton.event(base.nodes[row].event).is_read();
    let mut parts = Vec::new();
    for rows in groups.values() {
        for a in rows {
            for b in rows.iter().filter(|b| a != *b && is_read(*a) == is_read(**b)) {
                let both = algebra.both(base.nodes[*a].exec, base.nodes[*b].exec);
                parts.push((EventId::from_index(*a), EventId::from_index(*b), both));
            }
        }
    }
    parts
}

fn row(node: &Node, skeleton: &Skeleton, model: &Model) -> Row<Lit> {
    let event = skeleton.event(node.event);
    let kind = match &event.action {
        _ if node.is_fence() => RowKind::Fence,
        Action::Read { .. } => RowKind::Read,
        Action::Write { .. } => RowKind::Write,
        _ => RowKind::Mark,
    };
    let tags = match &node.what {
        What::Event => event.tags.clone(),
        fence => fence.sets(model),
    };
    let is_atomic = event.section.is_some() && matches!(kind, RowKind::Read | RowKind::Write);
    let thread = node.thread.map(|thread| thread.0);
    Row { kind, thread, tags, added: Vec::new(), is_atomic, happens: node.exec }
}

/// Program order in each thread. That both of two rows happen costs a gate only where neither happening implies the other.
fn sequence(ground: &mut Ground<Lit>, base: &Base, skeleton: &Skeleton, algebra: &mut Literals<'_>) {
    let nodes = &base.nodes;
    let mut by_thread: FxHashMap<ThreadId, Vec<u32>> = FxHashMap::default();
    for (i, node) in nodes.iter().enumerate() {
        if let Some(thread) = node.thread {
            by_thread.entry(thread).or_default().push(i as u32);
        }
    }
    let mut threads: Vec<Vec<u32>> = by_thread.into_values().collect();
    threads.sort_unstable();
    for rows in threads {
        for (i, a) in rows.iter().enumerate() {
            for b in &rows[i + 1..] {
                let (x, y) = (&nodes[*a as usize], &nodes[*b as usize]);
                // A fence that may stand here happens only if its candidate is enforced, too.
                let lit = if x.exec == Lit::TRUE || (skeleton.terms.implies(y.guard, x.guard) && x.is_certain()) {
                    y.exec
                } else if y.exec == Lit::TRUE || (skeleton.terms.implies(x.guard, y.guard) && y.is_certain()) {
                    x.exec
                } else if skeleton.terms.exclude(x.guard, y.guard) {
                    Lit::FALSE
                } else {
                    algebra.both(x.exec, y.exec)
                };
                if lit != Lit::FALSE {
                    ground.local[*a as usize].push((EventId(*b), lit));
                }
            }
        }
    }
}

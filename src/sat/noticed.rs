//! A loop goes on after an iteration that takes back what it wrote only if somebody noticed.
//!
//! In: what the unfolding says of such iterations, and the reads-from relation. Out: clauses. It must not know loops, nor
//! why ([`crate::exec::waiting`] says that).

use super::base::Base;
use super::formula::Formula;
use super::literal::Lit;
use crate::exec::skeleton::{Action, Back, Noticed, Skeleton, TakenBack};
use crate::ids::EventId;

/// Requires of a condition that somebody read what was there in between: a read outside the iteration, or another write
/// came before what was to take it back.
pub fn require(formula: &mut Formula, base: &Base, skeleton: &Skeleton, noticed: &Noticed, condition: Lit) {
    let mut ways = vec![!condition];
    for pair in &noticed.taken_back {
        ways.extend(readers(base, pair.write, |read| !noticed.iteration.contains(&read)));
        ways.extend(torn(formula, base, skeleton, *pair));
    }
    formula.add(&ways);
}

/// When the reads for which `counts` read from a write.
fn readers(base: &Base, write: EventId, counts: impl Fn(EventId) -> bool) -> Vec<Lit> {
    let Some(row) = base.row.get(&write) else { return Vec::new() };
    let from = base.rf.iter().filter(|(from, _, _)| from == row);
    from.filter(|(_, to, _)| counts(base.nodes[*to as usize].event)).map(|(_, _, lit)| *lit).collect()
}

/// When both happen and the second does not come right behind the first in coherence.
fn torn(formula: &mut Formula, base: &Base, skeleton: &Skeleton, pair: TakenBack) -> Vec<Lit> {
    match pair.back {
        Back::Update(read) => misses(formula, base, skeleton, (pair.write, read)).into_iter().collect(),
        Back::Store(last) => between(formula, base, (pair.write, last)),
    }
}

/// When a read happens and does not find a write. What only its own thread writes is always found.
fn misses(formula: &mut Formula, base: &Base, skeleton: &Skeleton, (write, read): (EventId, EventId)) -> Option<Lit> {
    if matches!(skeleton.event(read).action, Action::Read { known: true, .. }) {
        return None;
    }
    let happens = base.nodes[*base.row.get(&read)? as usize].exec;
    let finds = readers(base, write, |reader| reader == read);
    let missed = formula.fresh();
    formula.add(&[!missed, happens]);
    finds.into_iter().for_each(|lit| formula.add(&[!missed, !lit]));
    Some(missed)
}

/// For each write that may come between two in coherence, when it does.
fn between(formula: &mut Formula, base: &Base, (first, last): (EventId, EventId)) -> Vec<Lit> {
    let (Some(first), Some(last)) = (base.row.get(&first), base.row.get(&last)) else { return Vec::new() };
    let behind = base.co.iter().filter(|(from, to, _)| from == first && to != last);
    let mut found = Vec::new();
    for (_, other, after) in behind {
        let before = base.co.iter().filter(|(from, to, _)| from == other && to == last);
        for (_, _, before) in before {
            let lies = formula.fresh();
            formula.add(&[!lies, *after]);
            formula.add(&[!lies, *before]);
            found.push(lies);
        }
    }
    found
}

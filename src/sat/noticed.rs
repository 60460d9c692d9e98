//! A loop goes on after an iteration that takes back what it wrote only if somebody noticed.
//!
//! In: what the unfolding says of such iterations, and the reads-from relation. Out: clauses. It must not know loops, nor
//! why ([`crate::exec::waiting`] says that).

use super::base::Base;
use super::formula::Formula;
use super::literal::Lit;
use crate::exec::skeleton::{Action, Noticed, Skeleton, TakenBack};
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

/// When both happen and the second does not find what the first left. What only its own thread writes is always found.
fn torn(formula: &mut Formula, base: &Base, skeleton: &Skeleton, pair: TakenBack) -> Option<Lit> {
    if matches!(skeleton.event(pair.back).action, Action::Read { known: true, .. }) {
        return None;
    }
    let happens = base.nodes[*base.row.get(&pair.back)? as usize].exec;
    let finds = readers(base, pair.write, |read| read == pair.back);
    let torn = formula.fresh();
    formula.add(&[!torn, happens]);
    finds.into_iter().for_each(|lit| formula.add(&[!torn, !lit]));
    Some(torn)
}

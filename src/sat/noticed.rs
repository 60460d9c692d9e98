//! A loop goes on after an iteration that takes back what it wrote only if somebody noticed.
//!
//! In: what the unfolding says of such iterations, and the reads-from relation. Out: clauses. It must not know loops, nor
//! why ([`crate::exec::waiting`] says that).

use super::base::Base;
use super::formula::Formula;
use super::literal::Lit;
use crate::exec::skeleton::{Action, Back, Noticed, Skeleton, TakenBack};
use crate::exec::terms::TermId;
use crate::ids::EventId;

/// With more iterations than this, whoever notices one counts, whether it is left out itself or not: a path from one to the next may be
/// as long as there are iterations, and each takes a copy of the clauses.
const MOST: usize = 16;

/// How an iteration may be noticed.
struct Ways {
    /// When something came in between.
    torn: Vec<Lit>,
    readers: Vec<Reader>,
}

/// When a read finds what was there in between, and the iterations that it belongs to.
struct Reader {
    finds: Lit,
    iterations: Vec<usize>,
}

/// The literals of an iteration: it went on because it was noticed, and it came to its end in vain.
#[derive(Clone, Copy)]
pub struct Told {
    condition: Lit,
    in_vain: Lit,
}

impl Told {
    pub fn of(iteration: &Noticed, mut literal: impl FnMut(TermId) -> Lit) -> Told {
        Told { condition: literal(iteration.condition), in_vain: literal(iteration.in_vain) }
    }
}

/// Requires of each condition that somebody who counts read what was there in between: a read outside the iteration, or another write
/// came before what was to take it back. A read in an iteration that came to its end in vain counts if that one was noticed itself,
/// and so on, from somebody on who is in none.
pub fn require(formula: &mut Formula, base: &Base, skeleton: &Skeleton, told: &[Told]) {
    let all: Vec<Ways> = (0..told.len()).map(|at| ways(formula, base, skeleton, at)).collect();
    let is_chained = |ways: &&Ways| ways.readers.iter().any(|reader| !reader.iterations.is_empty());
    let longest = all.iter().filter(is_chained).count();
    if longest > MOST {
        for (ways, told) in all.iter().zip(told) {
            let mut clause = vec![!told.condition];
            clause.extend(&ways.torn);
            clause.extend(ways.readers.iter().map(|reader| reader.finds));
            formula.add(&clause);
        }
        return;
    }
    let mut counts: Vec<Option<Lit>> = vec![None; told.len()];
    for _ in 0..=longest {
        let step = |ways: &Ways| Some(noticed(formula, ways, told, &counts));
        counts = all.iter().map(step).collect();
    }
    for (told, noticed) in told.iter().zip(counts) {
        let clause: Vec<Lit> = [!told.condition].into_iter().chain(noticed).collect();
        formula.add(&clause);
    }
}

/// A literal that holds only if an iteration was noticed: torn, or by a read that is in no iteration in vain but such as were noticed
/// in turn, where it is known which.
fn noticed(formula: &mut Formula, ways: &Ways, told: &[Told], known: &[Option<Lit>]) -> Lit {
    let noticed = formula.fresh();
    let mut clause = vec![!noticed];
    clause.extend(&ways.torn);
    for reader in &ways.readers {
        if reader.iterations.is_empty() {
            clause.push(reader.finds);
            continue;
        }
        let counts = formula.fresh();
        formula.add(&[!counts, reader.finds]);
        for iteration in &reader.iterations {
            let stays: Vec<Lit> = [!counts, !told[*iteration].in_vain].into_iter().chain(known[*iteration]).collect();
            formula.add(&stays);
        }
        clause.push(counts);
    }
    formula.add(&clause);
    noticed
}

fn ways(formula: &mut Formula, base: &Base, skeleton: &Skeleton, at: usize) -> Ways {
    let all = &skeleton.noticed;
    let mut found = Ways { torn: Vec::new(), readers: Vec::new() };
    for pair in &all[at].taken_back {
        for (read, finds) in readers(base, pair.write) {
            if !all[at].iteration.contains(&read) {
                found.readers.push(Reader { finds, iterations: holding(all, read) });
            }
        }
        found.torn.extend(torn(formula, base, skeleton, *pair));
    }
    for (store, counts) in [(&all[at].stores, true), (&all[at].restored, false)] {
        for (read, finds) in store.iter().flat_map(|store| readers(base, *store)) {
            let own = all[at].iteration.contains(&read);
            if skeleton.event(read).partner.is_some() {
                found.torn.push(finds);
            } else if counts && !own {
                found.readers.push(Reader { finds, iterations: holding(all, read) });
            }
        }
    }
    found
}

/// The iterations that hold a read.
fn holding(all: &[Noticed], read: EventId) -> Vec<usize> {
    (0..all.len()).filter(|at| all[*at].iteration.contains(&read)).collect()
}

/// The reads that may read from a write, and when they do.
fn readers(base: &Base, write: EventId) -> Vec<(EventId, Lit)> {
    let Some(row) = base.row.get(&write) else { return Vec::new() };
    let from = base.rf.iter().filter(|(from, _, _)| from == row);
    from.map(|(_, to, lit)| (base.nodes[*to as usize].event, *lit)).collect()
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
    let finds: Vec<Lit> = readers(base, write).into_iter().filter(|(by, _)| *by == read).map(|(_, lit)| lit).collect();
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

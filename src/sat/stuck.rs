//! Whether all is over though threads still wait, as literals.
//!
//! In: where threads stop ([`Stop`]), the rows and the relations. Out: when there is a deadlock, when threads wait in loops for good, and
//! when one of both may be. It must not know why a thread stops.
//!
//! # What is said
//! Every thread that has been started has ended or stops, and some thread stops. The first thread counts as ended only where others go on
//! without it: with its return the program ends, and nobody waits any more. What a thread stops at is there for good if the
//! reads that it hangs on have found what all writes leave that come behind theirs ([`Sure::Yes`]): then whoever looks again finds the same, for
//! nobody who has ended or stopped at a lock writes again, and who goes round in a loop of which that is known writes what is there
//! (an exchange of what is held). A thread that has found something older looks again in the program, and what it does then is
//! another execution, which has a literal of its own; so nothing is missed. Where a path ends otherwise (at an assumption, a bound, a
//! violation, the end of the program) its thread has neither ended nor stopped, and nothing is for good.
//!
//! In a deadlock all wait for each other ([`Stops::AtOthers`]); where some go round in loops, it is these that wait for good. What is not
//! [sure](Sure::No) counts as for good where it is asked whether something *may* be, and so does then what else a thread stops at, for somebody
//! who goes round may write all the time what is there: if not even then anybody waits, nobody does.

use crate::exec::execution::{EventKind, Execution, Violated};
use crate::exec::skeleton::{Action, Skeleton, Stop, Stops, Sure};
use crate::ids::{EventId, ThreadId};
use crate::ir::Property;

use super::base::Base;
use super::bits;
use super::blast::Blaster;
use super::formula::Formula;
use super::literal::Lit;

/// What is wrong when all is over.
#[derive(Clone, Debug)]
pub struct Stuck {
    pub property: Property,
    pub lit: Lit,
}

/// All that may be wrong when all is over.
#[derive(Clone, Debug)]
pub struct End {
    pub stuck: Vec<Stuck>,
    /// Each stop of the skeleton, where it is for good; false where that is not sure.
    pub stops: Vec<Lit>,
    /// Somebody may wait for good, and it is not sure whether somebody does.
    pub perhaps: Lit,
}

/// The literals of a skeleton.
pub fn find(formula: &mut Formula, base: &Base, skeleton: &Skeleton, blaster: &mut Blaster) -> End {
    let mut end = End { stuck: Vec::new(), stops: Vec::new(), perhaps: Lit::FALSE };
    if skeleton.stops.is_empty() {
        return end;
    }
    let is_sure = skeleton.stops.iter().all(|stop| stop.sure != Sure::No);
    let mut maybe = Vec::new();
    for stop in &skeleton.stops {
        let when = blaster.guard(formula, skeleton, stop.when);
        let sure = match &stop.sure {
            Sure::Yes(reads) => {
                let stay = reads.iter().map(|read| stays(formula, base, (skeleton, *read), blaster));
                let all: Vec<Lit> = std::iter::once(when).chain(stay).collect();
                formula.and_all(all)
            }
            Sure::No => Lit::FALSE,
        };
        end.stops.push(sure);
        maybe.push(when);
    }
    let ended: Vec<Lit> = skeleton
        .threads
        .iter()
        .map(|thread| {
            let mut literal = |term| blaster.guard(formula, skeleton, term);
            let (started, finished) = (literal(thread.started), literal(thread.finished));
            formula.or_any([!started, finished])
        })
        .collect();
    let mut perhaps = Vec::new();
    for property in &skeleton.at_the_end {
        let lit = all_stop(formula, (skeleton, &ended), &end.stops, *property);
        end.stuck.push(Stuck { property: *property, lit });
        if !is_sure {
            perhaps.push(all_stop(formula, (skeleton, &ended), &maybe, *property));
        }
    }
    end.perhaps = formula.or_any(perhaps);
    end
}

/// When nothing else comes behind what a read has found.
fn stays(formula: &mut Formula, base: &Base, (skeleton, read): (&Skeleton, EventId), blaster: &mut Blaster) -> Lit {
    let row = base.row.get(&read).copied();
    let Action::Read { value: found, .. } = skeleton.event(read).action else { return Lit::FALSE };
    let mut all = Vec::new();
    for (_, later, lit) in base.fr.iter().filter(|(from, ..)| Some(*from) == row) {
        let Action::Write { value } = skeleton.event(base.nodes[*later as usize].event).action else { continue };
        let (found, left) = (blaster.bits(formula, skeleton, found), blaster.bits(formula, skeleton, value));
        let same = bits::equal(formula, &found, &left);
        all.push(formula.or_any([!*lit, same]));
    }
    formula.and_all(all)
}

/// Whether a stop is of the kind that a property is about.
fn is_of(stop: &Stop, property: Property) -> bool {
    property == Property::Liveness || stop.what == Stops::AtOthers
}

/// When every thread has ended or stops, and one stops that the property is about.
fn all_stop(formula: &mut Formula, (skeleton, ended): (&Skeleton, &[Lit]), stops: &[Lit], property: Property) -> Lit {
    let of = |thread: Option<ThreadId>, is_wanted: &dyn Fn(&Stop) -> bool| -> Vec<Lit> {
        let here = |stop: &Stop| thread.is_none_or(|thread| stop.thread == thread) && is_wanted(stop);
        skeleton.stops.iter().zip(stops).filter(|(stop, _)| here(stop)).map(|(_, lit)| *lit).collect()
    };
    let mut all = Vec::new();
    for (index, ended) in ended.iter().enumerate() {
        let stops = of(Some(ThreadId::from_index(index)), &|stop| is_of(stop, property));
        all.push(formula.or_any(stops.into_iter().chain([*ended])));
    }
    let some = match property {
        Property::Liveness => of(None, &|stop| stop.what == Stops::InLoop),
        _ => of(None, &|_| true),
    };
    all.push(formula.or_any(some));
    formula.and_all(all)
}

/// What is said of an execution in which threads wait for good: at these stops.
pub fn violated(skeleton: &Skeleton, property: Property, stops: &[usize]) -> Violated {
    let mut places: Vec<&Stop> = stops.iter().map(|stop| &skeleton.stops[*stop]).collect();
    let names: Vec<String> = names(&places, property);
    // Whoever goes round in a loop comes first, and who waits for the end of another last.
    let is_last = |stop: &Stop| matches!(&stop.sure, Sure::Yes(reads) if reads.is_empty());
    places.sort_by_key(|stop| (property == Property::Liveness && stop.what == Stops::AtOthers, is_last(stop)));
    let first = places.first().expect("somebody waits; please report this");
    let other = places.get(1).filter(|stop| !is_last(stop)).and_then(|stop| stop.span);
    let message = match (property, names.len()) {
        (Property::Liveness, 1) => format!("{} has seen every write, and still waits", names[0]),
        (Property::Liveness, _) => format!("{} have seen every write, and still wait", names.join(", ")),
        (_, 1) => format!("thread {} waits for good", names[0]),
        _ => format!("threads {} wait for good", names.join(", ")),
    };
    Violated { property, message, span: first.span, other, thread: first.thread, operands: Vec::new() }
}

/// Who waits.
fn names(places: &[&Stop], property: Property) -> Vec<String> {
    let is_meant = |stop: &&&Stop| property != Property::Liveness || stop.what == Stops::InLoop;
    let mut threads: Vec<ThreadId> = places.iter().filter(is_meant).map(|stop| stop.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    threads.iter().map(ThreadId::to_string).collect()
}

/// Every read that a stop hangs on must have found what all writes leave that come behind the one it reads from.
///
/// # Panics
/// One has not.
pub fn assert_last(execution: &Execution, reads: &[EventId]) {
    for read in reads {
        let source = execution.rf.iter().find(|(_, other)| other == read).map(|(write, _)| *write);
        let later = execution.co.iter().flat_map(|chain| chain.iter().skip_while(|write| Some(**write) != source));
        let value = |event: EventId| match execution.event(event).kind {
            EventKind::Read { value, .. } | EventKind::Write { value, .. } => Some(value),
            EventKind::Fence { .. } => None,
        };
        let stays = later.copied().all(|write| value(write) == value(*read));
        assert!(stays, "a thread waits though what it has found is overwritten; please report this");
    }
}

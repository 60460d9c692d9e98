//! Every execution of a small C program, judged by the model's axioms.
//!
//! In: the event skeleton of a program within some bounds, and a model. Out: whether an execution that the model allows violates a property.
//! It must not know solvers, nor how a violation is told.
//!
//! Each open value of the skeleton is given every number that it may have; what happens then is put together as it is of a litmus test
//! (`assembly.rs`). Nothing of the formula takes part: what reads from what, in which order writes reach memory and what depends on what is
//! found here from the terms' values. So it is a second opinion of the solver under models that the explorer does not take; what
//! comes before the skeleton it shares with the solver.
//!
//! # What is not followed
//! Values are dropped as soon as no write can have them, and as soon as it is settled that nothing is violated and no bound is
//! exceeded: both hold of all that could follow. An iteration that takes back what it wrote and that nobody noticed is followed like any other;
//! the solver leaves it out ([`crate::exec::waiting`]), so that bounds may be exceeded here that are none there: then nothing is said.
//!
//! - `choices`: the open values, in which order they are chosen, and when what is known
//! - `events`: the events of a choice of values as a shape
//! - `needs`: which reads a value was computed from

mod choices;
mod events;
mod needs;

use rustc_hash::FxHashMap;

use self::choices::Choices;
use self::events::Events;
use super::assembly::Assembly;
use super::candidate::Candidate;
use super::judge::Evaluated;
use super::{Outcome, Undecided};
use crate::exec::lifetime::Life;
use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::{InputId, TermId};
use crate::limits::StopToken;
use crate::model::Model;

/// More combinations of values than this are not tried.
const MAX_COMBINATIONS: u64 = 2_000_000;

/// Looks for an execution that violates a property.
///
/// # Errors
/// Why it is not decided.
pub fn decide(skeleton: &Skeleton, model: &Model, stop: &StopToken) -> Result<Outcome, Undecided> {
    refuse(skeleton)?;
    let choices = Choices::of(skeleton)?;
    let assembly = Assembly::new(model, &[], stop);
    let mut search = Search {
        skeleton,
        model,
        stop,
        choices,
        assembly,
        numbers: FxHashMap::default(),
        memo: FxHashMap::default(),
        combinations: 0,
        is_exceeded: false,
    };
    let is_reached = search.choose(0)?;
    if !is_reached && search.is_exceeded {
        return Err(Undecided::Loop);
    }
    Ok(Outcome { is_reached, judged: search.assembly.judged })
}

/// What is not enumerated.
fn refuse(skeleton: &Skeleton) -> Result<(), Undecided> {
    let any = |is_so: fn(&crate::exec::skeleton::Event) -> bool| skeleton.events.iter().any(is_so);
    if any(|event| event.section.is_some()) {
        return Err(Undecided::Construct("atomic sections"));
    }
    if any(|event| event.group.is_some()) || skeleton.has_gaps {
        return Err(Undecided::Construct("accesses of different sizes to one object"));
    }
    if any(|event| event.life == Some(Life::Ends)) {
        return Err(Undecided::Construct("objects whose life ends while others may use them"));
    }
    if !skeleton.vague.is_empty() {
        return Err(Undecided::Construct("computations that hang on where objects lie"));
    }
    Ok(())
}

struct Search<'s> {
    skeleton: &'s Skeleton,
    model: &'s Model,
    stop: &'s StopToken,
    choices: Choices,
    assembly: Assembly<'s>,
    /// What was chosen so far.
    numbers: FxHashMap<InputId, u64>,
    /// The values of terms that are settled by that.
    memo: FxHashMap<TermId, u64>,
    combinations: u64,
    is_exceeded: bool,
}

/// What is known of an end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Violated,
    Exceeded,
    /// Nothing is wrong, whatever is chosen further on.
    Fine,
    Open,
}

impl Search<'_> {
    /// Tries the numbers of the open values from one on.
    fn choose(&mut self, at: usize) -> Result<bool, Undecided> {
        self.combinations += 1;
        if self.combinations > MAX_COMBINATIONS {
            return Err(Undecided::Size);
        }
        if self.combinations.is_multiple_of(256) && self.stop.reached().is_some() {
            return Err(Undecided::Stopped);
        }
        let end = self.end(at);
        let skeleton = self.skeleton;
        if end == End::Fine || skeleton.required.iter().any(|term| self.settled(at, *term) == Some(0)) {
            return Ok(false);
        }
        let Some(choice) = self.choices.all.get(at) else { return self.execute(end) };
        let (input, read, numbers) = (choice.input, choice.read, choice.numbers.clone());
        if let Some(read) = read
            && self.value(self.skeleton.event(read).guard) == 0
        {
            // It does not happen, and nothing that does uses it.
            return self.with(at, (input, numbers[0]));
        }
        for number in numbers {
            if read.is_some_and(|read| !self.may_be_found(at, read, number)) {
                continue;
            }
            if self.with(at, (input, number))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What follows when an open value is this number.
    fn with(&mut self, at: usize, (input, number): (InputId, u64)) -> Result<bool, Undecided> {
        self.numbers.insert(input, number);
        let is_reached = self.choose(at + 1);
        self.numbers.remove(&input);
        let choices = &self.choices;
        self.memo.retain(|term, _| choices.settled_after(*term) <= at);
        is_reached
    }

    /// The value of a term that is settled.
    fn value(&mut self, term: TermId) -> u64 {
        let numbers = &self.numbers;
        self.skeleton.terms.evaluate(term, &mut self.memo, &|input| numbers.get(&input).copied().unwrap_or(0))
    }

    /// The value of a term if so many choices settle it.
    fn settled(&mut self, at: usize, term: TermId) -> Option<u64> {
        (self.choices.settled_after(term) <= at).then(|| self.value(term))
    }

    /// What is known of how it ends when so many choices are made.
    fn end(&mut self, at: usize) -> End {
        let skeleton = self.skeleton;
        let (mut is_open, mut is_exceeded) = (false, false);
        for violation in &skeleton.violations {
            match self.settled(at, violation.condition) {
                Some(1) => return End::Violated,
                Some(_) => {}
                None => is_open = true,
            }
        }
        for exceeded in &skeleton.exceeded {
            match self.settled(at, exceeded.condition) {
                Some(1) => is_exceeded = true,
                Some(_) => {}
                None => is_open = true,
            }
        }
        match (is_open, is_exceeded) {
            (true, _) => End::Open,
            (false, true) => End::Exceeded,
            (false, false) => End::Fine,
        }
    }

    /// Whether some write may have left a number where a read looks for it.
    fn may_be_found(&mut self, at: usize, read: crate::ids::EventId, number: u64) -> bool {
        let skeleton = self.skeleton;
        let Some(place) = &skeleton.event(read).target else { return false };
        let address = self.value(place.address);
        skeleton.events.iter().any(|event| {
            let (Action::Write { value }, Some(target)) = (&event.action, &event.target) else { return false };
            target.width == place.width
                && target.cells.contains(&address)
                && self.settled(at, event.guard) != Some(0)
                && self.settled(at, target.address).is_none_or(|other| other == address)
                && match self.settled(at, *value) {
                    Some(written) => written == number,
                    None => skeleton.terms.values(*value).contains(number),
                }
        })
    }

    /// Looks for an execution in which all open values are what was chosen.
    fn execute(&mut self, end: End) -> Result<bool, Undecided> {
        let terms = (0..self.skeleton.terms.len()).map(|index| TermId(index as u32));
        let all: Vec<u64> = terms.map(|term| self.value(term)).collect();
        let Some(Events { shape, values }) = events::of(self.skeleton, self.model, &self.choices, &all) else {
            return Ok(false);
        };
        let Ok(mut candidate) = Candidate::new(values, Box::new((shape, Evaluated::default()))) else {
            return Ok(false);
        };
        let is_allowed = self.assembly.executions(&mut candidate, &mut |assembly, candidate| {
            Ok(assembly.allows(candidate)? && assembly.sources(candidate, 0)?)
        })?;
        self.is_exceeded |= is_allowed && end == End::Exceeded;
        Ok(is_allowed && end == End::Violated)
    }
}

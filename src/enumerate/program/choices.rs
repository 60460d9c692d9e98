//! The open values of a skeleton.
//!
//! In: a skeleton. Out: what has to be chosen for everything in it to have a value, in an order in which it is known of each read whether
//! it happens and where it reads before its value is chosen; and after how many choices a term is settled. It must not know models.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::needs::Idle;
use crate::enumerate::Undecided;
use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::{InputId, Term, TermId};
use crate::exec::values::Values;
use crate::ids::EventId;

/// An open value with more numbers than this is not tried.
const MAX_NUMBERS: u64 = 64;

/// More open values than this are not tried: the reads among them are bits of one word.
const MAX_CHOICES: usize = 128;

/// An open value.
#[derive(Clone, Debug)]
pub struct Choice {
    pub input: InputId,
    /// What it may be.
    pub numbers: Vec<u64>,
    /// The read that returns it, if one does.
    pub read: Option<EventId>,
}

/// All open values.
#[derive(Debug)]
pub struct Choices {
    pub all: Vec<Choice>,
    /// By term after how many choices it is settled.
    settled: Vec<usize>,
    pub idle: Idle,
}

impl Choices {
    /// Those of a skeleton.
    ///
    /// # Errors
    /// There are too many, or one may be too many numbers.
    pub fn of(skeleton: &Skeleton) -> Result<Choices, Undecided> {
        let terms = &skeleton.terms;
        let mut named: FxHashMap<InputId, TermId> = FxHashMap::default();
        for term in (0..terms.len()).map(|index| TermId(index as u32)) {
            if let Term::Input(input) = terms.term(term) {
                named.insert(input, term);
            }
        }
        let mut reads: Vec<(EventId, InputId)> = Vec::new();
        for (index, event) in skeleton.events.iter().enumerate() {
            if let Action::Read { value, known: false } = event.action
                && let Term::Input(input) = terms.term(value)
            {
                reads.push((EventId::from_index(index), input));
            }
        }
        let of_reads: FxHashSet<InputId> = reads.iter().map(|(_, input)| *input).collect();
        let mut order: Vec<(InputId, Option<EventId>)> = Vec::new();
        order.extend(used(skeleton).into_iter().filter(|input| !of_reads.contains(input)).map(|input| (input, None)));
        let mut chosen: FxHashSet<InputId> = order.iter().map(|(input, _)| *input).collect();
        let mut waits: Vec<(EventId, InputId, BTreeSet<InputId>)> = reads
            .into_iter()
            .map(|(read, input)| {
                let event = skeleton.event(read);
                let mut before = terms.inputs_of(event.guard);
                before.extend(event.target.iter().flat_map(|target| terms.inputs_of(target.address)));
                (read, input, before)
            })
            .collect();
        while !waits.is_empty() {
            let next = waits.iter().position(|(.., before)| before.iter().all(|input| chosen.contains(input)));
            let (read, input, _) = waits.remove(next.ok_or(Undecided::Values)?);
            chosen.insert(input);
            order.push((input, Some(read)));
        }
        if order.len() > MAX_CHOICES {
            return Err(Undecided::Size);
        }
        let all = order.into_iter().map(|(input, read)| {
            let numbers = numbers(terms.values(named[&input])).ok_or(Undecided::Open)?;
            Ok(Choice { input, numbers, read })
        });
        let all: Vec<Choice> = all.collect::<Result<_, Undecided>>()?;
        let settled = settled(skeleton, &all);
        Ok(Choices { all, settled, idle: Idle::of(terms.len()) })
    }

    /// After how many choices a term has its value.
    pub fn settled_after(&self, term: TermId) -> usize {
        self.settled[term.index()]
    }
}

/// The numbers that a value may be, if they are few.
fn numbers(values: &Values) -> Option<Vec<u64>> {
    match values.named() {
        Some(_) if values.is_wild() => None,
        Some(numbers) => Some(numbers.to_vec()),
        None if values.high() - values.low() < MAX_NUMBERS => Some((values.low()..=values.high()).collect()),
        None => None,
    }
}

/// The inputs on which something of the skeleton hangs.
fn used(skeleton: &Skeleton) -> BTreeSet<InputId> {
    let mut terms: Vec<TermId> = Vec::new();
    for event in &skeleton.events {
        terms.push(event.guard);
        terms.extend(event.target.iter().map(|target| target.address));
        terms.extend(event.outcome.iter().map(|outcome| outcome.failed));
        if let Action::Read { value, .. } | Action::Write { value } = event.action {
            terms.push(value);
        }
    }
    terms.extend(skeleton.violations.iter().map(|violation| violation.condition));
    terms.extend(skeleton.exceeded.iter().map(|exceeded| exceeded.condition));
    terms.extend(skeleton.meetings.iter().flat_map(|meeting| &meeting.members).map(|(.., when)| *when));
    terms.extend(&skeleton.required);
    terms.sort_unstable();
    terms.dedup();
    terms.into_iter().flat_map(|term| skeleton.terms.inputs_of(term)).collect()
}

/// By term after how many choices it is settled. What a term is made of was made before it.
fn settled(skeleton: &Skeleton, all: &[Choice]) -> Vec<usize> {
    let places: FxHashMap<InputId, usize> = all.iter().enumerate().map(|(at, choice)| (choice.input, at + 1)).collect();
    let terms = &skeleton.terms;
    let mut settled: Vec<usize> = Vec::with_capacity(terms.len());
    for term in (0..terms.len()).map(|index| TermId(index as u32)) {
        let here = match terms.term(term) {
            // Nothing hangs on the others.
            Term::Input(input) => places.get(&input).copied().unwrap_or(0),
            _ => terms.operands(term).into_iter().map(|part| settled[part.index()]).max().unwrap_or(0),
        };
        settled.push(here);
    }
    settled
}

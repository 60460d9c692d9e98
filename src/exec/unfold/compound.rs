//! Operations on cells of the library's own.
//!
//! In: an operation, whose parts [`crate::exec::compound`] lists, and its terms. Out: its accesses and what is wrong with what
//! they find. It must not know which operation it is.

use super::Round;
use super::access::{At, Place};
use super::faults::Fault;
use crate::exec::compound::{Demand, Fact, Must, Part};
use crate::exec::lifetime::Life;
use crate::exec::mapping::Operation;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::Order;

/// A cell of the library's own, which may be accessed, and one operation on it.
#[derive(Clone, Copy)]
pub(super) struct Cell<'c, 'p> {
    pub place: &'c Place,
    pub at: At,
    pub leaves: Leaves<'p>,
}

/// What an operation leaves in its cell.
#[derive(Clone, Copy)]
pub(super) enum Leaves<'p> {
    Value(TermId),
    /// This of what it finds.
    Changed(fn(&mut Round<'p>, TermId) -> TermId),
}

impl<'p> Round<'p> {
    /// Does the parts of an operation. What its first access found.
    pub(super) fn carry_out(&mut self, state: &mut State, parts: &[Part], cell: Cell<'_, 'p>) -> TermId {
        let Cell { place, at, leaves } = cell;
        let plain = At { order: Order::Plain, ..at };
        let (mut first, mut last) = (None, TermId::FALSE);
        for part in parts {
            match (*part, leaves) {
                // Nobody comes as far as here.
                _ if state.guard == TermId::FALSE => break,
                (Part::Look { telling }, _) => {
                    self.note_telling(place, telling);
                    last = self.load(state, place, plain);
                }
                (Part::Read, _) => last = self.load(state, place, plain),
                (Part::Write, Leaves::Value(value)) => self.store(state, place, value, plain),
                (Part::Change, Leaves::Changed(change)) => {
                    last = self.modify(state, place, at, |round, old| (TermId::TRUE, change(round, old))).0;
                }
                (Part::Again, _) => {
                    let mapped = self.mapping.get(Operation::Rmw, at.order);
                    self.fences(state, &mapped.before, at.span);
                    let (found, event) = self.read_event(state, place, at, Operation::Rmw);
                    last = found;
                    if let Some(event) = event {
                        self.events[event.index()].life = Some(Life::Left);
                    }
                    self.fences(state, &mapped.after, at.span);
                }
                (Part::Demand(demand), _) => {
                    let wrong = self.wrong(last, demand);
                    self.violate(state, wrong, Fault::new(demand.property(), demand.message, at.span));
                }
                (Part::Await(fact), _) => {
                    let met = self.says(last, fact);
                    let waits = self.terms.not(met);
                    self.stops_somehow(state, waits, at.span);
                    state.guard = self.terms.and(state.guard, met);
                }
                (Part::Write | Part::Change, _) => panic!("an operation leaves what it writes; please report this"),
            }
            first = first.or(Some(last));
        }
        first.unwrap_or(last)
    }

    /// When what was found is not as it must be.
    pub(super) fn wrong(&mut self, found: TermId, demand: Demand) -> TermId {
        let said = self.says(found, demand.fact);
        match demand.must {
            Must::Hold => self.terms.not(said),
            Must::NotHold => said,
        }
    }

    /// When the content of a cell says something: of barriers by cases where it may be few, else by arithmetic.
    pub(super) fn says(&mut self, found: TermId, fact: Fact) -> TermId {
        let by_cases = !matches!(fact, Fact::Held | Fact::Dead);
        let Some(values) = self.terms.values(found).set().filter(|_| by_cases).map(<[u64]>::to_vec) else {
            return fact.of(&mut self.terms, found);
        };
        let (right, wrong): (Vec<u64>, Vec<u64>) = values.into_iter().partition(|value| fact.of_number(*value));
        match (right.as_slice(), wrong.as_slice()) {
            (_, []) => TermId::TRUE,
            _ => self.one_of(found, &right),
        }
    }

    /// Notes what tells something that is set up here from what nobody has set.
    fn note_telling(&mut self, place: &Place, (offset, number): (u64, u8)) {
        self.next.telling.extend(place.cells.iter().map(|cell| (cell + offset, number)));
    }
}

//! What goes wrong on a path, or further than the bounds go.
//!
//! In: the state of a path, and when it is wrong. Out: the violations and exceeded bounds of the skeleton, and the state of the paths that go
//! on. It must not know what is looked at for being wrong.

use rustc_hash::FxHashSet;

use super::Round;
use crate::diag::Span;
use crate::exec::skeleton::{Bounded, Exceeded, Violation};
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::Property;

/// What is said of something that goes wrong.
#[derive(Clone, Copy)]
pub(super) struct Fault<'m> {
    pub property: Property,
    pub message: &'m str,
    pub span: Option<Span>,
}

impl Fault<'_> {
    pub fn new(property: Property, message: &str, span: Option<Span>) -> Fault<'_> {
        Fault { property, message, span }
    }

    /// What is said of a property as a rule.
    pub fn of(property: Property, span: Option<Span>) -> Fault<'static> {
        Fault { property, message: property.describe(), span }
    }
}

impl Round<'_> {
    /// Notes that something goes wrong on this path when `wrong` holds, and ends those paths.
    pub(super) fn violate(&mut self, state: &mut State, wrong: TermId, fault: Fault<'_>) {
        let Fault { property, message, span } = fault;
        let condition = self.terms.and(state.guard, wrong);
        if condition != TermId::FALSE && self.program.checked.counts(property) {
            let message = message.to_string();
            self.violations.push(Violation { condition, property, message, span, thread: self.walk.thread });
        }
        let fine = self.terms.not(wrong);
        match property.is_undefined() {
            true => self.goes_on_only_if(state, fine),
            false => state.guard = self.terms.and(state.guard, fine),
        }
    }

    /// Ends the paths on which a condition fails at which no instruction looks.
    pub(super) fn goes_on_only_if(&mut self, state: &mut State, fine: TermId) {
        let before: FxHashSet<TermId> = self.terms.conjuncts(state.guard).into_iter().collect();
        state.guard = self.terms.and(state.guard, fine);
        let added = self.terms.conjuncts(state.guard).into_iter().filter(|conjunct| !before.contains(conjunct));
        self.unasked.extend(added);
    }

    pub(super) fn exceed(&mut self, condition: TermId, what: Bounded, bound: u32) {
        if condition != TermId::FALSE {
            self.exceeded.push(Exceeded { condition, what, bound });
        }
    }
}

//! Choices judged by what is known of each event's causes.
//!
//! In: a graph with an event that has just got a source or a place. Out: whether that keeps to the axioms, where they have the forms that
//! [`crate::explore::axioms::causal`] describes, and says why that suffices. It must not know which choices there are.
//!
//! The columns of an event are computed when somebody asks, since most events are judged without them. Those of an event whose source
//! may have changed are computed again ([`Graph::forget_causes`]): nobody else has it among its causes, for it is the last of its thread, or has been revisited.

use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::causal::{Causal, CausalStep};
use crate::explore::axioms::plan::Plan;
use crate::explore::graph::consistency::NewWrite;
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;

/// What is known of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judged {
    Fine,
    Broken,
    /// Some axiom has to be judged as a whole.
    Open,
}

impl<const W: usize> Graph<W> {
    /// What is kept to judge choices, if the axioms have these forms; all events but those without source or place are up to date then.
    pub(super) fn up_to_date<'p>(&mut self, plan: &'p Plan<'_>, runs: &Runs<'_>) -> Option<&'p Causal> {
        let causal = plan.causal.as_ref().filter(|_| !runs.has_sections() && !runs.has_groups())?;
        self.causal.resize(self.events.len() * causal.steps.len(), Row::EMPTY);
        let is_there = |event: &super::Event<W>| event.kind != Kind::Read || event.source != NONE;
        loop {
            let (mut left, mut moved) = (false, false);
            for i in 0..self.order.len() {
                let slot = self.order[i];
                let event = self.event(slot);
                if self.fresh.contains(slot) || !is_there(event) {
                    continue;
                }
                if !event.porf.without(&self.fresh).is_empty() {
                    left = true;
                    continue;
                }
                self.compute_causes(plan, runs, causal, slot);
                self.fresh.insert(slot);
                moved = true;
            }
            if !left || !moved {
                return Some(causal);
            }
        }
    }

    /// The columns of an event are to be computed again.
    pub(super) fn forget_causes(&mut self, slot: Slot) {
        self.fresh.remove(slot);
    }

    /// Whether no axiom needs more than its causes to judge an event, as far as events with tags go.
    pub(super) fn are_tags_missing(&self, causal: &Causal) -> bool {
        let is_empty = |set: &usize| self.sets[*set].is_empty();
        causal.tagged.iter().all(|parts| parts.iter().all(|sets| sets.iter().any(is_empty)))
    }

    /// Judges a new read that has a source.
    pub(super) fn judge_source(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, causal: &Causal, read: Slot) -> Judged {
        self.compute_causes(plan, runs, causal, read);
        match self.is_led_back(causal, read) {
            true => Judged::Broken,
            false if self.are_tags_missing(causal) => Judged::Fine,
            false => Judged::Open,
        }
    }

    /// Judges a new write that has a place.
    pub(super) fn judge_place(&self, causal: &Causal, new: NewWrite) -> Judged {
        let event = self.event(new.write);
        let is_torn = event.half && self.event(event.previous).source != event.before;
        if self.is_led_back(causal, new.write) || new.revisited.is_some_and(|read| self.is_led_back(causal, read)) {
            return Judged::Broken;
        }
        match !is_torn && self.are_tags_missing(causal) {
            true => Judged::Fine,
            false => Judged::Open,
        }
    }

    /// Whether some relation leads to an event from itself, from a write that is later in coherence, or from one who reads from that.
    fn is_led_back(&self, causal: &Causal, slot: Slot) -> bool {
        let event = self.event(slot);
        let own = match event.kind {
            Kind::Read => event.source,
            _ => slot,
        };
        causal.before.iter().any(|column| {
            let before = &self.causal[slot as usize * causal.steps.len() + column];
            if before.contains(slot) {
                return true;
            }
            let mut later = self.next_write(event.location, own);
            while later != NONE {
                if before.contains(later) || before.intersects(&self.event(later).readers) {
                    return true;
                }
                later = self.event(later).after;
            }
            false
        })
    }

    /// The sets that an event is in, as bits: those of a read may hang on what it has found.
    fn memberships(&self, plan: &Plan<'_>, runs: &Runs<'_>, slot: Slot) -> u64 {
        let event = self.event(slot);
        let node = runs.node(event.node);
        let class = match node.label {
            Label::Update { .. } if event.kind == Kind::Write => node.write_class,
            Label::Update { location, change } if node.failing_class != node.class => {
                let width = runs.ground.surroundings.sharing.location(location).width;
                if change.apply(event.value, width).is_some() { node.class } else { node.failing_class }
            }
            _ => node.class,
        };
        plan.membership(class)
    }

    /// Computes the columns of an event.
    fn compute_causes(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, causal: &Causal, slot: Slot) {
        let members = self.memberships(plan, runs, slot);
        for (i, row) in self.sets.iter_mut().enumerate() {
            row.set(slot, members >> i & 1 == 1);
        }
        let stride = causal.steps.len();
        let base = slot as usize * stride;
        let is_in = |set: &Option<usize>| set.is_none_or(|i| members >> i & 1 == 1);
        for (i, step) in causal.steps.iter().enumerate() {
            let own = |column: &usize| self.causal[base + column];
            let of = |other: Slot, column: usize| self.causal[other as usize * stride + column];
            let row = match step {
                CausalStep::Known(source) => self.column(plan, slot, *source),
                CausalStep::ReadsFrom => match self.event(slot).source {
                    INIT | NONE => Row::EMPTY,
                    source => Row::single(source),
                },
                CausalStep::Itself(set) if is_in(set) => Row::single(slot),
                CausalStep::Itself(_) => Row::EMPTY,
                CausalStep::Union(items) => items.iter().fold(Row::EMPTY, |row, item| row.or(&own(item))),
                CausalStep::Intersection(a, b) => own(a).and(&own(b)),
                CausalStep::Difference(a, b) => own(a).without(&own(b)),
                CausalStep::Restrict { relation, from, to } => match (is_in(to), from) {
                    (false, _) => Row::EMPTY,
                    (true, None) => own(relation),
                    (true, Some(from)) => own(relation).and(&self.sets[*from]),
                },
                CausalStep::Exclude { relation, from, to } => match members >> to & 1 == 1 {
                    true => own(relation).without(&self.sets[*from]),
                    false => own(relation),
                },
                CausalStep::Sequence(a, b) => own(b).members().fold(Row::EMPTY, |row, middle| row.or(&of(middle, *a))),
                CausalStep::Plus(a) => {
                    let mut row = own(a);
                    let mut left = row;
                    left.remove(slot);
                    while let Some(middle) = left.pop_last() {
                        let before = of(middle, i);
                        row = row.or(&before);
                        left = left.without(&before);
                    }
                    row
                }
                CausalStep::Optional(a) => own(a).or(&Row::single(slot)),
            };
            self.causal[base + i] = row;
        }
    }
}

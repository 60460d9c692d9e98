//! Choices judged by what is known of each event's causes.
//!
//! In: a graph with an event that has just got a source or a place. Out: whether that keeps to the axioms, where they have the forms that
//! [`crate::explore::axioms::causal`] describes, and says why that suffices. It must not know which choices there are.
//!
//! The columns of an event are computed when somebody asks, each by itself, since most events need few of them. Those of an event whose source
//! may have changed are computed again ([`Graph::forget_causes`]): nobody else has it among its causes, for it is the last of its thread, or has been revisited.

use super::cycle::has_cycle;
use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::causal::{Causal, CausalStep, Column, Whole};
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;
use crate::model::AxiomKind;

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
        self.known.resize(self.events.len(), 0);
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
                self.begin(plan, runs, slot);
                for closure in &causal.closures {
                    self.before(plan, causal, slot, *closure);
                }
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

    /// Whether the axioms of the fourth form hold for want of events with tags.
    pub(super) fn are_tags_missing(&self, causal: &Causal) -> bool {
        causal.whole.iter().all(|whole| self.is_untouched(whole))
    }

    fn is_untouched(&self, whole: &Whole) -> bool {
        let is_empty = |set: &usize| self.sets[*set].is_empty();
        !whole.tags.is_empty() && whole.tags.iter().all(|sets| sets.iter().any(is_empty))
    }

    /// Judges a new read that has a source.
    pub(super) fn judge_source(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, causal: &Causal, read: Slot) -> Judged {
        self.begin(plan, runs, read);
        match self.is_led_back(plan, causal, read) {
            true => Judged::Broken,
            false => self.judge_whole(plan, causal),
        }
    }

    /// Judges a new write that has a place, and the read that it has revisited.
    pub(super) fn judge_place(
        &mut self,
        plan: &Plan<'_>,
        causal: &Causal,
        (write, revisited): (Slot, Option<Slot>),
    ) -> Judged {
        let event = self.event(write);
        let is_torn = event.half && self.event(event.previous).source != event.before;
        if is_torn {
            return Judged::Open;
        }
        let is_led_back =
            [Some(write), revisited].into_iter().flatten().any(|slot| self.is_led_back(plan, causal, slot));
        if is_led_back { Judged::Broken } else { self.judge_whole(plan, causal) }
    }

    /// Judges the axioms of the fourth form.
    fn judge_whole(&mut self, plan: &Plan<'_>, causal: &Causal) -> Judged {
        let mut is_begun = false;
        for whole in &causal.whole {
            if self.is_untouched(whole) {
                continue;
            }
            let Some(parts) = &whole.parts else { return Judged::Open };
            if !is_begun {
                self.known.iter_mut().for_each(|known| *known &= !causal.moving);
                is_begun = true;
            }
            if self.leads_round(plan, causal, (whole.kind, parts)) {
                return Judged::Broken;
            }
        }
        Judged::Fine
    }

    /// Whether some relations lead from an event to itself, together and in any number of steps or each in one.
    fn leads_round(&mut self, plan: &Plan<'_>, causal: &Causal, (kind, parts): (AxiomKind, &[Column])) -> bool {
        let mut roots = self.all_events();
        let mut before = |slot: Slot| {
            let before = |row: Row<W>, column: &Column| row.or(&self.before(plan, causal, slot, *column));
            parts.iter().fold(Row::EMPTY, before)
        };
        match kind {
            AxiomKind::Acyclic => has_cycle(roots, before),
            _ => std::iter::from_fn(|| roots.pop()).any(|slot| before(slot).contains(slot)),
        }
    }

    /// Whether some relation leads to an event from itself, from a write that is later in coherence, or from one who reads from that.
    fn is_led_back(&mut self, plan: &Plan<'_>, causal: &Causal, slot: Slot) -> bool {
        let event = *self.event(slot);
        let own = match event.kind {
            Kind::Read => event.source,
            _ => slot,
        };
        causal.before.iter().any(|column| {
            let before = self.before(plan, causal, slot, *column);
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

    /// Forgets the columns of an event, and what sets it was in.
    fn begin(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, slot: Slot) {
        let members = self.memberships(plan, runs, slot);
        for (i, row) in self.sets.iter_mut().enumerate() {
            row.set(slot, members >> i & 1 == 1);
        }
        self.known[slot as usize] = 0;
    }

    /// What leads to an event in a relation. The depth of this is that of terms: closures of the events before are known.
    fn before(&mut self, plan: &Plan<'_>, causal: &Causal, slot: Slot, column: Column) -> Row<W> {
        let at = slot as usize * causal.steps.len() + column;
        if self.known[slot as usize] >> column & 1 == 1 {
            return self.causal[at];
        }
        let row = match &causal.steps[column] {
            CausalStep::Known(source) => self.column(plan, slot, *source),
            CausalStep::ReadsFrom => match self.event(slot).source {
                INIT | NONE => Row::EMPTY,
                source => Row::single(source),
            },
            CausalStep::Coherence => self.earlier(slot, |_, write| Row::single(write)),
            CausalStep::FromReads => {
                let row = self.earlier(slot, |graph, write| graph.event(write).readers);
                let event = self.event(slot);
                let is_placed = event.kind == Kind::Write && event.before != NONE;
                if is_placed { row.or(&self.readers(event.location, INIT)) } else { row }
            }
            CausalStep::Itself(set) if self.is_in(slot, set) => Row::single(slot),
            CausalStep::Itself(_) => Row::EMPTY,
            CausalStep::Union(items) => {
                items.iter().fold(Row::EMPTY, |row, item| row.or(&self.before(plan, causal, slot, *item)))
            }
            CausalStep::Intersection(a, b) => {
                self.before(plan, causal, slot, *a).and(&self.before(plan, causal, slot, *b))
            }
            CausalStep::Difference(a, b) => {
                self.before(plan, causal, slot, *a).without(&self.before(plan, causal, slot, *b))
            }
            CausalStep::Restrict { to, .. } if !self.is_in(slot, to) => Row::EMPTY,
            CausalStep::Restrict { relation, from, .. } => {
                let row = self.before(plan, causal, slot, *relation);
                from.map_or(row, |from| row.and(&self.sets[from]))
            }
            CausalStep::Exclude { relation, from, to } => {
                let row = self.before(plan, causal, slot, *relation);
                if self.sets[*to].contains(slot) { row.without(&self.sets[*from]) } else { row }
            }
            CausalStep::Sequence(a, b) => {
                let middles = self.before(plan, causal, slot, *b);
                middles.members().fold(Row::EMPTY, |row, middle| row.or(&self.before(plan, causal, middle, *a)))
            }
            // A relation that is not causal may lead round.
            CausalStep::Plus(a) if causal.moving >> column & 1 == 1 => {
                let mut row = self.before(plan, causal, slot, *a);
                let mut left = row;
                while let Some(middle) = left.pop_last() {
                    let new = self.before(plan, causal, middle, *a).without(&row);
                    row = row.or(&new);
                    left = left.or(&new);
                }
                row
            }
            CausalStep::Plus(a) => {
                let mut row = self.before(plan, causal, slot, *a);
                let mut left = row;
                left.remove(slot);
                // Late events first: they mostly have the others before them.
                while let Some(middle) = left.pop_last() {
                    let before = self.before(plan, causal, middle, column);
                    row = row.or(&before);
                    left = left.without(&before);
                }
                row
            }
            CausalStep::Optional(a) => self.before(plan, causal, slot, *a).or(&Row::single(slot)),
        };
        self.causal[at] = row;
        self.known[slot as usize] |= 1 << column;
        row
    }

    /// Something of each write before one in coherence order, but for the initial one.
    fn earlier(&self, slot: Slot, what: impl Fn(&Self, Slot) -> Row<W>) -> Row<W> {
        let mut row = Row::EMPTY;
        let mut write = match self.event(slot).kind {
            Kind::Write => self.event(slot).before,
            _ => NONE,
        };
        while write != INIT && write != NONE {
            row = row.or(&what(self, write));
            write = self.event(write).before;
        }
        row
    }

    fn is_in(&self, slot: Slot, set: &Option<usize>) -> bool {
        set.is_none_or(|set| self.sets[set].contains(slot))
    }
}

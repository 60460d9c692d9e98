//! What leads to a new event within program order.
//!
//! In: an event that was just added, and the plan's steps. Out: its columns, which do not change any more. It must not know what
//! the model makes of them.

use super::{Graph, Kind, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::{Plan, Step};
use crate::explore::axioms::source::Source;

impl<const W: usize> Graph<W> {
    #[inline]
    pub fn column(&self, plan: &Plan<'_>, slot: Slot, source: Source) -> Row<W> {
        let event = &self.events[slot as usize];
        match source {
            Source::Po => event.po,
            Source::Kept => event.kept,
            Source::Rmw if event.half && event.kind == Kind::Write => Row::single(event.previous),
            Source::Rmw | Source::Nothing => Row::EMPTY,
            Source::Column(i) => self.columns[slot as usize * plan.steps.len() + i],
            Source::SameLocation => self.places.get(event.location as usize).map_or(Row::EMPTY, |p| p.accesses),
            Source::SameThread => self.by_thread[event.thread as usize],
            Source::OtherThread => self.all_events().without(&self.by_thread[event.thread as usize]),
        }
    }

    /// Computes the columns of a new event.
    pub(super) fn compute(&mut self, plan: &Plan<'_>, slot: Slot, members: u64) {
        let base = slot as usize * plan.steps.len();
        let is_in = |set: &Option<usize>| set.is_none_or(|i| members >> i & 1 == 1);
        for (i, step) in plan.steps.iter().enumerate() {
            let row = match step {
                Step::Union(items) => {
                    items.iter().fold(Row::EMPTY, |row, item| row.or(&self.column(plan, slot, *item)))
                }
                Step::Intersection(a, b) => self.column(plan, slot, *a).and(&self.column(plan, slot, *b)),
                Step::Difference(a, b) => self.column(plan, slot, *a).without(&self.column(plan, slot, *b)),
                Step::Restrict { relation, from, to } => match (is_in(to), from) {
                    (false, _) => Row::EMPTY,
                    (true, None) => self.column(plan, slot, *relation),
                    (true, Some(from)) => self.column(plan, slot, *relation).and(&self.sets[*from]),
                },
                Step::Exclude { relation, from, to } => {
                    let row = self.column(plan, slot, *relation);
                    if members >> to & 1 == 1 { row.without(&self.sets[*from]) } else { row }
                }
                Step::Sequence(a, b) => {
                    let middle = self.column(plan, slot, *b);
                    middle.members().fold(Row::EMPTY, |row, y| row.or(&self.column(plan, y, *a)))
                }
                Step::Plus(a) => {
                    let mut left = self.column(plan, slot, *a);
                    let mut row = left;
                    // Late events first: they mostly have the others before them.
                    while let Some(y) = left.pop_last() {
                        let before = self.column(plan, y, Source::Column(i));
                        row = row.or(&before);
                        left = left.without(&before);
                    }
                    row
                }
            };
            self.columns[base + i] = row;
        }
    }
}

//! What of an execution has led to its violation.
//!
//! In: an execution and the trace of its replay. Out: the events that the violation does not hang on, in
//! [`Execution::aside`]. It must not know a model.
//!
//! What a thread does is decided by what it has done and read before. So the violating thread, all that it has done, the
//! writes that it reads from, all that their threads have done before these, and so on, are an execution by themselves: it has the
//! same violation, and the order of the memory holds for a part of its events as it does for all. What is left over
//! may be left out. It is asked only where values alone make the violation; a race, a deadlock or what happens to an
//! object are about what other threads do.

use rustc_hash::FxHashMap;

use crate::exec::execution::Execution;
use crate::exec::replay::{Mark, Trace};
use crate::ids::{EventId, ThreadId};
use crate::ir::{Concern, Property};

/// Notes which events the violation does not hang on.
pub fn note(execution: &mut Execution, trace: &Trace) {
    let Some(violated) = execution.violated.as_ref().filter(|violated| is_of_values(violated.property)) else {
        return;
    };
    let past = Past::of(violated.thread, execution, trace);
    let is_told = |id: &EventId| {
        let thread = execution.event(*id).thread;
        thread.is_none_or(|thread| past.place.get(id).is_none_or(|place| *place < past.reached[thread.index()]))
    };
    execution.aside = (0..execution.events.len()).map(EventId::from_index).filter(|id| !is_told(id)).collect();
}

/// Whether the values that one thread has read are all there is to it.
fn is_of_values(property: Property) -> bool {
    matches!(property.concern(), Concern::Assertions | Concern::Arithmetic | Concern::Overflow)
}

/// How far each thread has to have come.
struct Past<'p> {
    trace: &'p Trace,
    /// Of an event, its place among the marks of its thread.
    place: FxHashMap<EventId, usize>,
    /// What a read, or the last event of a whole, brings with it.
    brings: FxHashMap<EventId, Vec<EventId>>,
    /// By thread: how many of its marks.
    reached: Vec<usize>,
}

impl<'p> Past<'p> {
    fn of(violated: ThreadId, execution: &Execution, trace: &'p Trace) -> Past<'p> {
        let mut place = FxHashMap::default();
        for marks in &trace.threads {
            place.extend(marks.iter().enumerate().filter_map(|(at, mark)| match mark {
                Mark::Event(event) => Some((*event, at)),
                _ => None,
            }));
        }
        let mut brings: FxHashMap<EventId, Vec<EventId>> = FxHashMap::default();
        for (write, read) in &execution.rf {
            brings.entry(*read).or_default().push(*write);
        }
        // A section, an access that is cut, and an update happen as a whole.
        let updates = execution.rmw.iter().map(|(read, write)| vec![*read, *write]);
        for whole in trace.sections.iter().chain(&trace.groups).cloned().chain(updates) {
            let Some(last) = whole.iter().copied().max() else { continue };
            for event in whole {
                brings.entry(event).or_default().push(last);
            }
        }
        let mut past = Past { trace, place, brings, reached: vec![0; trace.threads.len()] };
        past.reach(violated, usize::MAX, execution);
        past
    }

    /// Follows everything that has to have happened before a thread comes so far.
    fn reach(&mut self, thread: ThreadId, upto: usize, execution: &Execution) {
        let mut open = vec![(thread, upto)];
        while let Some((thread, upto)) = open.pop() {
            let Some(marks) = self.trace.threads.get(thread.index()) else { continue };
            let upto = upto.min(marks.len());
            let before = self.reached[thread.index()];
            if upto <= before {
                continue;
            }
            self.reached[thread.index()] = upto;
            if before == 0 {
                open.extend(self.where_(|mark| *mark == Mark::Spawn(thread)));
            }
            for mark in &marks[before..upto] {
                match mark {
                    Mark::Event(event) => {
                        for brought in self.brings.get(event).into_iter().flatten() {
                            let thread = execution.event(*brought).thread;
                            open.extend(thread.zip(self.place.get(brought).map(|place| place + 1)));
                        }
                    }
                    Mark::Join(child) => open.push((*child, usize::MAX)),
                    Mark::Depart(round) => open.extend(self.where_(|mark| *mark == Mark::Arrive(*round))),
                    Mark::Begin | Mark::End | Mark::Spawn(_) | Mark::Lone | Mark::Arrive(_) => {}
                }
            }
        }
    }

    /// How far threads have to come for these marks.
    fn where_(&self, is_meant: impl Fn(&Mark) -> bool) -> Vec<(ThreadId, usize)> {
        let of = |(thread, marks): (usize, &Vec<Mark>)| {
            let at = marks.iter().position(&is_meant)?;
            Some((ThreadId::from_index(thread), at + 1))
        };
        self.trace.threads.iter().enumerate().filter_map(of).collect()
    }
}

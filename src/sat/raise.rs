//! What an access gains with a stronger memory order.
//!
//! In: an event of the skeleton, a model and an order. Out: the fences before and behind it and the tags that it has beside
//! its own. It must not know whether the order is wanted.
//!
//! Of a read-modify-write that may fail it is the order of success that is raised: what it gains in tags it has where it succeeds.
//!
//! The tags of its own order stay: an edit only adds. Where a model tells orders apart by the absence of a tag, the text
//! that is written decides, which is checked again.

use crate::exec::skeleton::{Action, Event};
use crate::ir::Order;
use crate::model::{Model, Operation};

/// What is added to an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raise {
    /// Fence kinds of the model in front of it and behind it.
    pub before: Vec<usize>,
    pub after: Vec<usize>,
    pub tags: Vec<String>,
}

impl Raise {
    /// What an event of this order has; of a read-modify-write the fences in front are at its read and those behind at its
    /// write. `None` for what is not ordered by its own: atomic sections, and accesses that are cut.
    pub fn of(event: &Event, model: &Model, order: Order) -> Option<Raise> {
        if event.section.is_some() || event.group.is_some() {
            return None;
        }
        let is_rmw = event.tags.iter().any(|tag| tag == "RMW");
        let (operation, starts, ends) = match (&event.action, is_rmw) {
            (Action::Read { .. }, true) => (Operation::Rmw, true, false),
            (Action::Write { .. }, true) => (Operation::Rmw, false, true),
            (Action::Read { .. }, false) => (Operation::Load, true, true),
            (Action::Write { .. }, false) => (Operation::Store, true, true),
            _ => return None,
        };
        let lowering = model.lowering(operation, order.name());
        let own = event.outcome.as_ref().map_or(&event.tags, |outcome| &outcome.success);
        let kinds = |names: &[String], wanted: bool| -> Vec<usize> {
            let position = |name: &String| model.fences().iter().position(|kind| kind.name == *name);
            names.iter().filter(|_| wanted).filter_map(position).collect()
        };
        Some(Raise {
            before: kinds(&lowering.before, starts),
            after: kinds(&lowering.after, ends),
            tags: lowering.tags.iter().filter(|tag| !own.contains(tag)).cloned().collect(),
        })
    }
}

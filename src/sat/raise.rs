//! What an access gains with a stronger memory order.
//!
//! In: an event of the skeleton, a model and an order. Out: the fences before and behind it and the tags that it has beside
//! its own. It must not know whether the order is wanted.
//!
//! A read-modify-write that may fail has two orders: what it gains by the first it has where it succeeds, and what it gains by the
//! second where it fails. A model for which one that fails is as strong as both takes both for one.
//!
//! The tags of its own order stay: an edit only adds. Where a model tells orders apart by the absence of a tag, the text
//! that is written decides, which is checked again.

use crate::exec::mapping::{Attempt, Mapping};
use crate::exec::skeleton::{Action, Event};
use crate::ids::FenceId;
use crate::ir::Orders;
use crate::model::{Model, Operation, Tag};

/// What is added to an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raise {
    /// Fence kinds of the model in front of it and behind it.
    pub before: Vec<FenceId>,
    pub after: Vec<FenceId>,
    pub tags: Vec<Tag>,
    /// What it has of these where it fails, in their place.
    pub failing: Failing,
}

/// What a read-modify-write gains where it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    pub after: Vec<FenceId>,
    pub tags: Vec<Tag>,
}

impl Raise {
    /// What an event of this order has; of a read-modify-write the fences in front are at its read and those behind at its
    /// write. `None` for what is not ordered by its own: atomic sections, and accesses that are cut.
    pub fn of(event: &Event, model: &Model, orders: Orders) -> Option<Raise> {
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
        let Attempt { order, failing: failed } = match orders.failure {
            Some(failure) => Mapping::of(model).attempt_apart(orders.order, failure),
            None => Attempt { order: orders.order, failing: None },
        };
        let lowering = model.lowering(operation, order.name());
        let own = event.outcome.as_ref().map_or(&event.tags, |outcome| &outcome.success);
        let kinds = |all: &[FenceId], wanted: bool| if wanted { all.to_vec() } else { Vec::new() };
        let failing = match failed.as_ref().filter(|_| event.is_read()) {
            None => Failing::default(),
            Some(failed) => {
                // Where it is not told what comes of it nothing is gained by its failure alone.
                let own = &event.outcome.as_ref()?.failure;
                let tags = failed.tags.iter().filter(|tag| !own.contains(tag)).copied().collect();
                Failing { after: kinds(&failed.after, true), tags }
            }
        };
        let before = failed.as_ref().map_or(&lowering.before, |failed| &failed.before);
        Some(Raise {
            before: kinds(before, starts),
            after: kinds(&lowering.after, ends),
            tags: lowering.tags.iter().filter(|tag| !own.contains(tag)).copied().collect(),
            failing,
        })
    }

    /// Whether there is nothing that it adds.
    pub fn is_empty(&self) -> bool {
        *self == Raise::default()
    }
}

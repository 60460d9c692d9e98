//! What the C orders become: the mapping of a model file, looked up by operation and order.
//!
//! In: a model. Out: for each operation the fences before and after it and the tags on its event. It must not know
//! any model by name.
//!
//! # What may fail
//! A compare-and-exchange has two orders: one where it succeeds and one where it fails. Its read is one event, and what it finds
//! decides which of the two the event has and which fences are passed behind it ([`Attempt`]), where the model says that one that
//! fails is a load ([`FailedUpdates::Load`]). Those in front of it are passed before anything is found: code that keeps to both
//! orders has those of both there. Elsewhere both outcomes are as strong as both orders. Where the memory is cut, no read finds the whole value; models under which
//! that would matter refuse it ([`crate::exec::groups::require`]). An attempt to take a mutex that fails is no access of this kind, but a load: see [`crate::ir::mutex`].

use crate::ids::{FenceId, SiteId};
use crate::ir::{Order, Program};
pub use crate::model::Operation;
use crate::model::{Access, FailedUpdates, Lowering, Model, Tag};

/// The tag of both halves of a read-modify-write.
pub const RMW: &str = "RMW";

/// What a read-modify-write is that may fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The order of all that it does, but for what `failing` says.
    pub order: Order,
    /// What it is where it fails, if that is something else than where it succeeds.
    pub failing: Option<Failed>,
}

/// What a read-modify-write is that has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The fences in front of it, whatever comes of it: those of its success, and those of its failure.
    pub before: Vec<FenceId>,
    /// The tags of its read.
    pub tags: Vec<Tag>,
    /// The fences behind it, in the place of those of its success.
    pub after: Vec<FenceId>,
}

impl Attempt {
    /// One that is as strong as both orders whatever it finds.
    pub fn of_both(success: Order, failure: Order) -> Attempt {
        Attempt { order: success.or_failing(failure), failing: None }
    }
}

/// The mapping of one model.
#[derive(Clone, Copy, Debug)]
pub struct Mapping<'m> {
    model: &'m Model,
}

impl<'m> Mapping<'m> {
    /// The mapping of a model file.
    pub fn of(model: &'m Model) -> Mapping<'m> {
        Mapping { model }
    }

    /// Whether a read-modify-write with this order orders everything around it: where only its own thread can see it, it may
    /// be taken for a mark then, and nowhere else. Found out where somebody asks: most programs have no such place.
    pub fn is_full(self, order: Order) -> bool {
        self.model.updates_order_everything(order.name())
    }

    /// Whether a store of what is there makes no difference where nobody else writes to a location.
    pub fn has_silent_rewrites(self) -> bool {
        self.model.has_silent_rewrites()
    }

    /// Whether a load or store may order what is around it by what it is itself, beside the fences that the mapping puts around it:
    /// by its order or by sets that its site names. Such a one is an event also where only its own thread can see it:
    /// a store-release and behind it a load-acquire of memory that nobody else has are ordered on ARM, and order others.
    /// Of others leaving out the event loses nothing: what is ordered through them by fences is ordered by these, and the values,
    /// addresses and branches that hang on it keep the reads that it hangs on.
    pub fn orders_by_itself(self, program: &Program, operation: Operation, order: Order, site: Option<SiteId>) -> bool {
        let is_marked = || site.is_some_and(|site| self.marks(program, site).next().is_some());
        order > Order::Relaxed && self.get(operation, order).tags != self.get(operation, Order::Relaxed).tags
            || is_marked()
    }

    /// Whether an access of a kind may reach memory after something that happens because its thread has gone on.
    pub fn may_be_late(self, kind: Access) -> bool {
        self.model.may_be_late(kind)
    }

    /// What a read-modify-write of these orders is that finds all of what it changes at once.
    pub fn attempt(self, success: Order, failure: Order) -> Attempt {
        let attempt = self.attempt_apart(success, failure);
        let done = self.get(Operation::Rmw, success);
        let differs = attempt.failing.as_ref().is_some_and(|failed| {
            let tags = failed.tags.iter().filter(|tag| **tag != *RMW);
            failed.before != done.before || failed.after != done.after || !tags.eq(&done.tags)
        });
        Attempt { failing: attempt.failing.filter(|_| differs), ..attempt }
    }

    /// The same for one that may get other orders: what it is where it fails is told apart though it may not differ yet.
    pub fn attempt_apart(self, success: Order, failure: Order) -> Attempt {
        if self.model.failed_updates() == FailedUpdates::Update {
            return Attempt::of_both(success, failure);
        }
        let (done, failed) = (self.get(Operation::Rmw, success), self.get(Operation::Load, failure));
        let further = failed.before.iter().filter(|kind| !done.before.contains(kind));
        let failing = Some(Failed {
            before: done.before.iter().chain(further).copied().collect(),
            tags: failed.tags.iter().copied().chain([Tag::named(RMW)]).collect(),
            after: failed.after.clone(),
        });
        Attempt { order: success, failing }
    }

    pub fn get(self, operation: Operation, order: Order) -> &'m Lowering {
        self.model.lowering(operation, order.name())
    }

    /// The kind of fence of this name.
    pub fn kind(self, name: &str) -> Option<FenceId> {
        self.model.kind(name)
    }

    /// The name of a kind of fence.
    pub fn kind_name(self, id: FenceId) -> Tag {
        self.model.kind_name(id)
    }

    /// The sets that fences of a kind are in.
    pub fn kind_sets(self, id: FenceId) -> Vec<Tag> {
        self.model.kind_sets(id)
    }

    /// The tags that events of a site have beside those of their order.
    pub fn marks(self, program: &Program, site: SiteId) -> impl Iterator<Item = Tag> {
        program.site(site).marks.iter().filter(move |mark| self.model.has_set(mark)).map(|mark| Tag::named(mark))
    }
}

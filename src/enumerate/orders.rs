//! Whether a model means by C's atomic operations what a litmus test in C calls them.
//!
//! In: a test and a model. Out: the first name of an order that the model's mapping makes something else of. It must not know a
//! model's name.
//!
//! The reader gives the operations of C11 the names that `cat` files for C have for their orders. Axioms are judged on these
//! alone: no fence is put around an access. So a model is one for such tests only if its mapping makes of each operation just
//! what the test has: no fence, and this name. A model of a machine makes a fence and an access of a sequentially consistent
//! load, say, and the name may mean something else to it, or nothing. The kernel's operations have names of their own, which are
//! sets of the model or are refused as unknown.

use crate::litmus::{Dialect, Link, Step, Test, order_in_c};
use crate::model::{Model, Operation};

/// What the reader adds to the name: that an access is of a read-modify-write.
const HALF: &str = "RMW";

/// The C name of an order that is something else under the model.
pub fn mapped_otherwise(test: &Test, model: &Model) -> Option<&'static str> {
    if test.dialect != Dialect::C {
        return None;
    }
    test.threads.iter().flat_map(|thread| &thread.steps).find_map(|step| otherwise(step, model))
}

fn otherwise(step: &Step, model: &Model) -> Option<&'static str> {
    let (operation, tags) = match step {
        Step::Load { link: Link::Update, tags, .. } | Step::Store { link: Link::Update, tags, .. } => {
            (Operation::Rmw, tags)
        }
        Step::Load { tags, .. } => (Operation::Load, tags),
        Step::Store { tags, .. } => (Operation::Store, tags),
        Step::Fence { tags, .. } => (Operation::Fence, tags),
        _ => return None,
    };
    let named = tags.iter().find_map(|tag| order_in_c(tag).map(|order| (*tag, order)));
    // An access without a name is an ordinary one; with other names it is one of the kernel.
    let (name, order) = match (named, tags.is_empty()) {
        (Some(known), _) => known,
        (None, true) if operation != Operation::Rmw => ("", "plain"),
        (None, _) => return None,
    };
    let lowering = model.lowering(operation, order);
    let is_same = match operation {
        Operation::Fence => match lowering.before.as_slice() {
            [kind] => model.offered(*kind).is_some_and(|fence| fence.tags.iter().eq([name])),
            _ => false,
        },
        _ => {
            let is_alone = lowering.before.is_empty() && lowering.after.is_empty();
            let mut tags = lowering.tags.iter().filter(|tag| *tag != HALF);
            is_alone && (tags.next().map_or("", |tag| tag.name()), tags.next()) == (name, None)
        }
    };
    (!is_same).then_some(order)
}

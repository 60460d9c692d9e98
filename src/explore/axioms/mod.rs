//! What the model says, in the form in which it is judged while a graph grows.
//!
//! - `plan`: the axioms as steps, one bit row an event
//! - `bits`: the rows
//! - `relation`: sets and relations of any number of events

pub(crate) mod bits;
pub(crate) mod plan;
pub(crate) mod relation;

//! What the model says, in the form in which it is judged while a graph grows.
//!
//! - `plan`: the axioms as steps, one bit row an event
//! - `bits`: the rows
//!
//! Sets and relations of any number of events are [`crate::model::matrix`].

pub(crate) mod bits;
pub(crate) mod plan;

//! What the model says, in the form in which it is judged while a graph grows.
//!
//! - `plan`: the axioms as steps, one bit row an event
//! - `bits`: the rows
//! - `source`: what columns are computed from
//! - `causal`: axioms that are judged by rows of what leads to an event
//! - `forward`: axioms that the last event never breaks
//!
//! Sets and relations of any number of events are [`crate::model::matrix`].

pub(crate) mod bits;
pub(crate) mod causal;
mod forward;
pub(crate) mod plan;
pub(crate) mod source;

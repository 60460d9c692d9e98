//! What the model says, in the form in which it is judged while a graph grows.
//!
//! - `plan`: the axioms as steps, one bit row an event
//! - `bits`: the rows
//! - `causal`: axioms of which rf and program order decide all but the last step
//! - `forward`: axioms that the last event never breaks
//!
//! Sets and relations of any number of events are [`crate::model::matrix`].

pub(crate) mod bits;
pub(crate) mod causal;
mod forward;
pub(crate) mod plan;

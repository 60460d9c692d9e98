//! Executions: unfolding a program into events, and the execution graphs that the engines hand out.

pub(crate) mod activation;
pub mod addresses;
pub(crate) mod analysis;
pub mod bounds;
pub(crate) mod calm;
mod cases;
pub(crate) mod compound;
pub(crate) mod context;
pub mod counted;
pub(crate) mod cuts;
pub mod execution;
pub(crate) mod flow;
pub(crate) mod groups;
pub(crate) mod initial;
pub(crate) mod interpret;
pub(crate) mod led;
pub(crate) mod lifetime;
pub(crate) mod liveness;
pub mod mapping;
pub(crate) mod naming;
pub(crate) mod object;
pub(crate) mod objects;
pub(crate) mod relevance;
pub mod replay;
pub(crate) mod retry;
mod serial;
pub(crate) mod signature;
pub mod skeleton;
pub(crate) mod state;
pub mod telling;
pub(crate) mod terms;
pub mod unfold;
pub mod validate;
pub(crate) mod values;
pub mod waiting;

pub use execution::{Event, EventKind, Execution, Rendezvous, Violated};

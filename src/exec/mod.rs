//! Executions: unfolding a program into events, and the execution graphs that the engines hand out.

pub mod activation;
pub mod addresses;
pub mod analysis;
pub mod bounds;
pub mod calm;
mod cases;
pub mod compound;
pub mod context;
pub mod cuts;
pub mod execution;
pub mod flow;
pub mod groups;
pub mod initial;
pub mod interpret;
pub mod led;
pub mod lifetime;
pub mod liveness;
pub mod mapping;
pub mod naming;
pub mod object;
pub mod objects;
pub mod relevance;
pub mod replay;
pub mod retry;
mod serial;
pub mod signature;
pub mod skeleton;
pub mod state;
pub mod telling;
pub mod terms;
pub mod unfold;
pub mod validate;
pub mod values;
pub mod waiting;

pub use execution::{Event, EventKind, Execution, Rendezvous, Violated};

//! Executions: unfolding a program into events, and the execution graphs that the engines hand out.

pub mod analysis;
pub mod execution;
pub mod interpret;
pub mod liveness;
pub mod mapping;
pub mod objects;
pub mod replay;
pub mod skeleton;
pub mod state;
pub mod terms;
pub mod unfold;
pub mod validate;
pub mod values;

pub use execution::{Event, EventKind, Execution, Rendezvous, Violated};

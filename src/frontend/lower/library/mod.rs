//! What calls of the library's functions mean.
//!
//! In: calls of functions that are known. Out: their effects and answers, and which C texts of the own library a program needs. It must not
//! know how a call is told to be one of these.

pub mod arguments;
mod arms;
pub mod bodies;
mod by_hand;
pub mod computing;
pub mod copied;
pub mod definitions;
pub mod endings;
pub mod heap;
pub mod meaning;
pub mod mutexes;
pub mod nondet;
pub mod predicate;
pub mod results;
mod sleeping;
pub mod starters;
pub mod system_calls;
pub mod threads;
pub mod wait_functions;
mod waits;
pub mod waking;

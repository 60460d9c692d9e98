//! What is known while a program is lowered.
//!
//! In: what the other folders emit and ask for. Out: the function under way, the tables of the program, blocks and jumps that are open. It
//! must not know what an expression or a statement means.

pub mod asked_mutexes;
pub mod blocks;
pub mod body;
pub mod flow;
pub mod forms;
pub mod names;
pub mod open_orders;
pub mod operator;
pub mod pointed;
pub mod sites;
pub mod stretches;
pub mod tables;
pub mod wrappers;

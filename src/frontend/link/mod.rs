//! What the units of a program share.
//!
//! In: the typed trees of all units. Out: where each shared name is defined, or what does not fit together. It must not know instructions.

pub mod links;
pub mod same_type;

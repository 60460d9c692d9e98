//! What objects hold at their beginning.
//!
//! In: initialisers. Out: the pieces of static objects, and stores into local ones. It must not know where an object lives.

pub mod initializer;
pub mod overrides;
pub mod padding;
pub mod static_address;

//! The lowering of atomic accesses.
//!
//! In: atomic builtins, and accesses to atomic objects. Out: accesses with their orders, and where these are written. It must not know what an
//! order means.

pub mod builtins;
pub mod by_call;
pub mod implied;
pub mod marked;
pub mod orders;
pub mod sixteen;
pub mod weak;
pub mod written;

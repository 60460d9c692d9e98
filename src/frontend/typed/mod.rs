//! The door to the C reader's crates (`rucc-*`): C as a typed tree.
//!
//! In: the text of a unit. Out: a [`unit::Translation`], and as what the lowering reads it: an [`input::Input`] with the nodes and types of
//! [`tree`], and with answers to what several of its users ask ([`nodes`], [`types`]). Behind the door are this folder, [`super::text`] and [`super::passes`]: no
//! other file names the crates, so that another parser, or another version of this one, ends here. What the crates get wrong about
//! types is put right here (`casts`, `lessened`) or refused (`packing`, `measured`). It must not know the IR's instructions, nor other units.

pub mod casts;
pub mod input;
pub mod lessened;
pub mod measured;
pub mod nodes;
pub mod packing;
pub mod tree;
pub mod types;
pub mod unit;

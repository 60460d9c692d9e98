//! Passes over the tokens of a unit, between the preprocessor and the parser.
//!
//! In: tokens. Out: tokens that say the same and that the C reader's crates read right, or the place of what they would not. Each pass is
//! for one thing that the crates get wrong, and says so. A pass that is not sure leaves the text as it is or refuses it: it never changes
//! what it means. They must not know what is lowered.

pub mod alignments;
pub mod braces;
pub mod designators;
pub mod enumerators;
pub mod generics;
pub mod implicit;
pub mod lvalue_casts;
pub mod mentions;
pub mod narrow;
pub mod nesting;
pub mod parameters;
pub mod sized;
pub mod statements;
pub mod tags;
pub mod tentative;
pub mod tokens;
pub mod universal;

//! The text of a unit: files, places, and what is seen without reading C.
//!
//! In: paths and bytes. Out: what a file holds, where each token of the preprocessor stands in it, and what comments, directives and macro
//! definitions are around a place. It must not know what tokens mean; of the C reader's crates it knows the files and the tokens.

mod bodies;
pub mod conditionals;
pub mod defines;
pub mod families;
pub mod files;
pub mod hidden;
pub mod positions;
pub mod pragmas;
pub mod spelled;
pub mod users;

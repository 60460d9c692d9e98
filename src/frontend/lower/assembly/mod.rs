//! The lowering of inline assembly.
//!
//! In: statements of assembly, and how barriers are spelled. Out: fences and accesses, or a refusal. It must not know other statements.

pub mod asm;
pub mod constants;
pub mod exchanges;
pub mod flags;
pub mod instructions;
pub mod outputs;

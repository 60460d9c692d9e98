//! Where the objects live that a program makes, and with which calls the local ones die.
//!
//! In: nothing. Out: [`Storage`], [`Calls`]. It must not know instructions; what death means stands in `exec::lifetime`.

use serde::{Deserialize, Serialize};

/// The names of string literals begin so. Two of them need not have bytes of their own.
pub const LITERAL: &str = "string literal";

/// Some of the calls that a thread is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// The running one.
    Running,
    /// That and those that it returns to.
    All,
}

impl Calls {
    pub const ALL: [Calls; 2] = [Calls::Running, Calls::All];

    pub fn name(self) -> &'static str {
        match self {
            Calls::Running => "running",
            Calls::All => "all",
        }
    }
}

/// Where an allocated object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Storage {
    /// A local variable that needs an address. Each execution of the instruction makes a new object. Nobody can have
    /// its address when it dies, or it lives as long as the program.
    Stack,
    /// A local variable whose address may be somewhere when an [`EndLifetime`](super::Op::EndLifetime) or
    /// [`EndLifetimes`](super::Op::EndLifetimes) ends it.
    Block,
    /// malloc, calloc. Allocation never fails.
    Heap,
}

//! Places in the dynamic call tree of a thread.
//!
//! In: the calls that are running, the iterations of their loops, an instruction. Out: a [`Context`], the same one in the
//! unfolding and in the interpreter, and the calls that one tells of. It must not know what is done there.

/// A place in the dynamic call tree of a thread: for each call on the way the iterations of its loops, the instruction and the
/// function that it calls; of the last one no function.
pub type Context = Vec<u32>;

/// Iterations and functions are small numbers, and instructions are counted down from the largest number.
const INSTRUCTIONS: u32 = u32::MAX / 2;

/// What a context holds of the instruction at a place of its function.
pub const fn instruction(at: usize) -> u32 {
    u32::MAX - at as u32
}

/// One call on the way: the iterations of its loops, the instruction, and the function that it calls.
#[derive(PartialEq, Eq)]
pub(super) struct Call<'c> {
    pub iterations: &'c [u32],
    /// The place of the instruction in its function.
    pub instruction: u32,
    /// None of the last one.
    pub callee: Option<u32>,
}

pub(super) fn calls(mut context: &[u32]) -> Vec<Call<'_>> {
    let mut calls = Vec::new();
    while let Some(at) = context.iter().position(|number| *number > INSTRUCTIONS) {
        let (iterations, rest) = context.split_at(at);
        calls.push(Call { iterations, instruction: u32::MAX - rest[0], callee: rest.get(1).copied() });
        context = rest.get(2..).unwrap_or_default();
    }
    calls
}

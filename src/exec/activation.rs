//! Which blocks and calls of one thread can run at the same time.
//!
//! In: two places in the call tree of a thread. Out: whether what was made at the one is gone before the other is reached.
//! It must not know objects or addresses.
//!
//! A local variable whose block has ended may have had the address that another one has now: compilers use the stack
//! again. Two places have a longest way in common, down to one call of one function. If both went on from there through
//! calls, one call ended before the other began. If one of the variables is this function's own, it is gone where the
//! loop that it stands in has gone on to another iteration, or where its block stands before the other place
//! ([`Blocks`]); but what `alloca` gives in a loop is there until the function returns.

use super::context::{Context, calls};
use crate::ir::{Op, Operand, Program, Storage};

/// Where the blocks of local variables end: by function, the instructions that make a variable which something ends, and the last one
/// further down that does.
#[derive(Clone, Debug, Default)]
pub struct Blocks(Vec<Vec<(u32, Option<u32>)>>);

impl Blocks {
    pub fn of(program: &Program) -> Blocks {
        let blocks = |function: &crate::ir::Function| {
            let code = || function.code.iter().zip(0..);
            let made = code().filter_map(|(instr, at)| match instr.op {
                Op::Allocate { dst, storage: Storage::Block, .. } => Some((dst, at)),
                _ => None,
            });
            let ended = |(variable, at): (crate::ids::RegId, u32)| {
                let ends =
                    |op: &Op| matches!(op, Op::EndLifetime { address: Operand::Reg(reg), .. } if *reg == variable);
                code().any(|(instr, _)| ends(&instr.op)).then(|| {
                    // An early return ends it, too; the block itself ends behind all of them.
                    let end = code().filter(|(instr, place)| *place > at && ends(&instr.op)).last();
                    (at, end.map(|(_, end)| end))
                })
            };
            made.filter_map(ended).collect()
        };
        Blocks(program.functions.iter().map(blocks).collect())
    }

    /// Whether what one of two instructions makes is gone at the other one. Of a thread's first function, which is not
    /// known here, any will do.
    fn follow(&self, function: Option<u32>, a: u32, b: u32) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        self.any(function, |made, ended| made == first && ended.is_some_and(|ended| ended <= second))
    }

    /// Whether what an instruction makes ends before the function does, and so with each iteration of a loop around it.
    fn end(&self, function: Option<u32>, instruction: u32) -> bool {
        self.any(function, |made, _| made == instruction)
    }

    fn any(&self, function: Option<u32>, is_it: impl Fn(u32, Option<u32>) -> bool) -> bool {
        let any = |blocks: &Vec<(u32, Option<u32>)>| blocks.iter().any(|(made, ended)| is_it(*made, *ended));
        match function {
            Some(function) => self.0.get(function as usize).is_some_and(any),
            None => self.0.iter().any(any),
        }
    }
}

/// Whether what one block variable's declaration makes at one of these places is gone before the other place is reached.
pub fn are_apart(a: &Context, b: &Context, blocks: &Blocks) -> bool {
    let (a, b) = (calls(a), calls(b));
    let mut function = None;
    for (depth, (one, other)) in a.iter().zip(&b).enumerate() {
        let (is_last, is_others_last) = (depth + 1 == a.len(), depth + 1 == b.len());
        if is_last || is_others_last {
            // The loops around both have gone on in between; or else the block of one ends before the other begins.
            let around = one.iterations.len().min(other.iterations.len());
            let ends = is_last && blocks.end(function, one.instruction)
                || is_others_last && blocks.end(function, other.instruction);
            return ends && one.iterations[..around] != other.iterations[..around]
                || one.instruction != other.instruction && blocks.follow(function, one.instruction, other.instruction);
        }
        if one != other {
            return true;
        }
        function = one.callee;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::context::instruction as at;
    use super::*;

    #[test]
    fn calls_and_iterations_follow_each_other_and_callers_stay() {
        // main has a variable at 3; at 5 and at 7 it calls function 2, which has one at 1, in a loop at 4, and calls 3.
        // Its variable at 4 ends at 8.
        let blocks = Blocks(vec![Vec::new(), Vec::new(), vec![(4, Some(8))]]);
        let main = vec![at(3)];
        let first = vec![at(5), 2, at(1)];
        let second = vec![at(7), 2, at(1)];
        let (early, late) = (vec![at(5), 2, 0, at(4)], vec![at(5), 2, 1, at(4)]);
        let deep = vec![at(5), 2, 0, at(6), 3, at(1)];
        for (a, b, apart) in [
            (&main, &first, false),
            (&first, &second, true),
            (&early, &late, true),
            (&early, &deep, false),
            (&late, &deep, true),
            (&early, &second, true),
            (&first, &first, false),
            (&first, &early, false),
            (&early, &vec![at(5), 2, 0, at(9)], true),
            (&early, &vec![at(5), 2, 0, at(7)], false),
            // Of another variable in the loop no end is known.
            (&vec![at(5), 2, 0, at(3)], &vec![at(5), 2, 1, at(3)], false),
            (&vec![at(5), 2, 0, at(3)], &late, true),
        ] {
            assert_eq!(are_apart(a, b, &blocks), apart, "{a:?} {b:?}");
            assert_eq!(are_apart(b, a, &blocks), apart, "{b:?} {a:?}");
        }
    }
}

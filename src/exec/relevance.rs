//! Which instructions of a function matter from a loop on.
//!
//! In: a function and the region of one of its loops. Out: the instructions on which something depends that another
//! thread, an assertion or the caller can notice, or whether the loop goes on. It must not know values.
//!
//! An instruction matters if it touches memory, another thread, the caller or a property; if it decides whether the
//! loop is left; if it computes a value that an instruction reads that matters; or if it decides whether an instruction
//! that matters is run. All others only compute for each other: a counter of attempts, how long to pause. This is the
//! marking of aggressive dead-code elimination (Cytron, Ferrante, Rosen, Wegman, Zadeck, TOPLAS 1991, section 7.1) with
//! control dependence after Ferrante, Ottenstein, Warren, TOPLAS 1987. Deviations: definitions are told apart by
//! register only; the ways out of the loop matter, since what comes after it is run in any case and yet depends on
//! them, and so do those out of any loop that may run for good ([`ending`]).
//!
//! Control dependence by itself asks only of ways that come to an end: where `if (a) if (b) break;` is all that a loop does, each of them
//! comes to `b`, and yet `a` decides whether `b` is ever asked. So it is asked a second time with a way from each end of a loop that may run
//! for good to the exit (weak control dependence: Podgurski, Clarke, TSE 1990): a way that goes round for good without an instruction comes
//! to such an end without it. The ends of loops are deciders then like branches, and what decides about them decides about what they do.
//!
//! Fence points do not matter by themselves. One whose turn depends on what does not matter gets no fence: otherwise a
//! fence would be there in one iteration of a waiting loop and not in another.

use std::ops::RangeInclusive;

use fixedbitset::FixedBitSet;
use petgraph::algo::dominators::{self, Dominators};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::exec::ending::{self, Steady, WaysOut};
use crate::exec::flow::Flow;
use crate::ids::RegId;
use crate::ir::{Function, Op, uses};

/// Whether an instruction matters by itself.
pub fn is_noticed(op: &Op) -> bool {
    !uses::only_computes(op) && !matches!(op, Op::Nondet { .. } | Op::Undefine { .. })
}

/// The branches on which each instruction is control dependent.
pub struct Deciders {
    of: Vec<Vec<usize>>,
    /// Branches from which some way never ends, or may not: they decide whether anything comes after, so they matter.
    endless: Vec<usize>,
    loops: Vec<WaysOut>,
    /// By register: the instructions that assign it.
    definitions: Vec<Vec<usize>>,
}

impl Deciders {
    /// Control dependence by post-dominance.
    pub fn of(function: &Function, flow: &Flow) -> Deciders {
        Deciders::knowing(function, flow, &|_, _| false)
    }

    /// The same, where it is known of loads whether they find the same in each round of a loop.
    pub fn knowing(function: &Function, flow: &Flow, is_steady: Steady<'_>) -> Deciders {
        let count = flow.count();
        let definitions = flow.definitions();
        let loops = ending::of(function, flow, &definitions, is_steady);
        let may_run_on = loops.iter().filter(|found| !found.surely_ends);
        let endless = may_run_on.clone().flat_map(|found| found.branches.iter().copied()).collect();
        let heads: Vec<usize> = may_run_on.map(|found| found.head).collect();
        let goes_on =
            |at: &usize| matches!(function.code[*at].op, Op::Repeat { head, .. } if heads.contains(&head.index()));
        let ends: Vec<usize> = (0..function.code.len()).filter(goes_on).collect();
        let mut deciders = Deciders { of: vec![Vec::new(); count], endless, loops, definitions };
        // The flow of control backward, from one exit.
        let mut backward: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, 2 * count);
        for _ in 0..=count {
            backward.add_node(());
        }
        let exit = NodeIndex::new(count);
        for at in 0..count {
            if flow.next(at).next().is_none() {
                backward.add_edge(exit, NodeIndex::new(at), ());
            }
            for to in flow.next(at) {
                backward.add_edge(NodeIndex::new(to), NodeIndex::new(at), ());
            }
        }
        deciders.follow_all(&dominators::simple_fast(&backward, exit), flow, &[]);
        if !ends.is_empty() {
            backward.extend_with_edges(ends.iter().map(|end| (exit, NodeIndex::new(*end))));
            deciders.follow_all(&dominators::simple_fast(&backward, exit), flow, &ends);
        }
        deciders
    }

    /// Notes what each branch decides, and each of these ends of loops.
    fn follow_all(&mut self, after: &Dominators<NodeIndex>, flow: &Flow, ends: &[usize]) {
        for at in (0..flow.count()).filter(|at| flow.is_fork(*at) || ends.contains(at)) {
            for to in flow.next(at) {
                self.follow(after, at, to);
            }
        }
    }

    /// The instructions that matter from a loop on.
    pub fn relevant(&self, function: &Function, flow: &Flow, region: RangeInclusive<usize>) -> FixedBitSet {
        let count = function.code.len();
        let leaves = |at: &usize| flow.is_fork(*at) && flow.next(*at).any(|to| !region.contains(&to));
        let mut open: Vec<usize> = (0..count).filter(|at| is_noticed(&function.code[*at].op)).collect();
        open.extend(region.clone().filter(leaves));
        let this = self.loops.iter().filter(|found| found.head == *region.start());
        open.extend(this.flat_map(|found| &found.branches));
        open.extend(&self.endless);
        self.spread(open, count, |at| flow.reads(at).to_vec())
    }

    /// The instructions that matter from the beginning of the function on: those that do so by themselves, as `matters` says, and what
    /// they hang on, where each reads these registers for what matters.
    pub fn needed(
        &self,
        function: &Function,
        matters: impl Fn(usize) -> bool,
        reads: impl Fn(usize) -> Vec<RegId>,
    ) -> FixedBitSet {
        let count = function.code.len();
        let mut open: Vec<usize> = (0..count).filter(|at| matters(*at)).collect();
        open.extend(&self.endless);
        self.spread(open, count, reads)
    }

    /// The ways out of the loops of the function.
    pub fn loops(&self) -> &[WaysOut] {
        &self.loops
    }

    /// Whether the function surely comes to its end. A loop without a way out has no branch that would decide about that.
    pub fn surely_ends(&self) -> bool {
        self.endless.is_empty() && self.loops.iter().all(|found| found.surely_ends)
    }

    /// These instructions, and those that decide about them or compute what they read.
    fn spread(&self, mut open: Vec<usize>, count: usize, reads: impl Fn(usize) -> Vec<RegId>) -> FixedBitSet {
        let mut relevant = FixedBitSet::with_capacity(count);
        while let Some(at) = open.pop() {
            if relevant.put(at) {
                continue;
            }
            open.extend(&self.of[at]);
            for register in reads(at) {
                open.extend(&self.definitions[register.index()]);
            }
        }
        relevant
    }

    /// Whether all branches that decide about an instruction are among these.
    pub fn are_among(&self, relevant: &FixedBitSet, at: usize) -> bool {
        self.of[at].iter().all(|branch| relevant.contains(*branch))
    }

    /// Notes the branch at `branch` for what is run because it goes to `to`: up to where all its ways meet.
    fn follow(&mut self, after: &Dominators<NodeIndex>, branch: usize, to: usize) {
        let Some(meet) = after.immediate_dominator(NodeIndex::new(branch)) else {
            self.endless.push(branch);
            return;
        };
        let mut at = NodeIndex::new(to);
        while at != meet {
            self.of[at.index()].push(branch);
            match after.immediate_dominator(at) {
                Some(next) => at = next,
                None => {
                    self.endless.push(branch);
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::exec::liveness;
    use crate::ids::{LoopId, RegId};
    use crate::ir::{Op, text};

    /// Whether the first register matters at the head of `loop0`.
    fn first_matters(body: &str) -> bool {
        let program = format!(
            "global @x \"x\" size 4 align 4\nsite s0 load \"x\"\nloop loop0\nloop loop1\nfn f \"f\" () -> i32 {{\n\
             reg %n : i32 \"n\"\n%n = copy 0:i32\n{body}\n}}\n"
        );
        let program = text::parse(&program).unwrap_or_else(|error| panic!("{error:?}: {program}"));
        let function = &program.functions[0];
        let head = function.code.iter().find_map(|instr| match instr.op {
            Op::Repeat { head, id: LoopId(0) } => Some(head.index()),
            _ => None,
        });
        liveness::of(function).matters(head.expect("there is a loop"), RegId::from_index(0))
    }

    const WAIT: &str = "%v : i32 = load relaxed @x site s0\n%c : i1 = ne %v, 0:i32\nbranch %c done";

    #[test]
    fn a_counter_that_nobody_reads_does_not_matter() {
        assert!(!first_matters(&format!("again:\n{WAIT}\n%n = add %n, 1:i32\nrepeat again loop0\ndone:\nreturn %v")));
    }

    #[test]
    fn a_counter_that_is_returned_matters() {
        assert!(first_matters(&format!("again:\n{WAIT}\n%n = add %n, 1:i32\nrepeat again loop0\ndone:\nreturn %n")));
    }

    #[test]
    fn a_counter_that_starts_anew_when_it_is_large_does_not_matter() {
        let back_off = "%n = add %n, 1:i32\n%s : i1 = ult %n, 10:i32\nbranch %s on\n%n = copy 0:i32\non:";
        assert!(!first_matters(&format!("again:\n{WAIT}\n{back_off}\nrepeat again loop0\ndone:\nreturn %v")));
    }

    #[test]
    fn a_counter_that_ends_the_loop_matters() {
        let end = "%n = add %n, 1:i32\n%s : i1 = eq %n, 10:i32\nbranch %s done";
        assert!(first_matters(&format!("again:\n{WAIT}\n{end}\nrepeat again loop0\ndone:\nreturn 0:i32")));
    }

    #[test]
    fn a_counter_that_decides_about_an_access_matters() {
        let other =
            "%n = add %n, 1:i32\n%s : i1 = ult %n, 10:i32\nbranch %s on\n%w : i32 = load relaxed @x site s0\non:";
        assert!(first_matters(&format!("again:\n{WAIT}\n{other}\nrepeat again loop0\ndone:\nreturn %v")));
    }

    /// A waiting loop in whose rounds a counter of its own goes on by a step, until a comparison holds.
    fn paused_until(comparison: &str, step: &str) -> bool {
        let pause = format!("%k : i32 = copy 0:i32\npause:\n%e : i1 = {comparison}\nbranch %e on\n");
        let pause = format!("{pause}%k = {step}\nrepeat pause loop1\non:\n%n = add %n, %n");
        first_matters(&format!("again:\n{WAIT}\n{pause}\nrepeat again loop0\ndone:\nreturn %v"))
    }

    #[test]
    fn how_long_to_pause_does_not_matter() {
        for comparison in ["ule %n, %k", "sle %n, %k", "eq %k, %n", "ne %k, %n", "ule %k, %n"] {
            assert!(!paused_until(comparison, "add %k, 1:i32"), "{comparison}");
            assert!(!paused_until(comparison, "sub %k, 3:i32"), "{comparison}");
        }
        assert!(!paused_until("eq %k, 0:i32", "lshr %k, 1:i32"));
        assert!(!paused_until("ule %n, %k", "copy 4294967295:i32"));
        assert!(!paused_until("eq %n, %k", "copy %n"));
    }

    #[test]
    fn a_pause_may_count_by_way_of_other_registers() {
        let step = "copy %b";
        let pause = "%k : i32 = copy 0:i32\npause:\n%d : i1 = ult %k, %n\n%e : i1 = not %d\nbranch %e on\n\
                     %a : i32 = copy %k\n%b : i32 = add %a, 1:i32\n";
        let pause = format!("{pause}%k = {step}\nrepeat pause loop1\non:\n%n = add %n, %n");
        assert!(!first_matters(&format!("again:\n{WAIT}\n{pause}\nrepeat again loop0\ndone:\nreturn %v")));
    }

    #[test]
    fn whether_a_pause_ends_matters() {
        // Nothing is less than the least value, and an even step may pass the one value that ends the loop.
        assert!(paused_until("ult %k, %n", "add %k, 1:i32"));
        assert!(paused_until("slt %n, %k", "add %k, 1:i32"));
        assert!(paused_until("eq %k, %n", "add %k, 2:i32"));
        assert!(paused_until("eq %k, %n", "add %k, %n"));
        assert!(paused_until("eq %k, %n", "copy %k"));
        assert!(paused_until("eq %k, %n", "lshr %k, 1:i32"));
        assert!(paused_until("ule %n, %k", "copy 7:i32"));
        assert!(paused_until("ne %n, %k", "copy %n"));
    }

    #[test]
    fn what_a_pause_counts_to_may_change_where_there_is_a_last_value() {
        let step = "add %k, 1:i32\n%n = mul %n, 3:i32";
        for comparison in ["ule %n, %k", "sle %n, %k"] {
            assert!(!paused_until(comparison, step), "{comparison}");
        }
        for comparison in ["eq %k, %n", "ult %n, %k", "slt %n, %k"] {
            assert!(paused_until(comparison, step), "{comparison}");
        }
    }

    #[test]
    fn whether_a_later_loop_ends_matters() {
        let behind = |test: &str| {
            let spin = format!("spin:\n%s : i1 = {test}\nbranch %s out\nrepeat spin loop1\nout:\nreturn 0:i32");
            first_matters(&format!("again:\n{WAIT}\n%n = copy 1:i32\nrepeat again loop0\ndone:\n{spin}"))
        };
        assert!(behind("ne %n, 0:i32"));
        assert!(!behind("ne %v, 0:i32"));
    }
}

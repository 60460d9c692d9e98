//! The blocks of a function: how control comes into each, and which are open.
//!
//! A block is what braces are around, and also a selection, a loop, and each statement that is the whole body of one (C17,
//! 6.8.4 and 6.8.5): compound literals in there die at its end.
//!
//! In: the body of a function. Out: [`Blocks`]: what jumps enter; and [`Scope`], an open block with its objects while the function
//! is lowered. It must not know instructions.

use std::collections::{HashMap, HashSet};

use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{LabelId, Stmt, StmtId};
use crate::ids::{FuncId, RegId};

/// How control comes into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// At the start, and then straight on.
    Straight,
    /// At the start, and jumps inside it go to labels inside it.
    Labels,
    /// Also by jumps from outside.
    Middle,
}

/// An open block, or the function itself.
#[derive(Debug)]
pub struct Scope {
    /// The statement that is the block; none for the function.
    pub(in crate::frontend::lower) stmt: Option<StmtId>,
    pub(in crate::frontend::lower) entry: Entry,
    pub(in crate::frontend::lower) objects: Vec<Mortal>,
    /// The arrays of variable length that were declared in it, in order, and what `alloca` gave behind them.
    pub(in crate::frontend::lower) measured: Vec<RegId>,
    /// The labels that were passed since it was entered.
    pub(in crate::frontend::lower) passed: HashMap<LabelId, Passed>,
    /// The labels in it that jumps go to and that were not passed yet.
    pub(in crate::frontend::lower) ahead: HashSet<LabelId>,
    /// How many loops are around it.
    pub(in crate::frontend::lower) loops: usize,
    /// What is to be called with which address when control leaves the block, the last one first.
    pub(in crate::frontend::lower) cleanups: Vec<(RegId, FuncId)>,
}

/// What a block had when a label in it was passed.
#[derive(Clone, Copy, Debug)]
pub(in crate::frontend::lower) struct Passed {
    /// How many arrays of variable length.
    pub measured: usize,
    /// How many calls that are made when control leaves it.
    pub cleanups: usize,
}

/// A local object with an end.
#[derive(Clone, Copy, Debug)]
pub(in crate::frontend::lower) struct Mortal {
    pub address: RegId,
    pub made: Made,
}

/// The objects of a function that have no end of their own, by the registers with their addresses.
#[derive(Clone, Debug, Default)]
pub(in crate::frontend::lower) struct Unended {
    /// Made by `alloca` in loops: they die where the function returns.
    pub looped: Vec<RegId>,
    /// In the outermost block of `main`: they live as long as the program, unless the thread ends in a call.
    pub lasting: Vec<RegId>,
}

/// Whether an object is there when its block is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Certainly,
    /// On some paths only; the register holds null on the others.
    Perhaps,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Among the statements of a block.
    Compound,
    /// As the whole body of another statement.
    Single,
}

/// Whether a statement is a block, with braces or without.
pub fn is_block(stmt: Stmt, context: Context) -> bool {
    let opens = matches!(
        stmt,
        Stmt::Block(_)
            | Stmt::If { .. }
            | Stmt::While { .. }
            | Stmt::DoWhile { .. }
            | Stmt::For { .. }
            | Stmt::Switch { .. }
    );
    opens || context == Context::Single
}

/// What jumps go where.
#[derive(Debug, Default)]
pub struct Blocks {
    /// The blocks around each label, outermost first.
    pub(in crate::frontend::lower) labels: HashMap<LabelId, Vec<StmtId>>,
    /// Blocks with a label inside that some `goto` goes to.
    labelled: HashSet<StmtId>,
    /// Blocks that jumps enter in the middle.
    pub(in crate::frontend::lower) entered: HashSet<StmtId>,
    /// Those that the cases of each switch enter.
    pub(in crate::frontend::lower) by_cases: HashMap<StmtId, Vec<StmtId>>,
}

/// What is around a statement.
#[derive(Debug, Default)]
struct Around {
    /// The blocks, outermost first.
    blocks: Vec<StmtId>,
    /// The switches, each with how many blocks are around it.
    switches: Vec<(StmtId, usize)>,
}

impl Blocks {
    /// Looks at the body of a function.
    pub fn of(input: &Input, body: StmtId) -> Blocks {
        let mut blocks = Blocks::default();
        let mut jumps = Vec::new();
        blocks.find(input, (body, Context::Compound), &mut Around::default(), &mut jumps);
        blocks.entered.extend(blocks.by_cases.values().flatten());
        for (label, from) in jumps {
            let Some(to) = blocks.labels.get(&label) else { continue };
            let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
            blocks.labelled.extend(&to[..common]);
            blocks.entered.extend(&to[common..]);
        }
        blocks
    }

    fn find(
        &mut self,
        input: &Input,
        (stmt, context): (StmtId, Context),
        around: &mut Around,
        jumps: &mut Vec<(LabelId, Vec<StmtId>)>,
    ) {
        let is_block = is_block(input.tast[stmt], context);
        if is_block {
            around.blocks.push(stmt);
        }
        match input.tast[stmt] {
            Stmt::Block(list) => {
                for inner in input.tast[list].iter() {
                    self.find(input, (*inner, Context::Compound), around, jumps);
                }
            }
            Stmt::If { then, otherwise, .. } => {
                self.find(input, (then, Context::Single), around, jumps);
                if let Some(otherwise) = otherwise {
                    self.find(input, (otherwise, Context::Single), around, jumps);
                }
            }
            Stmt::Label { label, body } => {
                self.labels.insert(label, around.blocks.clone());
                self.find(input, (body, context), around, jumps);
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
                self.find(input, (body, Context::Single), around, jumps);
            }
            Stmt::Switch { body, .. } => {
                around.switches.push((stmt, around.blocks.len()));
                self.find(input, (body, Context::Single), around, jumps);
                around.switches.pop();
            }
            Stmt::Case { body, .. } | Stmt::Default { body } => {
                if let Some((switch, depth)) = around.switches.last() {
                    let entered = self.by_cases.entry(*switch).or_default();
                    let new = around.blocks[*depth..].iter().filter(|block| !entered.contains(block)).copied();
                    let new: Vec<StmtId> = new.collect();
                    entered.extend(new);
                }
                self.find(input, (body, context), around, jumps);
            }
            Stmt::Goto(label) => jumps.push((label, around.blocks.clone())),
            _ => {}
        }
        if is_block {
            around.blocks.pop();
        }
    }

    pub(in crate::frontend::lower) fn entry(&self, stmt: StmtId) -> Entry {
        if self.entered.contains(&stmt) {
            Entry::Middle
        } else if self.labelled.contains(&stmt) {
            Entry::Labels
        } else {
            Entry::Straight
        }
    }
}

impl Scope {
    /// One that is entered inside of so many loops.
    pub fn new(stmt: StmtId, entry: Entry, loops: usize) -> Scope {
        Scope { stmt: Some(stmt), entry, loops, ..Scope::function() }
    }

    /// That of the function.
    pub fn function() -> Scope {
        Scope {
            stmt: None,
            entry: Entry::Middle,
            objects: Vec::new(),
            measured: Vec::new(),
            passed: HashMap::new(),
            ahead: HashSet::new(),
            loops: 0,
            cleanups: Vec::new(),
        }
    }
}

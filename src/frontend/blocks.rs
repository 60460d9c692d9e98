//! The blocks of a function: how control comes into each, and which are open.
//!
//! In: the body of a function. Out: [`Blocks`]: what jumps enter; and [`Scope`], an open block with its objects while the function
//! is lowered. It must not know instructions.

use std::collections::{HashMap, HashSet};

use rucc_sema::{LabelId, Stmt, StmtId};

use super::input::Input;
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
    /// The block or the `for`; none for the function.
    pub(super) stmt: Option<StmtId>,
    pub(super) entry: Entry,
    pub(super) objects: Vec<Mortal>,
    /// What is to be called with which address when control leaves the block, the last one first.
    pub(super) cleanups: Vec<(RegId, FuncId)>,
    /// A label stands before what is lowered now.
    pub(super) labelled: bool,
}

/// A local object with an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mortal {
    pub address: RegId,
    pub made: Made,
}

/// The objects of a function that have no end of their own, by the registers with their addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Unended {
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

/// What jumps go where.
#[derive(Debug, Default)]
pub struct Blocks {
    /// The blocks around each label, outermost first.
    pub(super) labels: HashMap<LabelId, Vec<StmtId>>,
    /// Blocks with a label inside that some `goto` goes to.
    labelled: HashSet<StmtId>,
    /// Blocks that jumps enter in the middle.
    pub(super) entered: HashSet<StmtId>,
    /// Those that the cases of each switch enter.
    pub(super) by_cases: HashMap<StmtId, Vec<StmtId>>,
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
        blocks.find(input, body, &mut Around::default(), &mut jumps);
        blocks.entered.extend(blocks.by_cases.values().flatten());
        for (label, from) in jumps {
            let Some(to) = blocks.labels.get(&label) else { continue };
            let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
            blocks.labelled.extend(&to[..common]);
            blocks.entered.extend(&to[common..]);
        }
        blocks
    }

    fn find(&mut self, input: &Input, stmt: StmtId, around: &mut Around, jumps: &mut Vec<(LabelId, Vec<StmtId>)>) {
        match input.tast[stmt] {
            Stmt::Block(list) => {
                around.blocks.push(stmt);
                for inner in input.tast[list].iter() {
                    self.find(input, *inner, around, jumps);
                }
                around.blocks.pop();
            }
            Stmt::If { then, otherwise, .. } => {
                self.find(input, then, around, jumps);
                if let Some(otherwise) = otherwise {
                    self.find(input, otherwise, around, jumps);
                }
            }
            Stmt::For { body, .. } => {
                around.blocks.push(stmt);
                self.find(input, body, around, jumps);
                around.blocks.pop();
            }
            Stmt::Label { label, body } => {
                self.labels.insert(label, around.blocks.clone());
                self.find(input, body, around, jumps);
            }
            Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => self.find(input, body, around, jumps),
            Stmt::Switch { body, .. } => {
                around.switches.push((stmt, around.blocks.len()));
                self.find(input, body, around, jumps);
                around.switches.pop();
            }
            Stmt::Case { body, .. } | Stmt::Default { body } => {
                if let Some((switch, depth)) = around.switches.last() {
                    let entered = self.by_cases.entry(*switch).or_default();
                    let new = around.blocks[*depth..].iter().filter(|block| !entered.contains(block)).copied();
                    let new: Vec<StmtId> = new.collect();
                    entered.extend(new);
                }
                self.find(input, body, around, jumps);
            }
            Stmt::Goto(label) => jumps.push((label, around.blocks.clone())),
            _ => {}
        }
    }

    pub(super) fn entry(&self, stmt: StmtId) -> Entry {
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
    /// That of the function.
    pub fn function() -> Scope {
        Scope { stmt: None, entry: Entry::Middle, objects: Vec::new(), cleanups: Vec::new(), labelled: false }
    }
}

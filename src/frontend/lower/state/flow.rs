//! Where the jumps of a function can go.
//!
//! In: the body of a function. Out: [`Flow`]: every target with the loops around it, and, while the function is lowered, which
//! loops and switches are open and which jumps are yet to be made. It must not know instructions.

use std::collections::HashMap;

use crate::diag::Span;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{CaseId, LabelId, Stmt, StmtId};
use crate::ids::{Label, RegId};

/// What a jump can be bound for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Label(LabelId),
    Case(CaseId),
    /// The `default` of this switch.
    Default(StmtId),
}

/// Where control can go from the statement being lowered.
#[derive(Debug, Default)]
pub struct Flow {
    /// Where `break` and `continue` go, each with how many blocks are open there.
    pub breaks: Vec<(Label, usize)>,
    pub continues: Vec<(Label, usize)>,
    /// The switches that are open, outermost first.
    pub switches: Vec<StmtId>,
    /// Every target of the function with the structured loops around it, outermost first.
    pub(in crate::frontend::lower) targets: Vec<(Target, Vec<StmtId>)>,
    pub(in crate::frontend::lower) labels: HashMap<Target, Label>,
    pub(in crate::frontend::lower) heads: HashMap<StmtId, Label>,
    /// The structured loops that are open, outermost first.
    pub(in crate::frontend::lower) open: Vec<Open>,
    /// Where a jump is bound, by its place in `targets` plus 1; only in a function that needs it.
    pub(in crate::frontend::lower) selector: Option<RegId>,
    /// The dispatch at the start of the function.
    pub(in crate::frontend::lower) start: Option<Label>,
    /// Jumps back to the start of the function, which are made at its end.
    pub(in crate::frontend::lower) back: Vec<Later>,
}

/// A structured loop while its body is lowered.
#[derive(Debug)]
pub(in crate::frontend::lower) struct Open {
    pub stmt: StmtId,
    pub head: Label,
    /// Jumps back to a place before it, which are made after its end.
    pub after: Vec<(Target, Later)>,
    /// Jumps back to its own head, which are made at the end of its body.
    pub back: Vec<Later>,
}

/// A jump that is made at this label; and where it is written.
pub(in crate::frontend::lower) type Later = (Label, Option<Span>);

impl Flow {
    /// Looks for the targets in the body of a function.
    pub fn of(input: &Input, body: StmtId) -> Flow {
        let mut flow = Flow::default();
        flow.find_targets(input, body, &mut Vec::new());
        flow
    }

    fn find_targets(&mut self, input: &Input, stmt: StmtId, loops: &mut Vec<StmtId>) {
        match input.tast[stmt] {
            Stmt::Block(list) => input.tast[list].iter().for_each(|s| self.find_targets(input, *s, loops)),
            Stmt::If { then, otherwise, .. } => {
                self.find_targets(input, then, loops);
                if let Some(otherwise) = otherwise {
                    self.find_targets(input, otherwise, loops);
                }
            }
            Stmt::While { body, .. } | Stmt::DoWhile { body, .. } | Stmt::For { body, .. } => {
                loops.push(stmt);
                self.find_targets(input, body, loops);
                loops.pop();
            }
            Stmt::Switch { body, .. } => {
                self.switches.push(stmt);
                self.find_targets(input, body, loops);
                self.switches.pop();
            }
            Stmt::Case { case, body } => {
                self.targets.push((Target::Case(case), loops.clone()));
                self.find_targets(input, body, loops);
            }
            Stmt::Default { body } => {
                if let Some(switch) = self.switches.last() {
                    self.targets.push((Target::Default(*switch), loops.clone()));
                }
                self.find_targets(input, body, loops);
            }
            Stmt::Label { label, body } => {
                self.targets.push((Target::Label(label), loops.clone()));
                self.find_targets(input, body, loops);
            }
            _ => {}
        }
    }

    /// How many structured loops are open.
    pub fn loops(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost block, which is this statement, is a loop that has begun: it is outside of the loop's body then.
    pub fn is_in_head(&self, block: Option<StmtId>) -> bool {
        block.is_some() && self.open.last().map(|open| open.stmt) == block
    }

    /// The number of a target, and the loops around it.
    pub(in crate::frontend::lower) fn find(&self, target: Target) -> (u64, &[StmtId]) {
        let index = self.targets.iter().position(|(t, _)| *t == target);
        index.map_or((0, &[]), |index| (index as u64 + 1, self.targets[index].1.as_slice()))
    }
}

impl Input<'_> {
    /// Whether a jump can lead into a statement from outside.
    pub fn has_target(&self, stmt: StmtId) -> bool {
        let mut flow = Flow::default();
        // A `default` counts as one of the statement where its switch is outside.
        flow.switches.push(stmt);
        flow.find_targets(self, stmt, &mut Vec::new());
        !flow.targets.is_empty()
    }
}

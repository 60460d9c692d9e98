//! What has been lowered of a statement since it began, as long as nothing branched.
//!
//! In: the statements that begin, the labels that stand before them, and the instructions. Out: the accesses that have been
//! evaluated by then. It must not know C; [`crate::frontend::lower::control::splits`] says what an access is and when a statement may be taken apart.

use crate::diag::Span;
use crate::frontend::text::positions::Range;
use crate::ir::{Before, Earlier, Op, Placement};

/// The text of a statement.
#[derive(Clone, Debug)]
pub struct Extent {
    pub span: Span,
    pub tokens: Range,
    /// Of one that is an expression: that, without casts. Nothing is left of it when it has been evaluated.
    pub expression: Option<Span>,
    /// The names that it declares.
    pub names: Vec<String>,
}

/// What has been lowered of a statement without a branch.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub extent: Extent,
    pub before: Before,
    pub earlier: Vec<Earlier>,
    /// The instructions that access memory and belong to none of `earlier`.
    pub loose: Vec<usize>,
}

/// The stretch that is being lowered, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Stretches {
    pub now: Option<Stretch>,
    /// What the next statement stands behind.
    front: Front,
}

/// What stands in front of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Front {
    #[default]
    Statement,
    /// A label, behind which no declaration may stand before C23, or what else none may stand behind.
    Label,
    /// The same, and the statement's value is wanted, which it would not have in braces.
    LabelOfValue,
}

impl Stretches {
    /// A statement of this extent begins at this place.
    pub fn begin(&mut self, placement: Option<&Placement>, extent: Option<Extent>) {
        let front = std::mem::take(&mut self.front);
        self.now = placement.zip(extent).and_then(|(placement, extent)| {
            let before = match (placement, front) {
                (_, Front::LabelOfValue) => return None,
                (Placement::Statement { at }, Front::Label) => behind_label(*at, &extent)?,
                (Placement::Statement { at }, Front::Statement) => Before::Statement { at: *at },
                (Placement::Braced { body }, _) => Before::Braced { body: *body },
                _ => return None,
            };
            Some(Stretch { extent, before, earlier: Vec::new(), loose: Vec::new() })
        });
    }

    pub fn end(&mut self) {
        self.now = None;
    }

    /// A label stands before the next statement.
    pub fn label(&mut self) {
        (self.now, self.front) = (None, Front::Label);
    }

    /// A label stands before the last statement of a block that has a value.
    pub fn label_of_value(&mut self) {
        (self.now, self.front) = (None, Front::LabelOfValue);
    }

    /// A statement follows in front of which no declaration may stand, as where all of a block come first.
    pub fn behind_declarations(&mut self) {
        if self.front == Front::Statement {
            self.front = Front::Label;
        }
    }

    /// A block begins, in which declarations may stand.
    pub fn block(&mut self) {
        self.front = Front::Statement;
    }

    /// An instruction is emitted; `names` says whether it gives a variable a value.
    pub fn pass(&mut self, op: &Op, at: usize, names: bool) {
        let Some(stretch) = &mut self.now else { return };
        match op {
            // The address of an object is no variable's value.
            Op::Allocate { .. } | Op::FencePoint(_) => {}
            _ if names => self.now = None,
            Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Step { .. }
            | Op::Reach { .. }
            | Op::Undefine { .. }
            | Op::ObjectSize { .. }
            | Op::CurrentThread { .. }
            | Op::ThreadNumber { .. } => {}
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Pair(_)
            | Op::Call { .. }
            | Op::Nondet { .. } => stretch.loose.push(at),
            _ => self.now = None,
        }
    }
}

/// Where the temporaries of a statement go that has a label in front of it. A label belongs to a statement, and a declaration is
/// none before C23, so the statement gets braces: nothing, where these would part it from its pragmas, or what it
/// declares from those who use it.
fn behind_label(at: Span, extent: &Extent) -> Option<Before> {
    let is_alone = at.start == extent.span.start && extent.names.is_empty();
    is_alone.then_some(Before::Braced { body: extent.span })
}

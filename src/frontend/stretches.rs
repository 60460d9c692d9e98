//! What has been lowered of a statement since it began, as long as nothing branched.
//!
//! In: the statements that begin, the labels that stand before them, and the instructions. Out: the accesses that have been
//! evaluated by then. It must not know C; [`super::splits`] says what an access is and when a statement may be taken apart.

use crate::diag::Span;
use crate::ir::{Before, Earlier, Op, Placement};

/// Whether points within expressions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splits {
    #[default]
    None,
    Offered,
}

/// The text of a statement.
#[derive(Clone, Debug)]
pub struct Extent {
    pub span: Span,
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
    /// The next statement stands behind a label, where no declaration may stand.
    is_labelled: bool,
}

impl Stretches {
    /// A statement of this extent begins at this place.
    pub fn begin(&mut self, placement: Option<&Placement>, extent: Option<Extent>) {
        let before = match placement {
            Some(Placement::Statement { at }) => Some(Before::Statement { at: *at }),
            Some(Placement::Braced { body }) => Some(Before::Braced { body: *body }),
            _ => None,
        };
        let is_labelled = std::mem::take(&mut self.is_labelled);
        self.now = before.zip(extent).filter(|_| !is_labelled).map(|(before, extent)| Stretch {
            extent,
            before,
            earlier: Vec::new(),
            loose: Vec::new(),
        });
    }

    pub fn end(&mut self) {
        self.now = None;
    }

    /// A label stands before the next statement.
    pub fn label(&mut self) {
        (self.now, self.is_labelled) = (None, true);
    }

    /// A block begins, in which declarations may stand.
    pub fn block(&mut self) {
        self.is_labelled = false;
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
            | Op::Undefine { .. }
            | Op::ObjectSize { .. }
            | Op::CurrentThread { .. } => {}
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

//! Where in C text a fence may be written, and how.
//!
//! In: nothing. Out: plain data. It must not know which fence, nor what it orders.

use crate::diag::Span;

/// A place in the source where a fence may be written.
///
/// A point stands once in this table however often its code is instantiated; two [`Op::FencePoint`](super::Op::FencePoint)s with the
/// same id are two uses of one piece of text (a macro body, say), so that a fence there acts at both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FencePoint {
    pub placement: Placement,
    pub among: Among,
    /// In a body that is of everyone who uses it.
    pub uses: Option<Uses>,
}

/// How often a body is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uses {
    pub of: Shared,
    pub count: u32,
}

/// What bodies are of everyone who uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    /// That of a macro, which becomes part of the program at each use.
    Macro,
    /// That of a function around an access whose order its callers choose, which stands for that access.
    Wrapper,
}

/// What statements a fence at a point stands among.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Among {
    /// Those of a function.
    #[default]
    Function,
    /// Those of a statement expression, `({ … })`.
    Expression,
}

/// How a fence is written at a point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// As a statement of its own at this place, among the statements of a compound statement.
    Statement { at: Span },
    /// The span is a single statement that is the whole body of an `if`, a loop or a label without braces; braces
    /// are put around it and the fence stands before it.
    Braced { body: Span },
    /// The span is a single statement that is the whole body of a loop without braces; braces are put around it and the fence
    /// stands behind it.
    BracedEnd { body: Span },
    /// The span is an expression; the fence becomes the left side of a comma operator around it.
    Comma { expression: Span },
    /// The span is an expression whose value nobody wants; the fence becomes the right side of a comma operator behind it.
    CommaEnd { expression: Span },
    /// Within an expression: the accesses that come earlier get temporaries before the statement, and the fence follows them.
    Split { before: Before, earlier: Vec<Earlier> },
    /// Not a fence: this argument, a memory order, becomes another one.
    Order { argument: Span },
    /// Not a fence: this access, which says no order, becomes a call that does.
    Access { whole: Span, call: Call },
    /// The IR was not made from C (a text-form program); the fence has no place in C text.
    None,
}

impl Placement {
    /// Where it is in the C text.
    pub fn span(&self) -> Option<Span> {
        match *self {
            Placement::Statement { at: span }
            | Placement::Braced { body: span }
            | Placement::BracedEnd { body: span }
            | Placement::Comma { expression: span }
            | Placement::CommaEnd { expression: span }
            | Placement::Split { before: Before::Statement { at: span } | Before::Braced { body: span }, .. }
            | Placement::Order { argument: span }
            | Placement::Access { whole: span, .. } => Some(span),
            Placement::None => None,
        }
    }
}

/// The call that an access becomes which says no order, `atomic_store_explicit(&x, 1, …)` for `x = 1`. What it is given stays where it
/// is in the text, so that other changes in it hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    pub function: &'static str,
    /// The object, or all arguments of what is a call already.
    pub object: Span,
    pub address: Address,
    /// What follows the object.
    pub operand: Option<Span>,
    /// What the text does not have: the number that `++` adds.
    pub further: Option<&'static str>,
}

/// Whether the address of the object is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    Given,
    /// It is to be taken.
    Taken,
    /// It is there, and the object that it leads to is wanted.
    Followed,
}

/// Where temporaries go: before a statement, as a fence would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Before {
    /// See [`Placement::Statement`].
    Statement { at: Span },
    /// See [`Placement::Braced`].
    Braced { body: Span },
}

/// An access that gets a temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Earlier {
    /// The expression.
    pub span: Span,
    /// What the temporary is declared with.
    pub ty: &'static str,
}

//! The changes that a repair makes to the text, as they are reported.
//!
//! In: what synthesis chose and where it was placed. Out: plain data. It must not know why a change was chosen, nor how it is
//! shown.

use super::access::AccessReport;
use crate::diag::Span;
use crate::exec::Execution;
use crate::ids::EventId;
use crate::ir::Placement;
use crate::patch::Insertion;

/// An ordered pair of access sites.
#[derive(Clone, Debug)]
pub struct PairReport {
    pub first: AccessReport,
    pub second: AccessReport,
}

/// One edit of a suggestion: a fence, or an order that is raised.
#[derive(Clone, Debug)]
pub struct FenceReport {
    /// Where it goes in the original text.
    pub span: Option<Span>,
    /// How it is written there.
    pub placement: Placement,
    /// The kind in the model file, or the order.
    pub kind: String,
    /// The C text that is inserted.
    pub text: String,
    /// The text in whose place it stands: of an access whose order is raised, its order so far, or where it says none the access.
    pub replaces: Option<String>,
    /// What is there without it, where what is there took part: nothing else than the original otherwise.
    pub absent: Option<String>,
    /// What stands there is stronger, and this is enough.
    pub eases: bool,
    /// The header that the text needs, which is included where it is missing.
    pub header: Option<String>,
    /// The culprit pairs that it orders.
    pub orders: Vec<PairReport>,
    /// A counterexample that comes back when this fence alone is left out.
    pub needed_because: Option<Box<Execution>>,
    /// Of it the two events that the fence keeps in order and that it shows the wrong way round, first in the program first.
    pub crossed: Option<(EventId, EventId)>,
    /// What it costs there.
    pub cost: u64,
    /// What is not as one would want it about its place, in sentences.
    pub remarks: Vec<String>,
}

impl FenceReport {
    /// The fence alone, without a comment.
    pub fn insertion(&self) -> Insertion {
        let header = self.header.clone();
        Insertion { header, ..Insertion::new(self.placement.clone(), self.text.clone()) }
    }

    /// Whether it is there already.
    pub fn stays(&self) -> bool {
        self.replaces.as_ref() == Some(&self.text)
    }
}

/// A fence or a memory order that is there and is not needed.
#[derive(Clone, Debug)]
pub struct DroppedReport {
    pub span: Span,
    /// How the text there becomes another one.
    pub placement: Placement,
    pub text: String,
    /// What takes its place.
    pub becomes: String,
}

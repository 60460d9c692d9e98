//! A dependency as the text has it.
//!
//! In: nothing. Out: what an encoding may be told to do without. It must not know rows or literals.

use rustc_hash::FxHashSet;

use crate::exec::execution::Dependency;
use crate::ids::SiteId;

/// A dependency by its places in the text: what is used, and by what. A fence and what only orders have no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Written {
    pub kind: Dependency,
    pub from: Option<SiteId>,
    pub to: Option<SiteId>,
}

/// What an encoding does without.
#[derive(Clone, Debug, Default)]
pub enum Dropped {
    #[default]
    Nothing,
    Everything,
    These(FxHashSet<Written>),
}

impl Dropped {
    pub fn has(&self, written: &Written) -> bool {
        match self {
            Dropped::Nothing => false,
            Dropped::Everything => true,
            Dropped::These(these) => these.contains(written),
        }
    }
}

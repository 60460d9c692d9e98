//! Accesses to sixteen bytes that take effect at once.
//!
//! In: nothing. Out: [`PairAccess`], what an instruction does that moves two words side by side in one step: the double-width
//! compare-and-exchange of lock-free code, and atomic loads and stores of such objects. Values are no wider than a word
//! here, so that each half has a register of its own; the first half is the one at the lower address. It must not know C types.

use crate::ids::RegId;
use crate::ir::operators::Width;
use crate::ir::order::Order;
use crate::ir::program::{Operand, PairAccess, PairAction};

/// The width of a half.
pub const HALF: Width = Width::POINTER;

/// Where the halves are, in bytes from the address of the access.
pub const HALVES: [u64; 2] = [0, 8];

impl PairAccess {
    /// The values that it reads.
    pub fn operands(&self) -> Vec<Operand> {
        let mut all = vec![self.address];
        match self.action {
            PairAction::Load { .. } => {}
            PairAction::Store { value } => all.extend(value),
            PairAction::CompareExchange { expected, desired, .. } => all.extend(expected.into_iter().chain(desired)),
        }
        all
    }

    /// The registers that it assigns.
    pub fn results(&self) -> Option<[RegId; 2]> {
        match self.action {
            PairAction::Load { dst } | PairAction::CompareExchange { dst, .. } => Some(dst),
            PairAction::Store { .. } => None,
        }
    }

    /// How strong the one step is.
    pub fn strength(&self) -> Order {
        match self.action {
            PairAction::CompareExchange { failure, .. } => self.order.or_failing(failure),
            _ => self.order,
        }
    }
}

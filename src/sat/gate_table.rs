//! The gates that a formula has, by their normal form.
//!
//! In: nothing. Out: [`GateTable`]. It must not know how a gate is brought into its normal form or defined by clauses.

use rustc_hash::FxHashMap;

use super::literal::Lit;

/// A gate in normal form; operands are neither constants nor repeated.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Gate {
    /// Sorted.
    And(Lit, Lit),
    /// Sorted, three or more.
    AndMany(Box<[Lit]>),
    /// Sorted, all positive.
    Xor(Lit, Lit),
    /// Sorted, all positive.
    Xor3(Lit, Lit, Lit),
    /// A positive condition, a positive first choice.
    Ite(Lit, Lit, Lit),
    /// Sorted; the first positive.
    Majority(Lit, Lit, Lit),
}

/// The gates built so far.
#[derive(Default)]
pub(super) struct GateTable(pub(super) FxHashMap<Gate, Lit>);

//! The text of a test, to be changed: a table of instructions, or functions in C.
//!
//! In: a text. Out: where fences may come and which accesses may get annotations, how these are spelled, and the test with some of
//! them. It must not know why something is changed.

use super::c::Source;
use super::change::{Cell, Change, Place};
use super::table::Table;
use crate::model::Operation;

/// A test as text.
#[derive(Clone, Debug)]
pub enum Changeable<'t> {
    Table(Table<'t>),
    Functions(Source<'t>),
}

impl Changeable<'_> {
    /// Where a fence may order something that it does not order elsewhere, too.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Changeable::Table(table) => table.places(),
            Changeable::Functions(source) => source.places(),
        }
    }

    /// The cells that access memory.
    pub fn accesses(&self) -> Vec<(Cell, Operation)> {
        match self {
            Changeable::Table(table) => table.accesses(),
            Changeable::Functions(source) => source.accesses(),
        }
    }

    /// What stands at a cell.
    pub fn instruction(&self, cell: Cell) -> String {
        match self {
            Changeable::Table(table) => table.instruction(cell).to_string(),
            Changeable::Functions(source) => source.instruction(cell),
        }
    }

    /// What is a fence in this set.
    pub fn fence(&self, set: &str) -> Option<String> {
        match self {
            Changeable::Table(table) => table.fence(set),
            Changeable::Functions(source) => source.fence(set),
        }
    }

    /// What stands at a cell, with these annotations on top of its own; `None` if it cannot have one of them or has all.
    pub fn annotated(&self, cell: Cell, sets: &[String]) -> Option<String> {
        match self {
            Changeable::Table(table) => table.annotated(cell, sets),
            Changeable::Functions(source) => source.annotated(cell, sets),
        }
    }

    /// The test with these changes.
    pub fn with(&self, changes: &[(Cell, Change)]) -> String {
        match self {
            Changeable::Table(table) => table.with(changes),
            Changeable::Functions(source) => source.with(changes),
        }
    }
}

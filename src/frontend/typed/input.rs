//! One unit as the lowering reads it.
//!
//! In: a translation. Out: [`Input`]: its typed tree with the names, places and texts of what is in it. It must not know what
//! becomes of them.

use std::collections::{HashMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_sema::{DeclId, ExprId, Tast};
use rucc_target::TargetInfo;
use rucc_types::Types;

use super::unit::Translation;
use crate::diag::Sources;
use crate::frontend::passes::tags;
use crate::frontend::text::positions::Positions;

/// Everything of one unit that is read and not changed.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub tast: &'a Tast,
    pub types: &'a Types,
    pub target: &'a TargetInfo,
    pub names: &'a Interner,
    pub positions: &'a Positions,
    pub sources: &'a Sources,
    /// The variables that are aligned less than their type.
    pub lessened: &'a HashMap<DeclId, u64>,
    /// Local variables whose address is needed; known once [`crate::frontend::lower::state::pointed`] has looked for them.
    pub addressed: Option<&'a HashSet<DeclId>>,
    /// Whether the tool brought the unit along.
    pub own: bool,
    /// Whether its blocks have their declarations before their statements.
    pub declarations_first: bool,
}

impl<'a> Input<'a> {
    pub fn new(unit: &'a Translation, sources: &'a Sources) -> Input<'a> {
        Input {
            tast: &unit.checked.tast,
            types: &unit.checked.types,
            target: &unit.session.target,
            names: &unit.session.interner,
            positions: &unit.positions,
            sources,
            lessened: &unit.lessened,
            addressed: None,
            own: unit.own,
            declarations_first: unit.declarations_first,
        }
    }

    /// The name of a declaration; empty for one without.
    pub fn name(&self, decl: DeclId) -> &'a str {
        self.tast[decl].name.map_or("", |name| self.written(name))
    }

    /// A name as the user wrote it.
    pub fn written(&self, name: Symbol) -> &'a str {
        tags::as_named(self.names.resolve(name))
    }

    /// Whether the address of a local variable is needed.
    pub fn is_addressed(&self, decl: DeclId) -> bool {
        self.addressed.is_some_and(|set| set.contains(&decl))
    }

    /// The text of an expression as the user wrote it.
    pub fn text(&self, expr: ExprId) -> String {
        self.range(expr).map_or_else(String::new, |range| self.positions.text(range, self.sources))
    }
}

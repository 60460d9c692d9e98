//! What the names of a unit stand for.
//!
//! In: a declaration of the current unit. Out: the definition that a linker would take for it: the unit's own, another
//! unit's where this one has none or one that gives way (`weak`), or what it is another name of (`alias`). It must not
//! know what is made of a definition.

use super::tables::Lower;
use crate::frontend::link::links::Home;
use crate::frontend::typed::tree::{Decl, DeclFlags, DeclId, DeclKind, Linkage};

impl Lower<'_> {
    /// The definition of a function that the current unit names; in whatever unit it is.
    pub fn definition(&self, decl: DeclId) -> Option<Home> {
        let declared = &self.input.tast[decl];
        if declared.body.is_some() && !self.gives_way(decl) {
            return Some(Home { unit: self.unit(), decl });
        }
        let shared = declared.kind == DeclKind::Function && declared.linkage == Linkage::External;
        let name = self.input.name(decl);
        // A builtin of the name is the function, if it is no builtin here.
        let known = self.links.home(name).or_else(|| self.links.home(name.strip_prefix("__builtin_")?));
        let named = known.filter(|_| shared);
        let home = self.meant(named.unwrap_or(Home { unit: self.unit(), decl }));
        self.units()[home.unit].tast[home.decl].body.is_some().then_some(home)
    }

    /// What a declaration stands for that is just another name of something in its unit.
    pub fn meant(&self, mut home: Home) -> Home {
        let input = &self.units()[home.unit];
        // Names that stand for each other in a circle mean nothing.
        for _ in 0..input.tast.top_level().len() {
            // What a resolver answers is no other name.
            if input.tast.ifuncs().contains(&home.decl) {
                break;
            }
            let Some(name) = input.tast[home.decl].alias else { break };
            let bytes = input.tast[name].bytes(input.target);
            let name = String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string();
            let named = |decl: &&DeclId| input.tast[**decl].linkage != Linkage::None && input.name(**decl) == name;
            let Some(decl) = input.tast.top_level().iter().find(named) else { break };
            home.decl = *decl;
        }
        home
    }

    /// Whether a name of the current unit stands for the definition of another unit although this one has one, too: one that is weak, or
    /// an inline definition beside the external one (C17, 6.7.4: its address is that of the external one, and which a call takes is open).
    pub fn gives_way(&self, decl: DeclId) -> bool {
        let declared = &self.input.tast[decl];
        let other = self.links.home(self.input.name(decl)).filter(|home| home.unit != self.unit());
        declared.linkage == Linkage::External
            && other.is_some_and(|home| {
                let there = &self.units()[home.unit];
                let is_inline = |of: &Decl| of.kind == DeclKind::Function && of.alias.is_none() && !of.inline.emits();
                declared.flags.contains(DeclFlags::WEAK)
                    || is_inline(declared)
                        && declared.body.is_some()
                        && !there.own
                        && !is_inline(&there.tast[home.decl])
            })
    }
}

//! The names that the units of a program share.
//!
//! In: the typed trees of all units. Out: where each name of external linkage is defined ([`Links`]), or what is wrong
//! with them: two definitions of one name, or a declaration of another type than the definition, each with both places.
//! Names that nobody defines are the matter of whoever uses them.

use std::collections::HashMap;

use super::same_type;
use crate::diag::{Diagnostic, Span};
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclFlags, DeclId, DeclKind, Definition, Linkage, StorageDuration};

/// A definition: a declaration of one of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Home {
    pub unit: usize,
    pub decl: DeclId,
}

/// Where each name of external linkage is defined.
#[derive(Debug, Default)]
pub struct Links {
    homes: HashMap<String, Home>,
}

impl Links {
    pub fn home(&self, name: &str) -> Option<Home> {
        self.homes.get(name).copied()
    }
}

/// How much a definition has to say where there are others of its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// An inline definition, which is its own unit's.
    Inline,
    /// The tool's own, or one that says itself that it gives way.
    Weak,
    Strong,
}

/// Finds the definition of each shared name.
///
/// # Errors
/// A name is defined twice, or declared as something else than it is defined as.
pub fn link(units: &[Input<'_>]) -> Result<Links, Vec<Diagnostic>> {
    let mut links = Links::default();
    let mut strengths: HashMap<Home, Strength> = HashMap::new();
    let mut errors = Vec::new();
    for (unit, input) in units.iter().enumerate() {
        for decl in shared(input) {
            let Some(strength) = defines(input, decl) else { continue };
            let (home, name) = (Home { unit, decl }, input.name(decl));
            match links.homes.get(name).map(|other| (*other, strengths[other])) {
                Some((other, Strength::Strong)) if strength == Strength::Strong => {
                    let error = Diagnostic::error(format!("`{name}` is defined twice"));
                    errors.push(with_places(error, units, home, (other, "it is also defined here")));
                }
                Some((_, other)) if other >= strength => {}
                _ => {
                    links.homes.insert(name.to_string(), home);
                    strengths.insert(home, strength);
                }
            }
        }
    }
    for (unit, input) in units.iter().enumerate().filter(|(_, input)| !input.own) {
        // A definition that gives way is no more than a declaration.
        let declares = |decl: &DeclId| matches!(defines(input, *decl), None | Some(Strength::Weak));
        for decl in shared(input).filter(declares) {
            let Some(home) = links.home(input.name(decl)).filter(|home| home.unit != unit) else { continue };
            if let Some(error) = differs(units, Home { unit, decl }, home) {
                errors.push(error);
            }
        }
    }
    if errors.is_empty() { Ok(links) } else { Err(errors) }
}

/// The names at the top of a unit that others may see.
fn shared<'a>(input: &'a Input<'_>) -> impl Iterator<Item = DeclId> + 'a {
    let tast = input.tast;
    tast.top_level().iter().copied().filter(|decl| tast[*decl].linkage == Linkage::External)
}

/// Whether a declaration defines its name.
fn defines(input: &Input<'_>, decl: DeclId) -> Option<Strength> {
    let declared = &input.tast[decl];
    let defined = match declared.kind {
        DeclKind::Function => declared.body.is_some(),
        DeclKind::Object => declared.state != Definition::Declared || declared.init.is_some(),
        _ => false,
    } || declared.alias.is_some();
    let strength = if declared.kind == DeclKind::Function && declared.alias.is_none() && !declared.inline.emits() {
        Strength::Inline
    } else if input.own || declared.flags.contains(DeclFlags::WEAK) {
        Strength::Weak
    } else {
        Strength::Strong
    };
    defined.then_some(strength)
}

/// What is wrong with a declaration, seen from the definition of its name in another unit.
fn differs(units: &[Input<'_>], here: Home, home: Home) -> Option<Diagnostic> {
    let (input, other) = (&units[here.unit], &units[home.unit]);
    // The library's names may be declared by the system's headers, whose structs are spelled in another way.
    if other.own {
        return None;
    }
    let (declared, defined) = (&input.tast[here.decl], &other.tast[home.decl]);
    let name = input.name(here.decl);
    let thread = |duration| duration == StorageDuration::Thread;
    let same = declared.kind == defined.kind
        && thread(declared.duration) == thread(defined.duration)
        && same_type::compatible((input, declared.ty), (other, defined.ty));
    let error = Diagnostic::error(format!("`{name}` is declared here with another type than it is defined with"))
        .help("declare it in one header that all files include");
    (!same).then(|| with_places(error, units, here, (home, "it is defined here")))
}

fn with_places(error: Diagnostic, units: &[Input<'_>], here: Home, (there, what): (Home, &str)) -> Diagnostic {
    let place = |home: Home| -> Option<Span> {
        let input = &units[home.unit];
        input.place(home.decl)
    };
    Diagnostic { span: place(here), ..error }.note(what, place(there))
}

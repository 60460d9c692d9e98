//! The final condition of a test.
//!
//! In: its text, from `exists`, `~exists` or `forall` on. Out: a [`Condition`] over final registers and locations. It must not know how
//! they come about.

use std::collections::BTreeSet;

use super::code::number;
use super::{Location, Register, Test};

/// What must be so of the final states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Exists,
    NotExists,
    ForAll,
}

/// A condition on final states.
#[derive(Clone, Debug)]
pub struct Condition {
    pub quantifier: Quantifier,
    pub formula: Formula,
}

#[derive(Clone, Debug)]
pub enum Formula {
    True,
    Atom(Atom),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

/// A place has a value, or has not.
#[derive(Clone, Debug)]
pub struct Atom {
    pub place: Place,
    pub value: Operand,
    pub is_equal: bool,
}

#[derive(Clone, Debug)]
pub enum Operand {
    Number(i64),
    /// What another place holds, or a location's address: names are settled when all are known.
    Place(Place),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Register {
        thread: usize,
        register: Register,
    },
    Location(Location),
    /// The address of a location.
    Address(Location),
}

/// A final state.
pub trait State {
    fn register(&self, thread: usize, register: Register) -> i64;
    fn location(&self, location: Location) -> i64;
}

/// What a place holds in a state.
pub fn look(state: &impl State, place: &Place) -> i64 {
    match place {
        Place::Register { thread, register } => state.register(*thread, *register),
        Place::Location(location) => state.location(*location),
        Place::Address(location) => location.address(),
    }
}

impl Formula {
    pub fn holds(&self, state: &impl State) -> bool {
        match self {
            Formula::True => true,
            Formula::Atom(atom) => {
                let wanted = match &atom.value {
                    Operand::Number(number) => *number,
                    Operand::Place(place) => look(state, place),
                };
                (look(state, &atom.place) == wanted) == atom.is_equal
            }
            Formula::Not(inner) => !inner.holds(state),
            Formula::And(items) => items.iter().all(|item| item.holds(state)),
            Formula::Or(items) => items.iter().any(|item| item.holds(state)),
        }
    }
}

/// Reads a condition; the names of locations that it alone mentions become locations of the test.
///
/// # Errors
/// The byte of the text at which it ceases to be a condition.
pub(super) fn parse(text: &str, test: &mut Test) -> Result<Condition, usize> {
    let mut parser = Parser { text, at: 0, test };
    parser.blank();
    // A test that only shows locations holds if it ends at all.
    if parser.at == text.len() {
        return Ok(Condition { quantifier: Quantifier::Exists, formula: Formula::True });
    }
    let quantifier = if parser.take("~exists") || parser.take("~ exists") {
        Quantifier::NotExists
    } else if parser.take("exists") {
        Quantifier::Exists
    } else if parser.take("forall") {
        Quantifier::ForAll
    } else {
        return Err(parser.at);
    };
    let formula = parser.or()?;
    parser.blank();
    if parser.at < text.len() { Err(parser.at) } else { Ok(Condition { quantifier, formula }) }
}

/// Reads what stands between the brackets of `locations [ … ]`; `None` if some of it is no place.
pub(super) fn places(text: &str, test: &mut Test) -> Option<Vec<Place>> {
    let mut places = Vec::new();
    for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        let mut parser = Parser { text: item, at: 0, test };
        places.push(parser.place().ok()?);
        if parser.at < item.len() {
            return None;
        }
    }
    Some(places)
}

impl Formula {
    /// The places that it speaks of.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Formula::True => Vec::new(),
            Formula::Atom(Atom { place, value, .. }) => match value {
                Operand::Place(other) => vec![place.clone(), other.clone()],
                Operand::Number(_) => vec![place.clone()],
            },
            Formula::Not(inner) => inner.places(),
            Formula::And(items) | Formula::Or(items) => items.iter().flat_map(Formula::places).collect(),
        }
    }

    /// The numbers that it names.
    pub fn numbers(&self) -> BTreeSet<i64> {
        match self {
            Formula::Atom(Atom { value: Operand::Number(number), .. }) => BTreeSet::from([*number]),
            Formula::True | Formula::Atom(_) => BTreeSet::new(),
            Formula::Not(inner) => inner.numbers(),
            Formula::And(items) | Formula::Or(items) => items.iter().flat_map(Formula::numbers).collect(),
        }
    }
}

/// Reads what a condition and a `filter` are made of.
///
/// # Errors
/// The byte of the text at which it ceases to be one.
pub(super) fn formula(text: &str, test: &mut Test) -> Result<Formula, usize> {
    let mut parser = Parser { text, at: 0, test };
    let formula = parser.or()?;
    parser.blank();
    if parser.at < text.len() { Err(parser.at) } else { Ok(formula) }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    test: &'t mut Test,
}

impl Parser<'_> {
    fn blank(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, word: &str) -> bool {
        self.blank();
        let is_next = self.text[self.at..].starts_with(word);
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    fn or(&mut self) -> Result<Formula, usize> {
        let mut items = vec![self.and()?];
        while self.take("\\/") {
            items.push(self.and()?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Formula::Or(items) })
    }

    fn and(&mut self) -> Result<Formula, usize> {
        let mut items = vec![self.unary()?];
        while self.take("/\\") {
            items.push(self.unary()?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Formula::And(items) })
    }

    fn unary(&mut self) -> Result<Formula, usize> {
        if self.take("~") || self.take("not ") {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if self.take("(") {
            let inner = self.or()?;
            return if self.take(")") { Ok(inner) } else { Err(self.at) };
        }
        if self.take("true") {
            return Ok(Formula::True);
        }
        let place = self.place()?;
        let is_equal = if self.take("!=") || self.take("<>") {
            false
        } else if self.take("==") || self.take("=") {
            true
        } else {
            return Err(self.at);
        };
        self.blank();
        let value = match self.number() {
            Some(number) => Operand::Number(number),
            None => match self.place()? {
                // The name of a location on the right is its address.
                Place::Location(location) => Operand::Place(Place::Address(location)),
                place => Operand::Place(place),
            },
        };
        Ok(Formula::Atom(Atom { place, value, is_equal }))
    }

    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '%'))).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Option<i64> {
        let start = self.at;
        let sign = if self.take("-") { -1 } else { 1 };
        let word = self.word().to_string();
        // `1:r1` is a register.
        let number = number(&word).filter(|_| !self.text[self.at..].starts_with(':'));
        if number.is_none() {
            self.at = start;
        }
        number.map(|number| sign * number)
    }

    fn place(&mut self) -> Result<Place, usize> {
        self.blank();
        let bracketed = self.take("[");
        // How a place is written in C says nothing more about which it is.
        let _sign = self.take("&") || self.take("*");
        let start = self.at;
        let word = self.word().to_string();
        if word.is_empty() {
            return Err(start);
        }
        if self.text[self.at..].starts_with(':') {
            self.at += 1;
            let thread: usize = word.trim_start_matches('P').parse().map_err(|_| start)?;
            let name = self.word().to_string();
            let name = self.test.dialect.register(&name).unwrap_or(name);
            let thread_of_test = self.test.threads.get_mut(thread).ok_or(start)?;
            return Ok(Place::Register { thread, register: thread_of_test.register(&name) });
        }
        if bracketed && !self.take("]") {
            return Err(self.at);
        }
        Ok(Place::Location(self.test.location(&word)))
    }
}

impl Test {
    /// The location with a name, a new one that holds 0 if need be.
    pub fn location(&mut self, name: &str) -> Location {
        let known = self.locations.iter().position(|other| other == name);
        Location(known.unwrap_or_else(|| {
            self.locations.push(name.to_string());
            self.initial.push(0);
            self.sizes.push(None);
            self.locations.len() - 1
        }))
    }
}

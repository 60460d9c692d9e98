//! The final condition of a test.
//!
//! In: its text, from `exists`, `~exists`, `forall` or `final` on. Out: a [`Condition`] over final registers and locations. It must not know how
//! they come about.

use std::collections::BTreeSet;

use super::code::number;
use super::{Integer, Location, Register, Test};

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
    /// As what both are read.
    pub integer: Integer,
}

#[derive(Clone, Debug)]
pub enum Operand {
    Number(i64),
    /// What the elements of an array hold.
    Elements(Vec<i64>),
    /// What another place holds, or a location's address: names are settled when all are known.
    Place(Place),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Register {
        thread: usize,
        register: Register,
    },
    /// A location; of an array, where all of it is meant, all elements.
    Location(Location),
    /// An element of an array.
    Element(Location, usize),
    /// An address: of a location or an element.
    Address(i64),
}

/// A final state.
pub trait State {
    fn register(&self, thread: usize, register: Register) -> i64;
    /// What is in an element; a location that is no array is its own first one.
    fn element(&self, location: Location, index: usize) -> i64;
}

/// What a place holds in a state.
pub fn look(state: &impl State, place: &Place) -> i64 {
    match place {
        Place::Register { thread, register } => state.register(*thread, *register),
        Place::Location(location) => state.element(*location, 0),
        Place::Element(location, index) => state.element(*location, *index),
        Place::Address(address) => *address,
    }
}

impl Formula {
    pub fn holds(&self, state: &impl State) -> bool {
        match self {
            Formula::True => true,
            Formula::Atom(atom) => atom.is_met(state) == atom.is_equal,
            Formula::Not(inner) => !inner.holds(state),
            Formula::And(items) => items.iter().all(|item| item.holds(state)),
            Formula::Or(items) => items.iter().any(|item| item.holds(state)),
        }
    }
}

impl Atom {
    /// Whether two values are the same.
    pub fn is_same(&self, one: i64, other: i64) -> bool {
        one == other || self.integer.reading(one) == self.integer.reading(other)
    }

    /// Whether the place holds the value.
    fn is_met(&self, state: &impl State) -> bool {
        match (&self.value, &self.place) {
            (Operand::Number(number), place) => self.is_same(look(state, place), *number),
            (Operand::Place(other), place) => self.is_same(look(state, place), look(state, other)),
            (Operand::Elements(values), Place::Location(location)) => {
                let mut elements = values.iter().enumerate();
                elements.all(|(index, value)| self.is_same(state.element(*location, index), *value))
            }
            (Operand::Elements(_), _) => false,
        }
    }
}

/// Reads a condition, and returns it with its text; the names of locations that it alone mentions become locations of the test.
///
/// # Errors
/// The byte of the text at which it ceases to be a condition.
pub(super) fn parse(text: &str, test: &mut Test) -> Result<(Condition, String), usize> {
    let mut parser = Parser { text, at: 0, test };
    parser.blank();
    // A test that only shows locations holds if it ends at all.
    if parser.at == text.len() {
        return Ok((Condition { quantifier: Quantifier::Exists, formula: Formula::True }, String::new()));
    }
    let start = parser.at;
    let quantifier = if parser.take("~") || parser.take_word("not") {
        if !parser.take_word("exists") {
            return Err(parser.at);
        }
        Quantifier::NotExists
    } else if parser.take_word("forall") {
        Quantifier::ForAll
    } else if parser.take_word("exists") || parser.take_word("final") || text[parser.at..].starts_with('(') {
        // Of what is `final` it is asked whether it is reached.
        Quantifier::Exists
    } else {
        return Err(parser.at);
    };
    let formula = parser.or()?;
    let written = text[start..parser.at].split_whitespace().collect::<Vec<_>>().join(" ");
    let written = written.strip_prefix("final").map_or(written.clone(), |rest| format!("exists{rest}"));
    while parser.take(";") {}
    // What tools expect of it.
    if parser.take_word("with") {
        while parser.expectation() {}
    }
    parser.blank();
    if parser.at < text.len() { Err(parser.at) } else { Ok((Condition { quantifier, formula }, written)) }
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
                Operand::Number(_) | Operand::Elements(_) => vec![place.clone()],
            },
            Formula::Not(inner) => inner.places(),
            Formula::And(items) | Formula::Or(items) => items.iter().flat_map(Formula::places).collect(),
        }
    }

    /// The numbers that it names.
    pub fn numbers(&self) -> BTreeSet<i64> {
        match self {
            Formula::Atom(Atom { value: Operand::Number(number), .. }) => BTreeSet::from([*number]),
            Formula::Atom(Atom { value: Operand::Elements(numbers), .. }) => numbers.iter().copied().collect(),
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

    /// A word that goes no further.
    fn take_word(&mut self, word: &str) -> bool {
        self.blank();
        let rest = self.text[self.at..].strip_prefix(word);
        let is_next = rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    /// `tso: ~exists;`
    fn expectation(&mut self) -> bool {
        self.blank();
        if self.word().is_empty() || !self.take(":") {
            return false;
        }
        let is_negated = self.take("~") || self.take_word("not");
        let is_one = self.take_word("exists") || !is_negated && self.take_word("forall");
        while self.take(";") {}
        is_one
    }

    fn or(&mut self) -> Result<Formula, usize> {
        let mut items = vec![self.and()?];
        while self.take("\\/") {
            items.push(self.and()?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Formula::Or(items) })
    }

    fn and(&mut self) -> Result<Formula, usize> {
        let mut items = vec![self.implication()?];
        while self.take("/\\") {
            items.push(self.implication()?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Formula::And(items) })
    }

    /// `a => b => c` is `a => (b => c)`. It binds more tightly than `/\`, as in herd.
    fn implication(&mut self) -> Result<Formula, usize> {
        let mut items = vec![self.unary()?];
        while self.take("=>") {
            items.push(self.unary()?);
        }
        let last = items.pop().unwrap_or(Formula::True);
        let implies = |then, when| Formula::Or(vec![Formula::Not(Box::new(when)), then]);
        Ok(items.into_iter().rev().fold(last, implies))
    }

    fn unary(&mut self) -> Result<Formula, usize> {
        if self.take("~") || self.take_word("not") {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if self.take("(") {
            let inner = self.or()?;
            return if self.take(")") { Ok(inner) } else { Err(self.at) };
        }
        if self.take_word("true") {
            return Ok(Formula::True);
        }
        if self.take_word("false") {
            return Ok(Formula::Or(Vec::new()));
        }
        let start = self.at;
        let place = self.place()?;
        let is_equal = if self.take("!=") || self.take("<>") {
            false
        } else if self.take("==") || !self.text[self.at..].trim_start().starts_with("=>") && self.take("=") {
            true
        } else {
            return Err(self.at);
        };
        self.blank();
        let count = match place {
            Place::Location(location) if self.test.locations[location.0].is_array => {
                Some(self.test.locations[location.0].initial.len())
            }
            _ => None,
        };
        let value = match (count, self.text[self.at..].starts_with('{')) {
            (Some(count), true) => Operand::Elements(self.elements(count)?),
            (None, false) => self.operand()?,
            // All of an array has no value of its own.
            _ => return Err(start),
        };
        let integer = self.test.integer(&place);
        Ok(Formula::Atom(Atom { place, value, is_equal, integer }))
    }

    /// What stands behind a sign of comparison.
    fn operand(&mut self) -> Result<Operand, usize> {
        if let Some(number) = self.number() {
            return Ok(Operand::Number(number));
        }
        let start = self.at;
        let is_read = ["*", "["].iter().any(|sign| self.text[start..].starts_with(sign));
        let place = self.place()?;
        // The name of a location on the right is its address.
        let (location, index) = match place {
            Place::Location(location) if !is_read => (location, 0),
            Place::Element(location, index) if !is_read => (location, index as i64),
            place => return Ok(Operand::Place(place)),
        };
        let address = self.test.element(location, index).ok_or(start)?;
        Ok(Operand::Place(Place::Address(address)))
    }

    /// `{1,2}`.
    fn elements(&mut self, count: usize) -> Result<Vec<i64>, usize> {
        let start = self.at;
        let mut values = Vec::new();
        let mut sign = "{";
        while self.take(sign) {
            self.blank();
            values.push(match self.operand()? {
                Operand::Number(number) => number,
                Operand::Place(Place::Address(address)) => address,
                _ => return Err(start),
            });
            sign = ",";
        }
        if self.take("}") && values.len() == count { Ok(values) } else { Err(start) }
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
        // Around the colon of `0: X1` there may be blanks.
        if self.take(":") {
            self.blank();
            let thread: usize = word.trim_start_matches('P').parse().map_err(|_| start)?;
            let name = self.word().to_string();
            let name = self.test.dialect.register(&name).unwrap_or(name);
            let thread_of_test = self.test.threads.get_mut(thread).ok_or(start)?;
            return Ok(Place::Register { thread, register: thread_of_test.register(&name) });
        }
        let location = self.test.location(&word);
        let variable = &self.test.locations[location.0];
        let (is_array, count) = (variable.is_array, variable.initial.len());
        if is_array && self.text[self.at..].starts_with('[') {
            self.at += 1;
            let index = self.number().and_then(|index| usize::try_from(index).ok()).filter(|index| *index < count);
            let index = index.filter(|_| self.take("]")).ok_or(start)?;
            return Ok(Place::Element(location, index));
        }
        if bracketed && !self.take("]") {
            return Err(self.at);
        }
        Ok(Place::Location(location))
    }
}

//! Values of which one stands for many: nondeterministic choices, split only where the program tells values apart.
//!
//! In: choices, and what a thread computes from them. Out: for each choice the intervals (*classes*) that its values fall
//! into, one representative of each, and what comes of an instruction on a value that hangs on a choice. It must not know
//! memory, graphs, or who explores.
//!
//! # The rule
//! A thread runs on the representative of a class. A value that is computed from it by adding, negating and extending is
//! marked with how it was computed ([`Symbol`]). Where such a value is compared with a known one, the comparison is
//! decided for the whole class: if its outcome is the same for all values, the thread goes on; if not, the values at which
//! the outcome changes are noted, and the next attempt finds smaller classes there ([`Wide::begin`]). Where the value is
//! used in any other way, a class of few values is split into single ones, and a class of many is *looked at*: the run is
//! one of the program, but says nothing of the other values of the class, and whoever explores says so.
//!
//! That is sound: in an attempt in which nothing was noted, all values of a class take the same steps, and what other
//! threads can see of them is a representative, passed on as it is ([`Wide::publish`]) and known again wherever it is
//! read ([`Wide::recognise`]). Nothing else may look like such a representative; where something does, another one is
//! taken ([`Wide::collide`]).

mod term;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use rustc_hash::FxHashMap;

use super::open::Value;
use super::symbol::Symbol;
use crate::exec::addresses;
use crate::exec::execution::Open;
use crate::ids::ThreadId;
use crate::ir::operators::floats::{infinity, is_float_width};
use crate::ir::{BinaryOp, CastOp, UnaryOp, Width};

use term::{Step, Term};

/// A class of at most as many values is split into single ones where comparing is not enough.
const FEW: u64 = 1 << 8;

/// A choice with as many classes is split no further; of one that was looked at this is enough to find what is near.
const MANY: usize = 1 << 12;
const MANY_OF_LOOKED: usize = 1 << 5;

/// So often another representative is tried for one that something else in the program looks like.
const SALTS: u64 = 4;

/// What tells choices apart: the thread, how many it made before, and what it chooses.
pub type Key = (ThreadId, u32, Open);

/// A row of the table of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChoiceId(u32);

/// The values of one choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Choice {
    key: Key,
    width: Width,
    /// The first value of each class, ascending; the first is 0.
    starts: Vec<u64>,
    /// Where classes have to be split.
    found: BTreeSet<u64>,
    /// Other threads may see it.
    is_published: bool,
    salt: u64,
    /// One of many values was used by itself, and may come back without being known again.
    is_looked: bool,
    /// It was split where another choice stood, which may be done once only: it need not come to an end.
    is_guessed: bool,
}

impl Choice {
    /// The first and the last value of a class.
    fn class(&self, index: usize) -> (u64, u64) {
        let last = self.starts.get(index + 1).map_or(self.width.mask(), |next| next - 1);
        (self.starts[index], last)
    }

    /// The class of a value.
    fn class_of(&self, value: u64) -> (u64, u64) {
        self.class(self.starts.partition_point(|start| *start <= value) - 1)
    }

    /// The value that stands for a class.
    fn representative(&self, index: usize) -> u64 {
        let (first, last) = self.class(index);
        if self.is_published && last - first >= FEW {
            let (thread, number, _) = &self.key;
            let seed = [u64::from(thread.0), u64::from(*number), first, self.salt];
            let mixed = seed.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mixed, part| mix(mixed ^ part));
            return first + mixed % (last - first);
        }
        // The one that a person would take: as small as can be.
        if first > self.width.mask() / 2 { last } else { first }
    }
}

/// Spreads a number over all bits.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The choices of a program, with what is known of their values.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Wide {
    choices: Vec<Choice>,
    #[serde(skip)]
    by_key: FxHashMap<Key, ChoiceId>,
    #[serde(skip)]
    terms: Vec<Term>,
    #[serde(skip)]
    by_term: FxHashMap<Term, u32>,
    /// The representatives that other threads may see.
    #[serde(skip)]
    published: FxHashMap<(u64, Width), ChoiceId>,
    has_grown: bool,
    /// A class was not split that the program tells apart.
    gives_up: bool,
}

impl Wide {
    /// The table as it was kept from another run; another attempt follows, which finds the rest by itself.
    pub fn remembered(mut self) -> Wide {
        self.by_key = (0..).map(ChoiceId).zip(&self.choices).map(|(id, choice)| (choice.key.clone(), id)).collect();
        self
    }

    /// Before an attempt: what the last one has noted holds from now on.
    pub fn begin(&mut self) {
        self.has_grown = false;
        self.terms.clear();
        self.by_term.clear();
        self.published.clear();
        for (index, choice) in (0_u32..).zip(&mut self.choices) {
            choice.starts.extend(std::mem::take(&mut choice.found));
            choice.starts.sort_unstable();
            choice.starts.dedup();
            if choice.is_published {
                let many = |class: &usize| choice.class(*class).1 - choice.class(*class).0 >= FEW;
                let classes: Vec<usize> = (0..choice.starts.len()).filter(many).collect();
                // No two choices have one representative.
                let is_taken = |choice: &Choice, class: &usize| {
                    self.published.contains_key(&(choice.representative(*class), choice.width))
                };
                while classes.iter().any(|class| is_taken(choice, class)) {
                    choice.salt += 1;
                }
                let taken = |class| ((choice.representative(class), choice.width), ChoiceId(index));
                self.published.extend(classes.into_iter().map(taken));
            }
        }
    }

    /// What is known of the choices, in words. `place` says where an address lies.
    pub fn described(&self, place: &dyn Fn(u64) -> String) -> Vec<String> {
        let describe = |choice: &Choice| {
            let Choice { key: (thread, count, open), width, starts, found, is_published, salt, is_looked, is_guessed } =
                choice;
            let what = match open {
                Open::Memory(address, width) => format!("memory {} {width:?}", place(*address)),
                open => format!("{open:?}"),
            };
            let classes: Vec<u64> = starts.iter().chain(found).copied().collect();
            format!(
                "choice {thread:?} {count} {what} {width:?} {classes:?} {is_published} {salt} {is_looked} {is_guessed}"
            )
        };
        self.choices.iter().map(describe).chain(self.gives_up.then(|| "classes were not split".to_string())).collect()
    }

    /// Whether something was noted that calls for another attempt.
    pub fn has_grown(&self) -> bool {
        self.has_grown
    }

    /// Whether something was told apart since this was asked last that is not split any more.
    pub fn gives_up(&mut self) -> bool {
        std::mem::take(&mut self.gives_up)
    }

    /// The row of a choice.
    pub fn choice(&mut self, key: Key, width: Width) -> ChoiceId {
        if let Some(known) = self.by_key.get(&key) {
            return *known;
        }
        let id = ChoiceId(u32::try_from(self.choices.len()).expect("fewer than 2^32 choices; please report this"));
        self.by_key.insert(key.clone(), id);
        // Of two values each is tried.
        let starts = if width == Width::BOOL { vec![0, 1] } else { vec![0] };
        let found = BTreeSet::new();
        self.choices.push(Choice {
            key,
            width,
            starts,
            found,
            is_published: false,
            salt: 0,
            is_looked: false,
            is_guessed: false,
        });
        id
    }

    /// How many classes there are of its values.
    pub fn classes(&self, choice: ChoiceId) -> u64 {
        self.choices[choice.0 as usize].starts.len() as u64
    }

    /// The value that stands for a class.
    pub fn representative(&self, choice: ChoiceId, class: u64) -> u64 {
        self.choices[choice.0 as usize].representative(class as usize)
    }

    /// A representative, marked unless its class has no other value.
    pub fn chosen(&mut self, choice: ChoiceId, value: u64) -> Value {
        let known = &self.choices[choice.0 as usize];
        let (width, (first, last)) = (known.width, known.class_of(value));
        if first == last {
            return value.into();
        }
        let symbol = self.symbol(Term::new(choice, value), width);
        Value { bits: value, open: width.mask(), symbol: Some(symbol), ..Value::default() }
    }

    fn symbol(&mut self, term: Term, width: Width) -> Symbol {
        if let Some(known) = self.by_term.get(&term) {
            return Symbol { term: *known, width };
        }
        let row = u32::try_from(self.terms.len()).expect("fewer than 2^32 terms; please report this");
        self.by_term.insert(term.clone(), row);
        self.terms.push(term);
        Symbol { term: row, width }
    }

    fn class_of(&self, symbol: Symbol) -> (&Term, &Choice) {
        let term = &self.terms[symbol.term as usize];
        (term, &self.choices[term.choice.0 as usize])
    }

    /// The values of a symbol at the ends of its class, if all others are between these.
    pub fn ends(&self, symbol: Symbol) -> Option<[u64; 2]> {
        let (term, choice) = self.class_of(symbol);
        let (first, last) = choice.class_of(term.value);
        let ends = [first, last].map(|value| term.at(value));
        // Each step leaves neighbours beside each other but for the ends of the numbers.
        (ends[0].abs_diff(ends[1]) == last - first).then_some(ends)
    }

    /// Whether a symbol is an address to which a choice was added, or from which it was taken away.
    pub fn is_moved_address(&self, symbol: Symbol) -> bool {
        self.class_of(symbol).0.adds(addresses::in_reach)
    }

    /// What an operator yields of two values of this width, at least one of which hangs on a choice; `None` if that
    /// cannot be said for all values of the choice.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value, width: Width) -> Option<Value> {
        match (left.symbol, right.symbol) {
            (Some(symbol), None) if right.open == 0 => self.with(op, symbol, (left, right), width),
            (None, Some(symbol)) if left.open == 0 => self.with(op, symbol, (left, right), width),
            // The same value twice.
            (Some(a), Some(b)) if a == b && op.is_comparison() && !op.is_float() => {
                Some(op.eval(left.bits, right.bits, width).into())
            }
            (Some(a), Some(_)) if op.is_comparison() => {
                // One of them is split where the other one stands; that may show a difference, but not all there are.
                let choice = self.terms[a.term as usize].choice;
                if !std::mem::replace(&mut self.choices[choice.0 as usize].is_guessed, true) {
                    self.split(a, |value| op.eval(value, right.bits, width), &[right.bits], width);
                }
                None
            }
            _ => None,
        }
    }

    /// The same where the other operand is known.
    fn with(&mut self, op: BinaryOp, symbol: Symbol, operands: (Value, Value), width: Width) -> Option<Value> {
        let (left, right) = operands;
        let is_left = left.symbol.is_some();
        let bits = op.eval(left.bits, right.bits, width);
        let steps: &[Step] = match op {
            BinaryOp::Add => &[Step::Add(if is_left { right.bits } else { left.bits }, width)],
            BinaryOp::Sub if is_left => &[Step::Add(right.bits.wrapping_neg() & width.mask(), width)],
            BinaryOp::Sub => &[Step::Negate(width), Step::Add(left.bits, width)],
            op if op.is_comparison() => {
                let known = if is_left { right.bits } else { left.bits };
                let outcome = |value: u64| match is_left {
                    true => op.eval(value, known, width),
                    false => op.eval(known, value, width),
                };
                self.split(symbol, outcome, &[known], width);
                return Some(bits.into());
            }
            _ => return None,
        };
        Some(self.step(symbol, steps, bits, width))
    }

    pub fn unary(&mut self, op: UnaryOp, value: Value, width: Width) -> Option<Value> {
        let symbol = value.symbol?;
        let steps: &[Step] = match op {
            UnaryOp::Neg => &[Step::Negate(width)],
            UnaryOp::Not => &[Step::Negate(width), Step::Add(width.mask(), width)],
            _ => return None,
        };
        Some(self.step(symbol, steps, op.eval(value.bits, width), width))
    }

    pub fn cast(&mut self, op: CastOp, value: Value, (from, to): (Width, Width)) -> Option<Value> {
        let symbol = value.symbol?;
        let bits = op.eval(value.bits, from, to);
        let step = match op {
            CastOp::ZeroExtend => Step::ZeroExtend(from),
            CastOp::SignExtend => Step::SignExtend(from, to),
            CastOp::Truncate => {
                let term = self.terms[symbol.term as usize].before_extension(to)?;
                let symbol = Some(self.symbol(term, to));
                return Some(Value { bits, open: to.mask(), symbol, ..Value::default() });
            }
            _ => return None,
        };
        Some(self.step(symbol, &[step], bits, to))
    }

    fn step(&mut self, symbol: Symbol, steps: &[Step], bits: u64, width: Width) -> Value {
        let mut term = self.terms[symbol.term as usize].clone();
        steps.iter().for_each(|step| term.push(*step));
        let symbol = Some(self.symbol(term, width));
        Value { bits, open: width.mask(), symbol, ..Value::default() }
    }

    /// Notes where the class of a value has to be split so that `outcome` is the same in all parts. It may change where
    /// the value comes to one of the `known` ones or is behind it, and where its sign changes.
    fn split(&mut self, symbol: Symbol, outcome: impl Fn(u64) -> u64, known: &[u64], width: Width) {
        let (term, choice) = self.class_of(symbol);
        let (first, last) = choice.class_of(term.value);
        let mut starts = BTreeSet::from([width.sign_bit()]);
        starts.extend(known);
        starts.extend(known.iter().map(|value| value.wrapping_add(1) & width.mask()));
        if is_float_width(width) {
            // Floating-point numbers are ordered as their bits are between these: the zeros, which are equal, the same
            // magnitude of either sign, and infinity, above which there is no number.
            let sign = width.sign_bit();
            let magnitudes = known.iter().map(|value| value & !sign).chain([0, infinity(width)]);
            let places = magnitudes.flat_map(|at| [at, at + 1, at | sign, (at | sign).wrapping_add(1) & width.mask()]);
            starts.extend(places.collect::<Vec<u64>>());
        }
        let starts: BTreeSet<u64> = term.starts(starts).into_iter().filter(|at| first < *at && *at <= last).collect();
        let mut found = Vec::new();
        let mut before = outcome(term.at(first));
        for start in starts {
            let here = outcome(term.at(start));
            if here != before {
                found.push(start);
            }
            before = here;
        }
        let choice = term.choice;
        self.note(choice, found);
    }

    fn note(&mut self, choice: ChoiceId, starts: impl IntoIterator<Item = u64>) {
        let known = &mut self.choices[choice.0 as usize];
        let most = if known.is_looked { MANY_OF_LOOKED } else { MANY };
        for start in starts {
            if known.starts.len() + known.found.len() >= most {
                self.gives_up |= known.starts.binary_search(&start).is_err() && !known.found.contains(&start);
                continue;
            }
            self.has_grown |= known.starts.binary_search(&start).is_err() && known.found.insert(start);
        }
    }

    /// The thread depends on more than comparisons of a value. Returns whether its class is split into single values, so
    /// that nothing is missed.
    pub fn look(&mut self, symbol: Symbol) -> bool {
        let (term, choice) = self.class_of(symbol);
        let ((first, last), choice) = (choice.class_of(term.value), term.choice);
        if last - first >= FEW {
            self.choices[choice.0 as usize].is_looked = true;
            return false;
        }
        self.note(choice, first + 1..=last);
        !self.gives_up()
    }

    /// A value becomes visible to other threads in a cell of this width. Returns whether they will know it again.
    pub fn publish(&mut self, symbol: Symbol, width: Width) -> bool {
        let (term, choice) = self.class_of(symbol);
        let (first, last) = choice.class_of(term.value);
        if last - first < FEW || !term.is_plain() || choice.width != width {
            return self.look(symbol);
        }
        let choice = term.choice;
        let known = &mut self.choices[choice.0 as usize];
        self.has_grown |= !known.is_published;
        known.is_published = true;
        true
    }

    /// A value that was found in a cell of this width, marked if it stands for others.
    pub fn recognise(&mut self, value: u64, width: Width) -> Value {
        match self.published.get(&(value, width)) {
            Some(choice) => self.chosen(*choice, value),
            None => value.into(),
        }
    }

    /// Something that is no choice has the value of one that others may see. Returns whether another value is taken for
    /// that.
    pub fn collide(&mut self, value: u64, width: Width) -> bool {
        let Some(choice) = self.published.get(&(value, width)) else { return true };
        let known = &mut self.choices[choice.0 as usize];
        if known.salt >= SALTS {
            return false;
        }
        known.salt += 1;
        self.has_grown = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        (ThreadId(1), 0, Open::Argument(0))
    }

    /// Splits the values of a choice of five bits until the outcome of a run is one for each class; returns that for all
    /// values.
    fn outcomes(run: &dyn Fn(&mut Wide, Value) -> Option<u64>) -> Vec<u64> {
        let width = Width::new(5);
        let mut wide = Wide::default();
        for _ in 0..64 {
            wide.begin();
            let choice = wide.choice(key(), width);
            let mut all = vec![0; 32];
            for class in 0..wide.classes(choice) {
                let representative = wide.representative(choice, class);
                let value = wide.chosen(choice, representative);
                let outcome = run(&mut wide, value).expect("the operators are known");
                let (first, last) = wide.choices[0].class(class as usize);
                all[first as usize..=last as usize].fill(outcome);
            }
            if !wide.has_grown() {
                return all;
            }
        }
        panic!("the classes are split without end");
    }

    #[test]
    fn a_class_is_decided_as_each_of_its_values_is() {
        use BinaryOp::*;
        let (narrow, broad) = (Width::new(5), Width::new(7));
        for op in [Equal, NotEqual, UnsignedLess, UnsignedLessEqual, SignedLess, SignedLessEqual] {
            for extend in [CastOp::ZeroExtend, CastOp::SignExtend] {
                for (added, subtracted, known) in (0..32)
                    .step_by(5)
                    .flat_map(|a| (0..128).step_by(19).flat_map(move |b| (0..128).map(move |c| (a, b, c))))
                {
                    // known op (subtracted - extended(x + added))
                    let seen = outcomes(&|wide, value| {
                        let sum =
                            wide.binary(Add, value, added.into(), narrow).unwrap_or(((value.bits + added) & 31).into());
                        let long = wide
                            .cast(extend, sum, (narrow, broad))
                            .unwrap_or_else(|| extend.eval(sum.bits, narrow, broad).into());
                        let rest = wide.binary(Sub, subtracted.into(), long, broad);
                        let rest = rest.unwrap_or_else(|| Sub.eval(subtracted, long.bits, broad).into());
                        let outcome = wide.binary(op, known.into(), rest, broad);
                        Some(outcome.map_or_else(|| op.eval(known, rest.bits, broad), |value| value.bits))
                    });
                    for value in 0..32 {
                        let long = extend.eval((value + added) & 31, narrow, broad);
                        let right = op.eval(known, Sub.eval(subtracted, long, broad), broad);
                        assert_eq!(
                            seen[value as usize], right,
                            "{op:?} {extend:?} {added} {subtracted} {known}: {value}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_class_compares_as_each_of_its_numbers_does() {
        let width = Width::INT;
        let edges = [0.0f32, 1e-45, 1.0, f32::MAX, f32::INFINITY, f32::NAN].map(|number| u64::from(number.to_bits()));
        let near = |at: u64| [at, at ^ width.sign_bit()].into_iter().flat_map(|at| [at, at ^ 1, at.wrapping_sub(1)]);
        let all: Vec<u64> =
            edges.into_iter().flat_map(near).chain([width.mask()]).map(|at| at & width.mask()).collect();
        for op in [BinaryOp::FloatEqual, BinaryOp::FloatLess, BinaryOp::FloatLessEqual] {
            for (known, is_left) in all.iter().flat_map(|known| [(*known, true), (*known, false)]) {
                let outcome = |value: u64| {
                    let (a, b) = if is_left { (value, known) } else { (known, value) };
                    op.eval(a, b, width)
                };
                let mut wide = Wide::default();
                let choice = wide.choice(key(), width);
                loop {
                    wide.begin();
                    for class in 0..wide.classes(choice) {
                        let representative = wide.representative(choice, class);
                        let value = wide.chosen(choice, representative);
                        let (left, right) = if is_left { (value, known.into()) } else { (known.into(), value) };
                        wide.binary(op, left, right, width);
                    }
                    if !wide.has_grown() {
                        break;
                    }
                }
                for value in &all {
                    let (first, last) = wide.choices[0].class_of(*value);
                    assert_eq!(outcome(first), outcome(*value), "{op:?} {known:x} {is_left}: {first:x} {value:x}");
                    assert_eq!(outcome(last), outcome(*value), "{op:?} {known:x} {is_left}: {last:x} {value:x}");
                }
            }
        }
    }

    #[test]
    fn a_representative_that_something_looks_like_is_changed() {
        let (mut wide, width) = (Wide::default(), Width::INT);
        let choice = wide.choice(key(), width);
        wide.begin();
        let value = wide.chosen(choice, 0);
        assert!(wide.publish(value.symbol.expect("any of 2^32"), width));
        assert!(wide.has_grown());
        wide.begin();
        let first = wide.representative(choice, 0);
        assert_eq!(wide.recognise(first, width).symbol, wide.chosen(choice, first).symbol);
        assert!(wide.collide(first, width) && wide.has_grown());
        wide.begin();
        assert_ne!(wide.representative(choice, 0), first);
        assert_eq!(wide.recognise(first, width).symbol, None);
    }
}

//! Terms: the values of a program as expressions over what its reads return.
//!
//! In: operators of the IR applied to terms. Out: hash-consed nodes, folded as they are made, each with its
//! may-values. Guards are terms of width 1. It must not know events, memory models or solvers.

mod guards;
mod idle;
mod known;
mod slices;
mod table;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::bounds::Alike;
use crate::exec::comparison::{Comparison, Side};
use crate::exec::values::Values;
use crate::ir::{BinaryOp, CastOp, UnaryOp, Width};

/// How deep the parts of a condition are looked at for what they say of a value.
const CONDITIONS: u32 = 4;

/// A term of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

impl TermId {
    /// The guard that never holds; the first term of every table.
    pub const FALSE: TermId = TermId(0);
    /// The guard that always holds.
    pub const TRUE: TermId = TermId(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value that comes from outside the term: what a read returned, a nondeterministic choice, an undefined value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub u32);

/// The shape of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Const(u64),
    Input(InputId),
    Unary(UnaryOp, TermId),
    Binary(BinaryOp, TermId, TermId),
    Cast(CastOp, TermId),
    /// Condition (width 1), then, otherwise.
    Select(TermId, TermId, TermId),
}

#[derive(Clone, Debug)]
struct Node {
    term: Term,
    width: Width,
    values: Values,
    /// How many conjuncts it has.
    conjuncts: u32,
}

/// The table of terms.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    table: FxHashMap<(Term, Width), TermId>,
    inputs: u32,
    /// Those that nobody read: what the program leaves open.
    choices: FxHashSet<InputId>,
    /// A choice between constants is not taken for the condition that makes it, from which nothing flows into the value.
    keeps_choices: bool,
}

impl Default for Terms {
    fn default() -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            table: FxHashMap::default(),
            inputs: 0,
            choices: FxHashSet::default(),
            keeps_choices: false,
        };
        assert_eq!(terms.constant(0, Width::BOOL), TermId::FALSE);
        assert_eq!(terms.constant(1, Width::BOOL), TermId::TRUE);
        terms
    }
}

impl Terms {
    /// No terms yet, of values that have this in common with those of executions without an iteration.
    pub fn under(alike: Alike) -> Terms {
        Terms { keeps_choices: alike == Alike::SourcesOfTheChosen, ..Terms::default() }
    }

    pub fn term(&self, id: TermId) -> Term {
        self.nodes[id.index()].term
    }

    pub fn width(&self, id: TermId) -> Width {
        self.nodes[id.index()].width
    }

    pub fn values(&self, id: TermId) -> &Values {
        &self.nodes[id.index()].values
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn constant_of(&self, id: TermId) -> Option<u64> {
        match self.term(id) {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether no circuit says what the value is: a floating-point number that is computed.
    pub fn is_opaque(&self, id: TermId) -> bool {
        match self.term(id) {
            Term::Unary(op, _) => op.is_float(),
            Term::Binary(op, ..) => op.is_float() && self.width(id) != Width::BOOL,
            Term::Cast(op, _) => op.is_float(),
            _ => false,
        }
    }

    /// Adds a term; one with a single possible value becomes that constant.
    fn intern(&mut self, term: Term, width: Width, values: Values) -> TermId {
        let (term, values) = match (term, values.constant()) {
            (Term::Const(_), _) | (_, None) => (term, values),
            (_, Some(value)) => (Term::Const(value), Values::one(value)),
        };
        if let Some(id) = self.table.get(&(term, width)) {
            return *id;
        }
        let id = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms; please report this"));
        let conjuncts = match term {
            Term::Binary(BinaryOp::And, front, _) if width == Width::BOOL => self.nodes[front.index()].conjuncts + 1,
            _ => 1,
        };
        self.nodes.push(Node { term, width, values, conjuncts });
        self.table.insert((term, width), id);
        id
    }

    pub fn constant(&mut self, value: u64, width: Width) -> TermId {
        let value = value & width.mask();
        self.intern(Term::Const(value), width, Values::one(value))
    }

    pub fn bool(&mut self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// A fresh input with these may-values. Returns a constant when there is only one.
    pub fn input(&mut self, width: Width, values: Values) -> (InputId, TermId) {
        let id = InputId(self.inputs);
        self.inputs += 1;
        (id, self.intern(Term::Input(id), width, values))
    }

    /// A fresh input that nobody read: any value, as the program leaves it open.
    pub fn choice(&mut self, width: Width) -> TermId {
        let (id, term) = self.input(width, Values::all(width));
        self.choices.insert(id);
        term
    }

    pub fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.width(a);
        if let Term::Unary(inner, b) = self.term(a)
            && inner == op
            && !op.is_float()
        {
            return b; // Both of the others are their own inverse.
        }
        if let Term::Const(value) = self.term(a) {
            return self.constant(op.eval(value, width), width);
        }
        if op.is_float()
            && let Some(table) = self.table(&[a], |values| (op.eval(values[0], width), width))
        {
            return table;
        }
        let values = Values::unary(op, self.values(a), width);
        self.intern(Term::Unary(op, a), width, values)
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        self.unary(UnaryOp::Not, a)
    }

    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        use BinaryOp::*;
        let width = self.width(a);
        assert_eq!(width, self.width(b), "{op:?} on two widths; please report this");
        let (ca, cb) = (self.constant_of(a), self.constant_of(b));
        if let (Some(x), Some(y)) = (ca, cb) {
            return self.constant(op.eval(x, y, width), op.result_width(width));
        }
        if op.is_float()
            && op.result_width(width) != Width::BOOL
            && let Some(table) = self.table(&[a, b], |v| (op.eval(v[0], v[1], width), op.result_width(width)))
        {
            return table;
        }
        let ones = width.mask();
        match op {
            // One canonical form for comparisons; the others are negations of it.
            NotEqual => {
                let equal = self.binary(Equal, a, b);
                return self.not(equal);
            }
            UnsignedLessEqual => {
                let less = self.binary(UnsignedLess, b, a);
                return self.not(less);
            }
            SignedLessEqual => {
                let less = self.binary(SignedLess, b, a);
                return self.not(less);
            }
            And if width == Width::BOOL => return self.and(a, b),
            Or if width == Width::BOOL => return self.or(a, b),
            Add | Sub | Xor | Or | ShiftLeft | LogicalShiftRight | ArithmeticShiftRight if cb == Some(0) => return a,
            Add | Xor | Or if ca == Some(0) => return b,
            Sub | Xor if a == b => return self.constant(0, width),
            And | Or if a == b => return a,
            And | Mul if ca == Some(0) || cb == Some(0) => return self.constant(0, width),
            And if cb == Some(ones) => return a,
            And if ca == Some(ones) => return b,
            Or if ca == Some(ones) || cb == Some(ones) => return self.constant(ones, width),
            Mul | UnsignedDiv | SignedDiv if cb == Some(1) => return a,
            Mul if ca == Some(1) => return b,
            Equal if a == b => return TermId::TRUE,
            UnsignedLess | SignedLess if a == b => return TermId::FALSE,
            _ => {}
        }
        // Constants stand on the right.
        let commutes = matches!(op, Add | Mul | And | Or | Xor | Equal);
        let (a, b, cb) = if commutes && (ca.is_some() || (cb.is_none() && b < a)) { (b, a, ca) } else { (a, b, cb) };
        if op == Equal
            && let Some(value) = cb
            && let Some(simpler) = self.equal_constant(a, value)
        {
            return simpler;
        }
        if let Some(left) = known::left_by(op, cb, width)
            && let relevant = self.relevant(a, left)
            && relevant != a
        {
            return self.binary(op, relevant, b);
        }
        if matches!(op, Add | Sub)
            && let (Some(y), Term::Binary(inner @ (Add | Sub), x, c)) = (cb, self.term(a))
            && let Some(z) = self.constant_of(c)
        {
            let z = if inner == Add { z } else { z.wrapping_neg() };
            let y = if op == Add { y } else { y.wrapping_neg() };
            let sum = self.constant(z.wrapping_add(y), width);
            return self.binary(Add, x, sum);
        }
        let values = Values::binary(op, self.values(a), self.values(b), width);
        let id = self.intern(Term::Binary(op, a, b), op.result_width(width), values);
        match op {
            And | Or | Xor | ShiftLeft | LogicalShiftRight | ArithmeticShiftRight => self.folded(id),
            _ => id,
        }
    }

    /// The constant that a term is, if all its bits are known.
    fn folded(&mut self, id: TermId) -> TermId {
        let width = self.width(id);
        self.known_value(id).map_or(id, |value| self.constant(value, width))
    }

    /// `a == value` for the shapes that C conditions take.
    fn equal_constant(&mut self, a: TermId, value: u64) -> Option<TermId> {
        let width = self.width(a);
        if !self.values(a).contains(value) {
            return Some(TermId::FALSE);
        }
        if width == Width::BOOL {
            return Some(if value == 1 { a } else { self.not(a) });
        }
        match self.term(a) {
            Term::Cast(CastOp::ZeroExtend, b) => {
                let narrow = self.width(b);
                let constant = self.constant(value, narrow);
                Some(self.binary(BinaryOp::Equal, b, constant))
            }
            Term::Cast(CastOp::SignExtend, b) => {
                let narrow = self.width(b);
                if CastOp::SignExtend.eval(value & narrow.mask(), narrow, width) != value {
                    return Some(TermId::FALSE);
                }
                let constant = self.constant(value, narrow);
                Some(self.binary(BinaryOp::Equal, b, constant))
            }
            Term::Binary(BinaryOp::Add, b, c) if self.constant_of(c).is_some() => {
                let added = self.constant_of(c)?;
                let constant = self.constant(value.wrapping_sub(added), width);
                Some(self.binary(BinaryOp::Equal, b, constant))
            }
            Term::Select(c, x, y) if !self.keeps_choices => {
                let (px, py) = (self.constant_of(x).map(|x| x == value), self.constant_of(y).map(|y| y == value));
                match (px, py) {
                    (Some(true), Some(false)) => Some(c),
                    (Some(false), Some(true)) => Some(self.not(c)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn cast(&mut self, op: CastOp, a: TermId, to: Width) -> TermId {
        let from = self.width(a);
        if from == to && !op.is_float() {
            return a;
        }
        if let Term::Const(value) = self.term(a) {
            return self.constant(op.eval(value, from, to), to);
        }
        if op.is_float()
            && let Some(table) = self.table(&[a], |values| (op.eval(values[0], from, to), to))
        {
            return table;
        }
        if op == CastOp::Truncate
            && let relevant = self.relevant(a, to.mask())
            && relevant != a
        {
            return self.cast(op, relevant, to);
        }
        match (op, self.term(a)) {
            (CastOp::Truncate, Term::Cast(CastOp::ZeroExtend | CastOp::SignExtend, b)) if self.width(b) == to => {
                return b;
            }
            (CastOp::Truncate, Term::Cast(inner @ (CastOp::ZeroExtend | CastOp::SignExtend), b))
                if self.width(b) < to =>
            {
                return self.cast(inner, b, to);
            }
            (CastOp::ZeroExtend, Term::Cast(CastOp::ZeroExtend, b)) => return self.cast(CastOp::ZeroExtend, b, to),
            (CastOp::SignExtend, _) if self.values(a).high() < from.sign_bit() => {
                return self.cast(CastOp::ZeroExtend, a, to);
            }
            _ => {}
        }
        let values = Values::cast(op, self.values(a), from, to);
        let id = self.intern(Term::Cast(op, a), to, values);
        if op.is_float() { id } else { self.folded(id) }
    }

    pub fn select(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        if condition == TermId::TRUE || yes == no {
            return yes;
        }
        if condition == TermId::FALSE {
            return no;
        }
        let width = self.width(yes);
        assert_eq!(width, self.width(no), "select between two widths; please report this");
        if width == Width::BOOL && !self.keeps_choices {
            match (self.constant_of(yes), self.constant_of(no)) {
                (Some(1), Some(0)) => return condition,
                (Some(0), Some(1)) => return self.not(condition),
                (Some(1), None) => return self.or(condition, no),
                (Some(0), None) => {
                    let other = self.not(condition);
                    return self.and(other, no);
                }
                (None, Some(0)) => return self.and(condition, yes),
                (None, Some(1)) => {
                    let other = self.not(condition);
                    return self.or(other, yes);
                }
                _ => {}
            }
        }
        if let Term::Unary(UnaryOp::Not, c) = self.term(condition) {
            return self.select(c, no, yes);
        }
        // A choice under the same condition is already made.
        let yes = if let Term::Select(c, x, _) = self.term(yes) { if c == condition { x } else { yes } } else { yes };
        let no = if let Term::Select(c, _, y) = self.term(no) { if c == condition { y } else { no } } else { no };
        if yes == no {
            return yes;
        }
        let chosen = self.values_where(yes, (condition, true), CONDITIONS);
        let values = match (chosen, self.values_where(no, (condition, false), CONDITIONS)) {
            (Some(yes), Some(no)) => yes.union(&no),
            // Of one side no value can be chosen.
            (Some(values), None) | (None, Some(values)) => values,
            (None, None) => self.values(yes).union(self.values(no)),
        };
        self.intern(Term::Select(condition, yes, no), width, values)
    }

    /// The may-values of a term where a condition has an outcome, and none where it has not whatever the value. A smaller one of
    /// two numbers is none above either, and a counter that is set back at its end never stands there.
    fn values_where(&self, id: TermId, (condition, outcome): (TermId, bool), depth: u32) -> Option<Values> {
        let of = |other, side, op| Comparison { op, width: self.width(id), other: self.values(other).clone(), side };
        match self.term(condition) {
            Term::Unary(UnaryOp::Not, inner) if depth > 0 => self.values_where(id, (inner, !outcome), depth - 1),
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if depth > 0 && self.width(condition) == Width::BOOL && (op == BinaryOp::And) == outcome =>
            {
                let first = self.values_where(id, (a, outcome), depth - 1)?;
                let second = self.values_where(id, (b, outcome), depth - 1)?;
                // Both hold; the smaller one of the two is right by itself.
                Some(if second.includes(&first) { first } else { second })
            }
            Term::Binary(op, a, b) if op.is_comparison() && a == id => {
                of(b, Side::Left, op).allows(self.values(id), outcome)
            }
            Term::Binary(op, a, b) if op.is_comparison() && b == id => {
                of(a, Side::Right, op).allows(self.values(id), outcome)
            }
            _ => Some(self.values(id).clone()),
        }
    }

    /// The value of a term for given inputs, by the meaning of the operators.
    pub fn evaluate(&self, id: TermId, memo: &mut FxHashMap<TermId, u64>, input: &dyn Fn(InputId) -> u64) -> u64 {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing: Vec<TermId> = self.operands(top).into_iter().filter(|o| !memo.contains_key(o)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let value = match self.term(top) {
                Term::Const(value) => value,
                Term::Input(id) => input(id) & self.width(top).mask(),
                Term::Unary(op, a) => op.eval(memo[&a], self.width(a)),
                Term::Binary(op, a, b) => op.eval(memo[&a], memo[&b], self.width(a)),
                Term::Cast(op, a) => op.eval(memo[&a], self.width(a), self.width(top)),
                Term::Select(c, a, b) => {
                    if memo[&c] == 1 {
                        memo[&a]
                    } else {
                        memo[&b]
                    }
                }
            };
            memo.insert(top, value);
            stack.pop();
        }
        memo[&id]
    }

    /// Whether an input occurs in a term.
    pub fn depends(&self, id: TermId, input: InputId) -> bool {
        self.below(id).any(|part| self.term(part) == Term::Input(input))
    }

    /// The inputs that occur in a term.
    pub fn inputs_of(&self, id: TermId) -> BTreeSet<InputId> {
        let input = |part| if let Term::Input(input) = self.term(part) { Some(input) } else { None };
        self.below(id).filter_map(input).collect()
    }

    /// Those of them that something was read for, or that nobody has set.
    pub fn sources_of(&self, id: TermId) -> BTreeSet<InputId> {
        self.inputs_of(id).into_iter().filter(|input| !self.choices.contains(input)).collect()
    }

    /// The inputs that occur in a term whose value none of them settles without the others.
    pub fn certain_inputs(&self, id: TermId) -> Option<BTreeSet<InputId>> {
        let is_choice = |part| match self.term(part) {
            Term::Select(..) => true,
            Term::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.width(part) == Width::BOOL,
            _ => false,
        };
        (!self.below(id).any(is_choice)).then(|| self.inputs_of(id))
    }

    /// A term and all that it is made of, each once.
    fn below(&self, id: TermId) -> impl Iterator<Item = TermId> + '_ {
        let mut seen = FxHashSet::default();
        let mut open = vec![id];
        std::iter::from_fn(move || {
            while let Some(next) = open.pop() {
                if seen.insert(next) {
                    open.extend(self.operands(next));
                    return Some(next);
                }
            }
            None
        })
    }

    pub fn operands(&self, id: TermId) -> Vec<TermId> {
        match self.term(id) {
            Term::Const(_) | Term::Input(_) => Vec::new(),
            Term::Unary(_, a) | Term::Cast(_, a) => vec![a],
            Term::Binary(_, a, b) => vec![a, b],
            Term::Select(c, a, b) => vec![c, a, b],
        }
    }

    /// The term with what the memo names replaced by terms of the same widths, folded again.
    pub fn rewrite(&mut self, id: TermId, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        // Terms are as deep as the program runs long, so this does not recurse.
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let open = stack.len();
            stack.extend(self.operands(top).into_iter().rev().filter(|operand| !memo.contains_key(operand)));
            if stack.len() > open {
                continue;
            }
            let width = self.width(top);
            let result = match self.term(top) {
                Term::Const(_) | Term::Input(_) => top,
                Term::Unary(op, a) => self.unary(op, memo[&a]),
                Term::Binary(op, a, b) => self.binary(op, memo[&a], memo[&b]),
                Term::Cast(op, a) => self.cast(op, memo[&a], width),
                Term::Select(c, a, b) => self.select(memo[&c], memo[&a], memo[&b]),
            };
            memo.insert(top, result);
            stack.pop();
        }
        memo[&id]
    }
}

#[cfg(test)]
mod tests;

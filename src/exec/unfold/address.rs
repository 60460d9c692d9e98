//! Operations on addresses: whether their results hang on where the objects lie.
//!
//! In: an operation and its operands as terms. Out: notes of the places where such a result is computed, and of
//! arithmetic that leaves an object far behind. What a fact is stands in [`crate::exec::addresses`], what is far in
//! [`crate::exec::objects`].

use super::Round;
use super::faults::Fault;
use crate::diag::Span;
use crate::exec::addresses::{self, LOWEST};
use crate::exec::object::{ObjectId, Origin};
use crate::exec::objects::{FIRST_OBJECT, FUNCTIONS, NULL_PAGE, STRIDE, ZONE_BITS};
use crate::exec::skeleton::Bounded;
use crate::exec::state::State;
use crate::exec::terms::{Term, TermId};
use crate::ir::operators::Stored;
use crate::ir::{BinaryOp, CastOp, Property, RmwOp, UnaryOp, Width};

/// Pairs of may-values beyond which an operation on addresses is not looked at pair by pair.
const PAIRS: usize = 4096;

/// Pairs of values beyond which a result that is no fact for them is taken for none at all.
const TOLD_APART: usize = 1024;

impl Round<'_> {
    /// The result of an operation of the program.
    pub(super) fn compute(
        &mut self,
        guard: TermId,
        op: BinaryOp,
        operands: (TermId, TermId),
        span: Option<Span>,
    ) -> TermId {
        self.judge_operation(guard, op, operands, span);
        let result = self.terms.binary(op, operands.0, operands.1);
        self.note_negated(result);
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) && !self.next.leaves {
            self.next.leaves = self.may_be_address(result) && !self.is_in_one_object(result);
        }
        result
    }

    /// Whether all values of a term that is an address are in one object, or right behind its end.
    fn is_in_one_object(&self, term: TermId) -> bool {
        let values = self.terms.values(term);
        if let Some(named) = values.named() {
            let is_inside = |value: &u64| {
                !addresses::is_address(&self.objects, *value) || addresses::is_in_object(&self.objects, *value)
            };
            return named.iter().all(is_inside);
        }
        self.objects.at(values.low()).is_some_and(|id| values.high() <= self.extent(id).1)
    }

    /// The result of an operation of the program on one number.
    pub(super) fn turn(&mut self, guard: TermId, op: UnaryOp, value: TermId, span: Option<Span>) -> TermId {
        self.judge_unary(guard, op, value, span);
        let result = self.terms.unary(op, value);
        self.note_negated(result);
        result
    }

    /// Notes that the program has negatives of addresses.
    fn note_negated(&mut self, term: TermId) {
        let values = self.terms.values(term);
        if values.high() > i64::MAX as u64 && self.terms.width(term) == Width::POINTER {
            self.next.negates |= values.named().is_some_and(|all| all.iter().copied().any(addresses::is_negated));
        }
    }

    /// Whether a term may be the negative of an address and has more values than are named, so that nobody knows of which.
    fn may_be_negated(&self, term: TermId) -> bool {
        let values = self.terms.values(term);
        self.next.negates
            && values.named().is_none()
            && values.high() > i64::MAX as u64
            && self.terms.width(term) == Width::POINTER
            && self.has_address(term)
    }

    /// The result of a cast of the program.
    pub(super) fn convert(
        &mut self,
        guard: TermId,
        (op, to): (CastOp, Width),
        value: TermId,
        span: Option<Span>,
    ) -> TermId {
        self.judge_cast(guard, (op, to), value, span);
        self.terms.cast(op, value, to)
    }

    /// Notes arithmetic on a pointer that leads to nowhere near its object.
    pub(super) fn check_step(&mut self, state: &mut State, (from, to): (TermId, TermId), span: Option<Span>) {
        let objects = &self.objects;
        let inside = self.all_pairs((from, to), |from, to| !objects.strays(from, to));
        if inside == Some(true) && !self.terms.values(from).is_wild() && !self.terms.values(to).is_wild() {
            return;
        }
        let wrong = self.strays(from, to);
        let property = Property::OutOfBounds;
        self.violate(state, wrong, Fault::of(property, span));
    }

    /// [`crate::exec::objects::Objects::strays`] on terms.
    fn strays(&mut self, from: TermId, to: TermId) -> TermId {
        let (low, high) = (FIRST_OBJECT - STRIDE, FUNCTIONS - 1);
        let known = self.within(from, (low, high));
        let bits = self.terms.constant(u64::from(ZONE_BITS), Width::POINTER);
        let here = self.terms.binary(BinaryOp::LogicalShiftRight, from, bits);
        let there = self.terms.binary(BinaryOp::LogicalShiftRight, to, bits);
        let apart = self.terms.binary(BinaryOp::NotEqual, here, there);
        let mut wrong = self.terms.and(known, apart);
        let large: Vec<(u64, u64)> =
            self.objects.large().map(|object| (object.base, object.base + object.size)).collect();
        for bounds in large {
            let (from, to) = (self.within(from, bounds), self.within(to, bounds));
            let both = self.terms.and(from, to);
            let not = self.terms.not(both);
            wrong = self.terms.and(wrong, not);
        }
        wrong
    }

    /// A number lies between two others, these included.
    fn within(&mut self, term: TermId, (low, high): (u64, u64)) -> TermId {
        let (low, high) = (self.terms.constant(low, Width::POINTER), self.terms.constant(high, Width::POINTER));
        let above = self.terms.binary(BinaryOp::UnsignedLessEqual, low, term);
        let below = self.terms.binary(BinaryOp::UnsignedLessEqual, term, high);
        self.terms.and(above, below)
    }

    /// An address turned around.
    fn judge_unary(&mut self, guard: TermId, op: UnaryOp, value: TermId, span: Option<Span>) {
        if self.may_be_address(value) {
            let all = |values: &[u64]| values.iter().all(|v| addresses::is_unary_fact(&self.objects, op, *v));
            let fact = !matches!(op, UnaryOp::Not | UnaryOp::Neg) || self.terms.values(value).named().is_some_and(all);
            self.note_unless(fact, guard, span);
        }
    }

    /// A sum or a difference that leads far from the object of which nobody could tell any more that it hangs on where that lies.
    pub(super) fn judge_distance(
        &mut self,
        guard: TermId,
        op: BinaryOp,
        (left, right): (TermId, TermId),
        span: Option<Span>,
    ) {
        let (address, number) = match (op, self.may_be_address(left), self.may_be_address(right)) {
            (BinaryOp::Add | BinaryOp::Sub, true, false) => (left, right),
            (BinaryOp::Add, false, true) => (right, left),
            _ => return,
        };
        let values = self.terms.values(number);
        let is_short = values.high() < STRIDE || values.low() > u64::MAX - STRIDE;
        // One such step from an object does not lead far from it.
        if is_short && self.is_in_one_object(address) {
            return;
        }
        let objects = &self.objects;
        if let Some(open) = self.open_pairs((left, right), |l, r| addresses::is_fact(objects, op, l, r)) {
            self.exceed_at(guard, (left, right), open, span);
            return;
        }
        let sum = self.terms.binary(op, left, right);
        let far = self.strays(address, sum);
        let condition = self.terms.and(guard, far);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    fn judge_operation(&mut self, guard: TermId, op: BinaryOp, (left, right): (TermId, TermId), span: Option<Span>) {
        if self.may_be_negated(left) || self.may_be_negated(right) {
            self.note_unless(false, guard, span);
            return;
        }
        let (first, second) = (self.may_be_address(left), self.may_be_address(right));
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            if first || second {
                self.judge_equality(guard, (left, right), span);
            }
            return;
        }
        // An address and a number give an address.
        let moved = match op {
            BinaryOp::Add => !(first && second),
            BinaryOp::Sub => !second,
            _ => !first && !second,
        };
        if moved {
            return;
        }
        let is_wild = [left, right].iter().any(|term| self.terms.values(*term).is_wild());
        if is_wild && !addresses::compares(op) {
            self.note_unless(false, guard, span);
            return;
        }
        let objects = &self.objects;
        match self.open_pairs((left, right), |l, r| addresses::is_fact(objects, op, l, r)) {
            Some(open) => self.exceed_at(guard, (left, right), open, span),
            None if op == BinaryOp::Sub || addresses::compares(op) => self.judge_order(guard, op, (left, right), span),
            None => self.note_unless(false, guard, span),
        }
    }

    /// The result is no fact where two terms have one of these pairs of values.
    fn exceed_at(
        &mut self,
        guard: TermId,
        (left, right): (TermId, TermId),
        pairs: Vec<(u64, u64)>,
        span: Option<Span>,
    ) {
        if pairs.len() > TOLD_APART {
            self.note_unless(false, guard, span);
            return;
        }
        let mut any = TermId::FALSE;
        for pair in pairs {
            let both = self.are((left, right), pair);
            any = self.terms.or(any, both);
        }
        let condition = self.terms.and(guard, any);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    /// The difference or the order of two values that are too many to be named: a fact where both are in one object, and of an order
    /// where one of them is a number that no address is.
    fn judge_order(&mut self, guard: TermId, op: BinaryOp, (left, right): (TermId, TermId), span: Option<Span>) {
        let (ours, theirs) = (self.near(left), self.near(right));
        let mut fact = TermId::FALSE;
        for id in ours.into_iter().filter(|id| theirs.contains(id)) {
            let both = self.are_within((left, right), (id, id));
            fact = self.terms.or(fact, both);
        }
        let numbers = if op == BinaryOp::Sub { vec![right] } else { vec![left, right] };
        for number in numbers {
            for bounds in [(0, NULL_PAGE - 1), (i64::MAX as u64 + 1, u64::MAX)] {
                let is_none = self.within(number, bounds);
                fact = self.terms.or(fact, is_none);
            }
        }
        let open = self.terms.not(fact);
        let condition = self.terms.and(guard, open);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    /// The objects in which an address may be that a term has for a value, or right behind their end.
    pub(super) fn near(&self, term: TermId) -> Vec<ObjectId> {
        let values = self.terms.values(term);
        let is_near = |id: &ObjectId| {
            let object = self.objects.get(*id);
            if matches!(object.origin, Origin::Liveness(_) | Origin::Joins) {
                return false;
            }
            let (first, last) = self.extent(*id);
            match values.named() {
                Some(names) => names.iter().any(|value| (first..=last).contains(value)),
                None => values.low() <= last && first <= values.high(),
            }
        };
        (0..self.objects.len()).map(|id| ObjectId(id as u32)).filter(is_near).collect()
    }

    /// The first address of an object, and the one right behind its end.
    fn extent(&self, id: ObjectId) -> (u64, u64) {
        let object = self.objects.get(id);
        (object.base, object.base + object.size)
    }

    /// Each of two addresses is in an object, or right behind its end.
    fn are_within(&mut self, (left, right): (TermId, TermId), (one, other): (ObjectId, ObjectId)) -> TermId {
        let (one, other) = (self.extent(one), self.extent(other));
        let (here, there) = (self.within(left, one), self.within(right, other));
        self.terms.and(here, there)
    }

    /// An address is compared with something. Most are of objects that are alive together, and there may be many of them. Of a
    /// number that may be any, both answers are looked at.
    pub(super) fn judge_equality(&mut self, guard: TermId, (left, right): (TermId, TermId), span: Option<Span>) {
        if self.terms.width(left) != Width::POINTER {
            return;
        }
        if self.may_be_negated(left) || self.may_be_negated(right) {
            self.note_unless(false, guard, span);
            return;
        }
        if [left, right].iter().any(|term| self.terms.values(*term).named().is_none()) {
            let is_negative =
                |value: &u64| addresses::is_negated(*value) && addresses::is_address(&self.objects, *value);
            let named = [left, right].map(|term| self.terms.values(term).named().unwrap_or_default());
            if named.iter().any(|named| named.iter().any(is_negative)) {
                self.note_unless(false, guard, span);
                return;
            }
            self.judge_equality_in_objects(guard, (left, right), span);
            return;
        }
        let objects = &self.objects;
        let values = |term: TermId| self.terms.values(term).named().unwrap_or_default();
        let (ours, theirs) = (values(left), values(right));
        let pairs = ours.iter().flat_map(|l| theirs.iter().map(|r| (*l, *r)));
        let is_odd = |value: u64| {
            !addresses::is_address(objects, value)
                || addresses::ends(objects, value)
                || addresses::is_outside(objects, value)
                || addresses::may_lie_anywhere(objects, value)
        };
        let both = |l: u64, r: u64| addresses::is_of_a_local(objects, l) && addresses::is_of_a_local(objects, r);
        let may_be = pairs.filter(|(l, r)| is_odd(*l) || is_odd(*r) || both(*l, *r));
        let unknown: Vec<_> = may_be.filter(|(l, r)| !addresses::is_found_fact(objects, *l, *r)).collect();
        self.exceed_at(guard, (left, right), unknown, span);
    }

    /// The same for values that are too many to be named, by the objects in which they may be.
    fn judge_equality_in_objects(&mut self, guard: TermId, (left, right): (TermId, TermId), span: Option<Span>) {
        let (ours, theirs) = (self.near(left), self.near(right));
        if ours.len() * theirs.len() > PAIRS {
            self.note_unless(false, guard, span);
            return;
        }
        let mut any = TermId::FALSE;
        for (one, other) in ours.iter().flat_map(|one| theirs.iter().map(|other| (*one, *other))) {
            if one == other {
                continue;
            }
            let ((first, first_end), (second, second_end)) = (self.extent(one), self.extent(other));
            // Where an object without bytes ends is where it begins: that tells nothing.
            let meets = [(first_end, second, first < first_end), (first, second_end, second < second_end)];
            for (l, r, _) in meets.into_iter().filter(|(.., ends)| *ends) {
                let both = self.are((left, right), (l, r));
                any = self.terms.or(any, both);
            }
            if addresses::may_share(&self.objects, one, other) {
                let both = self.are_within((left, right), (one, other));
                any = self.terms.or(any, both);
            }
        }
        for (term, objects, number) in [(left, &ours, right), (right, &theirs, left)] {
            let values = self.terms.values(number);
            // Where no objects lie here, it would be an address elsewhere; and so would any other number.
            if values.named().is_none() && values.high() >= NULL_PAGE {
                let elsewhere = self.elsewhere(number, term);
                for id in objects {
                    let inside = self.within(term, self.extent(*id));
                    let both = self.terms.and(inside, elsewhere);
                    any = self.terms.or(any, both);
                }
            }
            let numbers = self.terms.values(number).named().unwrap_or_default();
            let is_none = |value: &u64| !addresses::is_address(&self.objects, *value);
            let numbers: Vec<u64> = numbers.iter().copied().filter(is_none).collect();
            for value in numbers {
                for id in objects {
                    let extent = self.extent(*id);
                    if !addresses::is_found_fact(&self.objects, extent.0, value) {
                        let (here, there) = (self.within(term, extent), self.one_of(number, &[value]));
                        let both = self.terms.and(here, there);
                        any = self.terms.or(any, both);
                    }
                }
            }
        }
        for (term, other) in [(left, right), (right, left)] {
            let values = self.terms.values(term);
            if values.named().is_none() && values.high() >= FUNCTIONS && self.may_be_address(term) {
                // Near a function, or a handle, of which no bit is known.
                let here = self.within(term, (FUNCTIONS, i64::MAX as u64));
                let there = self.within(other, (NULL_PAGE, i64::MAX as u64));
                let both = self.terms.and(here, there);
                any = self.terms.or(any, both);
            }
        }
        if self.next.leaves {
            for (term, other) in [(left, right), (right, left)] {
                let outside = self.is_outside_beside(term, other);
                any = self.terms.or(any, outside);
            }
        }
        let condition = self.terms.and(guard, any);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    /// When a term is an address outside of an object and another one is not near the same object: what lies there is not known.
    fn is_outside_beside(&mut self, term: TermId, other: TermId) -> TermId {
        let mut any = TermId::FALSE;
        if !self.may_be_address(term) || self.is_in_one_object(term) {
            return any;
        }
        let values = self.terms.values(term);
        let meets = |(first, last): (u64, u64)| match values.named() {
            Some(names) => names.iter().any(|value| (first..=last).contains(value)),
            None => values.low() <= last && first <= values.high(),
        };
        let all = (0..self.objects.len()).map(|id| ObjectId(id as u32));
        let near: Vec<ObjectId> = all.filter(|id| meets(self.objects.zones(*id))).collect();
        for id in near {
            let (zones, extent) = (self.objects.zones(id), self.extent(id));
            let (here, inside, there) =
                (self.within(term, zones), self.within(term, extent), self.within(other, zones));
            let is_known = self.terms.or(inside, there);
            let not = self.terms.not(is_known);
            let outside = self.terms.and(here, not);
            any = self.terms.or(any, outside);
        }
        any
    }

    /// When a term is a number that is not the same as an address and would be one if objects lay elsewhere.
    fn elsewhere(&mut self, number: TermId, address: TermId) -> TermId {
        if self.has_address(number) {
            let below = self.within(number, (NULL_PAGE, LOWEST - 1));
            let above = self.within(number, (FUNCTIONS, i64::MAX as u64));
            return self.terms.or(below, above);
        }
        let lower = self.within(number, (NULL_PAGE, i64::MAX as u64));
        let same = self.terms.binary(BinaryOp::Equal, number, address);
        let other = self.terms.not(same);
        self.terms.and(lower, other)
    }

    /// Two terms have these values.
    fn are(&mut self, (left, right): (TermId, TermId), (first, second): (u64, u64)) -> TermId {
        let (here, there) = (self.one_of(left, &[first]), self.one_of(right, &[second]));
        self.terms.and(here, there)
    }

    pub(super) fn judge_modification(
        &mut self,
        guard: TermId,
        op: RmwOp,
        (old, operand): (TermId, TermId),
        span: Option<Span>,
    ) {
        if op == RmwOp::Exchange || !self.may_be_address(old) && !self.may_be_address(operand) {
            return;
        }
        let objects = &self.objects;
        let fact = self.all_pairs((old, operand), |l, r| addresses::is_modified_fact(objects, op, l, r));
        let plain = matches!(op, RmwOp::Add | RmwOp::Sub) && !self.may_be_address(operand);
        // What it leaves may be the negative of an address.
        self.next.negates |= matches!(op.stored(), Stored::Of(BinaryOp::Xor | BinaryOp::Sub) | Stored::Complement(_));
        self.note_unless(fact.unwrap_or(plain), guard, span);
    }

    fn judge_cast(&mut self, guard: TermId, (op, to): (CastOp, Width), value: TermId, span: Option<Span>) {
        if op != CastOp::Truncate && !op.is_float() || !self.may_be_address(value) {
            return;
        }
        // A floating-point number is made of all bits.
        let to = if op.is_float() { Width::POINTER } else { to };
        let all = |values: &[u64]| values.iter().all(|v| addresses::is_truncated_fact(&self.objects, *v, to));
        let fact = self.terms.values(value).named().is_some_and(all);
        self.note_unless(fact, guard, span);
    }

    fn note_unless(&mut self, fact: bool, guard: TermId, span: Option<Span>) {
        if !fact && guard != TermId::FALSE {
            self.vague.insert(span);
        }
    }

    /// The pairs of values for which something does not hold, if there are few to be looked at.
    fn open_pairs(&self, (left, right): (TermId, TermId), holds: impl Fn(u64, u64) -> bool) -> Option<Vec<(u64, u64)>> {
        let (left, right) = (self.terms.values(left).named()?, self.terms.values(right).named()?);
        let all = left.iter().flat_map(|l| right.iter().map(|r| (*l, *r)));
        (left.len() * right.len() <= PAIRS).then(|| all.filter(|(l, r)| !holds(*l, *r)).collect())
    }

    /// Whether something holds for all pairs of values, if these are few.
    fn all_pairs(&self, (left, right): (TermId, TermId), holds: impl Fn(u64, u64) -> bool) -> Option<bool> {
        let (left, right) = (self.terms.values(left).named()?, self.terms.values(right).named()?);
        (left.len() * right.len() <= PAIRS).then(|| left.iter().all(|l| right.iter().all(|r| holds(*l, *r))))
    }

    /// Whether a term may be the address of an object. What nobody has set is none, by all that can be known of it.
    pub(super) fn may_be_address(&self, term: TermId) -> bool {
        // Most numbers are small.
        self.terms.width(term) == Width::POINTER && self.terms.values(term).high() >= LOWEST && self.has_address(term)
    }

    /// Whether an address is among what a term is computed from, by operations that may give it back, or move it. What others give
    /// is a number, or is noted where it is computed.
    fn has_address(&self, term: TermId) -> bool {
        self.kind(term) != Kind::Number
    }

    /// What a term may be. What was found once holds for the whole round: a term does not change.
    fn kind(&self, term: TermId) -> Kind {
        let mut open = vec![term];
        while let Some(top) = open.last().copied() {
            let found = |term: TermId| self.kinds.borrow().get(&term).copied();
            if found(top).is_some() {
                open.pop();
                continue;
            }
            // What is narrower is no address by its value, whatever it is a part of.
            let named = self.terms.values(top).named().filter(|_| self.terms.width(top) == Width::POINTER);
            let (a, b) = match (named, self.terms.term(top)) {
                (Some(_), _) => (None, None),
                (None, Term::Binary(op, a, b)) if gives_back(op) => (Some(a), Some(b)),
                (None, Term::Select(_, a, b)) => (Some(a), Some(b)),
                (None, Term::Cast(CastOp::ZeroExtend | CastOp::Truncate, a) | Term::Unary(_, a)) => (Some(a), None),
                _ => (None, None),
            };
            let missing: Vec<TermId> = [a, b].into_iter().flatten().filter(|part| found(*part).is_none()).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let kind = self.kind_of(top, (a.and_then(found), b.and_then(found)));
            self.kinds.borrow_mut().insert(top, kind);
            open.pop();
        }
        self.kinds.borrow()[&term]
    }

    /// What a term may be whose operands are of these kinds.
    fn kind_of(&self, term: TermId, operands: (Option<Kind>, Option<Kind>)) -> Kind {
        use Kind::{Address, Number, Perhaps};
        let values = self.terms.values(term);
        if let Some(named) = values.named().filter(|_| self.terms.width(term) == Width::POINTER) {
            let is_address = |value: &u64| addresses::is_address(&self.objects, *value);
            let is_of_object = |value: &u64| addresses::object_of(&self.objects, *value).is_some();
            return match values.set() {
                Some(set) if set.iter().all(is_of_object) => Address,
                _ if named.iter().any(is_address) => Perhaps,
                _ => Number,
            };
        }
        match (self.terms.term(term), operands) {
            // Read from memory: so many values that only their bounds are known.
            (Term::Input(_), _) => {
                let is_found = self.found_addresses.contains(&term);
                if is_found || addresses::in_reach(values.high()) { Perhaps } else { Number }
            }
            (_, (Some(Number), Some(Number) | None)) => Number,
            (Term::Select(..), (Some(Address), Some(Address))) => Address,
            (Term::Binary(BinaryOp::Add, ..), (Some(Address), Some(Number)) | (Some(Number), Some(Address))) => Address,
            (Term::Binary(BinaryOp::Sub, ..), (Some(Address), Some(Number))) => Address,
            // It was noted if it is none.
            (Term::Binary(BinaryOp::Sub, ..), (Some(Address), Some(Address))) => Number,
            (Term::Binary(BinaryOp::ShiftLeft | BinaryOp::LogicalShiftRight, ..), (Some(Number), _)) => Number,
            (_, (Some(_), _)) => Perhaps,
            _ => Number,
        }
    }
}

/// What a term may be, as far as that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    /// An address, or a part of one, or a number.
    Perhaps,
    /// An address of an object.
    Address,
}

/// Whether an operation may give an address that is among its operands, or near it.
fn gives_back(op: BinaryOp) -> bool {
    use BinaryOp::{Add, And, LogicalShiftRight, Or, ShiftLeft, Sub, Xor};
    matches!(op, Add | And | LogicalShiftRight | Or | ShiftLeft | Sub | Xor)
}

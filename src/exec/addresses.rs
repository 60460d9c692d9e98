//! What is known of the bits of an address. Both engines ask here.
//!
//! In: an operation and its operands. Out: whether its result is the same wherever the objects lie. It must not know
//! engines.
//!
//! Objects lie at addresses that this program chooses; a real machine chooses others. Of an address in an object, the
//! bits below the object's alignment are known, and everything else that C lets a program ask is relative: equality,
//! the order and the difference of two addresses in one object, the order to null, and an address near the object. Two local variables of one thread
//! that are not alive together may have one address, and an object may begin where another one ends (C17, 6.5.9): whether these
//! are equal is not known. All else (a hash of a pointer, the order of two objects, a pointer cut down to an `int`, whether it
//! is a number that is neither on the page of null nor in the upper half) hangs on where the objects lie. Such an operation is computed
//! with the addresses chosen here, which are one way that the objects may lie, so that a violation that is found is
//! real; but "safe" would hold for this way alone, and becomes "unknown".
//!
//! An operation is judged by itself: one whose result is used only so that the unknown bits cancel out is noted, too; but the negative
//! of an address, or its complement, is told to be one, as `-p & 15` is how a program asks for the way to the next multiple of 16.
//! Which numbers are addresses is told by their size: objects lie where no ordinary number is, and nor are their negatives. A
//! thread's handle is an address, too: that of something that the library keeps; and so is a function's, of which no bit is known.

use super::activation;
use super::object::{Death, ObjectId, Origin};
use super::objects::{FIRST_OBJECT, NULL_PAGE, Objects, STRIDE, function_address, function_index, thread_of};
use crate::ids::{FuncId, ThreadId};
use crate::ir::operators::Stored;
use crate::ir::storage::LITERAL;
use crate::ir::{BinaryOp, RmwOp, Storage, UnaryOp, Width};

/// What is said of a verdict that would rest on the choice of addresses.
pub const WHY: &str = "a computation depends on address bits that the alignment of the object does not fix (`_Alignas` fixes more), and on a choice of addresses";

/// No function is above this: so many no program has.
const END_OF_FUNCTIONS: u64 = function_address(FuncId(1 << 24));

/// No address is below this, nor one near an object.
pub const LOWEST: u64 = FIRST_OBJECT - STRIDE;

/// What an address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Object(ObjectId),
    Thread(ThreadId),
    /// The function of this number.
    Function(usize),
}

/// Whether a number is an address, or the negative of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plain,
    Negated,
}

/// An address in an object or near it, or a handle; or the negative of such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Located {
    thing: Thing,
    sign: Sign,
    /// The bits below the alignment.
    low: u64,
}

impl Located {
    /// Whether two are of one thing, and both are addresses or both negatives.
    fn is_like(self, other: Located) -> bool {
        (self.thing, self.sign) == (other.thing, other.sign)
    }
}

/// Whether a number may be an address by its size alone, or the negative of one.
pub fn in_reach(number: u64) -> bool {
    is_plain(number) || is_plain(number.wrapping_neg())
}

/// Whether a number may be an address by its size alone.
fn is_plain(number: u64) -> bool {
    (LOWEST..=END_OF_FUNCTIONS).contains(&number) || thread_of(number).is_some()
}

fn located(objects: &Objects, number: u64) -> Option<Located> {
    let (address, sign) = match is_plain(number) {
        true => (number, Sign::Plain),
        false => (number.wrapping_neg(), Sign::Negated),
    };
    let (thing, low) = match (thread_of(address), function_index(address)) {
        _ if !is_plain(address) => return None,
        (Some(thread), _) => (Thing::Thread(thread), 0),
        (None, Some(function)) => (Thing::Function(function), 0),
        (None, None) => {
            let object = objects.around(address)?;
            (Thing::Object(object), objects.get(object).align - 1)
        }
    };
    Some(Located { thing, sign, low })
}

/// Whether a number is an address in an object, or one that was computed from such and is near.
pub fn is_address(objects: &Objects, number: u64) -> bool {
    located(objects, number).is_some()
}

/// The object in which an address is, or near which; or the one whose negative a number is. From the number the program may compute
/// every other address in the object.
pub fn object_of(objects: &Objects, number: u64) -> Option<ObjectId> {
    match located(objects, number)?.thing {
        Thing::Object(id) => Some(id),
        Thing::Thread(_) | Thing::Function(_) => None,
    }
}

/// Whether a number is an address in an object, or right behind its end; or the negative of one.
pub fn is_in_object(objects: &Objects, number: u64) -> bool {
    object_of(objects, number).is_some() && !is_outside(objects, number)
}

/// The address of which a number is the negative, or the number itself.
fn plain(number: u64) -> u64 {
    if is_plain(number) { number } else { number.wrapping_neg() }
}

/// Whether a number may be the negative of an address by its size alone.
pub fn is_negated(number: u64) -> bool {
    is_plain(number.wrapping_neg())
}

/// Whether two numbers are addresses in one object, or near it.
pub fn are_near_one_object(objects: &Objects, [first, last]: [u64; 2]) -> bool {
    match (located(objects, first), located(objects, last)) {
        (Some(first), Some(last)) => first.is_like(last),
        _ => false,
    }
}

/// Whether a number is an address near an object, and not in it, nor right behind its end: what else lies there is not known. So with
/// the negative of one.
pub fn is_outside(objects: &Objects, number: u64) -> bool {
    match located(objects, number) {
        Some(Located { thing: Thing::Object(_), sign: Sign::Plain, .. }) => objects.at(number).is_none(),
        Some(Located { thing: Thing::Object(_), .. }) => objects.at(number.wrapping_neg()).is_none(),
        _ => false,
    }
}

/// Whether the result of an operation on 64 bits is the same wherever the objects lie.
pub fn is_fact(objects: &Objects, op: BinaryOp, left: u64, right: u64) -> bool {
    match (located(objects, left), located(objects, right)) {
        (None, None) => true,
        // One is in the lower half, the other one in the upper half: so are all addresses and their negatives.
        (Some(a), Some(b)) if a.sign != b.sign => compares(op) || op == BinaryOp::Add && a.thing == b.thing,
        (Some(a), Some(b)) if compares(op) && may_coincide(objects, a, b) => false,
        (Some(a), Some(b)) if compares(op) && (are_literals(objects, a, b) || any_is_empty(objects, a, b)) => false,
        (Some(_), Some(_)) if compares(op) && may_touch(objects, left, right) => false,
        (Some(a), Some(b)) if compares(op) && a.thing != b.thing && any_is_outside(objects, left, right) => false,
        (Some(a), Some(b)) => both(op, a.thing == b.thing, left == right),
        (Some(a), None) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
            stays(objects, a, op.eval(left, right, Width::POINTER))
        }
        (None, Some(b)) if op == BinaryOp::Add => stays(objects, b, left.wrapping_add(right)),
        (None, Some(b)) if op == BinaryOp::Sub => is_negative(objects, b, left.wrapping_sub(right)),
        (Some(a), None) if right == u64::MAX && matches!(op, BinaryOp::Xor | BinaryOp::Mul) => {
            is_negative(objects, a, op.eval(left, right, Width::POINTER))
        }
        (Some(_), None) | (None, Some(_)) if compares(op) && any_is_outside(objects, left, right) => false,
        // Of a number below zero the remainder would be, too; of nothing it is nothing.
        (Some(a), None) if op == BinaryOp::SignedRem && left & right.wrapping_sub(1) == 0 => {
            with_number(BinaryOp::UnsignedRem, a, right)
        }
        (Some(a), None) => with_number(op, a, right),
        (None, Some(b)) => match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => with_number(op, b, left),
            BinaryOp::Mul => left <= 1,
            _ => beside(op, b, left),
        },
    }
}

fn any_is_outside(objects: &Objects, left: u64, right: u64) -> bool {
    is_outside(objects, left) || is_outside(objects, right)
}

/// Whether a sum or a difference is still told to be an address in the same object: of one that is far from it nobody would
/// know that it hangs on where the object lies.
fn stays(objects: &Objects, address: Located, result: u64) -> bool {
    located(objects, result).is_some_and(|located| located.is_like(address))
}

/// Whether what comes of turning an address around is told to be the negative of one near the same object, or the other way round.
fn is_negative(objects: &Objects, address: Located, result: u64) -> bool {
    located(objects, result).is_some_and(|located| located.thing == address.thing && located.sign != address.sign)
}

/// The same of an operation on one number.
pub fn is_unary_fact(objects: &Objects, op: UnaryOp, value: u64) -> bool {
    match (op, located(objects, value)) {
        (UnaryOp::Not | UnaryOp::Neg, Some(address)) => is_negative(objects, address, op.eval(value, Width::POINTER)),
        _ => true,
    }
}

/// Whether two objects may have had one address, as one was gone before the other was made: local variables of one
/// thread, or of two threads of which one may have been joined before the other was started. Blocks of the heap come back as objects
/// of their own.
fn may_coincide(objects: &Objects, a: Located, b: Located) -> bool {
    let origin = |located: Located| match located.thing {
        Thing::Object(id) => Some(&objects.get(id).origin),
        Thing::Thread(_) | Thing::Function(_) => None,
    };
    let place = |located: Located| match origin(located)? {
        Origin::Allocated(thread, context, storage @ (Storage::Block | Storage::Stack)) => {
            Some((*thread, context, *storage == Storage::Block))
        }
        _ => None,
    };
    // The first thread has its own from the beginning to the end.
    let stack = |located: Located| match origin(located)? {
        Origin::Allocated(thread, _, Storage::Block | Storage::Stack) | Origin::ThreadLocal(_, thread) => Some(*thread),
        _ => None,
    };
    if let (Some(one), Some(other)) = (stack(a), stack(b))
        && one != other
    {
        return objects.stacks_come_back() && one != ThreadId(0) && other != ThreadId(0);
    }
    match (place(a), place(b)) {
        // One of them is dead; the other may be a variable whose address goes nowhere.
        (Some((one, here, dies)), Some((other, there, also_dies))) => {
            one == other && (dies || also_dies) && activation::are_apart(here, there, objects.blocks())
        }
        _ => false,
    }
}

/// The same of two objects.
pub fn may_share(objects: &Objects, one: ObjectId, other: ObjectId) -> bool {
    let whole = |id| Located { thing: Thing::Object(id), sign: Sign::Plain, low: 0 };
    let (a, b) = (whole(one), whole(other));
    one != other && (may_coincide(objects, a, b) || are_literals(objects, a, b) || any_is_empty(objects, a, b))
}

/// Whether a number is an address of something that need not have bytes of its own: a string literal, or an object without any.
pub fn may_lie_anywhere(objects: &Objects, number: u64) -> bool {
    located(objects, number).is_some_and(|located| is_literal(objects, located) || is_empty(objects, located))
}

/// Whether two things are different string literals: these need not have bytes of their own (C17, 6.4.5, 7).
fn are_literals(objects: &Objects, a: Located, b: Located) -> bool {
    a.thing != b.thing && is_literal(objects, a) && is_literal(objects, b)
}

fn is_literal(objects: &Objects, located: Located) -> bool {
    match located.thing {
        Thing::Object(id) => objects.get(id).read_only && objects.get(id).name.starts_with(LITERAL),
        Thing::Thread(_) | Thing::Function(_) => false,
    }
}

/// Whether one of two different things is an object without bytes, which may lie where another one begins, or ends. What the allocator
/// gives is at a place of its own.
fn any_is_empty(objects: &Objects, a: Located, b: Located) -> bool {
    a.thing != b.thing && (is_empty(objects, a) || is_empty(objects, b))
}

fn is_empty(objects: &Objects, located: Located) -> bool {
    match located.thing {
        Thing::Object(id) => objects.get(id).size == 0 && objects.get(id).death() != Death::Free,
        Thing::Thread(_) | Thing::Function(_) => false,
    }
}

/// Whether one object may begin at one of these addresses where another one ends at the other.
fn may_touch(objects: &Objects, left: u64, right: u64) -> bool {
    let (left, right) = (plain(left), plain(right));
    let begins = |number: u64| objects.at(number).is_some_and(|id| objects.get(id).base == number);
    let meet = ends(objects, left) && begins(right) || ends(objects, right) && begins(left);
    meet && objects.at(left) != objects.at(right)
}

/// Whether a number is the address behind the last byte of an object that has some, or the negative of that.
pub fn ends(objects: &Objects, number: u64) -> bool {
    let number = plain(number);
    let object = objects.at(number).map(|id| objects.get(id));
    in_reach(number) && object.is_some_and(|object| object.size > 0 && object.base + object.size == number)
}

/// Whether a number is an address in a local variable, or in one that a thread has for itself.
pub fn is_of_a_local(objects: &Objects, number: u64) -> bool {
    let origin = |id| &objects.get(id).origin;
    let is_local =
        |id| matches!(origin(id), Origin::Allocated(_, _, Storage::Block | Storage::Stack) | Origin::ThreadLocal(..));
    matches!(located(objects, number), Some(Located { thing: Thing::Object(id), .. }) if is_local(id))
}

/// Whether a compare-and-exchange finds the same wherever the objects lie.
pub fn is_found_fact(objects: &Objects, old: u64, expected: u64) -> bool {
    old.max(expected) < LOWEST || is_fact(objects, BinaryOp::Equal, old, expected)
}

/// Two addresses.
fn both(op: BinaryOp, one_object: bool, same: bool) -> bool {
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => true,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => same,
        BinaryOp::Sub => one_object,
        _ => compares(op) && one_object,
    }
}

/// An address on the left and a number that is none; or the other way round, for what commutes.
fn with_number(op: BinaryOp, address: Located, number: u64) -> bool {
    let Located { low, .. } = address;
    match op {
        // The known bits alone are taken, or all the unknown ones are kept.
        BinaryOp::And => number & !low == 0 || number & !low == !low,
        BinaryOp::Or => number & !low == 0 || number == u64::MAX,
        BinaryOp::Xor => number & !low == 0,
        BinaryOp::UnsignedRem => number.is_power_of_two() && number - 1 <= low,
        BinaryOp::Mul => number <= 1,
        BinaryOp::UnsignedDiv | BinaryOp::SignedDiv => number == 1,
        BinaryOp::ShiftLeft | BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight => number == 0,
        _ => beside(op, address, number),
    }
}

/// Whether an operation asks for equality or an order.
pub fn compares(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Equal | NotEqual | UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual)
}

/// Whether a comparison with a number comes out the same for every address: no object lies on the page of null, nor in
/// the upper half, which is the system's.
fn beside(op: BinaryOp, address: Located, number: u64) -> bool {
    compares(op)
        && match address.sign {
            Sign::Plain => number < NULL_PAGE || number > i64::MAX as u64,
            Sign::Negated => number <= i64::MAX as u64,
        }
}

/// The same for what a read-modify-write computes.
pub fn is_modified_fact(objects: &Objects, op: RmwOp, old: u64, operand: u64) -> bool {
    match op.stored() {
        Stored::Operand => true,
        Stored::Of(op) | Stored::Complement(op) | Stored::Less(op) | Stored::More(op) => {
            is_fact(objects, op, old, operand)
        }
    }
}

/// The bits of an address that are known; none where the number is no address.
pub fn known_bits(objects: &Objects, number: u64) -> Option<u64> {
    located(objects, number).map(|located| located.low)
}

/// Whether the low bits of a number are the same wherever the objects lie.
pub fn is_truncated_fact(objects: &Objects, number: u64, to: Width) -> bool {
    located(objects, number).is_none_or(|Located { low, .. }| to.mask() <= low)
}

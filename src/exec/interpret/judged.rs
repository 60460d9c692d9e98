//! Operations on addresses: notes of those whose results hang on where the objects lie.
//!
//! In: an operation and the values of its operands. Out: a note, if its result is no fact for some value that they stand for. What a
//! fact is stands in [`crate::exec::addresses`]; it must not know what becomes of the result.
//!
//! A value may stand for others ([`super::wide`]): of a number that may be any, and of an address to which such a number was added, the
//! ends of what it stands for are looked at. That is enough for addresses of one object: what is known of the low bits is the same
//! for all; a sum stays near the object if it does so at both ends; and an address is outside of the object, or right
//! behind it, only where an end is so, too. Of numbers it is enough for sums.

use super::World;
use super::open::Value;
use super::symbol::Symbol;
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::objects::NULL_PAGE;
use crate::ir::{BinaryOp, UnaryOp};

/// Notes an operation on two numbers, if it tells where objects lie.
pub(super) fn note_vague(world: &mut dyn World, op: BinaryOp, (left, right): (u64, u64), span: Option<Span>) {
    if left.max(right) >= addresses::LOWEST && !addresses::is_fact(world.objects(), op, left, right) {
        world.note_vague(span);
    }
}

/// The same of an operation on one number.
pub(super) fn note_vague_unary(world: &mut dyn World, op: UnaryOp, value: u64, span: Option<Span>) {
    if value >= addresses::LOWEST && !addresses::is_unary_fact(world.objects(), op, value) {
        world.note_vague(span);
    }
}

/// The same of two values one of which at least stands for many.
pub(super) fn note_vague_of_open(world: &mut dyn World, op: BinaryOp, values: [Value; 2], span: Option<Span>) {
    let [left, right] = values.map(|value| address(world, value));
    let is_fact = match (left, right) {
        (Found::Number, Found::Number) => true,
        (Found::Scattered, _) | (_, Found::Scattered) => false,
        (Found::Near(_), Found::Number) | (Found::Number, Found::Near(_)) => is_fact_with_number(world, op, values),
        (Found::Near(left), Found::Near(right)) => all_facts(world, op, (left, right)),
    };
    if !is_fact {
        world.note_vague(span);
    }
}

/// What a value may be.
enum Found {
    Number,
    /// An address near one object, from the one to the other.
    Near([u64; 2]),
    /// An address to which so much may have been added that it is near no object, or near several.
    Scattered,
}

/// What a value may be. A number that may be any is none, though it may be equal to one.
fn address(world: &mut dyn World, value: Value) -> Found {
    if value.symbol.is_some_and(|symbol| !is_moved(world, symbol)) {
        return Found::Number;
    }
    match ends(world, value).filter(|ends| addresses::are_near_one_object(world.objects(), *ends)) {
        Some(ends) => Found::Near(ends),
        None if value.symbol.is_none() => Found::Number,
        None => Found::Scattered,
    }
}

/// An address and a number, either of which may stand for others.
fn is_fact_with_number(world: &mut dyn World, op: BinaryOp, values: [Value; 2]) -> bool {
    let number = values.map(|value| value.symbol.filter(|symbol| !is_moved(world, *symbol)));
    match number {
        [None, None] => {}
        _ if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {}
        [Some(number), None] if addresses::compares(op) => return is_fact_of_any(world, op, number, values[1]),
        [None, Some(number)] if addresses::compares(op) => return is_fact_of_any(world, op, number, values[0]),
        // What is known of the bits of two ends is nothing that is known of the numbers between them.
        _ => return false,
    }
    match values.map(|value| ends(world, value)) {
        [Some(left), Some(right)] => all_facts(world, op, (left, right)),
        _ => false,
    }
}

/// An address is compared with a number that may be any. Of one that it may be equal to or not both answers are looked at; but
/// what else the program knows of the number then, by what it has asked before or asks later, must not be how it lies to addresses.
fn is_fact_of_any(world: &mut dyn World, op: BinaryOp, number: Symbol, address: Value) -> bool {
    let Some(wide) = world.wide() else { return true };
    let [low, high] = match wide.ends(number) {
        Some([first, last]) => [first.min(last), first.max(last)],
        None => return false,
    };
    // No object lies there.
    if high < NULL_PAGE || low > i64::MAX as u64 {
        return address.bits <= i64::MAX as u64;
    }
    let asks = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && address.symbol.is_none();
    let is_cut_here = |end: u64| end.wrapping_add(1) == address.bits || end.wrapping_sub(1) == address.bits;
    asks && ((low..=high).contains(&address.bits) || is_cut_here(low) || is_cut_here(high))
}

fn is_moved(world: &mut dyn World, symbol: Symbol) -> bool {
    world.wide().is_some_and(|wide| wide.is_moved_address(symbol))
}

/// The ends of what a value stands for, if that is all that is between them.
fn ends(world: &mut dyn World, value: Value) -> Option<[u64; 2]> {
    match value.symbol {
        Some(symbol) => world.wide()?.ends(symbol),
        None => Some([value.bits; 2]),
    }
}

/// Whether the result is a fact at all ends.
fn all_facts(world: &mut dyn World, op: BinaryOp, (left, right): ([u64; 2], [u64; 2])) -> bool {
    let objects = world.objects();
    left.into_iter().all(|left| right.into_iter().all(|right| addresses::is_fact(objects, op, left, right)))
}

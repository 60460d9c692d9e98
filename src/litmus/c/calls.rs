//! C11's operations.
//!
//! In: a call. Out: its steps, annotated with the order as `cat` files for C name it. It must not know the kernel's.

use super::lower::{Change, Lower, Tags};
use super::parse::{Expr, ExprKind};
use super::tokens::Refusal;
use crate::litmus::{Binary, Step, Value};

/// The orders as `cat` files for C name them, each with what C calls it.
const ORDERS: [(&str, &str); 5] =
    [("RLX", "relaxed"), ("ACQ", "acquire"), ("REL", "release"), ("ACQ_REL", "acq_rel"), ("SC", "seq_cst")];

/// What C calls the order with this name in `cat` files.
pub fn order_in_c(name: &str) -> Option<&'static str> {
    ORDERS.iter().find(|(known, _)| *known == name).map(|(_, order)| *order)
}

/// An order by its name in C.
fn order(expr: &Expr<'_>) -> Result<&'static str, Refusal> {
    let ExprKind::Name(name) = expr.kind else {
        return Err(Refusal { at: expr.at, message: "a memory order is expected here".to_string() });
    };
    let order = name.strip_prefix("memory_order_").map(|order| if order == "consume" { "acquire" } else { order });
    let found = ORDERS.iter().find(|(_, known)| Some(*known) == order).map(|(name, _)| *name);
    found.ok_or_else(|| Refusal { at: expr.at, message: format!("`{name}` is no memory order") })
}

/// The sets of one half of a read-modify-write.
fn half(order: &'static str) -> Tags {
    vec![order, "RMW"]
}

/// Lowers a call; `None` where the function is not known.
///
/// # Errors
/// What is not read in its arguments.
pub fn call(lower: &mut Lower, name: &str, arguments: &[Expr<'_>]) -> Result<Option<Value>, Refusal> {
    let (base, orders) = match name.strip_suffix("_explicit") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let at = |index: usize| -> Result<&'static str, Refusal> {
        arguments.get(index).filter(|_| orders).map_or(Ok("SC"), order)
    };
    let zero = Value::Constant(0);
    let fetched = base.strip_prefix("atomic_fetch_").and_then(operator);
    Ok(Some(match (base, arguments) {
        ("atomic_thread_fence", [which]) => {
            let order = order(which)?;
            if order != "RLX" {
                lower.fence(vec![order]);
            }
            zero
        }
        ("atomic_load", [place, ..]) => {
            let place = lower.value(place)?;
            lower.load(place, vec![at(1)?])
        }
        ("atomic_store", [place, value, ..]) => {
            let place = lower.value(place)?;
            let value = lower.value(value)?;
            lower.store(place, value, vec![at(2)?]);
            zero
        }
        ("atomic_exchange", [place, value, ..]) => {
            let (place, value) = (lower.value(place)?, lower.value(value)?);
            let order = at(2)?;
            lower.update(place, |_| Change { reads: half(order), writes: half(order), new: value, when: None })
        }
        (_, [place, value, ..]) if fetched.is_some() => {
            let operator = fetched.expect("just asked; please report this");
            let (place, value) = (lower.value(place)?, lower.value(value)?);
            let order = at(2)?;
            lower.update(place, |old| {
                let new = Value::binary(operator, old, value);
                Change { reads: half(order), writes: half(order), new, when: None }
            })
        }
        ("atomic_compare_exchange_strong" | "atomic_compare_exchange_weak", [place, expected, desired, ..]) => {
            let (place, expected, desired) = (lower.value(place)?, lower.value(expected)?, lower.value(desired)?);
            let (success, failure) = (at(3)?, at(4)?);
            let place = lower.held(place);
            let wanted = lower.load(expected.clone(), Vec::new());
            let result = lower.fresh();
            let is_weak = base.ends_with("weak");
            let (there, known) = (place.clone(), wanted.clone());
            lower.either(
                |lower| {
                    let old = lower.update(there, |_| Change {
                        reads: half(success),
                        writes: half(success),
                        new: desired,
                        when: None,
                    });
                    lower.require(Value::binary(Binary::Equal, old, known));
                    lower.step(Step::Assign { to: result, value: Value::Constant(1) });
                },
                |lower| {
                    let old = lower.load(place, half(failure));
                    if !is_weak {
                        lower.require(Value::binary(Binary::Differs, old.clone(), wanted));
                    }
                    lower.store(expected, old, Vec::new());
                    lower.step(Step::Assign { to: result, value: Value::Constant(0) });
                },
            );
            Value::Register(result)
        }
        _ => return Ok(None),
    }))
}

fn operator(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => Binary::Add,
        "sub" => Binary::Subtract,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" => Binary::Xor,
        _ => return None,
    })
}

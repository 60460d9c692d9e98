//! The Linux kernel's operations.
//!
//! In: a call. Out: its steps, annotated as the kernel's own `cat` files name them. It must not know C11's.
//!
//! A lock is taken with acquire order and given back with release order, in the sets of its own and in those of the orders.
//! A spinlock is a word: taking it is a read-modify-write that reads 0, and a way on which it finds another value is none, since
//! who waits for ever does not end.

use super::lower::{Change, Lower, Tags};
use super::parse::{Expr, ExprKind};
use super::tokens::Refusal;
use crate::litmus::{Binary, Step, Value};

/// What a fence is called in the axioms.
fn fence(name: &str) -> Option<Tags> {
    Some(vec![match name {
        // What orders for devices orders for processors, too.
        "smp_mb" | "mb" | "dma_mb" => return Some(vec!["Mb", "MB"]),
        "smp_rmb" | "rmb" | "dma_rmb" => "Rmb",
        "smp_wmb" | "wmb" | "dma_wmb" => "Wmb",
        "smp_mb__before_atomic" => "Before-atomic",
        "smp_mb__after_atomic" => "After-atomic",
        "smp_mb__after_spinlock" => "After-spinlock",
        "smp_mb__after_unlock_lock" => "After-unlock-lock",
        "smp_mb__after_srcu_read_unlock" => "After-srcu-read-unlock",
        "barrier" => "Barrier",
        "rcu_read_lock" => "Rcu-lock",
        "rcu_read_unlock" => "Rcu-unlock",
        "synchronize_rcu" | "synchronize_rcu_expedited" => "Sync-rcu",
        _ => return None,
    }])
}

/// The order that the end of a name says, of a read-modify-write; without an end it orders everything.
fn suffix(name: &str) -> (&str, &'static str) {
    let ends = [("_relaxed", "ONCE"), ("_acquire", "ACQUIRE"), ("_release", "RELEASE")];
    let found = ends.iter().find_map(|(end, order)| Some((name.strip_suffix(end)?, *order)));
    found.unwrap_or((name, "MB"))
}

/// What a call begins with, by its length, and what it begins with when it has these annotations as well; `None` if it cannot have one of them or
/// has all.
pub fn raised(call: &str, sets: &[String]) -> Option<(usize, String)> {
    let has = |wanted: &str| sets.iter().any(|set| set == wanted);
    if sets.iter().any(|set| !["ONCE", "ACQUIRE", "RELEASE", "MB"].contains(&set.as_str())) {
        return None;
    }
    let (acquires, releases, is_full) = (has("ACQUIRE"), has("RELEASE"), has("MB"));
    let (name, arguments) = call.split_once('(')?;
    let one = |wanted: bool, other: bool| (wanted && !other && !is_full).then_some(());
    // The address in the place of the object.
    let of_address = |new: &str| match arguments.strip_prefix('*') {
        Some(_) => (name.len() + 2, format!("{new}(")),
        None => (name.len() + 1, format!("{new}(&")),
    };
    Some(match name {
        "READ_ONCE" => one(acquires, releases).map(|()| of_address("smp_load_acquire"))?,
        "WRITE_ONCE" => one(releases, acquires).map(|()| of_address("smp_store_release"))?,
        "atomic_read" => one(acquires, releases).map(|()| (name.len(), "atomic_read_acquire".to_string()))?,
        "atomic_set" => one(releases, acquires).map(|()| (name.len(), "atomic_set_release".to_string()))?,
        _ => {
            let (base, own) = name.rsplit_once('_')?;
            let (had_acquire, had_release) = match own {
                "relaxed" => (false, false),
                "acquire" => (true, false),
                "release" => (false, true),
                _ => return None,
            };
            let new = match (had_acquire || acquires, had_release || releases) {
                _ if is_full => base.to_string(),
                (true, true) => base.to_string(),
                (true, false) => format!("{base}_acquire"),
                (false, true) => format!("{base}_release"),
                (false, false) => return None,
            };
            (new != name).then_some((name.len(), new))?
        }
    })
}

/// Lowers a call; `None` where the function is not known.
///
/// # Errors
/// What is not read in its arguments.
pub fn call(lower: &mut Lower, name: &str, arguments: &[Expr<'_>]) -> Result<Option<Value>, Refusal> {
    if let (Some(tags), []) = (fence(name), arguments) {
        lower.fence(tags);
        return Ok(Some(Value::Constant(0)));
    }
    if let Some(value) = plain(lower, name, arguments)? {
        return Ok(Some(value));
    }
    if let Some(value) = locks(lower, name, arguments)? {
        return Ok(Some(value));
    }
    update(lower, name, arguments)
}

/// Loads and stores.
fn plain(lower: &mut Lower, name: &str, arguments: &[Expr<'_>]) -> Result<Option<Value>, Refusal> {
    let zero = Value::Constant(0);
    Ok(Some(match (name, arguments) {
        ("READ_ONCE" | "rcu_dereference" | "ACCESS_ONCE", [place]) => {
            let place = lower.place(place)?;
            lower.load(place, vec!["ONCE"])
        }
        ("atomic_read" | "smp_load_acquire" | "atomic_read_acquire", [place]) => {
            let place = lower.value(place)?;
            lower.load(place, if name == "atomic_read" { vec!["ONCE"] } else { vec!["ONCE", "ACQUIRE"] })
        }
        ("WRITE_ONCE" | "rcu_assign_pointer" | "smp_store_mb", [place, value]) => {
            let (place, value) = (lower.place(place)?, lower.value(value)?);
            lower.store(
                place,
                value,
                if name == "rcu_assign_pointer" { vec!["ONCE", "RELEASE"] } else { vec!["ONCE"] },
            );
            if name == "smp_store_mb" {
                lower.fence(vec!["Mb", "MB"]);
            }
            zero
        }
        ("atomic_set" | "smp_store_release" | "atomic_set_release", [place, value]) => {
            let (place, value) = (lower.value(place)?, lower.value(value)?);
            lower.store(place, value, if name == "atomic_set" { vec!["ONCE"] } else { vec!["ONCE", "RELEASE"] });
            zero
        }
        ("srcu_read_lock" | "srcu_down_read", [place]) => {
            let place = lower.value(place)?;
            lower.load(place, vec!["Srcu-lock"])
        }
        ("srcu_read_unlock" | "srcu_up_read", [place, cookie]) => {
            let (place, cookie) = (lower.value(place)?, lower.value(cookie)?);
            lower.store(place, cookie, vec!["Srcu-unlock"]);
            zero
        }
        ("synchronize_srcu" | "synchronize_srcu_expedited", [place]) => {
            let place = lower.value(place)?;
            lower.step(Step::Fence { tags: vec!["Sync-srcu"], address: Some(place) });
            zero
        }
        _ => return Ok(None),
    }))
}

fn locks(lower: &mut Lower, name: &str, arguments: &[Expr<'_>]) -> Result<Option<Value>, Refusal> {
    let [place] = arguments else { return Ok(None) };
    let taking = || Change {
        reads: vec!["LKR", "ACQUIRE", "RMW"],
        writes: vec!["LKW", "RMW"],
        new: Value::Constant(1),
        when: None,
    };
    let is_free = |old| Value::binary(Binary::Equal, old, Value::Constant(0));
    Ok(Some(match name {
        "spin_lock" => {
            let place = lower.value(place)?;
            let old = lower.update(place, |_| taking());
            lower.require(is_free(old));
            Value::Constant(0)
        }
        "spin_unlock" => {
            let place = lower.value(place)?;
            lower.store(place, Value::Constant(0), vec!["UL", "RELEASE"]);
            Value::Constant(0)
        }
        "spin_trylock" => either(
            lower,
            place,
            |lower, place| {
                let old = lower.update(place, |_| taking());
                lower.require(is_free(old));
                Value::Constant(1)
            },
            |lower, place| {
                let old = lower.load(place, vec!["LF"]);
                lower.require(old);
                Value::Constant(0)
            },
        )?,
        "spin_is_locked" => either(
            lower,
            place,
            |lower, place| {
                let old = lower.load(place, vec!["RL"]);
                lower.require(old.clone());
                old
            },
            |lower, place| {
                let old = lower.load(place, vec!["RU"]);
                lower.require(is_free(old.clone()));
                old
            },
        )?,
        _ => return Ok(None),
    }))
}

/// One thing or another with a place, and what that gives.
fn either(
    lower: &mut Lower,
    place: &Expr<'_>,
    one: impl FnOnce(&mut Lower, Value) -> Value,
    other: impl FnOnce(&mut Lower, Value) -> Value,
) -> Result<Value, Refusal> {
    let place = lower.value(place)?;
    let place = lower.held(place);
    let result = lower.fresh();
    let there = place.clone();
    lower.either(
        |lower| {
            let value = one(lower, there);
            lower.step(Step::Assign { to: result, value });
        },
        |lower| {
            let value = other(lower, place);
            lower.step(Step::Assign { to: result, value });
        },
    );
    Ok(Value::Register(result))
}

/// What an operation on an `atomic_t` gives back.
enum Gives {
    Nothing,
    Old,
    New,
    /// Whether the new value is 0.
    Test,
    /// Whether it is less.
    Negative,
}

/// Read-modify-writes.
fn update(lower: &mut Lower, name: &str, arguments: &[Expr<'_>]) -> Result<Option<Value>, Refusal> {
    let (base, order) = suffix(name);
    let half = vec![order, "RMW"];
    let sets = |new, when| Change { reads: half.clone(), writes: half.clone(), new, when };
    let base = base.strip_prefix("atomic_").unwrap_or(base);
    match (base, arguments) {
        ("xchg", [place, value]) => {
            let (place, value) = (pointer(lower, place)?, lower.value(value)?);
            return Ok(Some(lower.update(place, |_| sets(value, None))));
        }
        ("cmpxchg", [place, expected, desired]) => {
            let place = pointer(lower, place)?;
            let (expected, desired) = (lower.value(expected)?, lower.value(desired)?);
            let when = |old| Value::binary(Binary::Equal, old, expected);
            return Ok(Some(lower.update(place, |old| sets(desired, Some(when(old))))));
        }
        ("add_unless", [place, value, unless]) if name.starts_with("atomic_") => {
            let place = lower.value(place)?;
            let (value, unless) = (lower.value(value)?, lower.value(unless)?);
            let differs = |old| Value::binary(Binary::Differs, old, unless.clone());
            let old =
                lower.update(place, |old| sets(Value::binary(Binary::Add, old.clone(), value), Some(differs(old))));
            return Ok(Some(differs(old)));
        }
        _ if !name.starts_with("atomic_") => return Ok(None),
        _ => {}
    }
    let (base, result) = if let Some(base) = base.strip_suffix("_return") {
        (base, Gives::New)
    } else if let Some(base) = base.strip_prefix("fetch_") {
        (base, Gives::Old)
    } else if let Some(base) = base.strip_suffix("_and_test") {
        (base, Gives::Test)
    } else if base == "add_negative" {
        ("add", Gives::Negative)
    } else {
        (base, Gives::Nothing)
    };
    let (operator, value, place) = match (base, arguments) {
        ("inc", [place]) => (Binary::Add, None, place),
        ("dec", [place]) => (Binary::Subtract, None, place),
        ("add", [value, place]) => (Binary::Add, Some(value), place),
        ("sub", [value, place]) => (Binary::Subtract, Some(value), place),
        ("and", [value, place]) => (Binary::And, Some(value), place),
        ("andnot", [value, place]) => (Binary::And, Some(value), place),
        ("or", [value, place]) => (Binary::Or, Some(value), place),
        ("xor", [value, place]) => (Binary::Xor, Some(value), place),
        _ => return Ok(None),
    };
    let value = value.map_or(Ok(Value::Constant(1)), |value| lower.value(value))?;
    let value = if base == "andnot" { Value::binary(Binary::Xor, value, Value::Constant(-1)) } else { value };
    let place = lower.value(place)?;
    let new = |old| Value::binary(operator, old, value.clone());
    // Without a result the operation orders nothing, and its read is one that fences do not wait for.
    let old = match result {
        Gives::Nothing => lower.update(place, |old| Change {
            reads: vec!["NORETURN", "ONCE", "RMW"],
            writes: vec!["ONCE", "RMW"],
            new: new(old),
            when: None,
        }),
        _ => lower.update(place, |old| sets(new(old), None)),
    };
    Ok(Some(match result {
        Gives::Nothing => Value::Constant(0),
        Gives::Old => old,
        Gives::New => new(old),
        Gives::Test => Value::binary(Binary::Equal, new(old), Value::Constant(0)),
        Gives::Negative => Value::binary(Binary::Less, new(old), Value::Constant(0)),
    }))
}

/// The operand of `xchg` and `cmpxchg` is a pointer; tests also write what it points to.
fn pointer(lower: &mut Lower, expr: &Expr<'_>) -> Result<Value, Refusal> {
    match expr.kind {
        ExprKind::At(_) => lower.place(expr),
        _ => lower.value(expr),
    }
}

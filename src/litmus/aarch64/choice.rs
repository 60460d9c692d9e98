//! What AArch64 compares, and what it chooses by that.
//!
//! In: the operands of a comparison, the letters of a condition, or an instruction that selects. Out: steps, or a value; `None` where it is not
//! known. The flags are kept as what comparisons ask for: whether two numbers differ, and which is less with and without signs. What
//! chooses is no branch: its result is picked by the flags and computed from the operand that is chosen ([`Value::Chosen`]).

use super::{target, value};
use crate::litmus::code::Code;
use crate::litmus::{Binary, Step, Value};

const DIFFERENCE: &str = "NZ";
const LESS: &str = "(less)";
const BELOW: &str = "(below)";

/// Compares so many lowest bytes of two numbers.
pub fn compare(a: Value, b: Value, bytes: u8, code: &mut Code<'_>) {
    let difference = Value::binary(Binary::Subtract, a.clone(), b.clone()).lowest(bytes);
    let less = Value::binary(Binary::Less, a.clone().extended(bytes), b.clone().extended(bytes));
    let below = Value::binary(Binary::Below, a.lowest(bytes), b.lowest(bytes));
    for (flag, value) in [(DIFFERENCE, difference), (LESS, less), (BELOW, below)] {
        let to = code.thread.register(flag);
        code.step(Step::Assign { to, value });
    }
}

fn not(value: Value) -> Value {
    Value::binary(Binary::Equal, value, Value::Constant(0))
}

/// Whether the last comparison came out as the letters say.
pub fn condition(letters: &str, code: &mut Code<'_>) -> Option<Value> {
    let mut flag = |name: &str| Value::Register(code.thread.register(name));
    let (difference, less, below) = (flag(DIFFERENCE), flag(LESS), flag(BELOW));
    let equal = not(difference.clone());
    let or = |a: Value, b: Value| Value::binary(Binary::Or, a, b);
    Some(match letters {
        "EQ" => equal,
        "NE" => Value::binary(Binary::Differs, difference, Value::Constant(0)),
        "LT" => less,
        "GE" => not(less),
        "LE" => or(less, equal),
        "GT" => not(or(less, equal)),
        "LO" | "CC" => below,
        "HS" | "CS" => not(below),
        "LS" => or(below, equal),
        "HI" => not(or(below, equal)),
        _ => return None,
    })
}

/// An instruction that puts one of two values into a register.
pub fn select(name: &str, bytes: u8, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let one_more = |value: Value| Value::binary(Binary::Add, value, Value::Constant(1));
    let (to, by, first, second) = match (name, args) {
        ("CSEL" | "CSINC" | "CSINV" | "CSNEG", [to, a, b, by]) => {
            let (a, b) = (value(a, code)?, value(b, code)?);
            let b = match name {
                "CSINC" => one_more(b),
                "CSINV" => Value::binary(Binary::Xor, b, Value::Constant(-1)),
                "CSNEG" => Value::binary(Binary::Subtract, Value::Constant(0), b),
                _ => b,
            };
            (to, by, a, b)
        }
        ("CINC", [to, from, by]) => {
            let from = value(from, code)?;
            (to, by, one_more(from.clone()), from)
        }
        ("CSET", [to, by]) => (to, by, Value::Constant(1), Value::Constant(0)),
        ("CSETM", [to, by]) => (to, by, Value::Constant(-1), Value::Constant(0)),
        _ => return None,
    };
    let by = condition(&by.to_ascii_uppercase(), code)?;
    // The other half of a register is 0 behind an instruction on 32 bits.
    let chosen = Value::chosen(by, first, second).lowest(bytes);
    let to = target(to, code)??;
    code.step(Step::Assign { to, value: chosen });
    Some(())
}

//! The instructions of x86.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. The full fence is in the set `full`, as the models' own
//! kind is named, and in `MFENCE`. Those of loads and of stores are in sets of their own, which models need not know that reorder nothing of
//! what they order.
//!
//! A compare-and-exchange writes in any case, and if the comparison fails what is there: the manuals say so of the locked one. Without
//! the lock a write of another thread could be lost by that, and whether processors lose it they do not say: it is refused.

use super::code::{Code, Instruction, is_name, number, operands};
use super::{Binary, Link, Register, Step, Value};

const REGISTERS: &[&str] = &["AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"];

/// The register in upper case, of 32 bits.
pub fn register(name: &str) -> Option<String> {
    let upper = name.trim_start_matches('%').to_ascii_uppercase();
    let short = upper.strip_prefix(['E', 'R']).unwrap_or(&upper);
    REGISTERS.contains(&short).then(|| format!("E{short}"))
}

fn value(text: &str, code: &mut Code<'_>) -> Option<Value> {
    match register(text) {
        Some(name) => Some(Value::Register(code.thread.register(&name))),
        None => number(text.trim_start_matches('$')).map(Value::Constant),
    }
}

/// `[x]`.
fn address(text: &str, code: &mut Code<'_>) -> Option<Value> {
    let name = text.strip_prefix('[')?.strip_suffix(']')?;
    is_name(name).then(|| Value::Constant(code.test.location(name).address()))
}

/// The flags, as far as anything asks for them: a number that is 0 where they say that two are equal.
pub const FLAGS: &str = "flags";

/// The fence that an instruction without operands is.
pub fn fence(name: &str) -> Option<Step> {
    let tags = match name {
        "MFENCE" => vec!["full", "MFENCE", "mfence"],
        "LFENCE" => vec!["LFENCE"],
        "SFENCE" => vec!["SFENCE"],
        _ => return None,
    };
    Some(Step::Fence { tags, address: None })
}

/// Branches if the flags are as the end of a jump's name says.
pub fn jump<'t>(condition: &str, label: &'t str, code: &mut Code<'t>) -> Option<()> {
    let operator = match condition {
        "E" | "Z" => Binary::Equal,
        "NE" | "NZ" => Binary::Differs,
        _ => return None,
    };
    let flags = Value::Register(code.thread.register(FLAGS));
    code.branch(Value::binary(operator, flags, Value::Constant(0)), label);
    Some(())
}

/// A locked compare-and-exchange of so many bytes: of what is at an address with the accumulator, and if they are the same with a value.
pub fn compare_and_exchange(address: Value, new: Value, (accumulator, bytes): (Register, u8), code: &mut Code<'_>) {
    // The address may be in the accumulator, and so may what is written.
    let mut held = |name: &str, value: Value| {
        let to = code.thread.register(name);
        code.step(Step::Assign { to, value });
        Value::Register(to)
    };
    let (address, new) = (held("(address)", address), held("(operand)", new));
    let old = code.thread.register("(old value)");
    let (tags, link) = (vec!["X", "A"], Link::Update);
    code.step(Step::Load { bytes: Some(bytes), to: Some(old), address: address.clone(), tags: tags.clone(), link });
    let (old, kept) = (Value::Register(old), Value::Register(accumulator));
    let flags = code.thread.register(FLAGS);
    let differs = Value::binary(Binary::Xor, old.clone(), kept.clone()).lowest(bytes);
    code.step(Step::Assign { to: flags, value: differs });
    let differs = Value::Register(flags);
    let value = Value::chosen(differs.clone(), old.clone(), new);
    code.step(Step::Store { bytes: Some(bytes), address, value, tags, link });
    code.step(Step::Assign { to: accumulator, value: Value::chosen(differs, old.lowest(bytes), kept) });
}

/// The fence in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    matches!(set, "full" | "MFENCE" | "mfence").then(|| "MFENCE".to_string())
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let name = instruction.name.to_ascii_uppercase();
    if name == "LOCK" {
        let (name, rest) = instruction.operands.trim().split_once(char::is_whitespace)?;
        return locked(&name.to_ascii_uppercase(), &operands(rest), code);
    }
    let args = operands(instruction.operands);
    match (name.as_str(), args.as_slice()) {
        (name, []) => code.step(fence(name)?),
        ("JMP", [label]) => code.branch(Value::Constant(1), label),
        (jumps, [label]) if jumps.starts_with('J') => return jump(&jumps[1..], label, code),
        ("CMP", [a, b]) => {
            let (a, b) = (compared(a, code)?, compared(b, code)?);
            let flags = code.thread.register(FLAGS);
            code.step(Step::Assign { to: flags, value: Value::binary(Binary::Subtract, a, b).lowest(4) });
        }
        ("MOV", [to, from]) if to.starts_with('[') => {
            let (address, value) = (address(to, code)?, value(from, code)?);
            code.step(Step::Store { bytes: Some(4), address, value, tags: Vec::new(), link: Link::None });
        }
        ("MOV", [to, from]) if from.starts_with('[') => {
            let address = address(from, code)?;
            let to = Some(code.thread.register(&register(to)?));
            code.step(Step::Load { bytes: Some(4), to, address, tags: Vec::new(), link: Link::None });
        }
        ("MOV", [to, from]) => {
            let value = value(from, code)?;
            let to = code.thread.register(&register(to)?);
            code.step(Step::Assign { to, value });
        }
        ("XCHG", [a, b]) => {
            let (place, other) = if a.starts_with('[') { (a, b) } else { (b, a) };
            let address = address(place, code)?;
            let to = code.thread.register(&register(other)?);
            let operand = code.thread.register("(operand)");
            code.step(Step::Assign { to: operand, value: Value::Register(to) });
            let (tags, link) = (vec!["X", "A"], Link::Update);
            code.step(Step::Load { bytes: Some(4), to: Some(to), address: address.clone(), tags: tags.clone(), link });
            code.step(Step::Store { bytes: Some(4), address, value: Value::Register(operand), tags, link });
        }
        (name, args) => return change(name, args, (Vec::new(), Link::None), code),
    }
    Some(())
}

/// What is compared, read from memory if it is there.
fn compared(text: &str, code: &mut Code<'_>) -> Option<Value> {
    if !text.starts_with('[') {
        return value(text, code);
    }
    let address = address(text, code)?;
    let to = code.thread.register("(old value)");
    code.step(Step::Load { bytes: Some(4), to: Some(to), address, tags: Vec::new(), link: Link::None });
    Some(Value::Register(to))
}

/// An instruction with the prefix.
fn locked(name: &str, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let ("CMPXCHG", [place, new]) = (name, args) else {
        return change(name, args, (vec!["X", "A"], Link::Update), code);
    };
    let (address, new) = (address(place, code)?, register(new)?);
    let (new, accumulator) = (code.thread.register(&new), code.thread.register("EAX"));
    compare_and_exchange(address, Value::Register(new), (accumulator, 4), code);
    Some(())
}

/// An instruction that changes memory by what is there: a read and a write, and one operation where it is locked.
fn change(name: &str, args: &[&str], (tags, link): (Vec<&'static str>, Link), code: &mut Code<'_>) -> Option<()> {
    let operator = match name {
        "INC" | "ADD" | "XADD" => Binary::Add,
        "DEC" | "SUB" => Binary::Subtract,
        "AND" => Binary::And,
        "OR" => Binary::Or,
        "XOR" => Binary::Xor,
        _ => return None,
    };
    let (place, given, to) = match (name, args) {
        ("INC" | "DEC", [place]) => (place, Value::Constant(1), None),
        ("XADD", [place, register]) => {
            let to = code.thread.register(&self::register(register)?);
            (place, Value::Register(to), Some(to))
        }
        ("INC" | "DEC" | "XADD", _) => return None,
        (_, [place, given]) => (place, value(given, code)?, None),
        _ => return None,
    };
    let address = address(place, code)?;
    let old = code.thread.register("(old value)");
    code.step(Step::Load { bytes: Some(4), to: Some(old), address: address.clone(), tags: tags.clone(), link });
    let value = Value::binary(operator, Value::Register(old), given);
    code.step(Step::Store { bytes: Some(4), address, value: value.clone(), tags, link });
    let flags = code.thread.register(FLAGS);
    code.step(Step::Assign { to: flags, value: value.lowest(4) });
    if let Some(to) = to {
        code.step(Step::Assign { to, value: Value::Register(old) });
    }
    Some(())
}

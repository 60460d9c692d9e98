//! The instructions of x86.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. The full fence is in the set `full`, as the models' own
//! kind is named, and in `MFENCE`.

use super::code::{Code, Instruction, is_name, number, operands};
use super::{Binary, Link, Step, Value};

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

/// The fence in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    matches!(set, "full" | "MFENCE" | "mfence").then(|| "MFENCE".to_string())
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let name = instruction.name.to_ascii_uppercase();
    if name == "LOCK" {
        let (name, rest) = instruction.operands.trim().split_once(char::is_whitespace)?;
        return change(&name.to_ascii_uppercase(), &operands(rest), (vec!["X", "A"], Link::Update), code);
    }
    let args = operands(instruction.operands);
    match (name.as_str(), args.as_slice()) {
        ("MFENCE", []) => code.step(Step::Fence { tags: vec!["full", "MFENCE", "mfence"], address: None }),
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
    code.step(Step::Store { bytes: Some(4), address, value, tags, link });
    if let Some(to) = to {
        code.step(Step::Assign { to, value: Value::Register(old) });
    }
    Some(())
}

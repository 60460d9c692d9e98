//! The instructions of Power.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Fences carry their names.

use super::code::{Code, Instruction, number, operands};
use super::{Binary, Link, Step, Value};

/// The register in lower case.
pub fn register(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let is_general = lower.strip_prefix('r').is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n < 32));
    is_general.then_some(lower)
}

fn value(text: &str, code: &mut Code<'_>) -> Option<Value> {
    match register(text) {
        Some(name) => Some(Value::Register(code.thread.register(&name))),
        None => number(text).map(Value::Constant),
    }
}

/// `0(r2)`.
fn address(text: &str, code: &mut Code<'_>) -> Option<Value> {
    let (offset, base) = text.strip_suffix(')')?.split_once('(')?;
    let base = value(base, code)?;
    Some(match number(offset)? {
        0 => base,
        offset => Value::binary(Binary::Add, base, Value::Constant(offset)),
    })
}

/// The sum of two registers; register 0 stands for 0 as the first.
fn indexed(a: &str, b: &str, code: &mut Code<'_>) -> Option<Value> {
    let second = value(b, code)?;
    // A base of the number 0, or of the register with that number, is none.
    if a == "0" || register(a)? == "r0" {
        return Some(second);
    }
    Some(Value::binary(Binary::Add, value(a, code)?, second))
}

const COMPARISON: &str = "cr0";

/// How much a load or a store accesses: a word or a double word.
fn size(name: &str) -> Option<u8> {
    Some(if name.ends_with('d') { 8 } else { 4 })
}

/// The fence in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    Some(set.to_ascii_lowercase())
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let args = operands(instruction.operands);
    match (instruction.name, args.as_slice()) {
        ("sync" | "hwsync", []) => code.step(Step::Fence { tags: vec!["sync", "SYNC"], address: None }),
        ("lwsync", []) => code.step(Step::Fence { tags: vec!["lwsync", "LWSYNC"], address: None }),
        ("isync", []) => code.step(Step::Fence { tags: vec!["isync", "ISYNC"], address: None }),
        ("eieio", []) => code.step(Step::Fence { tags: vec!["eieio", "EIEIO"], address: None }),
        ("li" | "mr", [to, from]) => {
            let value = value(from, code)?;
            let to = code.thread.register(&register(to)?);
            code.step(Step::Assign { to, value });
        }
        ("xor" | "addi" | "add" | "and" | "andi" | "or", [to, a, b]) => {
            let operator = match instruction.name {
                "xor" => Binary::Xor,
                "and" | "andi" => Binary::And,
                "or" => Binary::Or,
                _ => Binary::Add,
            };
            let value = Value::binary(operator, value(a, code)?, value(b, code)?);
            let to = code.thread.register(&register(to)?);
            code.step(Step::Assign { to, value });
        }
        ("lwz" | "ld", [to, place]) => {
            let address = address(place, code)?;
            let to = Some(code.thread.register(&register(to)?));
            code.step(Step::Load { bytes: size(instruction.name), to, address, tags: Vec::new(), link: Link::None });
        }
        ("lwzx", [to, a, b]) => {
            let address = indexed(a, b, code)?;
            let to = Some(code.thread.register(&register(to)?));
            code.step(Step::Load { bytes: Some(4), to, address, tags: Vec::new(), link: Link::None });
        }
        ("stw" | "std", [from, place]) => {
            let (value, address) = (value(from, code)?, address(place, code)?);
            code.step(Step::Store {
                bytes: size(instruction.name),
                address,
                value,
                tags: Vec::new(),
                link: Link::None,
            });
        }
        ("stwx", [from, a, b]) => {
            let (value, address) = (value(from, code)?, indexed(a, b, code)?);
            code.step(Step::Store { bytes: Some(4), address, value, tags: Vec::new(), link: Link::None });
        }
        ("lwarx", [to, a, b]) => {
            let address = indexed(a, b, code)?;
            let to = Some(code.thread.register(&register(to)?));
            code.step(Step::Load { bytes: Some(4), to, address, tags: vec!["X", "EX"], link: Link::Exclusive });
        }
        ("stwcx.", [from, a, b]) => {
            let (value, address) = (value(from, code)?, indexed(a, b, code)?);
            // What a branch looks at is 0 where the store succeeded, as after a comparison of equals.
            let success = Some(code.thread.register(COMPARISON));
            let tags = vec!["X", "EX"];
            code.step(Step::StoreConditional { bytes: Some(4), success, address, value, tags, carries: false });
        }
        ("cmpw" | "cmpwi", [a, b]) => {
            let value = Value::binary(Binary::Subtract, value(a, code)?, value(b, code)?);
            let to = code.thread.register(COMPARISON);
            code.step(Step::Assign { to, value });
        }
        ("beq" | "bne", [label]) => {
            let operator = if instruction.name == "beq" { Binary::Equal } else { Binary::Differs };
            let flags = Value::Register(code.thread.register(COMPARISON));
            code.branch(Value::binary(operator, flags, Value::Constant(0)), label);
        }
        ("b", [label]) => code.branch(Value::Constant(1), label),
        _ => return None,
    }
    Some(())
}

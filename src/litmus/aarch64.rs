//! The instructions of AArch64.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Accesses and barriers carry the annotations of the `cat`
//! files: `A` of a load that acquires, `Q` of one that acquires in the weaker sense, `L` of a store that releases, `X` of atomic
//! and exclusive accesses, `EX` of exclusive ones, `NoRet` of the read of an atomic instruction that puts it into no register: such
//! a read acquires nothing. A read that acquires is followed by [`Step::Hold`].
//!
//! - `atomic`: the instructions that read and write
//! - `choice`: comparisons, and what chooses by them

mod atomic;
mod choice;

use super::code::{Code, Instruction, number, operands};
use super::{Binary, Link, Register, Step, Value};

/// The register in the spelling of 64 bits; the zero register has none.
pub fn register(name: &str) -> Option<String> {
    let upper = name.to_ascii_uppercase();
    let number = upper.strip_prefix(['W', 'X'])?;
    (number.parse::<u8>().is_ok_and(|n| n < 31)).then(|| format!("X{number}"))
}

fn is_zero(name: &str) -> bool {
    matches!(name.to_ascii_uppercase().as_str(), "WZR" | "XZR")
}

fn value(text: &str, code: &mut Code<'_>) -> Option<Value> {
    if let Some(text) = text.strip_prefix('#') {
        return number(text).map(Value::Constant);
    }
    if is_zero(text) {
        return Some(Value::Constant(0));
    }
    register(text).map(|name| Value::Register(code.thread.register(&name)))
}

/// The mnemonic without what it says of the size, and how many bytes an access has.
fn sized<'n>(name: &'n str, register: &str) -> (&'n str, u8) {
    let is_access = ["LD", "ST", "SWP", "CAS"].iter().any(|start| name.starts_with(start));
    let narrow = [('B', 1), ('H', 2)].into_iter().find_map(|(letter, bytes)| Some((name.strip_suffix(letter)?, bytes)));
    match narrow.filter(|_| is_access) {
        Some(narrow) => narrow,
        None if register.to_ascii_uppercase().starts_with('X') => (name, 8),
        None => (name, 4),
    }
}

/// `[X1]`, `[X1,#4]`, `[X1,W2,SXTW]`.
fn address(text: &str, code: &mut Code<'_>) -> Option<Value> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let parts = operands(inner);
    let base = value(parts.first()?, code)?;
    match parts[1..] {
        [] => Some(base),
        [offset] | [offset, "SXTW" | "UXTW"] => Some(Value::binary(Binary::Add, base, value(offset, code)?)),
        _ => None,
    }
}

/// Where a result goes: a register, or nowhere.
fn target(text: &str, code: &mut Code<'_>) -> Option<Option<Register>> {
    if is_zero(text) {
        return Some(None);
    }
    register(text).map(|name| Some(code.thread.register(&name)))
}

fn barrier(name: &str, domain: &str) -> Option<&'static str> {
    Some(match (name, domain) {
        ("DMB", "SY") => "DMB.SY",
        ("DMB", "LD") => "DMB.LD",
        ("DMB", "ST") => "DMB.ST",
        ("DMB", "ISH") => "DMB.ISH",
        ("DMB", "ISHLD") => "DMB.ISHLD",
        ("DMB", "ISHST") => "DMB.ISHST",
        ("DMB", "OSH") => "DMB.OSH",
        ("DSB", "SY") => "DSB.SY",
        ("DSB", "LD") => "DSB.LD",
        ("DSB", "ST") => "DSB.ST",
        ("DSB", "ISH") => "DSB.ISH",
        ("DSB", "ISHLD") => "DSB.ISHLD",
        ("DSB", "ISHST") => "DSB.ISHST",
        ("DSB", "OSH") => "DSB.OSH",
        _ => return None,
    })
}

/// The barrier in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    set.split_once('.').map(|(name, domain)| format!("{name} {domain}"))
}

/// Mnemonics that may be the one with an annotation; those that are none are found out by reading them.
pub fn annotated(name: &str, operands: &str, set: &str) -> Vec<String> {
    let upper = name.to_ascii_uppercase();
    let narrow = upper.strip_suffix(['B', 'H']).filter(|_| !upper.ends_with("SUB"));
    let base = narrow.unwrap_or(&upper);
    let size = &upper[base.len()..];
    // Loads and stores that order take an address without an offset.
    let is_simple = !operands.split_once('[').is_some_and(|(_, address)| address.contains(','));
    let ordered = match (base, set) {
        ("LDR", "Q") if is_simple => vec!["LDAPR".to_string()],
        ("LDR" | "LDAPR", "A") if is_simple => vec!["LDAR".to_string()],
        ("LDXR", "A") => vec!["LDAXR".to_string()],
        ("STR", "L") if is_simple => vec!["STLR".to_string()],
        ("STXR", "L") => vec!["STLXR".to_string()],
        (_, "L") => vec![format!("{base}L")],
        (_, "A") => {
            let release = base.strip_suffix('L').map(|base| format!("{base}AL"));
            release.into_iter().chain([format!("{base}A")]).collect()
        }
        _ => Vec::new(),
    };
    ordered.into_iter().map(|name| name + size).collect()
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let name = instruction.name.to_ascii_uppercase();
    let args = operands(instruction.operands);
    // What is accessed: of conditional stores the second operand, of the others the first.
    let is_conditional = ["STXR", "STLXR"].iter().any(|start| name.starts_with(start));
    let (name, bytes) = sized(&name, args.get(usize::from(is_conditional)).copied().unwrap_or(""));
    match (name, args.as_slice()) {
        ("NOP", []) => {}
        ("DMB" | "DSB", [domain]) => {
            let tag = barrier(name, &domain.to_ascii_uppercase())?;
            code.step(Step::Fence { tags: vec![tag], address: None });
        }
        ("ISB", _) => code.step(Step::Fence { tags: vec!["ISB"], address: None }),
        ("MOV", [to, from]) => {
            let value = value(from, code)?;
            let to = target(to, code)??;
            code.step(Step::Assign { to, value });
        }
        ("EOR" | "ADD" | "SUB" | "AND" | "ORR", [to, a, b] | [to, a, b, "SXTW" | "UXTW"]) => {
            let operator = match name {
                "EOR" => Binary::Xor,
                "ADD" => Binary::Add,
                "SUB" => Binary::Subtract,
                "AND" => Binary::And,
                _ => Binary::Or,
            };
            let value = Value::binary(operator, value(a, code)?, value(b, code)?);
            let to = target(to, code)??;
            code.step(Step::Assign { to, value });
        }
        ("SXTW" | "UXTW", [to, from]) => {
            let from = value(from, code)?;
            let value = if name == "SXTW" { from.extended(4) } else { from.lowest(4) };
            let to = target(to, code)??;
            code.step(Step::Assign { to, value });
        }
        ("CMP", [a, b]) => {
            let (a, b) = (value(a, code)?, value(b, code)?);
            choice::compare(a, b, bytes, code);
        }
        ("CBZ" | "CBNZ", [from, label]) => {
            let operator = if name == "CBZ" { Binary::Equal } else { Binary::Differs };
            let condition = Value::binary(operator, value(from, code)?.lowest(bytes), Value::Constant(0));
            code.branch(condition, label);
        }
        ("TBZ" | "TBNZ", [from, bit, label]) => {
            let operator = if name == "TBZ" { Binary::Equal } else { Binary::Differs };
            let shifted = Value::binary(Binary::ShiftRight, value(from, code)?, value(bit, code)?);
            let bit = Value::binary(Binary::And, shifted, Value::Constant(1));
            code.branch(Value::binary(operator, bit, Value::Constant(0)), label);
        }
        ("B", [label]) => code.branch(Value::Constant(1), label),
        (name, [label]) => {
            let condition = choice::condition(name.strip_prefix("B.").or_else(|| name.strip_prefix('B'))?, code)?;
            code.branch(condition, label);
        }
        (name, args) => {
            return choice::select(name, bytes, args, code).or_else(|| access(name, bytes, args, code));
        }
    }
    Some(())
}

/// An instruction that accesses memory.
fn access(name: &str, size: u8, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let bytes = Some(size);
    let load = |acquires: &[&'static str], exclusive: bool| {
        let mut tags = acquires.to_vec();
        if exclusive {
            tags.extend(["X", "EX"]);
        }
        (tags, if exclusive { Link::Exclusive } else { Link::None })
    };
    match (name, args) {
        ("LDR" | "LDUR" | "LDAR" | "LDAPR" | "LDAPUR" | "LDXR" | "LDAXR", [to, place]) => {
            let (tags, link) = match name {
                "LDAR" => load(&["A"], false),
                "LDAPR" | "LDAPUR" => load(&["Q"], false),
                "LDXR" => load(&[], true),
                "LDAXR" => load(&["A"], true),
                _ => load(&[], false),
            };
            let address = address(place, code)?;
            let to = target(to, code)?;
            let acquires = !tags.is_empty() && name != "LDXR";
            code.step(Step::Load { bytes, to, address, tags, link });
            if acquires {
                code.step(Step::Hold);
            }
        }
        ("STR" | "STUR" | "STLR" | "STLUR", [from, place]) => {
            let tags = if name.starts_with("STL") { vec!["L"] } else { Vec::new() };
            let (value, address) = (value(from, code)?, address(place, code)?);
            code.step(Step::Store { bytes, address, value, tags, link: Link::None });
        }
        ("STXR" | "STLXR", [success, from, place]) => {
            let mut tags = vec!["X", "EX"];
            if name == "STLXR" {
                tags.push("L");
            }
            let (value, address) = (value(from, code)?, address(place, code)?);
            let success = target(success, code)?;
            code.step(Step::StoreConditional { bytes, success, address, value, tags, carries: false });
        }
        _ => return atomic::instruction(name, size, args, code),
    }
    Some(())
}

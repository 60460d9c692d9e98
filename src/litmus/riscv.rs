//! The instructions of RISC-V.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Accesses carry `Acq`, `Rel` or `AcqRel`, `X` if they
//! are of an atomic instruction and `EX` if they are of a pair of exclusive ones; fences `Fence.` with what they order.

use super::code::{Code, Instruction, number, operands};
use super::{Binary, Link, Step, Value};

/// The names of the calling convention, and how many of each there are.
const NAMED: &[(&str, u8)] = &[("x", 32), ("a", 8), ("t", 7), ("s", 12)];

/// The register as it is written: tests do not mix the two ways of naming one.
pub fn register(name: &str) -> Option<String> {
    let is_known = NAMED
        .iter()
        .any(|(prefix, count)| name.strip_prefix(prefix).is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n < *count)));
    is_known.then(|| name.to_string())
}

fn value(text: &str, code: &mut Code<'_>) -> Option<Value> {
    if matches!(text, "x0" | "zero") {
        return Some(Value::Constant(0));
    }
    match register(text) {
        Some(name) => Some(Value::Register(code.thread.register(&name))),
        None => number(text).map(Value::Constant),
    }
}

fn target(text: &str, code: &mut Code<'_>) -> Option<Option<super::Register>> {
    if matches!(text, "x0" | "zero") {
        return Some(None);
    }
    register(text).map(|name| Some(code.thread.register(&name)))
}

/// `0(x6)`, or `(x6)`.
fn address(text: &str, code: &mut Code<'_>) -> Option<Value> {
    let (offset, base) = text.strip_suffix(')')?.split_once('(')?;
    let base = value(base, code)?;
    Some(match if offset.is_empty() { 0 } else { number(offset)? } {
        0 => base,
        offset => Value::binary(Binary::Add, base, Value::Constant(offset)),
    })
}

fn fence(operands: &str) -> Option<&'static str> {
    let compact: String = operands.chars().filter(|c| !c.is_whitespace()).collect();
    Some(match compact.as_str() {
        "rw,rw" | "" => "Fence.rw.rw",
        "rw,w" => "Fence.rw.w",
        "rw,r" => "Fence.rw.r",
        "r,rw" => "Fence.r.rw",
        "r,r" => "Fence.r.r",
        "r,w" => "Fence.r.w",
        "w,rw" => "Fence.w.rw",
        "w,r" => "Fence.w.r",
        "w,w" => "Fence.w.w",
        _ => return None,
    })
}

fn order(suffixes: &str) -> Option<Vec<&'static str>> {
    Some(match suffixes {
        "" => vec![],
        ".aq" => vec!["Acq"],
        ".rl" => vec!["Rel"],
        ".aq.rl" | ".aqrl" => vec!["AcqRel"],
        _ => return None,
    })
}

/// The fence in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    let kind = set.strip_prefix("Fence.")?;
    Some(match kind.split_once('.') {
        Some((before, after)) => format!("fence {before},{after}"),
        None => format!("fence.{kind}"),
    })
}

/// Mnemonics that may be the one with an annotation on top of its own; those that are none are found out by reading them.
pub fn annotated(name: &str, set: &str) -> Vec<String> {
    // Only what is one step or exclusive has annotations.
    let is_atomic = name.starts_with("amo") || name.starts_with("lr.") || name.starts_with("sc.");
    let bare = name.trim_end_matches(".aqrl").trim_end_matches(".rl").trim_end_matches(".aq");
    let own = &name[bare.len()..];
    let acquires = own.contains("aq") || set == "Acq" || set == "AcqRel";
    let releases = own.contains("rl") || set == "Rel" || set == "AcqRel";
    let suffix = [(acquires, ".aq"), (releases, ".rl")].into_iter().filter(|(has, _)| *has).map(|(_, text)| text);
    let new = suffix.fold(bare.to_string(), |name, suffix| name + suffix);
    if is_atomic { vec![new] } else { Vec::new() }
}

/// Whether what has one annotation has the other one, too.
pub fn includes(tag: &str, set: &str) -> bool {
    tag == set || tag == "AcqRel" && matches!(set, "Acq" | "Rel")
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let args = operands(instruction.operands);
    let name = instruction.name;
    match (name, args.as_slice()) {
        ("fence", _) => {
            let tag = fence(instruction.operands)?;
            code.step(Step::Fence { tags: vec![tag], address: None });
            return Some(());
        }
        ("fence.tso", []) => {
            code.step(Step::Fence { tags: vec!["Fence.tso"], address: None });
            return Some(());
        }
        ("fence.i", []) => {
            code.step(Step::Fence { tags: vec!["Fence.i"], address: None });
            return Some(());
        }
        ("li" | "mv", [to, from]) => {
            let value = value(from, code)?;
            let to = target(to, code)??;
            code.step(Step::Assign { to, value });
            return Some(());
        }
        ("ori" | "or" | "xor" | "xori" | "add" | "addi" | "and" | "andi" | "sub", [to, a, b]) => {
            let operator = match name {
                "ori" | "or" => Binary::Or,
                "xor" | "xori" => Binary::Xor,
                "add" | "addi" => Binary::Add,
                "sub" => Binary::Subtract,
                _ => Binary::And,
            };
            let value = Value::binary(operator, value(a, code)?, value(b, code)?);
            let to = target(to, code)??;
            code.step(Step::Assign { to, value });
            return Some(());
        }
        ("beq" | "bne", [a, b, label]) => {
            let operator = if name == "beq" { Binary::Equal } else { Binary::Differs };
            let condition = Value::binary(operator, value(a, code)?, value(b, code)?);
            code.branch(condition, label);
            return Some(());
        }
        ("j", [label]) => {
            code.branch(Value::Constant(1), label);
            return Some(());
        }
        _ => {}
    }
    memory(name, &args, code)
}

/// Loads, stores and atomic instructions, which have suffixes for their width and order.
fn memory(name: &str, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let (kind, suffixes) = match name.split_once('.') {
        Some((kind, suffixes)) => (kind, format!(".{suffixes}")),
        None => (name, String::new()),
    };
    match (kind, args) {
        ("lw" | "ld", [to, place]) => {
            let address = address(place, code)?;
            let to = target(to, code)?;
            code.step(Step::Load { bytes: None, to, address, tags: order(&suffixes)?, link: Link::None });
        }
        ("sw" | "sd", [from, place]) => {
            let (value, address) = (value(from, code)?, address(place, code)?);
            code.step(Step::Store { bytes: None, address, value, tags: order(&suffixes)?, link: Link::None });
        }
        ("lr" | "sc", _) | (_, [_, _, _]) => {
            let suffixes = suffixes.strip_prefix(".w").or_else(|| suffixes.strip_prefix(".d"))?;
            let mut tags = order(suffixes)?;
            match (kind, args) {
                ("lr", [to, place]) => {
                    tags.extend(["X", "EX"]);
                    let address = address(place, code)?;
                    let to = target(to, code)?;
                    code.step(Step::Load { bytes: None, to, address, tags, link: Link::Exclusive });
                }
                ("sc", [success, from, place]) => {
                    tags.extend(["X", "EX"]);
                    let (value, address) = (value(from, code)?, address(place, code)?);
                    let success = target(success, code)?;
                    code.step(Step::StoreConditional { bytes: None, success, address, value, tags, carries: true });
                }
                (_, [to, from, place]) => {
                    tags.push("X");
                    let operator = match kind {
                        "amoswap" => Binary::Second,
                        "amoadd" => Binary::Add,
                        "amoor" => Binary::Or,
                        "amoand" => Binary::And,
                        "amoxor" => Binary::Xor,
                        _ => return None,
                    };
                    let (from, place) = (value(from, code)?, address(place, code)?);
                    let old = target(to, code)?.unwrap_or_else(|| code.thread.register("(old value)"));
                    let (operand, held) = (code.thread.register("(operand)"), code.thread.register("(address)"));
                    code.step(Step::Assign { to: operand, value: from });
                    code.step(Step::Assign { to: held, value: place });
                    let (operand, address) = (Value::Register(operand), Value::Register(held));
                    let new = match operator {
                        Binary::Second => operand,
                        _ => Value::binary(operator, Value::Register(old), operand),
                    };
                    let link = Link::Update;
                    code.step(Step::Load {
                        bytes: None,
                        to: Some(old),
                        address: address.clone(),
                        tags: tags.clone(),
                        link,
                    });
                    code.step(Step::Store { bytes: None, address, value: new, tags, link });
                }
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

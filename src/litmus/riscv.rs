//! The instructions of RISC-V.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Accesses carry `Acq`, `Rel` or `AcqRel`, `X` if they
//! are of an atomic instruction and `EX` if they are of a pair of exclusive ones; fences `Fence.` with what they order.

use super::code::{Code, Instruction, number, operands};
use super::{Binary, Link, Register, Step, Value};

/// The names of the calling convention: a prefix, its first number, how many there are, and the register that the first is.
const NAMED: &[(&str, u8, u8, u8)] =
    &[("x", 0, 32, 0), ("a", 0, 8, 10), ("t", 0, 3, 5), ("t", 3, 4, 28), ("s", 0, 2, 8), ("s", 2, 10, 18)];

/// Those that have no number.
const UNNUMBERED: &[(&str, u8)] = &[("zero", 0), ("ra", 1), ("sp", 2), ("gp", 3), ("tp", 4), ("fp", 8)];

/// The register by its number, as herd shows it.
pub fn register(name: &str) -> Option<String> {
    let unnumbered = UNNUMBERED.iter().find(|(other, _)| *other == name).map(|(_, register)| *register);
    let numbered = || {
        NAMED.iter().find_map(|(prefix, start, count, register)| {
            let number = name.strip_prefix(prefix)?.parse::<u8>().ok()?.checked_sub(*start)?;
            (number < *count).then_some(register + number)
        })
    };
    unnumbered.or_else(numbered).map(|number| format!("x{number}"))
}

fn value(text: &str, code: &mut Code<'_>) -> Option<Value> {
    match register(text) {
        Some(name) if name == "x0" => Some(Value::Constant(0)),
        Some(name) => Some(Value::Register(code.thread.register(&name))),
        None => number(text).map(Value::Constant),
    }
}

fn target(text: &str, code: &mut Code<'_>) -> Option<Option<Register>> {
    register(text).map(|name| (name != "x0").then(|| code.thread.register(&name)))
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

/// What a fence orders among accesses to memory, if anything; devices are none.
fn fence(operands: &str) -> Option<Option<&'static str>> {
    let compact: String = operands.chars().filter(|c| !c.is_whitespace()).collect();
    let (before, after) = if compact.is_empty() { ("rw", "rw") } else { compact.split_once(',')? };
    let memory = |set: &str| {
        let rest = set.strip_prefix('i').unwrap_or(set);
        match rest.strip_prefix('o').unwrap_or(rest) {
            memory @ ("r" | "w" | "rw") => Some(memory.to_string()),
            "" if !set.is_empty() => Some(String::new()),
            _ => None,
        }
    };
    Some(match (memory(before)?.as_str(), memory(after)?.as_str()) {
        ("rw", "rw") => Some("Fence.rw.rw"),
        ("rw", "w") => Some("Fence.rw.w"),
        ("rw", "r") => Some("Fence.rw.r"),
        ("r", "rw") => Some("Fence.r.rw"),
        ("r", "r") => Some("Fence.r.r"),
        ("r", "w") => Some("Fence.r.w"),
        ("w", "rw") => Some("Fence.w.rw"),
        ("w", "r") => Some("Fence.w.r"),
        ("w", "w") => Some("Fence.w.w"),
        _ => None,
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

/// The annotation of an instruction by what models call it: those of the two halves into which compilers make an update are told apart by their
/// sets.
fn annotation(set: &str) -> &str {
    match set {
        "LR.Acq" => "Acq",
        "LR.AcqRel" => "AcqRel",
        "SC.Rel" => "Rel",
        other => other,
    }
}

/// Mnemonics that may be the one with an annotation on top of its own; those that are none are found out by reading them.
pub fn annotated(name: &str, set: &str) -> Vec<String> {
    let (half, _) = set.split_once('.').unwrap_or(("", set));
    let is_other_half = name.starts_with("lr.") && half == "SC" || name.starts_with("sc.") && half == "LR";
    if is_other_half {
        return Vec::new();
    }
    let set = annotation(set);
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

/// Whether what has one annotation has the other one, too. What is one step needs none that makes a pair one.
pub fn includes(tag: &str, set: &str) -> bool {
    let set = annotation(set);
    tag == set || tag == "AcqRel" && matches!(set, "Acq" | "Rel") || tag == "AMO" && set == "EX"
}

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let args = operands(instruction.operands);
    let lower = instruction.name.to_ascii_lowercase();
    match (lower.as_str(), args.as_slice()) {
        ("nop", []) => {}
        ("fence", _) => {
            // What orders devices only is none of memory.
            if let Some(tag) = fence(instruction.operands)? {
                code.step(Step::Fence { tags: vec![tag], address: None });
            }
        }
        ("fence.tso", []) => code.step(Step::Fence { tags: vec!["Fence.tso"], address: None }),
        ("fence.i", []) => code.step(Step::Fence { tags: vec!["Fence.i"], address: None }),
        (name, args) => {
            return computation(name, args, code)
                .or_else(|| branch(name, args, code))
                .or_else(|| memory(name, args, code));
        }
    }
    Some(())
}

/// What an operation on two operands calculates, and of how many bytes the result is with a sign.
fn operator(name: &str) -> Option<(Binary, i64)> {
    let word = |name: &str| matches!(name, "addw" | "addiw" | "subw" | "sllw" | "slliw");
    let operator = match name {
        "or" | "ori" => Binary::Or,
        "xor" | "xori" => Binary::Xor,
        "and" | "andi" => Binary::And,
        "add" | "addi" | "addw" | "addiw" => Binary::Add,
        "sub" | "subw" => Binary::Subtract,
        "mul" => Binary::Multiply,
        "slt" | "slti" => Binary::Less,
        "sltu" | "sltiu" => Binary::Below,
        "sll" | "slli" => Binary::ShiftLeft,
        "srl" | "srli" => Binary::ShiftRight,
        _ => return None,
    };
    Some((operator, if word(name) { 4 } else { 8 }))
}

/// The number that the lowest bytes of a value are.
fn extended(value: Value, bytes: i64) -> Value {
    match bytes {
        8 => value,
        bytes => Value::binary(Binary::SignExtend, value, Value::Constant(8 * bytes)),
    }
}

/// An instruction that touches registers only.
fn computation(name: &str, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let zero = Value::Constant(0);
    let (to, value) = match *args {
        [to, from] => {
            let from = value(from, code)?;
            let result = match (name, from) {
                ("li", from @ Value::Constant(_)) | ("mv", from @ Value::Register(_)) => from,
                ("mv", from @ Value::Constant(0)) => from,
                ("lui", Value::Constant(number)) => extended(Value::Constant(number.unbounded_shl(12)), 4),
                ("sext.w", from) => extended(from, 4),
                ("neg", from) => Value::binary(Binary::Subtract, zero, from),
                ("not", from) => Value::binary(Binary::Xor, from, Value::Constant(-1)),
                ("seqz", from) => Value::binary(Binary::Equal, from, zero),
                ("snez", from) => Value::binary(Binary::Differs, from, zero),
                _ => return None,
            };
            (to, result)
        }
        [to, a, b] => {
            let (operator, bytes) = operator(name)?;
            (to, extended(Value::binary(operator, value(a, code)?, value(b, code)?), bytes))
        }
        _ => return None,
    };
    // What goes to the register that is always 0 goes nowhere.
    if let Some(to) = target(to, code)? {
        code.step(Step::Assign { to, value });
    }
    Some(())
}

fn branch<'t>(name: &str, args: &[&'t str], code: &mut Code<'t>) -> Option<()> {
    let (condition, label) = match (name, args) {
        ("j", [label]) => (Value::Constant(1), *label),
        ("beqz" | "bnez", [a, label]) => {
            let operator = if name == "beqz" { Binary::Equal } else { Binary::Differs };
            (Value::binary(operator, value(a, code)?, Value::Constant(0)), *label)
        }
        (_, [a, b, label]) => {
            let (a, b) = (value(a, code)?, value(b, code)?);
            let not = |value| Value::binary(Binary::Equal, value, Value::Constant(0));
            let condition = match name {
                "beq" => Value::binary(Binary::Equal, a, b),
                "bne" => Value::binary(Binary::Differs, a, b),
                "blt" => Value::binary(Binary::Less, a, b),
                "bgt" => Value::binary(Binary::Less, b, a),
                "bge" => not(Value::binary(Binary::Less, a, b)),
                "ble" => not(Value::binary(Binary::Less, b, a)),
                "bltu" => Value::binary(Binary::Below, a, b),
                "bgeu" => not(Value::binary(Binary::Below, a, b)),
                _ => return None,
            };
            (condition, *label)
        }
        _ => return None,
    };
    code.branch(condition, label);
    Some(())
}

/// How much an instruction accesses, and whether what it reads has a sign.
fn size(letters: &str) -> Option<(u8, bool)> {
    Some(match letters {
        "b" => (1, true),
        "bu" => (1, false),
        "h" => (2, true),
        "hu" => (2, false),
        "w" => (4, true),
        "wu" => (4, false),
        "d" => (8, true),
        _ => return None,
    })
}

/// What a register holds after a load of less than all of it.
fn widen(to: Option<Register>, (bytes, is_signed): (u8, bool), code: &mut Code<'_>) {
    let Some(to) = to.filter(|_| bytes < 8) else { return };
    let value = if is_signed {
        extended(Value::Register(to), i64::from(bytes))
    } else {
        Value::binary(Binary::And, Value::Register(to), Value::Constant((1 << (8 * bytes)) - 1))
    };
    code.step(Step::Assign { to, value });
}

/// Loads, stores and atomic instructions, which have suffixes for their width and order.
fn memory(name: &str, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let (kind, suffixes) = name.split_at(name.find('.').unwrap_or(name.len()));
    match (kind.split_at_checked(1), args) {
        (Some(("l", letters)), [to, place]) if letters != "r" => {
            let (size, tags) = (size(letters)?, order(suffixes)?);
            let address = address(place, code)?;
            let to = target(to, code)?;
            code.step(Step::Load { bytes: Some(size.0), to, address, tags, link: Link::None });
            widen(to, size, code);
        }
        (Some(("s", letters)), [from, place]) => {
            let ((bytes, true), tags) = (size(letters)?, order(suffixes)?) else { return None };
            let (value, address) = (value(from, code)?, address(place, code)?);
            code.step(Step::Store { bytes: Some(bytes), address, value, tags, link: Link::None });
        }
        _ => {
            let (letter, suffixes) = (suffixes.get(1..2)?, suffixes.get(2..)?);
            let size = size(letter).filter(|(bytes, _)| *bytes >= 4)?;
            return atomic((kind, size), order(suffixes)?, args, code);
        }
    }
    Some(())
}

/// A half of a pair, or an instruction that reads and writes.
fn atomic(what: (&str, (u8, bool)), mut tags: Vec<&'static str>, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let (kind, size) = what;
    let bytes = Some(size.0);
    match (kind, args) {
        ("lr", [to, place]) => {
            tags.extend(["X", "EX"]);
            let address = address(place, code)?;
            let to = target(to, code)?;
            code.step(Step::Load { bytes, to, address, tags, link: Link::Exclusive });
            widen(to, size, code);
        }
        ("sc", [success, from, place]) => {
            tags.extend(["X", "EX"]);
            let (value, address) = (value(from, code)?, address(place, code)?);
            let success = target(success, code)?;
            code.step(Step::StoreConditional { bytes, success, address, value, tags, carries: true });
        }
        ("amocas", [compared, from, place]) => {
            tags.extend(["X", "AMO"]);
            let (wanted, from, place) = (value(compared, code)?, value(from, code)?, address(place, code)?);
            let to = target(compared, code)?;
            compare_and_swap([wanted, from, place], (to, size), tags, code);
        }
        (_, [to, from, place]) => {
            tags.extend(["X", "AMO"]);
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
            update(operator, (from, place), (old, size), tags, code);
        }
        _ => return None,
    }
    Some(())
}

/// Reads, calculates with what was read and an operand, and writes.
fn update(
    operator: Binary,
    (from, place): (Value, Value),
    (old, size): (Register, (u8, bool)),
    tags: Vec<&'static str>,
    code: &mut Code<'_>,
) {
    // Operand and address may be in the register of the result.
    let (operand, held) = (code.thread.register("(operand)"), code.thread.register("(address)"));
    code.step(Step::Assign { to: operand, value: from });
    code.step(Step::Assign { to: held, value: place });
    let (operand, address) = (Value::Register(operand), Value::Register(held));
    let value = match operator {
        Binary::Second => operand,
        _ => Value::binary(operator, Value::Register(old), operand),
    };
    let (bytes, link) = (Some(size.0), Link::Update);
    code.step(Step::Load { bytes, to: Some(old), address: address.clone(), tags: tags.clone(), link });
    code.step(Step::Store { bytes, address, value, tags, link });
    widen(Some(old), size, code);
}

/// Writes only if what is read is what is wanted, and puts what was read into a register. The manual has both in the data of the write: what is
/// wanted, and what is written. One that fails may write back what it has read or not; it acquires then, but never releases.
fn compare_and_swap(
    [wanted, from, place]: [Value; 3],
    (to, size): (Option<Register>, (u8, bool)),
    tags: Vec<&'static str>,
    code: &mut Code<'_>,
) {
    // Each of the three may be in the register of the result.
    let mut held = |name: &str, value: Value| {
        let to = code.thread.register(name);
        code.step(Step::Assign { to, value });
        Value::Register(to)
    };
    let (wanted, from, address) = (held("(wanted)", wanted), held("(operand)", from), held("(address)", place));
    let old = code.thread.register("(old value)");
    let bytes = Some(size.0);
    let differs = Value::binary(Binary::Xor, Value::Register(old), wanted.clone()).lowest(size.0);
    let is_same = Value::binary(Binary::Equal, differs.clone(), Value::Constant(0));
    let failing: Vec<_> =
        tags.iter().filter(|tag| **tag != "Rel").map(|tag| if *tag == "AcqRel" { "Acq" } else { tag }).collect();
    let unordered = tags.iter().copied().filter(|tag| matches!(*tag, "X" | "AMO")).collect();
    let written = |value: Value| Value::binary(Binary::Second, wanted.clone(), value);
    let load = |tags: &[&'static str], link: Link| Step::Load {
        bytes,
        to: Some(old),
        address: address.clone(),
        tags: tags.to_vec(),
        link,
    };
    let store = |value: Value, tags: Vec<&'static str>| Step::Store {
        bytes,
        address: address.clone(),
        value: written(value),
        tags,
        link: Link::Update,
    };
    let back = Value::binary(Binary::Second, from.clone(), Value::Register(old));
    let success = vec![load(&tags, Link::Update), Step::Require { value: is_same }, store(from, tags.clone())];
    let differs = Step::Require { value: differs };
    let writes_back = vec![load(&failing, Link::Update), differs.clone(), store(back, unordered)];
    let only_reads = vec![load(&failing, Link::None), differs];
    code.ways([success, writes_back, only_reads]);
    if let Some(to) = to {
        code.step(Step::Assign { to, value: Value::Register(old) });
        widen(Some(to), size, code);
    }
}

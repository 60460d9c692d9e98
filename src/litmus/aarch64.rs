//! The instructions of AArch64.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Accesses and barriers carry the annotations of the `cat`
//! files: `A` of a load that acquires, `Q` of one that acquires in the weaker sense, `L` of a store that releases, `X` of atomic
//! and exclusive accesses, `EX` of exclusive ones, `NoRet` of the read of an atomic instruction that puts it into no register: such
//! a read acquires nothing.

use super::code::{Code, Instruction, number, operands};
use super::{Binary, Link, Step, Value};

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
fn sized<'n>(name: &'n str, register: &str) -> (&'n str, Option<u8>) {
    let is_access = ["LD", "ST", "SWP"].iter().any(|start| name.starts_with(start));
    let narrow = [('B', 1), ('H', 2)].into_iter().find_map(|(letter, bytes)| Some((name.strip_suffix(letter)?, bytes)));
    match narrow.filter(|_| is_access) {
        Some((name, bytes)) => (name, Some(bytes)),
        None if register.to_ascii_uppercase().starts_with('X') => (name, Some(8)),
        None => (name, Some(4)),
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
fn target(text: &str, code: &mut Code<'_>) -> Option<Option<super::Register>> {
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

const COMPARISON: &str = "NZ";

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

/// What atomic instructions do: the names of those that put what they have found into a register, and of those that put it nowhere.
const UPDATES: [(&str, &str, Update); 5] = [
    ("SWP", "", Update::Swap),
    ("LDADD", "STADD", Update::Combine(Binary::Add)),
    ("LDSET", "STSET", Update::Combine(Binary::Or)),
    ("LDEOR", "STEOR", Update::Combine(Binary::Xor)),
    ("LDCLR", "STCLR", Update::Clear),
];

#[derive(Clone, Copy)]
enum Update {
    Swap,
    Combine(Binary),
    /// The bits of the operand become 0.
    Clear,
}

impl Update {
    /// What is written in the place of what was found.
    fn of(self, old: Value, operand: Value) -> Value {
        match self {
            Update::Swap => operand,
            Update::Combine(operator) => Value::binary(operator, old, operand),
            Update::Clear => Value::binary(Binary::And, old, Value::binary(Binary::Xor, operand, Value::Constant(-1))),
        }
    }
}

/// What an atomic instruction does, the letters of its order, and how much it accesses.
#[derive(Clone, Copy)]
struct Atomic<'n> {
    update: Update,
    order: &'n str,
    bytes: Option<u8>,
}

/// What an atomic instruction does, the letters of its order, and whether it puts what it has found into a register.
fn update(name: &str) -> Option<(Update, &str, bool)> {
    UPDATES.iter().find_map(|(loads, stores, update)| {
        let (order, has_result) = match name.strip_prefix(loads) {
            Some(order) => (order, true),
            None => (name.strip_prefix(stores).filter(|_| !stores.is_empty())?, false),
        };
        let is_known = matches!(order, "" | "L") || has_result && matches!(order, "A" | "AL");
        is_known.then_some((*update, order, has_result))
    })
}

/// An atomic instruction of a kind, with its operands (what it writes or adds, and where), and the register of its
/// result, if there is one.
fn atomic(kind: Atomic<'_>, [from, place]: [&str; 2], to: Option<super::Register>, code: &mut Code<'_>) -> Option<()> {
    let Atomic { update, order, bytes } = kind;
    let old = to.unwrap_or_else(|| code.thread.register("(old value)"));
    let from = value(from, code)?;
    let address = address(place, code)?;
    // The operand may be in the register of the result.
    let operand = code.thread.register("(operand)");
    code.step(Step::Assign { to: operand, value: from });
    let reads = match to {
        None => vec!["NoRet", "X"],
        Some(_) if order.contains('A') => vec!["A", "X"],
        Some(_) => vec!["X"],
    };
    let writes = if order.contains('L') { vec!["L", "X"] } else { vec!["X"] };
    let operand = Value::Register(operand);
    let new = update.of(Value::Register(old), operand);
    let held = code.thread.register("(address)");
    code.step(Step::Assign { to: held, value: address });
    let address = Value::Register(held);
    code.step(Step::Load { bytes, to: Some(old), address: address.clone(), tags: reads, link: Link::Update });
    code.step(Step::Store { bytes, address, value: new, tags: writes, link: Link::Update });
    Some(())
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
        ("CMP", [a, b]) => {
            let value = Value::binary(Binary::Subtract, value(a, code)?, value(b, code)?);
            let to = code.thread.register(COMPARISON);
            code.step(Step::Assign { to, value });
        }
        ("CBZ" | "CBNZ", [from, label]) => {
            let operator = if name == "CBZ" { Binary::Equal } else { Binary::Differs };
            let condition = Value::binary(operator, value(from, code)?, Value::Constant(0));
            code.branch(condition, label);
        }
        ("TBZ" | "TBNZ", [from, bit, label]) => {
            let operator = if name == "TBZ" { Binary::Equal } else { Binary::Differs };
            let shifted = Value::binary(Binary::ShiftRight, value(from, code)?, value(bit, code)?);
            let bit = Value::binary(Binary::And, shifted, Value::Constant(1));
            code.branch(Value::binary(operator, bit, Value::Constant(0)), label);
        }
        ("B.EQ" | "B.NE" | "BEQ" | "BNE", [label]) => {
            let operator = if name.ends_with("EQ") { Binary::Equal } else { Binary::Differs };
            let flags = Value::Register(code.thread.register(COMPARISON));
            code.branch(Value::binary(operator, flags, Value::Constant(0)), label);
        }
        ("B", [label]) => code.branch(Value::Constant(1), label),
        _ => return access(name, bytes, &args, code),
    }
    Some(())
}

/// An instruction that accesses memory.
fn access(name: &str, bytes: Option<u8>, args: &[&str], code: &mut Code<'_>) -> Option<()> {
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
            code.step(Step::Load { bytes, to, address, tags, link });
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
        _ => {
            let (update, order, has_result) = update(name)?;
            let (from, to, place) = match (has_result, args) {
                (true, [from, to, place]) => (from, target(to, code)?, place),
                (false, [from, place]) => (from, None, place),
                _ => return None,
            };
            atomic(Atomic { update, order, bytes }, [from, place], to, code)?;
        }
    }
    Some(())
}

//! The instructions of AArch64 that read and write at once.
//!
//! In: a mnemonic without what it says of the size, and operands. Out: steps; `None` where it is not known. It must not know how
//! accesses are made that do one of the two.
//!
//! # A comparison that fails
//! What `CAS` finds goes into the register that it was compared with. If it is something else, Arm leaves it open whether the instruction only reads
//! (then nothing of it releases) or writes back what is there: both are ways. If it is the same, the register may also stay as it is, so that it is
//! computed from itself and only picked by what was found. What is written is picked by both sides of the comparison. So has herd's model it.

use super::{address, target, value};
use crate::litmus::code::Code;
use crate::litmus::{Binary, Link, Register, Step, Value};

/// What atomic instructions do: the names of those that put what they have found into a register, and of those that put it nowhere.
const UPDATES: [(&str, &str, Update); 9] = [
    ("SWP", "", Update::Swap),
    ("LDADD", "STADD", Update::Combine(Binary::Add)),
    ("LDSET", "STSET", Update::Combine(Binary::Or)),
    ("LDEOR", "STEOR", Update::Combine(Binary::Xor)),
    ("LDCLR", "STCLR", Update::Clear),
    ("LDSMAX", "STSMAX", Update::Greater(Sign::Signed)),
    ("LDSMIN", "STSMIN", Update::Less(Sign::Signed)),
    ("LDUMAX", "STUMAX", Update::Greater(Sign::Unsigned)),
    ("LDUMIN", "STUMIN", Update::Less(Sign::Unsigned)),
];

#[derive(Clone, Copy)]
enum Sign {
    Signed,
    Unsigned,
}

#[derive(Clone, Copy)]
enum Update {
    Swap,
    Combine(Binary),
    /// The bits of the operand become 0.
    Clear,
    /// The greater or the less of the two, of which both are looked at.
    Greater(Sign),
    Less(Sign),
}

impl Update {
    /// What is written in the place of what was found.
    fn of(self, old: Value, operand: Value, bytes: u8) -> Value {
        match self {
            Update::Swap => operand,
            Update::Combine(operator) => Value::binary(operator, old, operand),
            Update::Clear => Value::binary(Binary::And, old, Value::binary(Binary::Xor, operand, Value::Constant(-1))),
            Update::Greater(sign) => one_of(sign, (old, operand), bytes, true),
            Update::Less(sign) => one_of(sign, (old, operand), bytes, false),
        }
    }
}

/// The greater or the less of two numbers; it depends on both.
fn one_of(sign: Sign, (a, b): (Value, Value), bytes: u8, is_greater: bool) -> Value {
    let is_less = match sign {
        Sign::Signed => Value::binary(Binary::Less, a.clone().extended(bytes), b.clone().extended(bytes)),
        Sign::Unsigned => Value::binary(Binary::Below, a.clone().lowest(bytes), b.clone().lowest(bytes)),
    };
    let (if_less, otherwise) = if is_greater { (b, a) } else { (a, b) };
    Value::binary(Binary::Second, is_less.clone(), Value::chosen(is_less, if_less, otherwise))
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

/// The two accesses of an instruction: where, how much, in which order, and where what is found goes.
struct Accesses {
    address: Value,
    bytes: u8,
    old: Register,
    /// What goes nowhere acquires nothing.
    has_result: bool,
    acquires: bool,
    releases: bool,
}

impl Accesses {
    /// With the address in a register of its own, since that of the result may be the same.
    fn new(place: &str, order: &str, bytes: u8, to: Option<Register>, code: &mut Code<'_>) -> Option<Accesses> {
        let address = address(place, code)?;
        let address = held("(address)", address, code);
        let old = to.unwrap_or_else(|| code.thread.register("(old value)"));
        let has_result = to.is_some();
        let (acquires, releases) = (order.contains('A') && has_result, order.contains('L'));
        Some(Accesses { address, bytes, old, has_result, acquires, releases })
    }

    fn read(&self, link: Link) -> Vec<Step> {
        let mut tags = match self.has_result {
            false => vec!["NoRet"],
            true if self.acquires => vec!["A"],
            true => Vec::new(),
        };
        if link == Link::Update {
            tags.push("X");
        }
        let (bytes, to, address) = (Some(self.bytes), Some(self.old), self.address.clone());
        let load = Step::Load { bytes, to, address, tags, link };
        [load].into_iter().chain(self.acquires.then_some(Step::Hold)).collect()
    }

    fn write(&self, value: Value) -> Step {
        let tags = if self.releases { vec!["L", "X"] } else { vec!["X"] };
        let (bytes, address) = (Some(self.bytes), self.address.clone());
        Step::Store { bytes, address, value, tags, link: Link::Update }
    }
}

/// A value in a register that only this instruction has.
fn held(name: &str, value: Value, code: &mut Code<'_>) -> Value {
    let to = code.thread.register(name);
    code.step(Step::Assign { to, value });
    Value::Register(to)
}

pub fn instruction(name: &str, bytes: u8, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    if let Some(order) = name.strip_prefix("CAS").filter(|order| matches!(*order, "" | "A" | "L" | "AL")) {
        return compare_and_swap(order, bytes, args, code);
    }
    let (update, order, has_result) = update(name)?;
    let (from, to, place) = match (has_result, args) {
        (true, [from, to, place]) => (from, target(to, code)?, place),
        (false, [from, place]) => (from, None, place),
        _ => return None,
    };
    // The operand may be in the register of the result.
    let from = value(from, code)?;
    let operand = held("(operand)", from, code);
    let accesses = Accesses::new(place, order, bytes, to, code)?;
    code.thread.steps.extend(accesses.read(Link::Update));
    code.step(accesses.write(update.of(Value::Register(accesses.old), operand, bytes)));
    Some(())
}

fn compare_and_swap(order: &str, bytes: u8, args: &[&str], code: &mut Code<'_>) -> Option<()> {
    let [compared, new, place] = args else { return None };
    let to = target(compared, code)?;
    let (wanted, new) = (value(compared, code)?.lowest(bytes), value(new, code)?);
    let (wanted, new) = (held("(wanted)", wanted, code), held("(operand)", new, code));
    let accesses =
        Accesses { old: code.thread.register("(old value)"), ..Accesses::new(place, order, bytes, to, code)? };
    let old = Value::Register(accesses.old);
    let differs = Value::binary(Binary::Xor, old.clone(), wanted.clone()).lowest(bytes);
    let is_same = Value::binary(Binary::Equal, differs.clone(), Value::Constant(0));
    let chosen = |second: Value| Value::chosen(differs.clone(), old.clone(), second);
    let result = |value: Value| to.map(|to| Step::Assign { to, value });
    let mut found = accesses.read(Link::Update);
    found.push(accesses.write(chosen(new)));
    let mut kept = found.clone();
    kept.push(Step::Require { value: is_same });
    kept.extend(result(chosen(wanted)));
    found.extend(result(old.clone()));
    let mut only_read = accesses.read(Link::None);
    only_read.push(Step::Require { value: differs.clone() });
    only_read.extend(result(old.clone()));
    match to {
        Some(_) => code.ways([found, kept, only_read]),
        None => code.ways([found, only_read]),
    }
    Some(())
}

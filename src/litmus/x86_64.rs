//! The instructions of x86 with 64 bits, in the syntax in which the target comes last.
//!
//! In: a mnemonic and operands. Out: steps; `None` where it is not known. Operands have 4 or 8 bytes: less is a part of a register. The
//! full fence is in the same sets as that of the older dialect.

use super::code::{Code, Instruction, is_name, number, operands};
use super::x86::FLAGS;
use super::{Binary, Link, Register, Step, Value, x86};

/// The registers that have names, of 64 bits and of 32.
const NAMED: [(&str, &str); 8] = [
    ("rax", "eax"),
    ("rbx", "ebx"),
    ("rcx", "ecx"),
    ("rdx", "edx"),
    ("rsi", "esi"),
    ("rdi", "edi"),
    ("rbp", "ebp"),
    ("rsp", "esp"),
];

/// The register as one of 64 bits, as herd shows it.
pub fn register(name: &str) -> Option<String> {
    sized(name).map(|(name, _)| name)
}

/// A register and how many of its bytes a name means.
fn sized(name: &str) -> Option<(String, u8)> {
    let lower = name.trim_start_matches('%').to_ascii_lowercase();
    let named = NAMED.iter().find_map(|(long, short)| {
        let bytes = if lower == *long { 8 } else { 4 };
        (bytes == 8 || lower == *short).then(|| ((*long).to_string(), bytes))
    });
    named.or_else(|| {
        let digits = lower.strip_prefix('r')?;
        let (digits, bytes) = digits.strip_suffix('d').map_or((digits, 8), |digits| (digits, 4));
        let is_known = digits.parse::<u8>().is_ok_and(|number| (8..16).contains(&number));
        is_known.then(|| (format!("r{digits}"), bytes))
    })
}

/// What an instruction works on.
#[derive(Clone, Debug)]
enum Operand {
    Number(i64),
    Register(Register),
    Memory(Value),
}

/// An operand, and of how many bytes its name says it is.
fn operand(text: &str, code: &mut Code<'_>) -> Option<(Operand, Option<u8>)> {
    if let Some((name, bytes)) = sized(text).filter(|_| text.starts_with('%')) {
        return Some((Operand::Register(code.thread.register(&name)), Some(bytes)));
    }
    if let Some(inner) = text.strip_suffix(')') {
        let (offset, base) = inner.split_once('(')?;
        let base = match sized(base).filter(|_| base.starts_with('%')) {
            Some((name, 8)) => Value::Register(code.thread.register(&name)),
            Some(_) => return None,
            None => {
                Value::Constant(Some(base).filter(|base| is_name(base)).map(|name| code.test.location(name))?.address())
            }
        };
        return Some((Operand::Memory(at(offset, base)?), None));
    }
    number(text.strip_prefix('$').unwrap_or(text)).map(|number| (Operand::Number(number), None))
}

fn at(offset: &str, base: Value) -> Option<Value> {
    match offset {
        "" => Some(base),
        offset => Some(Value::binary(Binary::Add, base, Value::Constant(number(offset)?))),
    }
}

/// The fence in a set of the model.
pub fn fence_in(set: &str) -> Option<String> {
    x86::fence_in(set).map(|name| name.to_ascii_lowercase())
}

/// The mnemonics that may say a size at their end.
const SIZED: [&str; 8] = ["mov", "xchg", "add", "sub", "and", "or", "xor", "cmp"];

pub fn instruction<'t>(instruction: Instruction<'t>, code: &mut Code<'t>) -> Option<()> {
    let lower = instruction.name.to_ascii_lowercase();
    if lower == "lock" {
        return locked(instruction.operands, code);
    }
    let args = operands(instruction.operands);
    match (lower.as_str(), args.as_slice()) {
        ("nop" | "endbr64", []) => {}
        (name, []) => code.step(x86::fence(&name.to_ascii_uppercase())?),
        ("jmp", [label]) => code.branch(Value::Constant(1), label),
        (jumps, [label]) => return x86::jump(&jumps.strip_prefix('j')?.to_ascii_uppercase(), label, code),
        (name, [from, to]) => {
            let (name, said) = SIZED.iter().find_map(|base| Some((*base, ending(name.strip_prefix(base)?)?)))?;
            let (operands, bytes) = both(said, [from, to], code)?;
            return two(name, bytes, operands, code);
        }
        _ => return None,
    }
    Some(())
}

/// The size that the end of a mnemonic says, if it says one.
fn ending(letters: &str) -> Option<Option<u8>> {
    Some(match letters {
        "" => None,
        "l" => Some(4),
        "q" => Some(8),
        _ => return None,
    })
}

/// Two operands, and of how many bytes they are; what is said more than once must be the same.
fn both(said: Option<u8>, [from, to]: [&str; 2], code: &mut Code<'_>) -> Option<((Operand, Operand), u8)> {
    let ((from, a), (to, b)) = (operand(from, code)?, operand(to, code)?);
    let mut bytes: Vec<u8> = [said, a, b].into_iter().flatten().collect();
    bytes.dedup();
    let [bytes] = bytes[..] else { return None };
    Some(((from, to), bytes))
}

/// An instruction with the prefix. Which of its operands is in memory tells them apart, since herd has them in the other order.
fn locked(text: &str, code: &mut Code<'_>) -> Option<()> {
    let (name, rest) = text.trim().split_once(char::is_whitespace)?;
    let said = ending(name.to_ascii_lowercase().strip_prefix("cmpxchg")?)?;
    let [from, to] = operands(rest)[..] else { return None };
    let (
        (Operand::Register(new), Operand::Memory(address)) | (Operand::Memory(address), Operand::Register(new)),
        bytes,
    ) = both(said, [from, to], code)?
    else {
        return None;
    };
    let accumulator = code.thread.register("rax");
    x86::compare_and_exchange(address, Value::Register(new).lowest(bytes), (accumulator, bytes), code);
    Some(())
}

/// An instruction with a source and a target.
fn two(name: &str, bytes: u8, operands: (Operand, Operand), code: &mut Code<'_>) -> Option<()> {
    let size = Some(bytes);
    let plain = |operand: &Operand| match operand {
        Operand::Number(number) => Some(Value::Constant(*number).lowest(bytes)),
        Operand::Register(register) => Some(Value::Register(*register).lowest(bytes)),
        Operand::Memory(_) => None,
    };
    match (name, operands) {
        ("mov", (from, Operand::Memory(address))) => {
            let value = plain(&from)?;
            code.step(Step::Store { bytes: size, address, value, tags: Vec::new(), link: Link::None });
        }
        ("mov", (Operand::Memory(address), Operand::Register(to))) => {
            load(size, to, address, (Vec::new(), Link::None), code)
        }
        ("mov", (from, Operand::Register(to))) => code.step(Step::Assign { to, value: plain(&from)? }),
        (
            "xchg",
            (Operand::Register(to), Operand::Memory(address)) | (Operand::Memory(address), Operand::Register(to)),
        ) => {
            let (operand, held) = (code.thread.register("(operand)"), code.thread.register("(address)"));
            code.step(Step::Assign { to: operand, value: Value::Register(to).lowest(bytes) });
            code.step(Step::Assign { to: held, value: address });
            let (address, value) = (Value::Register(held), Value::Register(operand));
            let (tags, link) = (vec!["X", "A"], Link::Update);
            let old = code.thread.register("(old value)");
            code.step(Step::Load { bytes: size, to: Some(old), address: address.clone(), tags: tags.clone(), link });
            code.step(Step::Store { bytes: size, address, value, tags, link });
            code.step(Step::Assign { to, value: Value::Register(old).lowest(bytes) });
        }
        ("cmp", (from, Operand::Register(to))) => {
            let value = Value::binary(Binary::Subtract, Value::Register(to), plain(&from)?);
            let flags = code.thread.register(FLAGS);
            code.step(Step::Assign { to: flags, value: value.lowest(bytes) });
        }
        (_, (from, Operand::Register(to))) => {
            let operator = match name {
                "add" => Binary::Add,
                "sub" => Binary::Subtract,
                "and" => Binary::And,
                "or" => Binary::Or,
                "xor" => Binary::Xor,
                _ => return None,
            };
            let value = Value::binary(operator, Value::Register(to), plain(&from)?).lowest(bytes);
            code.step(Step::Assign { to, value: value.clone() });
            let flags = code.thread.register(FLAGS);
            code.step(Step::Assign { to: flags, value: Value::Register(to) });
        }
        _ => return None,
    }
    Some(())
}

fn load(size: Option<u8>, to: Register, address: Value, how: (Vec<&'static str>, Link), code: &mut Code<'_>) {
    let (tags, link) = how;
    code.step(Step::Load { bytes: size, to: Some(to), address, tags, link });
    let value = Value::Register(to).lowest(size.unwrap_or(8));
    code.step(Step::Assign { to, value });
}

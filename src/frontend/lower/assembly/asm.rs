//! Inline assembly, by the text of its template.
//!
//! In: an `asm` statement, and the instructions that are fences of some kind and nothing that C has ([`Kinds`]). Out: the fences
//! that it is, nothing for a compiler barrier, or its instructions, which [`super::instructions`] lowers; every other text is
//! refused.

use super::constants;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::values::place::Place;
use crate::frontend::options::Kinds;
use crate::frontend::typed::tree::{AsmId, StrId};
use crate::ir::{Op, Operand, Order, Sign, Width};

/// A fence that is an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// What the fence of this strength is made of.
    Of(Order),
    /// One of a kind that goes by its name.
    Kind(String),
}

impl Barrier {
    pub fn op(self) -> Op {
        match self {
            Barrier::Of(order) => Op::Fence { order },
            Barrier::Kind(kind) => Op::ModelFence { kind },
        }
    }
}

/// What one instruction does: the fence it is, if any; `None` for an unknown one.
///
/// A barrier for stores orders writes among each other and nothing else, which is less than any fence of C. Where it is of no
/// kind it orders nothing: that is never too much.
fn instruction(text: &str, kinds: &Kinds) -> Option<Option<Barrier>> {
    // A blank beside a comma says nothing.
    let tight = || text.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    if let Some(kind) = kinds.get(text).or_else(|| kinds.get(&tight())) {
        return Some(Some(Barrier::Kind(kind.clone())));
    }
    Some(match text {
        "" | "pause" | "rep" | "rep nop" | "nop" | "yield" | "sfence" => None,
        // The Linux kernel's, by which it is compiled to something else on each machine: the model's file says to what.
        "smp_rmb"
        | "smp_wmb"
        | "smp_mb__before_atomic"
        | "smp_mb__after_atomic"
        | "smp_mb__after_spinlock"
        | "smp_mb__after_unlock_lock"
        | "cmpxchg"
        | "failed_cmpxchg"
        | "failed_cmpxchg_relaxed"
        | "failed_cmpxchg_acquire"
        | "failed_cmpxchg_release"
        | "spin_lock"
        | "rcu_read_lock"
        | "rcu_read_unlock" => None,
        "mfence" | "sync" | "hwsync" | "smp_mb" => Some(Barrier::Of(Order::SeqCst)),
        "lfence" => Some(Barrier::Of(Order::Acquire)),
        "lwsync" => Some(Barrier::Of(Order::AcqRel)),
        _ => return data_barrier(text).or_else(|| locked_nothing(text).map(Some)),
    })
}

/// A barrier of Arm, by the domain and the accesses that it is about.
fn data_barrier(text: &str) -> Option<Option<Barrier>> {
    let (name, about) = text.split_once(' ').unwrap_or((text, "sy"));
    match (name, about) {
        ("dmb" | "dsb", "sy" | "ish" | "osh") => Some(Some(Barrier::Of(Order::SeqCst))),
        ("dmb" | "dsb", "ld" | "ishld" | "oshld") => Some(Some(Barrier::Of(Order::Acquire))),
        ("dmb" | "dsb", "st" | "ishst" | "oshst") => Some(None),
        _ => None,
    }
}

/// A locked addition of zero to the stack is the other full fence of x86.
fn locked_nothing(text: &str) -> Option<Barrier> {
    let (operator, rest) = text.split_once('$')?;
    let (number, place) = rest.split_once(',')?;
    let locked = ["lock addl ", "lock addq ", "lock orl ", "lock orq "].contains(&operator);
    (locked && matches!(number.trim(), "0" | "0x0") && place.contains("sp)")).then_some(Barrier::Of(Order::SeqCst))
}

/// The statements of a template: a `;` and the end of a line end one, and what begins with `#` is a comment to the end of the line.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split(';').take_while(|part| !part.trim_start().starts_with('#')))
}

/// The fences of a template, whose instructions are separated by `;` and line ends; `None` if one is unknown.
pub fn barriers(text: &str, kinds: &Kinds) -> Option<Vec<Barrier>> {
    let mut fences = Vec::new();
    let mut lock = "";
    for part in statements(text) {
        let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
        if part == "lock" {
            lock = "lock ";
            continue;
        }
        fences.extend(instruction(&format!("{lock}{part}"), kinds)?);
        lock = "";
    }
    lock.is_empty().then_some(fences)
}

/// An instruction with arguments, in AT&T form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub lock: bool,
    pub name: String,
    pub arguments: Vec<Argument>,
}

/// An argument of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `$1`
    Constant(i64),
    /// `%0`, `%b0`, `%[name]`: the number or the name, and the width if a letter says it.
    Operand(String, Option<Width>),
    /// `%%eax`: the letter that constraints have for it, and its width.
    Register(u8, Width),
    /// `8(%0)`
    Address { base: String, offset: i64 },
}

/// The fence that an instruction is, if it is known and has no arguments; nothing for `pause` and its like. One of the kernel's names
/// with arguments is an instruction: `cmpxchg`.
pub fn fence(instruction: &Instruction, kinds: &Kinds) -> Option<Option<Barrier>> {
    let bare = instruction.arguments.is_empty() && !instruction.lock;
    bare.then(|| self::instruction(&instruction.name, kinds)).flatten()
}

/// The instructions of a template; `None` if one has a form that is not known.
fn instructions(text: &str) -> Option<Vec<Instruction>> {
    let mut found = Vec::new();
    let mut lock = false;
    for part in statements(text) {
        let mut part = part.trim();
        if let Some(rest) = part.strip_prefix("lock").filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
            lock = true;
            part = rest.trim();
        }
        if part.is_empty() {
            continue;
        }
        let (name, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        let mut arguments = Vec::new();
        for text in rest.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            arguments.push(argument(text)?);
        }
        found.push(Instruction { lock, name: name.to_string(), arguments });
        lock = false;
    }
    (!lock).then_some(found)
}

fn argument(text: &str) -> Option<Argument> {
    if let Some(number) = text.strip_prefix('$') {
        return constants::number(number).map(Argument::Constant);
    }
    if let Some(register) = text.strip_prefix("%%") {
        let (letter, width) = match register {
            "rax" => (b'a', Width::POINTER),
            "rbx" => (b'b', Width::POINTER),
            "rcx" => (b'c', Width::POINTER),
            "rdx" => (b'd', Width::POINTER),
            "eax" => (b'a', Width::INT),
            "ebx" => (b'b', Width::INT),
            "ecx" => (b'c', Width::INT),
            "edx" => (b'd', Width::INT),
            "al" => (b'a', Width::BYTE),
            _ => return None,
        };
        return Some(Argument::Register(letter, width));
    }
    if let Some(operand) = text.strip_prefix('%') {
        return operand_name(operand).map(|(name, width)| Argument::Operand(name, width));
    }
    let (offset, base) = text.strip_suffix(')')?.split_once("(%")?;
    let offset = if offset.is_empty() { 0 } else { constants::number(offset)? };
    let (base, width) = operand_name(base)?;
    width.is_none_or(|width| width == Width::POINTER).then_some(Argument::Address { base, offset })
}

/// The number or the name of an operand, and the width of the register that the letter before it writes.
fn operand_name(text: &str) -> Option<(String, Option<Width>)> {
    let width = match text.as_bytes().first()? {
        b'b' => Some(Width::BYTE),
        b'w' => Some(Width::new(16)),
        b'k' => Some(Width::INT),
        b'q' => Some(Width::POINTER),
        _ => None,
    };
    let plain = if width.is_some() { &text[1..] } else { text };
    let name = match plain.strip_prefix('[') {
        Some(name) => name.strip_suffix(']')?,
        None => plain.parse::<usize>().ok().map(|_| plain)?,
    };
    Some((name.to_string(), width))
}

impl Body<'_, '_> {
    /// An `asm` statement.
    pub fn assembly(&mut self, asm: AsmId) {
        let statement = &self.input.tast[asm];
        let bytes = self.input.tast[statement.template].bytes(self.input.target);
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string();
        let written = self.input.tast[statement.outputs].iter().any(|operand| {
            let constraint = self.input.tast[operand.constraint].bytes(self.input.target);
            !constraint.contains(&b'+')
        });
        match barriers(&text, self.lower.kinds) {
            Some(fences) if written => {
                if self.pass_on(asm, fences).is_none() {
                    self.unsupported("inline assembly with outputs");
                }
            }
            Some(fences) => {
                self.unused_operands(asm);
                fences.into_iter().for_each(|barrier| self.emit(barrier.op()));
            }
            None => {
                let known = instructions(&text).and_then(|list| self.instructions(asm, &list));
                if known.is_none() {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    match text.as_str() {
                        "synchronize_rcu" => self.unsupported("`synchronize_rcu` under a model without grace periods"),
                        _ => self.unsupported(&format!("the inline assembly `{text}`")),
                    }
                }
            }
        }
    }

    /// A statement without instructions that stand for values: an output that an input is bound to has what that is worth. `None` where
    /// another one is written.
    fn pass_on(&mut self, asm: AsmId, fences: Vec<Barrier>) -> Option<()> {
        let statement = &self.input.tast[asm];
        let outputs = self.input.tast[statement.outputs].to_vec();
        let inputs = self.input.tast[statement.inputs].to_vec();
        let constraint = |body: &Self, id: StrId| {
            let bytes = body.input.tast[id].bytes(body.input.target);
            String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string()
        };
        let bound: Vec<usize> =
            inputs.iter().map(|input| constraint(self, input.constraint).parse().unwrap_or(usize::MAX)).collect();
        let is_given = |body: &Self, index: usize| {
            let text = constraint(body, outputs[index].constraint);
            text.contains('+') || !outputs[index].memory && bound.contains(&index)
        };
        if !(0..outputs.len()).all(|index| is_given(self, index)) {
            return None;
        }
        let places = outputs.iter().map(|output| self.place(output.value)).collect::<Option<Vec<Place>>>()?;
        let mut given: Vec<(usize, Operand)> = Vec::new();
        for (input, index) in inputs.iter().zip(bound) {
            match index {
                usize::MAX => self.effects(input.value),
                _ => given.push((index, self.value(input.value))),
            }
        }
        fences.into_iter().for_each(|barrier| self.emit(barrier.op()));
        let mut written: Vec<(Place, Operand)> = Vec::new();
        for (index, value) in given {
            let place = *places.get(index)?;
            let width = match place {
                Place::Register(register) => self.function.width(register),
                Place::Memory(memory) => memory.width,
                Place::Bits(_) => return None,
            };
            written.push((place, self.resize(value, width, Sign::Unsigned)));
        }
        self.write_at_once(written);
        Some(())
    }

    /// The operands of a statement that uses none of them: they are computed all the same.
    fn unused_operands(&mut self, asm: AsmId) {
        let statement = &self.input.tast[asm];
        let outputs = self.input.tast[statement.outputs].to_vec();
        let inputs = self.input.tast[statement.inputs].to_vec();
        for operand in &outputs {
            let _ = self.place(operand.value);
        }
        for operand in &inputs {
            match operand.memory {
                true => _ = self.place(operand.value),
                false => self.effects(operand.value),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let operand = |name: &str| Argument::Operand(name.to_string(), None);
        let found = instructions("lock xaddl %1, %[cell]\n\tmovq $-1, 8(%0); setz %b2").unwrap();
        assert_eq!(found[0].arguments, [operand("1"), operand("cell")]);
        assert!(found[0].lock && !found[1].lock);
        assert_eq!(
            found[1].arguments,
            [Argument::Constant(-1), Argument::Address { base: "0".to_string(), offset: 8 }]
        );
        assert_eq!(found[2].arguments, [Argument::Operand("2".to_string(), Some(Width::BYTE))]);
        // As FreeBSD writes it.
        let found =
            instructions("\tlock ;\t\tcmpxchgl %3,%1 ;\tsete\t%0 ;\t# atomic_cmpset_int; nothing\n# more\nmovl $1, %2");
        assert_eq!(found.unwrap().iter().map(|it| &*it.name).collect::<Vec<_>>(), ["cmpxchgl", "sete", "movl"]);
        assert_eq!(instructions("movq %h1, %0"), None);
        assert_eq!(instructions("movq (%k1), %0"), None);
        assert_eq!(instructions("movq %fs:0, %0"), None);
        assert_eq!(instructions("lock"), None);
    }

    #[test]
    fn the_usual_texts_are_known() {
        let stores = Barrier::Kind("stores".to_string());
        let kinds = ["dmb ishst", "wmb", "fence w,w"].map(|text| (text.to_string(), "stores".to_string())).into();
        let full = Some(vec![Barrier::Of(Order::SeqCst)]);
        for (text, fences) in [
            ("", Some(vec![])),
            ("mfence", full.clone()),
            ("  mfence\n\t", full.clone()),
            ("lock; addl $0,0(%%rsp)", full.clone()),
            ("lock addl $0, (%esp)", full.clone()),
            ("addl $0,0(%%rsp)", None),
            ("lock addl $0x10,8(%%rsp)", None),
            ("lock addl $01,(%%rsp)", None),
            ("lock; addl $0,%0", None),
            ("lock", None),
            ("sfence", Some(vec![])),
            ("lfence; wmb", Some(vec![Barrier::Of(Order::Acquire), stores.clone()])),
            ("rmb", None),
            ("rep; nop", Some(vec![])),
            ("pause", Some(vec![])),
            ("dmb ish", full),
            ("dmb\tishst\n", Some(vec![stores.clone()])),
            ("\tfence  w , w\n", Some(vec![stores])),
            ("fence w", None),
            ("dmb st", Some(vec![])),
            ("dsb ld", Some(vec![Barrier::Of(Order::Acquire)])),
            ("dmb all", None),
            ("xchg %0, %1", None),
        ] {
            assert_eq!(barriers(text, &kinds), fences, "{text:?}");
        }
    }
}

//! Prints a program in its text form.
//!
//! In: a program, well-formed or not. Out: text in the grammar of [`super`]. It must not fail.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::{PROPERTIES, SITE_KINDS};
use crate::diag::Span;
use crate::ids::{Label, RegId};
use crate::ir::placement::{Placement, Shared, Uses};
use crate::ir::program::{Allocator, Author, Callee, Function, Op, Operand, PairAccess, PairAction, Program};
use crate::ir::storage::Storage;

/// The text form of a program.
pub fn print(program: &Program) -> String {
    Printed(program).to_string()
}

struct Printed<'a>(&'a Program);

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let program = self.0;
        if let Some(entry) = program.entry {
            writeln!(f, "entry {entry}")?;
        }
        if program.allocator == Allocator::Fresh {
            writeln!(f, "allocator fresh")?;
        }
        for (i, global) in program.globals.iter().enumerate() {
            write!(f, "global @{i} {} size {} align {}", Quoted(&global.name), global.size, global.align)?;
            if global.thread_local {
                write!(f, " thread_local")?;
            }
            if global.read_only {
                write!(f, " read_only")?;
            }
            for (i, init) in global.init.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                // The width stands by itself because an address does not show it.
                write!(f, "{comma} init {} {} = {}", init.offset, init.width, Value(init.value))?;
            }
            writeln!(f, "{}", At(global.span))?;
        }
        for (i, site) in program.sites.iter().enumerate() {
            let kind = SITE_KINDS.iter().find(|(k, _)| *k == site.kind).map_or("", |(_, name)| name);
            write!(f, "site s{i} {kind} {}{}", Quoted(&site.text), At(site.span))?;
            site.marks.iter().try_for_each(|mark| write!(f, " in {}", Quoted(mark)))?;
            writeln!(f)?;
        }
        for (i, point) in program.points.iter().enumerate() {
            let (name, span) = match &point.placement {
                Placement::None => ("none", None),
                Placement::Statement { at } => ("statement", Some(*at)),
                Placement::Braced { body } => ("braced", Some(*body)),
                Placement::BracedEnd { body } => ("braced_end", Some(*body)),
                Placement::Comma { expression } => ("comma", Some(*expression)),
                Placement::CommaEnd { expression } => ("comma_end", Some(*expression)),
                Placement::Order { argument } => ("order", Some(*argument)),
                // What is printed is read without being asked for such places.
                Placement::Split { .. } | Placement::Access { .. } => {
                    panic!("a place within an expression is printed; please report this")
                }
            };
            write!(f, "point p{i} {name}{}", At(span))?;
            match point.uses {
                None => writeln!(f)?,
                Some(Uses { of: Shared::Macro, count }) => writeln!(f, " uses {count}")?,
                Some(Uses { of: Shared::Wrapper, count }) => writeln!(f, " calls {count}")?,
            }
        }
        for (i, looping) in program.loops.iter().enumerate() {
            writeln!(f, "loop loop{i}{}", At(looping.span))?;
        }
        for (i, function) in program.functions.iter().enumerate() {
            write_function(f, i, function)?;
        }
        Ok(())
    }
}

fn write_function(f: &mut Formatter<'_>, id: usize, function: &Function) -> fmt::Result {
    write!(f, "fn fn{id} {} ({})", Quoted(&function.name), Listed(&function.params))?;
    if let Some(width) = function.result {
        write!(f, " -> {width}")?;
    }
    let author = match function.author {
        Author::Program => "",
        Author::Tool => " of tool",
    };
    writeln!(f, "{}{author} {{", At(function.span))?;
    for (i, register) in function.registers.iter().enumerate() {
        write!(f, "  reg %{i} : {}", register.width)?;
        if let Some(name) = &register.name {
            write!(f, " {}", Quoted(name))?;
        }
        writeln!(f)?;
    }
    let targets: BTreeSet<Label> = function
        .code
        .iter()
        .filter_map(|i| match i.op {
            Op::Jump(target) | Op::Branch { target, .. } => Some(target),
            Op::Repeat { head, .. } => Some(head),
            _ => None,
        })
        .collect();
    for (index, instr) in function.code.iter().enumerate() {
        if targets.contains(&Label::from_index(index)) {
            writeln!(f, "L{index}:")?;
        }
        writeln!(f, "  {}{}", Instruction(&instr.op), At(instr.span))?;
    }
    if targets.contains(&Label::from_index(function.code.len())) {
        writeln!(f, "L{}:", function.code.len())?;
    }
    writeln!(f, "}}")
}

struct At(Option<Span>);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(span) => write!(f, " at {}:{}..{}", span.file, span.start, span.end),
            None => Ok(()),
        }
    }
}

struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
    }
}

struct Listed<'a, T>(&'a [T]);

impl<T: Display> Display for Listed<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Value(Operand);

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Operand::Reg(reg) => write!(f, "{reg}"),
            Operand::Const { bits, width } => write!(f, "{bits}:{width}"),
            Operand::Global { global, offset: 0 } => write!(f, "{global}"),
            Operand::Global { global, offset } => write!(f, "{global}{offset:+}"),
            Operand::Function(id) => write!(f, "{id}"),
        }
    }
}

fn write_pair(f: &mut Formatter<'_>, access: &PairAccess) -> fmt::Result {
    let PairAccess { action, address, order, site } = access;
    let (order, address) = (order.name(), Value(*address));
    let two = |values: &[Operand; 2]| format!("{}, {}", Value(values[0]), Value(values[1]));
    match action {
        PairAction::Load { dst: [low, high] } => write!(f, "pair_load {order} {address} into {low}, {high}")?,
        PairAction::Store { value } => write!(f, "pair_store {order} {address}, {}", two(value))?,
        PairAction::CompareExchange { dst: [low, high], expected, desired, failure } => {
            let (failure, expected, desired) = (failure.name(), two(expected), two(desired));
            write!(f, "pair_cmpxchg {order} {failure} {address}, {expected}, {desired} into {low}, {high}")?;
        }
    }
    write!(f, " site {site}")
}

struct Instruction<'a>(&'a Op);

impl Display for Instruction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let v = Value;
        match self.0 {
            Op::Copy { dst, value } => write!(f, "{dst} = copy {}", v(*value)),
            Op::Unary { dst, op, value } => write!(f, "{dst} = {} {}", op.name(), v(*value)),
            Op::Binary { dst, op, left, right } => write!(f, "{dst} = {} {}, {}", op.name(), v(*left), v(*right)),
            Op::Cast { dst, op, value } => write!(f, "{dst} = {} {}", op.name(), v(*value)),
            Op::Select { dst, condition, yes, no } => {
                write!(f, "{dst} = select {}, {}, {}", v(*condition), v(*yes), v(*no))
            }
            Op::Nondet { dst } => write!(f, "{dst} = nondet"),
            Op::Undefine { dst } => write!(f, "{dst} = undefined"),
            Op::Load { dst, address, order, site } => {
                write!(f, "{dst} = load {} {} site {site}", order.name(), v(*address))
            }
            Op::Store { address, value, order, site } => {
                write!(f, "store {} {}, {} site {site}", order.name(), v(*address), v(*value))
            }
            Op::Rmw { dst, op, address, value, order, site } => {
                write!(f, "{dst} = rmw {} {} {}, {} site {site}", op.name(), order.name(), v(*address), v(*value))
            }
            Op::CompareExchange { dst, address, expected, desired, success, failure, site } => write!(
                f,
                "{dst} = cmpxchg {} {} {}, {}, {} site {site}",
                success.name(),
                failure.name(),
                v(*address),
                v(*expected),
                v(*desired)
            ),
            Op::Pair(access) => write_pair(f, access),
            Op::Fence { order } => write!(f, "fence {}", order.name()),
            Op::ModelFence { kind } => write!(f, "model_fence {}", Quoted(kind)),
            Op::FencePoint(point) => write!(f, "point {point}"),
            Op::Jump(target) => write!(f, "jump {target}"),
            Op::Branch { condition, target } => write!(f, "branch {} {target}", v(*condition)),
            Op::Repeat { head, id } => write!(f, "repeat {head} {id}"),
            Op::Call { dst, callee, args } => {
                write_result(f, *dst)?;
                match callee {
                    Callee::Direct(id) => write!(f, "call {id}")?,
                    Callee::Indirect(address) => write!(f, "call indirect {}", v(*address))?,
                }
                write!(f, "({})", Listed(&args.iter().map(|a| v(*a)).collect::<Vec<_>>()))
            }
            Op::Return(None) => write!(f, "return"),
            Op::Return(Some(value)) => write!(f, "return {}", v(*value)),
            Op::Allocate { dst, size, align, storage, name } => {
                let storage = match storage {
                    Storage::Stack => "stack",
                    Storage::Block => "block",
                    Storage::Heap => "heap",
                };
                write!(f, "{dst} = allocate {storage} align {align} {} {}", v(*size), Quoted(&name.text))
            }
            Op::ObjectSize { dst, address } => write!(f, "{dst} = object_size {}", v(*address)),
            Op::Free { address, site } => write!(f, "free {} site {site}", v(*address)),
            Op::EndLifetime { address, site } => write!(f, "end_lifetime {} site {site}", v(*address)),
            Op::EndLifetimes { of, site } => write!(f, "end_lifetimes {} site {site}", of.name()),
            Op::CopyMemory { to, from, size, load, store } => {
                write!(f, "copy_memory {}, {}, {} load {load} store {store}", v(*to), v(*from), v(*size))
            }
            Op::AnyMemory { to, size, site } => write!(f, "any_memory {}, {} site {site}", v(*to), v(*size)),
            Op::SetMemory { to, byte, size, site } => {
                write!(f, "set_memory {}, {}, {} site {site}", v(*to), v(*byte), v(*size))
            }
            Op::Reach { address, bytes } => write!(f, "reach {}, {bytes}", v(*address)),
            Op::Step { from, to } => write!(f, "step {}, {}", v(*from), v(*to)),
            Op::Assume { condition } => write!(f, "assume {}", v(*condition)),
            Op::Await { condition } => write!(f, "await {}", v(*condition)),
            Op::Assert { condition, property, message } => {
                let name = PROPERTIES.iter().find(|(p, _)| p == property).map_or("", |(_, name)| name);
                write!(f, "assert {} {name} {}", v(*condition), Quoted(message))
            }
            Op::Spawn { dst, function, argument } => write!(f, "{dst} = spawn {}, {}", v(*function), v(*argument)),
            Op::Join { thread, dst } => {
                write_result(f, *dst)?;
                write!(f, "join {}", v(*thread))
            }
            Op::Detach { thread } => write!(f, "detach {}", v(*thread)),
            Op::CurrentThread { dst } => write!(f, "{dst} = current_thread"),
            Op::ThreadNumber { dst } => write!(f, "{dst} = thread_number"),
            Op::ExitThread { value } => write!(f, "exit_thread {}", v(*value)),
            Op::Lock { dst, address, site } => {
                write_result(f, *dst)?;
                write!(f, "lock {} site {site}", v(*address))
            }
            Op::TryLock { dst, address, site } => write!(f, "{dst} = trylock {} site {site}", v(*address)),
            Op::TimedLock { dst, address, site } => write!(f, "{dst} = timedlock {} site {site}", v(*address)),
            Op::Unlock { dst, address, site } => {
                write_result(f, *dst)?;
                write!(f, "unlock {} site {site}", v(*address))
            }
            Op::LockInit { address, value, site } => {
                write!(f, "lock_init {}, {} site {site}", v(*address), v(*value))
            }
            Op::SpinLock { address, site } => write!(f, "spin_lock {} site {site}", v(*address)),
            Op::SpinTryLock { dst, address, site } => write!(f, "{dst} = spin_trylock {} site {site}", v(*address)),
            Op::SpinUnlock { address, site } => write!(f, "spin_unlock {} site {site}", v(*address)),
            Op::LockDestroy { address, site } => write!(f, "lock_destroy {} site {site}", v(*address)),
            Op::BarrierInit { address, count, site } => {
                write!(f, "barrier_init {}, {} site {site}", v(*address), v(*count))
            }
            Op::BarrierWait { dst, address, site } => {
                write_result(f, *dst)?;
                write!(f, "barrier_wait {} site {site}", v(*address))
            }
            Op::BarrierDestroy { address, site } => write!(f, "barrier_destroy {} site {site}", v(*address)),
            Op::AtomicBegin => write!(f, "atomic_begin"),
            Op::AtomicEnd => write!(f, "atomic_end"),
        }
    }
}

fn write_result(f: &mut Formatter<'_>, dst: Option<RegId>) -> fmt::Result {
    match dst {
        Some(dst) => write!(f, "{dst} = "),
        None => Ok(()),
    }
}

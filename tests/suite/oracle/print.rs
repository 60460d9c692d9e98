//! Writes a program as C that gcc accepts.
//!
//! One order can be spelt in several ways; the variable's kind chooses: on an `int` the `__atomic_*` builtins, on a
//! `volatile int` also the `__sync_*` builtins, on an `_Atomic int` the functions of `<stdatomic.h>` and plain
//! operators. Registers that `main` looks at are copied to globals at the end of their thread.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::program::*;

/// The program as a C translation unit.
pub fn to_c(program: &Program) -> String {
    let mut out = String::from("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n");
    if program.statements().iter().any(|stmt| matches!(stmt, Stmt::Assume(_))) {
        out.push_str("void __VERIFIER_assume(int);\n\n");
    }
    for (index, variable) in program.variables.iter().enumerate() {
        let name = name(index);
        let kind = match variable.kind {
            Kind::Plain => "int",
            Kind::Volatile => "volatile int",
            Kind::Atomic => "_Atomic int",
        };
        match variable.initial {
            0 => line(&mut out, 0, &format!("{kind} {name};")),
            value => line(&mut out, 0, &format!("{kind} {name} = {value};")),
        }
    }
    if program.array {
        line(&mut out, 0, &format!("int a[{ARRAY}];"));
    }
    for mutex in 0..program.mutexes {
        line(&mut out, 0, &format!("pthread_mutex_t m{mutex} = PTHREAD_MUTEX_INITIALIZER;"));
    }
    for barrier in 0..program.barriers.len() {
        line(&mut out, 0, &format!("pthread_barrier_t b{barrier};"));
    }
    let observed = observed(program);
    for (thread, reg) in &observed {
        line(&mut out, 0, &format!("int o{thread}_{reg};"));
    }
    for (thread, block) in program.threads.iter().enumerate() {
        let _ = write!(out, "\nvoid *t{thread}(void *unused)\n{{\n");
        for reg in 0..REGISTERS {
            if uses(block, reg) || observed.contains(&(thread, reg)) {
                line(&mut out, 1, &format!("int r{reg} = 0;"));
            }
        }
        Printer { program, out: &mut out }.block(block, 1);
        for (_, reg) in observed.iter().filter(|(owner, _)| *owner == thread) {
            line(&mut out, 1, &format!("o{thread}_{reg} = r{reg};"));
        }
        out.push_str("    return 0;\n}\n");
    }
    out.push_str("\nint main(void)\n{\n");
    let handles: Vec<String> = (0..program.threads.len()).map(|t| format!("h{t}")).collect();
    line(&mut out, 1, &format!("pthread_t {};", handles.join(", ")));
    for (barrier, count) in program.barriers.iter().enumerate() {
        line(&mut out, 1, &format!("pthread_barrier_init(&b{barrier}, 0, {count});"));
    }
    for thread in 0..program.threads.len() {
        line(&mut out, 1, &format!("pthread_create(&h{thread}, 0, t{thread}, 0);"));
    }
    for thread in 0..program.threads.len() {
        line(&mut out, 1, &format!("pthread_join(h{thread}, 0);"));
    }
    for outcome in &program.forbidden {
        let met: Vec<String> = outcome.iter().map(|(o, value)| format!("{} == {value}", observable(*o))).collect();
        line(&mut out, 1, &format!("assert(!({}));", met.join(" && ")));
    }
    out.push_str("    return 0;\n}\n");
    out
}

fn name(variable: usize) -> String {
    ["x", "y", "z", "w"].get(variable).map_or_else(|| format!("v{variable}"), |name| (*name).to_owned())
}

fn observable(observable: Observable) -> String {
    match observable {
        Observable::Register { thread, reg } => format!("o{thread}_{reg}"),
        Observable::Variable(variable) => name(variable),
        Observable::Element(index) => format!("a[{index}]"),
    }
}

fn observed(program: &Program) -> BTreeSet<(usize, usize)> {
    let all = program.forbidden.iter().flatten();
    all.filter_map(|(observable, _)| match observable {
        Observable::Register { thread, reg } => Some((*thread, *reg)),
        _ => None,
    })
    .collect()
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "{}{text}", "    ".repeat(depth));
}

fn uses(block: &[Stmt], reg: usize) -> bool {
    let in_expr = |expr: &Expr| expr_uses(expr, reg);
    let in_place = |place: &Place| matches!(place, Place::Element(index) if expr_uses(index, reg));
    block.iter().any(|stmt| {
        stmt.target() == Some(reg)
            || match stmt {
                Stmt::Set { value, .. } => in_expr(value),
                Stmt::Load { place, .. } | Stmt::Await { place, .. } | Stmt::AwaitCas { place, .. } => in_place(place),
                Stmt::Store { place, value, .. } | Stmt::Rmw { place, value, .. } => in_place(place) || in_expr(value),
                Stmt::Cas { place, expected, desired, .. } => in_place(place) || in_expr(expected) || in_expr(desired),
                Stmt::Fence(_) | Stmt::Wait { .. } => false,
                Stmt::If { condition, then, otherwise } => {
                    in_expr(condition) || uses(then, reg) || uses(otherwise, reg)
                }
                Stmt::Repeat { body, .. } | Stmt::Locked { body, .. } => uses(body, reg),
                Stmt::Assume(condition) | Stmt::Assert(condition) => in_expr(condition),
            }
    })
}

fn expr_uses(expr: &Expr, reg: usize) -> bool {
    match expr {
        Expr::Const(_) => false,
        Expr::Reg(other) => *other == reg,
        Expr::Binary(_, left, right) => expr_uses(left, reg) || expr_uses(right, reg),
    }
}

fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Const(value) => value.to_string(),
        Expr::Reg(reg) => format!("r{reg}"),
        Expr::Binary(op, left, right) => {
            let op = match op {
                Operator::Add => "+",
                Operator::Sub => "-",
                Operator::Xor => "^",
                Operator::And => "&",
                Operator::Equal => "==",
                Operator::NotEqual => "!=",
                Operator::Less => "<",
            };
            format!("({} {op} {})", expression(left), expression(right))
        }
    }
}

fn c11(order: Order, synchronising: &str) -> String {
    let name = match order {
        Order::Plain | Order::Relaxed => "relaxed",
        Order::Synchronising => synchronising,
        Order::SeqCst => "seq_cst",
    };
    format!("memory_order_{name}")
}

fn builtin(order: Order, synchronising: &str) -> String {
    let name = match order {
        Order::Plain | Order::Relaxed => "RELAXED",
        Order::Synchronising => synchronising,
        Order::SeqCst => "SEQ_CST",
    };
    format!("__ATOMIC_{name}")
}

struct Printer<'a> {
    program: &'a Program,
    out: &'a mut String,
}

impl Printer<'_> {
    fn kind(&self, place: &Place) -> Kind {
        match place {
            Place::Variable(variable) => self.program.variables[*variable].kind,
            Place::Element(_) => Kind::Plain,
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Variable(variable) => name(*variable),
            Place::Element(index) => format!("a[{} & {}]", expression(index), ARRAY - 1),
        }
    }

    fn load(&self, place: &Place, order: Order) -> String {
        let at = self.place(place);
        match (self.kind(place), order) {
            (Kind::Atomic, Order::SeqCst) => at,
            (Kind::Atomic, order) => {
                format!("atomic_load_explicit(&{at}, {})", c11(order, "acquire"))
            }
            (_, Order::Plain) => at,
            (_, order) => format!("__atomic_load_n(&{at}, {})", builtin(order, "ACQUIRE")),
        }
    }

    fn block(&mut self, block: &[Stmt], depth: usize) {
        block.iter().for_each(|stmt| self.stmt(stmt, depth));
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        let text = match stmt {
            Stmt::Set { reg, value } => format!("r{reg} = {};", expression(value)),
            Stmt::Load { reg, place, order } => format!("r{reg} = {};", self.load(place, *order)),
            Stmt::Store { place, value, order } => {
                let (at, value) = (self.place(place), expression(value));
                match (self.kind(place), *order) {
                    (Kind::Atomic, Order::SeqCst) => format!("{at} = {value};"),
                    (Kind::Atomic, order) => {
                        format!("atomic_store_explicit(&{at}, {value}, {});", c11(order, "release"))
                    }
                    (_, Order::Plain) => format!("{at} = {value};"),
                    (_, order) => format!("__atomic_store_n(&{at}, {value}, {});", builtin(order, "RELEASE")),
                }
            }
            Stmt::Rmw { reg, kind, place, value, order } => {
                let (at, value) = (self.place(place), expression(value));
                let call = match (self.kind(place), kind) {
                    (Kind::Atomic, RmwKind::FetchAdd) => {
                        format!("atomic_fetch_add_explicit(&{at}, {value}, {})", c11(*order, "acq_rel"))
                    }
                    (Kind::Atomic, RmwKind::Exchange) => {
                        format!("atomic_exchange_explicit(&{at}, {value}, {})", c11(*order, "acq_rel"))
                    }
                    (Kind::Volatile, RmwKind::FetchAdd) if *order == Order::SeqCst => {
                        format!("__sync_fetch_and_add(&{at}, {value})")
                    }
                    (_, RmwKind::FetchAdd) => {
                        format!("__atomic_fetch_add(&{at}, {value}, {})", builtin(*order, "ACQ_REL"))
                    }
                    (_, RmwKind::Exchange) => {
                        format!("__atomic_exchange_n(&{at}, {value}, {})", builtin(*order, "ACQ_REL"))
                    }
                };
                format!("r{reg} = {call};")
            }
            Stmt::Cas { reg, place, expected, desired, order } => {
                let (at, expected, desired) = (self.place(place), expression(expected), expression(desired));
                match self.kind(place) {
                    // A failed exchange writes the old value over the expected one; both ways `e` then holds the old value.
                    Kind::Atomic => format!(
                        "{{ int e = {expected}; \
                         atomic_compare_exchange_strong_explicit(&{at}, &e, {desired}, {}, memory_order_relaxed); \
                         r{reg} = e; }}",
                        c11(*order, "acq_rel"),
                    ),
                    _ if *order == Order::SeqCst => {
                        format!("r{reg} = __sync_val_compare_and_swap(&{at}, {expected}, {desired});")
                    }
                    _ => format!(
                        "{{ int e = {expected}; \
                         __atomic_compare_exchange_n(&{at}, &e, {desired}, 0, {}, __ATOMIC_RELAXED); r{reg} = e; }}",
                        builtin(*order, "ACQ_REL"),
                    ),
                }
            }
            Stmt::Fence(FenceKind::Full) => match depth % 2 {
                0 => "atomic_thread_fence(memory_order_seq_cst);".to_owned(),
                _ => "__sync_synchronize();".to_owned(),
            },
            Stmt::Fence(FenceKind::StoreStore) => "__atomic_thread_fence(__ATOMIC_RELEASE);".to_owned(),
            Stmt::Fence(FenceKind::Acquire) => "atomic_thread_fence(memory_order_acquire);".to_owned(),
            Stmt::If { condition, then, otherwise } => {
                line(self.out, depth, &format!("if ({}) {{", expression(condition)));
                self.block(then, depth + 1);
                if !otherwise.is_empty() {
                    line(self.out, depth, "} else {");
                    self.block(otherwise, depth + 1);
                }
                "}".to_owned()
            }
            Stmt::Repeat { times, body } => {
                line(self.out, depth, &format!("for (int i{depth} = 0; i{depth} < {times}; i{depth}++) {{"));
                self.block(body, depth + 1);
                "}".to_owned()
            }
            Stmt::Locked { mutex, body } => {
                line(self.out, depth, &format!("pthread_mutex_lock(&m{mutex});"));
                self.block(body, depth);
                format!("pthread_mutex_unlock(&m{mutex});")
            }
            Stmt::Wait { barrier, reg: None } => format!("pthread_barrier_wait(&b{barrier});"),
            Stmt::Wait { barrier, reg: Some(reg) } => {
                format!("r{reg} = pthread_barrier_wait(&b{barrier}) == PTHREAD_BARRIER_SERIAL_THREAD;")
            }
            Stmt::Assume(condition) => format!("__VERIFIER_assume({});", expression(condition)),
            Stmt::Await { place, value, order } => format!("while ({} != {value});", self.load(place, *order)),
            Stmt::AwaitCas { place, expected, desired } => {
                let at = self.place(place);
                match self.kind(place) {
                    Kind::Atomic => format!(
                        "for (;;) {{ int e = {expected}; \
                         if (atomic_compare_exchange_strong(&{at}, &e, {desired})) break; }}"
                    ),
                    _ => format!("while (__sync_val_compare_and_swap(&{at}, {expected}, {desired}) != {expected});"),
                }
            }
            Stmt::Assert(condition) => format!("assert({});", expression(condition)),
        };
        line(self.out, depth, &text);
    }
}

//! The lowering of atomic builtins: the `__atomic_*` and `__sync_*` families, and the C11 `atomic_*` functions, which
//! the tool's own header maps onto them.
//!
//! In: atomic nodes of the typed tree. Out: loads, stores, read-modify-writes and fences with their orders. When a weak
//! compare-and-exchange fails, [`super::weak`] knows.

use super::orders::Orders;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::sites::Named;
use crate::frontend::lower::values::place::{Memory, Place};
use crate::frontend::lower::values::subscripts::Purpose;
use crate::frontend::typed::tree::{AtomicOp, ExprId, ExprKind, Ordering, Rmw};
use crate::ir::{BinaryOp, Op, Operand, Order, RmwOp, Sign, SiteKind, UnaryOp, Width};

fn order_of(order: Ordering) -> Order {
    match order {
        Ordering::Relaxed => Order::Relaxed,
        Ordering::Acquire => Order::Acquire,
        Ordering::Release => Order::Release,
        Ordering::AcqRel => Order::AcqRel,
        Ordering::SeqCst | Ordering::Full => Order::SeqCst,
    }
}

impl Body<'_, '_> {
    /// An atomic builtin; for one without a result, a number nobody reads. A struct is a number of its size, or where it has
    /// sixteen bytes, the address of an object.
    pub fn atomic(&mut self, expr: ExprId) -> Operand {
        let ExprKind::Atomic { op, order, older, args } = self.input.tast[expr].kind else {
            unreachable!("an atomic operation is lowered as one");
        };
        let args = self.input.tast[args].to_vec();
        let order = order_of(order);
        let (outer, around) = (self.span, self.builtin.replace(expr));
        self.span = self.input.place(expr).or(outer);
        let result = match self.choice_of_orders(expr, op).filter(|_| !older) {
            Some(choice) => self.by_order(choice, |body, orders| body.atomic_as(expr, op, orders, &args)),
            None => {
                if !older {
                    self.check_order(expr, op, order);
                }
                let failure = self.failure_order(expr, order);
                self.atomic_as(expr, op, Orders { order, failure }, &args)
            }
        };
        (self.span, self.builtin) = (outer, around);
        result
    }

    /// An atomic builtin of certain orders.
    fn atomic_as(&mut self, expr: ExprId, op: AtomicOp, orders: Orders, args: &[ExprId]) -> Operand {
        if self.input.is_about_sixteen(op, args) {
            return self.atomic_of_sixteen(expr, op, orders, args);
        }
        let order = orders.order;
        let nothing = Operand::constant(0, Width::INT);
        match op {
            AtomicOp::Fence => {
                // The type checker takes the three x86 fences for one.
                let order = match self.input.text(expr) {
                    text if text.contains("__builtin_ia32_sfence") => Order::Release,
                    text if text.contains("__builtin_ia32_lfence") => Order::Acquire,
                    _ => order,
                };
                if order != Order::Relaxed {
                    self.emit(Op::Fence { order });
                }
                nothing
            }
            AtomicOp::SignalFence => nothing,
            AtomicOp::Load => {
                let memory = self.atomic_object(args[0], None, order);
                let value = self.read(Place::Memory(memory));
                self.note_order();
                value
            }
            AtomicOp::LoadInto => {
                let memory = self.atomic_object(args[0], None, order);
                let value = self.read(Place::Memory(memory));
                self.note_order();
                self.write_result(args[1], (value, memory.width));
                nothing
            }
            AtomicOp::Store => {
                let memory = self.atomic_object(args[0], Some(args[1]), order);
                let value = self.atomic_operand(args[1], memory.width);
                self.write(Place::Memory(memory), value);
                self.note_order();
                nothing
            }
            AtomicOp::Exchange => self.rmw(RmwOp::Exchange, args, order).0,
            AtomicOp::ExchangeInto => {
                let width = self.atomic_width(args[0], Some(args[1]));
                let (old, _) = self.rmw(RmwOp::Exchange, args, order);
                self.write_result(args[2], (old, width));
                nothing
            }
            AtomicOp::TestAndSet => {
                let (old, _) = self.rmw(RmwOp::Exchange, args, order);
                let set = self.not_zero(old);
                self.resize(set, Width::BYTE, Sign::Unsigned)
            }
            AtomicOp::Fetch(rmw) => {
                self.warn_of_bytes(expr, args[0]);
                self.rmw(rmw_of(rmw), args, order).0
            }
            AtomicOp::Update(rmw) => {
                let (old, value) = self.rmw(rmw_of(rmw), args, order);
                match rmw {
                    Rmw::Add => self.binary(BinaryOp::Add, old, value),
                    Rmw::Sub => self.binary(BinaryOp::Sub, old, value),
                    Rmw::And => self.binary(BinaryOp::And, old, value),
                    Rmw::Or => self.binary(BinaryOp::Or, old, value),
                    Rmw::Xor => self.binary(BinaryOp::Xor, old, value),
                    Rmw::Nand => {
                        let both = self.binary(BinaryOp::And, old, value);
                        self.unary(UnaryOp::Not, both)
                    }
                }
            }
            AtomicOp::CompareExchange => self.compare_exchange(expr, args, orders),
            AtomicOp::SwapBool | AtomicOp::SwapValue => {
                let memory = self.atomic_object(args[0], None, order);
                let expected = self.atomic_operand(args[1], memory.width);
                let desired = self.atomic_operand(args[2], memory.width);
                let old = self.exchange_if(memory, expected, desired, Orders { order, failure: order });
                if op == AtomicOp::SwapValue {
                    old
                } else {
                    let same = self.binary(BinaryOp::Equal, old, expected);
                    self.resize(same, Width::BYTE, Sign::Unsigned)
                }
            }
        }
    }

    /// The generic functions of C count in elements on a pointer, and so does clang; gcc counts in bytes.
    fn warn_of_bytes(&mut self, expr: ExprId, pointer: ExprId) {
        let object = self.input.pointee(self.input.ty(pointer));
        let is_pointer = object.is_some_and(|ty| self.input.shape(ty) == crate::frontend::typed::types::Shape::Pointer);
        let step = object.and_then(|ty| self.input.step(ty));
        if !is_pointer || step == Some(1) || !self.input.text(expr).starts_with("atomic_fetch_") {
            return;
        }
        self.warn(
            "this moves an atomic pointer by bytes, as gcc does, and not by elements, as C says",
            "write `pointer += number` or `pointer -= number`, which move by elements everywhere",
        );
    }

    /// The object a pointer names; as wide as `value` if the builtin has its own idea of that.
    fn atomic_object(&mut self, pointer: ExprId, value: Option<ExprId>, order: Order) -> Memory {
        let width = self.atomic_width(pointer, value);
        let address = self.pointer_for(Purpose::Access, pointer);
        Memory { address, width, order, named: Named::Pointer(pointer) }
    }

    fn atomic_width(&mut self, pointer: ExprId, value: Option<ExprId>) -> Width {
        let ty = match value {
            Some(value) => Some(self.input.ty(value)),
            None => self.input.pointee(self.input.ty(pointer)),
        };
        let width = match ty {
            Some(ty) => self.access_width(ty).unwrap_or(Width::INT),
            None => {
                self.unsupported("an atomic access through this expression");
                Width::INT
            }
        };
        self.is_as_wide(pointer, width);
        width
    }

    /// The value of an operand; of a small struct, its bytes.
    fn atomic_operand(&mut self, operand: ExprId, width: Width) -> Operand {
        let ty = self.input.ty(operand);
        let value = if self.input.shape(ty) == crate::frontend::typed::types::Shape::Record {
            let address = self.record(operand);
            self.record_bits(address, ty)
        } else {
            self.value(operand)
        };
        self.resize(value, width, Sign::Unsigned)
    }

    /// Stores a result of this width through a pointer.
    fn write_result(&mut self, pointer: ExprId, (value, width): (Operand, Width)) {
        if self.is_as_wide(pointer, width)
            && let Some(place) = self.pointed_place(pointer)
        {
            self.write(place, value);
        }
    }

    /// Refuses a pointer to what is of another size than the atomic object, as compilers do.
    fn is_as_wide(&mut self, pointer: ExprId, width: Width) -> bool {
        let ty = self.input.pointee(self.input.ty(pointer));
        let is_other = |own: Width| own.bytes() != width.bytes();
        if !ty.and_then(|ty| self.input.shape(ty).width()).is_some_and(is_other) {
            return true;
        }
        self.unsupported("an atomic access with a value of another size");
        false
    }

    fn rmw(&mut self, op: RmwOp, args: &[ExprId], order: Order) -> (Operand, Operand) {
        let memory = self.atomic_object(args[0], Some(args[1]), order);
        let value = self.atomic_operand(args[1], memory.width);
        let site = self.memory_site(SiteKind::Rmw, memory.named);
        let dst = self.register(memory.width, None);
        self.emit(Op::Rmw { dst, op, address: memory.address, value, order, site });
        self.note_order();
        (Operand::Reg(dst), value)
    }

    fn exchange_if(
        &mut self,
        memory: Memory,
        expected: Operand,
        desired: Operand,
        Orders { order: success, failure }: Orders,
    ) -> Operand {
        let site = self.memory_site(SiteKind::Rmw, memory.named);
        let dst = self.register(memory.width, None);
        let address = memory.address;
        self.emit(Op::CompareExchange { dst, address, expected, desired, success, failure, site });
        Operand::Reg(dst)
    }

    /// `__atomic_compare_exchange(_n)`: the expected value is read through a pointer, and what was found is written
    /// back there on failure.
    fn compare_exchange(&mut self, expr: ExprId, args: &[ExprId], orders: Orders) -> Operand {
        let Orders { order: success, failure } = orders;
        let memory = self.atomic_object(args[0], Some(args[2]), success);
        if !self.is_as_wide(args[1], memory.width) {
            return Operand::constant(0, Width::BYTE);
        }
        let Some(place) = self.pointed_place(args[1]) else { return Operand::constant(0, Width::BYTE) };
        let expected = self.read(place);
        let expected = self.resize(expected, memory.width, Sign::Unsigned);
        let desired = self.atomic_operand(args[2], memory.width);
        let exchange = |body: &mut Self| {
            let old = body.exchange_if(memory, expected, desired, orders);
            body.note_order();
            let same = body.binary(BinaryOp::Equal, old, expected);
            [old, same]
        };
        let [old, same] = self.perhaps_in_vain(expr, exchange, |body| {
            let old = body.read(Place::Memory(Memory { order: failure, ..memory }));
            [old, Operand::bool(false)]
        });
        match place {
            Place::Register(reg) => {
                // On success the old value is the expected one.
                self.copy(reg, old);
            }
            Place::Memory(_) | Place::Bits(_) => {
                let done = self.label();
                self.branch(same, done);
                self.write(place, old);
                self.bind(done);
            }
        }
        self.resize(same, Width::BYTE, Sign::Unsigned)
    }

    /// The order of a failed compare-and-exchange, which the typed node does not keep.
    fn failure_order(&self, expr: ExprId, success: Order) -> Order {
        let weaker = match success {
            Order::AcqRel => Order::Acquire,
            Order::Release => Order::Relaxed,
            order => order,
        };
        self.input
            .argument_from_last(expr, 0)
            .and_then(|order| self.constant_number(order))
            .and_then(Order::from_number)
            .unwrap_or(weaker)
    }

    /// Refuses an order that is not known before the program runs, or that the operation cannot have: the type checker
    /// takes both for the strongest one.
    fn check_order(&mut self, expr: ExprId, op: AtomicOp, order: Order) {
        if !self.input.has_arguments(expr) {
            return;
        }
        let success = usize::from(op == AtomicOp::CompareExchange);
        for from_last in 0..=success {
            let Some(written) = self.input.argument_from_last(expr, from_last) else {
                return self.unsupported("a memory order that is written in this way");
            };
            let number = self.constant_number(written);
            match number.and_then(Order::from_number) {
                None if number.is_none() => return self.unsupported("a memory order that is not constant"),
                None => return self.unsupported("a memory order of this number"),
                // That of a failure is its own.
                Some(_) if from_last != success => {}
                Some(written) if written != order => {
                    self.unsupported(&format!("the memory order {} of this operation", written.name()));
                }
                Some(_) => {}
            }
        }
    }
}

fn rmw_of(rmw: Rmw) -> RmwOp {
    match rmw {
        Rmw::Add => RmwOp::Add,
        Rmw::Sub => RmwOp::Sub,
        Rmw::And => RmwOp::And,
        Rmw::Nand => RmwOp::Nand,
        Rmw::Or => RmwOp::Or,
        Rmw::Xor => RmwOp::Xor,
    }
}

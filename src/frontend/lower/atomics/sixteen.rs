//! Atomic accesses to objects of sixteen bytes: structs of a pointer and a counter, unions, `__int128`.
//!
//! In: atomic builtins and `_Atomic` objects of such a type. Out: [`PairAccess`]es, each of which is one step, whatever the
//! compiler makes of it (`cmpxchg16b`, or a call of its library that takes a lock where nothing else would do). An operation that
//! has no access of its own is, as for narrower objects, a read and the compare-and-exchange that succeeds. A result is the
//! address of an object that holds it.

use super::orders::Orders;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::sites::Named;
use crate::frontend::lower::values::int128::Words;
use crate::frontend::lower::values::pair::Pair;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{AtomicOp, ExprId, Rmw, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, PairAccess, PairAction, Sign, SiteKind, Width};

/// The bytes of two words.
const BYTES: u64 = 16;

/// A compare-and-exchange: what is expected, and what is stored then.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    pub expected: Pair,
    pub desired: Pair,
    pub orders: Orders,
}

impl Input<'_> {
    /// Whether objects of this type are accessed as two words.
    pub fn is_sixteen(&self, ty: TypeId) -> bool {
        matches!(self.shape(ty), Shape::Record | Shape::Wide { .. })
            && self.layout(ty).is_some_and(|layout| layout.size == BYTES)
    }

    /// Whether an atomic builtin is about an object of sixteen bytes.
    pub fn is_about_sixteen(&self, op: AtomicOp, args: &[ExprId]) -> bool {
        let value = match op {
            AtomicOp::Fence | AtomicOp::SignalFence | AtomicOp::TestAndSet => return false,
            AtomicOp::Load | AtomicOp::LoadInto => None,
            AtomicOp::CompareExchange => args.get(2),
            _ => args.get(1),
        };
        let ty = match value {
            Some(value) => Some(self.ty(*value)),
            None => args.first().and_then(|pointer| self.pointee(self.ty(*pointer))),
        };
        ty.is_some_and(|ty| self.is_sixteen(ty))
    }
}

impl Body<'_, '_> {
    /// An atomic builtin on sixteen bytes: the address of what it yields, or whether it has exchanged them.
    pub fn atomic_of_sixteen(&mut self, expr: ExprId, op: AtomicOp, orders: Orders, args: &[ExprId]) -> Operand {
        let order = orders.order;
        let words = Words { address: self.value(args[0]), order, named: Named::Pointer(args[0]) };
        match op {
            AtomicOp::Load => {
                let found = self.load_at_once(words);
                self.object_of(found)
            }
            AtomicOp::LoadInto => {
                let found = self.load_at_once(words);
                self.put_result(args[1], found)
            }
            AtomicOp::Store => {
                let value = self.sixteen(args[1]);
                self.store_at_once(words, value);
                Operand::constant(0, Width::INT)
            }
            AtomicOp::Exchange | AtomicOp::ExchangeInto => {
                let value = self.sixteen(args[1]);
                let (old, _) = self.replace_at_once(words, |_, _| value);
                if op == AtomicOp::Exchange { self.object_of(old) } else { self.put_result(args[2], old) }
            }
            AtomicOp::Fetch(rmw) | AtomicOp::Update(rmw) => {
                let value = self.sixteen(args[1]);
                let (old, new) = self.replace_at_once(words, |body, old| body.applied_to_pair(rmw, old, value));
                self.object_of(if matches!(op, AtomicOp::Fetch(_)) { old } else { new })
            }
            AtomicOp::CompareExchange => {
                let place = self.value(args[1]);
                let text = self.pointed_text(args[1]);
                let expected = self.words_at(place, &text);
                let desired = self.sixteen(args[2]);
                let exchange = |body: &mut Self| {
                    let (old, same) = body.exchange_at_once(words, Exchange { expected, desired, orders });
                    [old.low, old.high, same]
                };
                let [low, high, same] = self.perhaps_in_vain(expr, exchange, |body| {
                    let old = body.load_at_once(Words { order: orders.failure, ..words });
                    [old.low, old.high, Operand::bool(false)]
                });
                let old = Pair { low, high };
                let done = self.label();
                self.branch(same, done);
                self.put_words(place, old, &text);
                self.bind(done);
                self.resize(same, Width::BYTE, Sign::Unsigned)
            }
            AtomicOp::SwapBool | AtomicOp::SwapValue => {
                let (expected, desired) = (self.sixteen(args[1]), self.sixteen(args[2]));
                let orders = Orders { order, failure: order };
                let (old, same) = self.exchange_at_once(words, Exchange { expected, desired, orders });
                if op == AtomicOp::SwapValue {
                    self.object_of(old)
                } else {
                    self.resize(same, Width::BYTE, Sign::Unsigned)
                }
            }
            AtomicOp::Fence | AtomicOp::SignalFence | AtomicOp::TestAndSet => {
                self.refuse("this atomic operation on sixteen bytes")
            }
        }
    }

    /// The two words of an operand.
    fn sixteen(&mut self, operand: ExprId) -> Pair {
        if self.input.shape_of(operand) == Shape::Record {
            let address = self.record(operand);
            return self.words_at(address, "struct value");
        }
        self.pair(operand)
    }

    fn put_result(&mut self, pointer: ExprId, value: Pair) -> Operand {
        let (to, text) = (self.value(pointer), self.pointed_text(pointer));
        self.put_words(to, value, &text);
        Operand::constant(0, Width::INT)
    }

    fn applied_to_pair(&mut self, rmw: Rmw, old: Pair, value: Pair) -> Pair {
        match rmw {
            Rmw::Add => self.pair_add(old, value),
            Rmw::Sub => self.pair_sub(old, value),
            Rmw::And => self.pair_bitwise(BinaryOp::And, old, value),
            Rmw::Or => self.pair_bitwise(BinaryOp::Or, old, value),
            Rmw::Xor => self.pair_bitwise(BinaryOp::Xor, old, value),
            Rmw::Nand => {
                let both = self.pair_bitwise(BinaryOp::And, old, value);
                self.pair_not(both)
            }
        }
    }

    /// The value of an `_Atomic` struct of two words: the address of an object that holds it.
    pub fn record_at_once(&mut self, lvalue: ExprId) -> Operand {
        let words = Words { address: self.address(lvalue), order: Order::SeqCst, named: Named::Lvalue(lvalue) };
        let found = self.load_at_once(words);
        self.object_of(found)
    }

    /// Assigns to an `_Atomic` struct of two words.
    pub fn assign_record_at_once(&mut self, lhs: ExprId, (address, from): (Operand, Operand)) {
        let value = self.words_at(from, "struct value");
        self.store_at_once(Words { address, order: Order::SeqCst, named: Named::Lvalue(lhs) }, value);
    }

    pub fn load_at_once(&mut self, words: Words) -> Pair {
        let dst = [0, 1].map(|_| self.register(Width::POINTER, None));
        self.at_once(words, SiteKind::Load, PairAction::Load { dst });
        Pair::of_words(dst.map(Operand::Reg))
    }

    pub fn store_at_once(&mut self, words: Words, value: Pair) {
        self.at_once(words, SiteKind::Store, PairAction::Store { value: value.words() });
    }

    /// A compare-and-exchange: what it found, and whether that was expected.
    pub fn exchange_at_once(&mut self, words: Words, exchange: Exchange) -> (Pair, Operand) {
        let dst = [0, 1].map(|_| self.register(Width::POINTER, None));
        let (expected, desired) = (exchange.expected.words(), exchange.desired.words());
        let action = PairAction::CompareExchange { dst, expected, desired, failure: exchange.orders.failure };
        self.at_once(Words { order: exchange.orders.order, ..words }, SiteKind::Rmw, action);
        let old = Pair::of_words(dst.map(Operand::Reg));
        (old, self.pair_equal(old, exchange.expected))
    }

    fn at_once(&mut self, words: Words, kind: SiteKind, action: PairAction) {
        let site = self.memory_site(kind, words.named);
        let Words { address, order, .. } = words;
        self.emit(Op::Pair(Box::new(PairAccess { action, address, order, site })));
    }

    /// A read-modify-write that the machine has no instruction for: the read that its successful round starts with, and the
    /// exchange, which is assumed to find the same. Old and new value.
    pub fn replace_at_once(&mut self, words: Words, compute: impl FnOnce(&mut Self, Pair) -> Pair) -> (Pair, Pair) {
        let expected = self.load_at_once(Words { order: Order::Relaxed, ..words });
        let desired = compute(self, expected);
        let orders = Orders { order: words.order, failure: words.order };
        let (_, condition) = self.exchange_at_once(words, Exchange { expected, desired, orders });
        self.emit(Op::Assume { condition });
        (expected, desired)
    }
}

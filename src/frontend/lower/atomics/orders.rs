//! Atomic builtins whose memory order is not written at the place.
//!
//! In: a builtin one of whose orders is a parameter or another variable. Out: the builtin once for each order that it can
//! have, of which the number that is found at run time chooses one. Where it is constant at each call, as with wrappers
//! around the builtins, all others are unreachable, or the function is lowered for each call ([`super::by_call`]). A number that is no order, or one that the operation cannot have, is a
//! failed assertion.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{AtomicOp, ExprId};
use crate::ids::RegId;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, Sign, Width};

/// The orders of an operation; `failure` matters to a compare-and-exchange alone.
#[derive(Clone, Copy, Debug)]
pub struct Orders {
    pub order: Order,
    pub failure: Order,
}

/// An order that is chosen at run time, or not.
#[derive(Clone, Debug)]
enum Chosen {
    Always(Order),
    /// As the call of this function says.
    Given(Order),
    /// By this expression, among these.
    By(ExprId, Vec<Order>),
}

/// The orders of an operation of which at least one is chosen at run time.
#[derive(Clone, Debug)]
pub struct Choice {
    order: Chosen,
    failure: Chosen,
}

impl Chosen {
    /// The order, where it is known before the program runs.
    fn known(&self) -> Option<Order> {
        match self {
            Chosen::Always(order) | Chosen::Given(order) => Some(*order),
            Chosen::By(..) => None,
        }
    }
}

impl Body<'_, '_> {
    /// The orders of a builtin, if one of them is not constant.
    pub fn choice_of_orders(&self, expr: ExprId, op: AtomicOp) -> Option<Choice> {
        let all = vec![Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
        let reads = vec![Order::Relaxed, Order::Acquire, Order::SeqCst];
        let last = self.input.argument_from_last(expr, 0)?;
        let chosen = |written: ExprId, orders: Vec<Order>| match self.constant_number(written) {
            Some(number) => Order::from_number(number).map(Chosen::Always),
            None => Some(match self.given_by_call(written).filter(|given| orders.contains(given)) {
                Some(given) => Chosen::Given(given),
                None => Chosen::By(written, orders),
            }),
        };
        let choice = match op {
            AtomicOp::CompareExchange => {
                let success = self.input.argument_from_last(expr, 1)?;
                Choice { order: chosen(success, all)?, failure: chosen(last, reads)? }
            }
            AtomicOp::Load | AtomicOp::LoadInto => Choice { order: chosen(last, reads)?, failure: RELAXED },
            AtomicOp::Store => {
                let writes = vec![Order::Relaxed, Order::Release, Order::SeqCst];
                Choice { order: chosen(last, writes)?, failure: RELAXED }
            }
            _ => Choice { order: chosen(last, all)?, failure: RELAXED },
        };
        let is_constant = |chosen: &Chosen| matches!(chosen, Chosen::Always(_));
        (!is_constant(&choice.order) || !is_constant(&choice.failure)).then_some(choice)
    }

    /// Does an operation with the orders that are found at run time.
    pub fn by_order(&mut self, choice: Choice, mut operation: impl FnMut(&mut Self, Orders) -> Operand) -> Operand {
        if let (Some(order), Some(failure)) = (choice.order.known(), choice.failure.known()) {
            return operation(self, Orders { order, failure });
        }
        let (order, failure) = (self.found(&choice.order), self.found(&choice.failure));
        let done = self.label();
        let mut result: Option<RegId> = None;
        for (order, is_order) in &order {
            for (failure, is_failure) in &failure {
                let next = self.label();
                for condition in [is_order, is_failure].into_iter().flatten() {
                    self.branch_unless(*condition, next);
                }
                let value = operation(self, Orders { order: *order, failure: *failure });
                let width = self.width(value);
                let dst = match result {
                    Some(dst) => dst,
                    None => *result.insert(self.register(width, None)),
                };
                self.copy(dst, value);
                self.jump(done);
                self.bind(next);
            }
        }
        let message = "an atomic operation has a memory order that there is for it".to_string();
        let condition = Operand::bool(false);
        self.emit(Op::Assert { condition, property: Property::Assertion, message });
        self.emit(Op::Assume { condition });
        self.bind(done);
        result.map_or(Operand::constant(0, Width::INT), Operand::Reg)
    }

    /// Each order that may be chosen, and when it is; none for one that always is.
    fn found(&mut self, chosen: &Chosen) -> Vec<(Order, Option<Operand>)> {
        match chosen {
            Chosen::Always(order) | Chosen::Given(order) => vec![(*order, None)],
            Chosen::By(written, orders) => {
                let number = self.value(*written);
                let number = self.resize(number, Width::INT, Sign::Unsigned);
                let mut all = Vec::new();
                for order in orders {
                    let mut condition = Operand::bool(false);
                    for one in order.numbers() {
                        let is = self.binary(BinaryOp::Equal, number, Operand::constant(*one, Width::INT));
                        condition = if condition == Operand::bool(false) {
                            is
                        } else {
                            self.binary(BinaryOp::Or, condition, is)
                        };
                    }
                    all.push((*order, Some(condition)));
                }
                all
            }
        }
    }
}

const RELAXED: Chosen = Chosen::Always(Order::Relaxed);

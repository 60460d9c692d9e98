//! How strong an access or a fence is, as C says it.
//!
//! In: nothing. Out: [`Order`] and [`Orders`], and their names. It must not know what a model makes of an order.

use serde::{Deserialize, Serialize};

/// How strongly the C source orders an access or a fence. What that means for the hardware stands in the model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// An ordinary C access.
    Plain,
    /// An access through a volatile type.
    Volatile,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    pub const ALL: &[Order] =
        &[Order::Plain, Order::Volatile, Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];

    /// Whether what comes behind a read of this order stays behind it.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }

    /// The name in model files and in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Order::Plain => "plain",
            Order::Volatile => "volatile",
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel => "acq_rel",
            Order::SeqCst => "seq_cst",
        }
    }

    pub fn from_name(name: &str) -> Option<Order> {
        Self::ALL.iter().copied().find(|o| o.name() == name)
    }

    /// The order that C's header or the compiler calls so: `memory_order_relaxed`, `__ATOMIC_RELAXED`.
    pub fn from_c_name(name: &str) -> Option<Order> {
        let name = name.strip_prefix("memory_order_").or_else(|| name.strip_prefix("__ATOMIC_"))?;
        Order::from_name(&name.to_lowercase()).filter(|order| !order.numbers().is_empty())
    }

    /// The order that a number is to the builtins of compilers.
    pub fn from_number(number: i128) -> Option<Order> {
        let is = |order: &&Order| order.numbers().iter().any(|other| i128::from(*other) == number);
        Self::ALL.iter().find(is).copied()
    }

    /// The numbers that an order is to the builtins of compilers; none for what is not atomic.
    pub fn numbers(self) -> &'static [u64] {
        match self {
            Order::Plain | Order::Volatile => &[],
            Order::Relaxed => &[0],
            // memory_order_consume is acquire to every compiler.
            Order::Acquire => &[1, 2],
            Order::Release => &[3],
            Order::AcqRel => &[4],
            Order::SeqCst => &[5],
        }
    }

    /// Whether an atomic access of this order has all that one of the other order has.
    pub fn covers(self, other: Order) -> bool {
        match (self, other) {
            (_, Order::Relaxed) | (Order::SeqCst, _) => true,
            (Order::AcqRel, Order::Acquire | Order::Release) => true,
            _ => self == other,
        }
    }

    /// How strong the one access of a compare-and-exchange of this order is, whatever it finds, if it fails in another one:
    /// as strong as both.
    pub fn or_failing(self, failure: Order) -> Order {
        match (self, failure) {
            (Order::Release, Order::Acquire) => Order::AcqRel,
            _ => self.max(failure),
        }
    }
}

/// The orders that the text gives an access: of a compare-and-exchange also the one where it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orders {
    pub order: Order,
    pub failure: Option<Order>,
}

/// The orders of a compare-and-exchange that may be written whatever the edition of the language and the compiler: where it fails
/// it stores nothing and does not release, and is no stronger than where it succeeds (C11, 7.17.7.4). C++17 has dropped the
/// second condition, and compilers warn where it is not met.
const OF_EXCHANGES: [(Order, Order); 9] = [
    (Order::Relaxed, Order::Relaxed),
    (Order::Acquire, Order::Relaxed),
    (Order::Acquire, Order::Acquire),
    (Order::Release, Order::Relaxed),
    (Order::AcqRel, Order::Relaxed),
    (Order::AcqRel, Order::Acquire),
    (Order::SeqCst, Order::Relaxed),
    (Order::SeqCst, Order::Acquire),
    (Order::SeqCst, Order::SeqCst),
];

impl Orders {
    /// The orders of a compare-and-exchange that may be written anywhere.
    pub fn of_exchanges() -> impl Iterator<Item = Orders> {
        OF_EXCHANGES.into_iter().map(|(order, failure)| Orders { order, failure: Some(failure) })
    }

    /// Both of them.
    pub fn each(self) -> impl Iterator<Item = Order> {
        std::iter::once(self.order).chain(self.failure)
    }

    /// The weakest orders that such an access can have.
    pub fn relaxed(self) -> Orders {
        Orders { order: Order::Relaxed, failure: self.failure.map(|_| Order::Relaxed) }
    }

    pub fn name(self) -> String {
        self.each().map(Order::name).collect::<Vec<_>>().join(", ")
    }
}

impl From<Order> for Orders {
    fn from(order: Order) -> Orders {
        Orders { order, failure: None }
    }
}

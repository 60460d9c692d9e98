//! How strong an access or a fence is, as C says it.
//!
//! In: nothing. Out: [`Order`] and its names. It must not know what a model makes of an order.

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

    /// How strong the one access of a compare-and-exchange of this order is, whatever it finds, if it fails in another one:
    /// as strong as both.
    pub fn or_failing(self, failure: Order) -> Order {
        match (self, failure) {
            (Order::Release, Order::Acquire) => Order::AcqRel,
            _ => self.max(failure),
        }
    }
}

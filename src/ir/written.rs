//! Where the text says the memory orders of accesses.
//!
//! In: nothing. Out: plain data. It must not know which orders are wanted, nor how text is changed.

use crate::diag::Span;
use crate::ids::{FamilyId, SiteId};
use crate::ir::order::{Order, Orders};
use crate::ir::placement::{Call, Placement, Uses};

/// Functions or macros of one text but for their names and the orders in them, the orders of each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    pub names: Vec<(Orders, String)>,
}

impl Family {
    /// The one that has these orders.
    pub fn name(&self, orders: Orders) -> Option<&str> {
        self.names.iter().find(|(other, _)| *other == orders).map(|(_, name)| name.as_str())
    }
}

/// What orders are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// `memory_order_relaxed`, of C11's header.
    Header,
    /// `__ATOMIC_RELAXED`, which compilers know.
    Compiler,
    /// `relaxed`, where a macro puts the rest in front of it.
    Lower,
    /// `RELAXED`, likewise.
    Upper,
}

impl Names {
    /// Of which kind a name is.
    pub fn of(name: &str) -> Names {
        match name {
            _ if name.starts_with("__ATOMIC_") => Names::Compiler,
            _ if Names::Lower.order(name).is_some() => Names::Lower,
            _ if Names::Upper.order(name).is_some() => Names::Upper,
            _ => Names::Header,
        }
    }

    /// What an order is called.
    pub fn name(self, order: Order) -> String {
        match self {
            Names::Header => format!("memory_order_{}", order.name()),
            Names::Compiler => format!("__ATOMIC_{}", order.name().to_uppercase()),
            Names::Lower => order.name().to_string(),
            Names::Upper => order.name().to_uppercase(),
        }
    }

    /// The order that is called so.
    pub fn order(self, name: &str) -> Option<Order> {
        Order::ALL.iter().copied().find(|order| !order.numbers().is_empty() && self.name(*order) == name)
    }
}

/// How the text says the order of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// By the name of an order as an argument; of two, from the first name to the end of the second.
    Argument(Names),
    /// By the name of the one where it succeeds; where it fails it has this one, or the same.
    Success { names: Names, failure: Option<Order> },
    /// By the name of a function or macro of this family.
    Name(FamilyId),
    /// Not at all: it has the strongest, and may become this call.
    Implied(Call),
    /// By the name of a function or macro that has this order, and may become the call of one that has the other.
    Marked { own: Order, other: Order, call: Call },
}

/// The memory order of an access and where the text says it; the two of a compare-and-exchange are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenOrder {
    pub orders: Orders,
    /// What is written for another order; where none is said, the access.
    pub span: Span,
    pub said: Said,
    /// It is said where a function is called that makes the access.
    pub at_call: bool,
    /// The first access whose order stands there: all accesses of one text have one order.
    pub first: SiteId,
    /// Where it stands in the body of a macro.
    pub uses: Option<Uses>,
}

impl WrittenOrder {
    /// Where an order is written.
    pub fn placement(&self) -> Placement {
        match self.said {
            Said::Argument(_) | Said::Success { .. } | Said::Name(_) => Placement::Order { argument: self.span },
            Said::Implied(call) | Said::Marked { call, .. } => Placement::Access { whole: self.span, call },
        }
    }
    /// Whether the text can say these orders there.
    pub fn can_say(&self, orders: Orders, families: &[Family]) -> bool {
        match self.said {
            Said::Argument(_) | Said::Implied(_) => true,
            Said::Success { failure, .. } => orders.failure == Some(failure.unwrap_or(orders.order)),
            Said::Name(family) => families[family.index()].name(orders).is_some(),
            Said::Marked { own, other, .. } => [own, other].map(Orders::from).contains(&orders),
        }
    }
}

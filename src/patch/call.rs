//! Accesses that become calls, which say their orders.
//!
//! In: the text of a file, an access in it, and the orders. Out: the call as text; and what of it is new, around the parts that stay where they
//! are, so that what changes in these holds, too. It must not know what an order means.

use crate::diag::Span;
use crate::ir::{Address, Call};

/// The call with these orders; without any where its name says the order.
pub fn with_orders(text: &str, call: &Call, orders: Option<&str>) -> String {
    let orders = orders.map_or(String::new(), |orders| format!(", {orders}"));
    let operand = call.operand.map_or(String::new(), |operand| format!(", {}", part(text, operand)));
    let further = call.further.map_or(String::new(), |further| format!(", {further}"));
    format!("{}{}{operand}{further}{orders})", opening(call), part(text, call.object))
}

/// The text of an access and what it becomes, as replacements around what stays.
pub fn replacements(text: &str, whole: Span, call: &Call, new: &str) -> Vec<(Span, String)> {
    let last = call.operand.unwrap_or(call.object);
    let mut gaps = vec![Span { end: call.object.start, ..whole }];
    gaps.extend(call.operand.map(|operand| Span { start: call.object.end, end: operand.start, ..whole }));
    gaps.push(Span { start: last.end, ..whole });
    let texts = between(text, call, new)
        // It may stay as it is.
        .unwrap_or_else(|| gaps.iter().map(|gap| part(text, *gap)).collect());
    gaps.into_iter().zip(texts.into_iter().map(str::to_string)).collect()
}

/// What stands before, between and behind the parts of the text in a call, if it is one with orders.
fn between<'n>(text: &str, call: &Call, new: &'n str) -> Option<Vec<&'n str>> {
    let opening = opening(call);
    let rest = new.strip_prefix(&opening)?.strip_prefix(part(text, call.object))?;
    let mut texts = vec![&new[..opening.len()]];
    let rest = match call.operand {
        None => rest,
        Some(operand) => {
            texts.push(rest.get(..2)?);
            rest[2..].strip_prefix(part(text, operand))?
        }
    };
    texts.push(rest);
    Some(texts)
}

fn opening(call: &Call) -> String {
    let address = match call.address {
        Address::Given => "",
        Address::Taken => "&",
        Address::Followed => "*",
    };
    format!("{}({address}", call.function)
}

fn part(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).expect("an access is within the text; please report this")
}

//! Where the memory order of an access is written, so that another may be written there.
//!
//! In: an access that was just lowered, and the place of the call that it is. Out: an entry in the program's table, where the
//! text of the call is known to say the order as its last argument. It must not know what an order means.
//!
//! The text decides and not the typed tree, in which C11's functions are what the tool's own header makes of them: the call
//! of an `atomic_` or `__atomic_` function, as the user wrote it, whose last argument is the name of the order that the
//! access has. Orders that come out of the user's macros or are parameters are not there, and neither are those of a
//! compare-and-exchange, which has two that depend on each other.
//!
//! A header that is included twice may make two functions of one text. What is written in its place is written in both, so
//! all accesses whose order stands at one place of the text are one site: what raises one raises all of them, and counts once.

use super::body::Body;
use crate::diag::Span;
use crate::ir::{Op, Order, WrittenOrder};

impl Body<'_, '_> {
    /// Notes where the order of the access is written that was emitted last.
    pub fn note_order(&mut self) {
        let Some((site, order)) = self.function.code.last().and_then(|instr| match &instr.op {
            Op::Load { order, site, .. } | Op::Store { order, site, .. } | Op::Rmw { order, site, .. } => {
                Some((*site, *order))
            }
            _ => None,
        }) else {
            return;
        };
        let Some(call) = self.span.filter(|call| self.input.positions.is_users(*call)) else { return };
        let Some(span) = argument(call, self.input.sources.text(call), order) else { return };
        let of_text = self.lower.note_order(site, WrittenOrder { order, span });
        if let Some(Op::Load { site, .. } | Op::Store { site, .. } | Op::Rmw { site, .. }) =
            self.function.code.last_mut().map(|instr| &mut instr.op)
        {
            *site = of_text;
        }
    }
}

/// The last argument of a call with this text, if it is the name of this order.
fn argument(call: Span, text: &str, order: Order) -> Option<Span> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let function = text.split(|c: char| !is_name(c)).next()?;
    let inside = text.strip_suffix(')')?;
    let end = inside.trim_end().len();
    let start = inside[..end].rfind(|c: char| !is_name(c))? + 1;
    let before = inside[..start].trim_end().chars().next_back()?;
    let named = ["memory_order_", "__ATOMIC_"].iter().find_map(|prefix| inside[start..end].strip_prefix(prefix))?;
    let is_call = function.starts_with("atomic_") || function.starts_with("__atomic_");
    let is_whole = matches!(before, ',' | '(') && text[function.len()..].trim_start().starts_with('(');
    (is_call && is_whole && named.eq_ignore_ascii_case(order.name())).then(|| Span {
        file: call.file,
        start: call.start + start as u32,
        end: call.start + end as u32,
    })
}

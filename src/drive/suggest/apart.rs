//! What is there and takes no part: orders and fences that stay because of how they are written.
//!
//! In: a program from which all that takes part was taken out, and a model. Out: a warning that names the rest. It must not know whether
//! that is needed: nobody has asked.

use std::collections::BTreeMap;
use std::path::Path;

use crate::diag::{Diagnostic, Sources, Span};
use crate::ids::FuncId;
use crate::ir::{Instr, Op, Order, Program};
use crate::model::Model;

use super::existing::{Existing, files, kind};

/// So many places are named.
const NAMED: usize = 5;

/// Says of which orders and fences of the user's files nobody asks whether they are needed.
pub fn warning((program, sources): (&Program, &Sources), existing: &Existing, model: &Model) -> Option<Diagnostic> {
    let files = files(program);
    let mut places: BTreeMap<(&Path, u32), Span> = BTreeMap::new();
    let functions = program.functions.iter().enumerate();
    let functions = functions.filter(|(index, _)| !existing.is_by_calls(FuncId::from_index(*index)));
    let code = functions.flat_map(|(_, function)| &function.code);
    for span in code.filter(|instr| stays(instr, model)).filter_map(|instr| instr.span) {
        if files.contains(&span.file) {
            places.entry((sources.path(span.file), span.start)).or_insert(span);
        }
    }
    let first = *places.values().next()?;
    let message = match places.len() {
        1 => "an order or a fence takes no part, and nobody has asked whether it is needed".to_string(),
        count => format!("{count} orders and fences take no part, and nobody has asked whether they are needed"),
    };
    let mut warning = Diagnostic::warning(message).at(first).help(
        "orders that are an argument of their own, and fences of the kinds that repairs have that are a statement of their own in a file of the program, take part",
    );
    for span in places.values().take(NAMED).skip(1) {
        warning = warning.note("another one", Some(*span));
    }
    if let Some(more) = places.len().checked_sub(NAMED).filter(|more| *more > 0) {
        warning = warning.note(format!("{more} more are not named"), None);
    }
    Some(warning)
}

/// Whether an instruction has an order or is a fence that could be less, if it were written otherwise.
fn stays(instr: &Instr, model: &Model) -> bool {
    let is_raised = |order: Order| order != Order::Relaxed && model.raise_cost(order.name()).is_some();
    match &instr.op {
        Op::Load { order, .. } | Op::Store { order, .. } | Op::Rmw { order, .. } => is_raised(*order),
        Op::CompareExchange { success, failure, .. } => is_raised(*success) || is_raised(*failure),
        Op::ModelFence { kind } if model.kind(kind).is_some_and(|kind| model.is_only_read(kind)) => true,
        op => kind(op, model).is_some(),
    }
}

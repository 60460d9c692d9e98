//! A model in words.
//!
//! In: a model. Out: the text of `fencesmith models NAME`. It must not know where the text goes.

use std::fmt::Write;

use super::{Access, AccessPair, Choices, FailedUpdates, Lowering, Model, ORDERS, Operation};
use crate::ids::FenceId;

pub fn explain(model: &Model) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(model, &mut text);
    text
}

fn pair(pair: &AccessPair) -> String {
    format!("{}->{}", pair.0.letter(), pair.1.letter())
}

fn pair_in_words(pair: &AccessPair) -> String {
    let word = |access| match access {
        Access::Read => "read",
        Access::Write => "write",
    };
    format!("a {} may be overtaken by a later {} of another location", word(pair.0), word(pair.1))
}

fn write_all(model: &Model, out: &mut String) -> std::fmt::Result {
    writeln!(out, "{}: {}", model.name(), model.description())?;
    writeln!(out, "Source: {}", model.citation())?;

    writeln!(out, "\nReordering")?;
    if model.relaxed().is_empty() {
        writeln!(out, "  none: accesses take effect in program order")?;
    }
    for relaxed in model.relaxed() {
        writeln!(out, "  {}  {}", pair(relaxed), pair_in_words(relaxed))?;
    }

    writeln!(out, "\nFences")?;
    if model.fences().is_empty() && model.only_read().is_empty() {
        writeln!(out, "  none")?;
    }
    for kind in model.fences() {
        let orders: Vec<String> = kind.orders.iter().map(pair).collect();
        writeln!(out, "  {}  orders {}, cost {}", kind.name, orders.join(" "), kind.cost)?;
        write!(out, "    {}", kind.spelling)?;
        match &kind.header {
            Some(header) => writeln!(out, "  (needs <{header}>)")?,
            None => writeln!(out)?,
        }
        if !kind.asm.is_empty() {
            writeln!(out, "    in assembly: {}", kind.asm.join(", "))?;
        }
    }

    for kind in model.only_read() {
        writeln!(out, "  {}  only read, in assembly: {}", kind.name, kind.asm.join(", "))?;
    }

    writeln!(out, "\nOperations of C")?;
    for operation in Operation::ALL {
        // Orders with the same meaning share a line.
        let mut groups: Vec<(&Lowering, Vec<&str>)> = Vec::new();
        for order in ORDERS {
            let lowering = model.lowering(operation, order);
            match groups.iter_mut().find(|(other, _)| *other == lowering) {
                Some((_, orders)) => orders.push(order),
                None => groups.push((lowering, vec![order])),
            }
        }
        for (lowering, orders) in groups {
            let orders = if orders.len() == ORDERS.len() { "any order".to_string() } else { orders.join(", ") };
            writeln!(out, "  {} ({orders}): {}", operation.name(), meaning(model, operation, lowering))?;
        }
    }

    if model.failed_updates() == FailedUpdates::Load {
        writeln!(
            out,
            "  a compare-and-exchange that fails: the load of its failure order, behind what stands before either"
        )?;
    }

    if model.choices() == Choices::Nothing {
        writeln!(out, "  what an `if` chose for a variable: no dependency of those that use the variable behind it")?;
    }

    writeln!(out, "\nAxioms")?;
    for line in model.axioms_text().trim().lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    Ok(())
}

fn meaning(model: &Model, operation: Operation, lowering: &Lowering) -> String {
    let kind = |id: &FenceId| model.kind_name(*id).to_string();
    let mut steps: Vec<String> = lowering.before.iter().map(kind).collect();
    if operation != Operation::Fence {
        let names: Vec<&str> = lowering.tags.iter().map(|tag| tag.name()).collect();
        let tags = if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) };
        steps.push(format!("{}{tags}", operation.name()));
    }
    steps.extend(lowering.after.iter().map(kind));
    if steps.is_empty() { "nothing".to_string() } else { steps.join("; ") }
}

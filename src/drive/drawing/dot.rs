//! A drawing in the language of Graphviz: `dot -Tsvg` draws it.
//!
//! In: a picture. Out: text. It must not know executions.

use std::fmt::Write as _;

use super::picture::{Picture, Relation};

/// How a drawing begins.
pub const BEGIN: &str = "digraph";

/// The text of a drawing.
pub fn dot(picture: &Picture) -> String {
    let mut text = format!("{BEGIN} execution {{\n  node [shape=plaintext, fontname=\"monospace\"];\n");
    // Writing to a string cannot fail.
    if !picture.title.is_empty() {
        let _ = writeln!(text, "  label={};", quoted(&picture.title));
    }
    for (column, name) in picture.columns.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{column} {{\n    label={};", quoted(name));
        for node in picture.nodes.iter().filter(|node| node.column == column) {
            let label =
                if node.source.is_empty() { node.label.clone() } else { format!("{}\n{}", node.label, node.source) };
            let _ = writeln!(text, "    {} [label={}];", node.id, quoted(&label));
        }
        text.push_str("  }\n");
    }
    for arrow in &picture.arrows {
        let (from, to) = (picture.nodes[arrow.from].id, picture.nodes[arrow.to].id);
        let (name, color) = (arrow.relation.name(), arrow.relation.color());
        let _ = match arrow.relation {
            Relation::Po => writeln!(text, "  {from} -> {to} [weight=10];"),
            _ => writeln!(
                text,
                "  {from} -> {to} [label=\"{name}\", color={color}, fontcolor={color}, constraint=false, style=dashed];"
            ),
        };
    }
    text.push_str("}\n");
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

//! Drawings of executions, one Graphviz file each.
//!
//! In: a directory and executions. Out: files `execution-N.dot`, which `dot -Tsvg` draws: a column for each thread, program
//! order downward, reads-from and coherence between. It must not know how an execution was found.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;
use crate::exec::{Event, EventKind, Execution};
use crate::ids::EventId;

/// The files of one run.
#[derive(Debug)]
pub struct Drawings {
    folder: PathBuf,
    count: usize,
}

impl Drawings {
    /// Makes the directory if it is not there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(folder: &Path) -> Result<Drawings, Diagnostic> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Diagnostic::error(format!("cannot make the directory {}: {error}", folder.display())))?;
        Ok(Drawings { folder: folder.to_path_buf(), count: 0 })
    }

    /// How many were written.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What was drawn so far does not count; the files are written anew.
    pub fn restart(&mut self) {
        for number in 1..=self.count {
            // A file that is gone already is not missed.
            let _ = std::fs::remove_file(self.path(number));
        }
        self.count = 0;
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("execution-{number}.dot"))
    }

    /// Writes one more.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn draw(&mut self, execution: &Execution) -> Result<(), Diagnostic> {
        self.count += 1;
        let path = self.path(self.count);
        std::fs::write(&path, dot(execution))
            .map_err(|error| Diagnostic::error(format!("cannot write {}: {error}", path.display())))
    }
}

/// An execution in the language of Graphviz.
pub fn dot(execution: &Execution) -> String {
    let mut text = String::from("digraph execution {\n  node [shape=plaintext, fontname=\"monospace\"];\n");
    // Writing to a string cannot fail.
    if let Some(violated) = &execution.violated {
        let _ =
            writeln!(text, "  label={};", quoted(&format!("{}: {}", violated.property.describe(), violated.message)));
    }
    let number = |wanted: &Event| match wanted.thread {
        Some(thread) => thread.index() + 1,
        None => 0,
    };
    let columns = execution.events.iter().map(number).max().map_or(0, |last| last + 1);
    for column in 0..columns {
        let name = match column.checked_sub(1) {
            None => "initial".to_string(),
            Some(thread) => {
                format!("T{thread} {}", execution.threads.get(thread).map_or("", String::as_str))
            }
        };
        let _ = writeln!(text, "  subgraph cluster_{column} {{\n    label={};", quoted(&name));
        let members = execution.events.iter().enumerate().filter(|(_, event)| number(event) == column);
        let mut before = None;
        for (i, event) in members {
            let _ = writeln!(text, "    e{i} [label={}];", quoted(&label(event)));
            if let Some(before) = before.filter(|_| column > 0) {
                let _ = writeln!(text, "    e{before} -> e{i} [weight=10];");
            }
            before = Some(i);
        }
        text.push_str("  }\n");
    }
    let mut edge = |from: EventId, to: EventId, name: &str, color: &str| {
        let _ = writeln!(
            text,
            "  {from} -> {to} [label=\"{name}\", color={color}, fontcolor={color}, constraint=false, style=dashed];"
        );
    };
    for (write, read) in &execution.rf {
        edge(*write, *read, "rf", "darkgreen");
    }
    for chain in &execution.co {
        // The order after the initial write goes without saying where there is only one other.
        for pair in chain.windows(2).filter(|_| chain.len() > 2) {
            edge(pair[0], pair[1], "co", "orange");
        }
    }
    text.push_str("}\n");
    text
}

fn label(event: &Event) -> String {
    match &event.kind {
        EventKind::Read { value, .. } => format!("R {} = {value}", event.place),
        EventKind::Write { value, .. } => format!("W {} = {value}", event.place),
        EventKind::Fence { kind } => format!("F {kind}"),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

//! The instructions of a test as text, to be changed.
//!
//! In: the columns of a test and what stands around them. Out: which instructions access memory, how fences and stronger
//! instructions are spelled, and the test with some of them. It must not know why something is changed.

use super::change::{Cell, Change, Place, operation};
use super::code::{is_name, operands};
use super::lines::alone;
use super::{Dialect, Step, aarch64, power, riscv, x86, x86_64};
use crate::model::Operation;

/// What an instruction does that matters to where a fence may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What it is for the mapping of a model.
    Access(Operation),
    /// It goes elsewhere, always or under a condition.
    Branch,
}

/// The instructions of a test, and the text around them.
#[derive(Clone, Debug)]
pub struct Table<'t> {
    dialect: Dialect,
    before: &'t str,
    threads: Vec<&'t str>,
    behind: &'t str,
    /// For each thread its labels and instructions, each in a cell of its own.
    columns: Vec<Vec<String>>,
}

impl<'t> Table<'t> {
    /// `text` is what stands before the line of the threads, that line, and what stands behind the last line.
    pub(super) fn new(dialect: Dialect, text: [&'t str; 3], columns: &[Vec<String>]) -> Table<'t> {
        let [before, head, behind] = text;
        let threads = head.trim_end().trim_end_matches(';').split('|').map(str::trim).collect();
        let apart = |cell: &String| apart(cell).into_iter().map(str::to_string).collect::<Vec<_>>();
        let columns = columns.iter().map(|cells| cells.iter().flat_map(apart).collect()).collect();
        Table { dialect, before, threads, behind, columns }
    }

    /// Before each access and each branch that an access may come before.
    ///
    /// Nothing is gained by a fence elsewhere. Between two neighbours among a thread's accesses, branches and labels one place is as
    /// good as another, and the last of them is taken. Where a label follows, the place behind it is at least as good: whoever
    /// comes from before the label passes it too, and a fence more never allows an execution. Where no access can have come
    /// before, and behind the last access, a fence orders nothing.
    pub fn places(&self) -> Vec<Place> {
        let instructions = self.instructions();
        let place = |(at, (cell, kind)): (usize, &(Cell, Kind))| {
            let of_thread = |(other, _): &&(Cell, Kind)| other.thread == cell.thread;
            let is_behind_access =
                instructions[..at].iter().filter(of_thread).any(|(_, kind)| matches!(kind, Kind::Access(_)));
            let mut behind = instructions[at..].iter().filter(of_thread);
            let may_return = behind.any(|(other, kind)| *kind == Kind::Branch && self.leads_back(*other));
            let is_unusual = *kind == Kind::Branch || !is_behind_access;
            (is_behind_access || may_return).then_some(Place { cell: *cell, is_unusual })
        };
        instructions.iter().enumerate().filter_map(place).collect()
    }

    /// The cells that access memory.
    pub fn accesses(&self) -> Vec<(Cell, Operation)> {
        let access = |(cell, kind)| match kind {
            Kind::Access(operation) => Some((cell, operation)),
            Kind::Branch => None,
        };
        self.instructions().into_iter().filter_map(access).collect()
    }

    /// The cells that access memory or go elsewhere, and how; in the order of the text.
    fn instructions(&self) -> Vec<(Cell, Kind)> {
        let columns = self.columns.iter().enumerate();
        let cells = columns
            .flat_map(|(thread, cells)| cells.iter().enumerate().map(move |(row, text)| (Cell { thread, row }, text)));
        cells.filter_map(|(cell, text)| Some((cell, kind(&alone(self.dialect, without_remark(text)))?))).collect()
    }

    pub fn instruction(&self, cell: Cell) -> &str {
        &self.columns[cell.thread][cell.row]
    }

    /// Whether the instruction of a cell goes to a label that stands above it.
    fn leads_back(&self, cell: Cell) -> bool {
        let label =
            operands(without_remark(self.instruction(cell))).last().and_then(|last| last.split_whitespace().last());
        let above = &self.columns[cell.thread][..cell.row];
        label.is_some_and(|label| above.iter().any(|text| text.strip_suffix(':').map(str::trim) == Some(label)))
    }

    /// The instruction that is a fence in this set.
    pub fn fence(&self, set: &str) -> Option<String> {
        let text = match self.dialect {
            Dialect::X86 => x86::fence_in(set),
            Dialect::X86Wide => x86_64::fence_in(set),
            Dialect::AArch64 => aarch64::fence_in(set),
            Dialect::Power => power::fence_in(set),
            Dialect::RiscV => riscv::fence_in(set),
            Dialect::C => None,
        }?;
        let is_it = |step: &Step| matches!(step, Step::Fence { tags, .. } if tags.contains(&set));
        alone(self.dialect, &text).iter().any(is_it).then_some(text)
    }

    /// The instruction of a cell with these annotations on top of its own; `None` if it cannot have one of them or has all.
    pub fn annotated(&self, cell: Cell, sets: &[String]) -> Option<String> {
        let old = self.instruction(cell);
        let new = sets.iter().try_fold(old.to_string(), |text, set| self.with_annotation(&text, set))?;
        (new != old).then_some(new)
    }

    fn with_annotation(&self, text: &str, set: &str) -> Option<String> {
        let is_it = |tag: &&str| match self.dialect {
            Dialect::RiscV => riscv::includes(tag, set),
            _ => *tag == set,
        };
        let has =
            |text: &str| alone(self.dialect, without_remark(text)).iter().any(|step| tags(step).iter().any(is_it));
        if has(text) {
            return Some(text.to_string());
        }
        let (code, remark) = text.split_at(text.find("(*").unwrap_or(text.len()));
        let (name, operands) = code.split_once(char::is_whitespace)?;
        let candidates = match self.dialect {
            Dialect::AArch64 => aarch64::annotated(name, operands, set),
            Dialect::RiscV => riscv::annotated(name, set),
            Dialect::X86 | Dialect::X86Wide | Dialect::Power | Dialect::C => Vec::new(),
        };
        let gap = if remark.is_empty() { "" } else { " " };
        candidates.into_iter().map(|name| format!("{name} {}{gap}{remark}", operands.trim())).find(|text| has(text))
    }

    /// The test with these changes. Annotations of one cell are put together; one that says less than another is left out.
    pub fn with(&self, changes: &[(Cell, Change)]) -> String {
        let columns: Vec<Vec<String>> = (0..self.columns.len()).map(|thread| self.column(thread, changes)).collect();
        let text = |column: &[String], row: usize| column.get(row).cloned().unwrap_or_default();
        let widths: Vec<usize> = (columns.iter().zip(&self.threads))
            .map(|(column, name)| column.iter().map(|cell| cell.chars().count()).chain([name.len()]).max().unwrap_or(0))
            .collect();
        let line = |cells: Vec<String>| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:width$} "));
            cells.collect::<Vec<_>>().join("|") + ";\n"
        };
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut table = line(self.threads.iter().map(|name| (*name).to_string()).collect());
        for row in 0..rows {
            table.push_str(&line(columns.iter().map(|column| text(column, row)).collect()));
        }
        let gap = if self.before.ends_with('\n') { "" } else { "\n" };
        format!("{}{gap}{table}{}", self.before, self.behind)
    }

    fn column(&self, thread: usize, changes: &[(Cell, Change)]) -> Vec<String> {
        let mut column = Vec::new();
        for (row, text) in self.columns[thread].iter().enumerate() {
            let here = changes.iter().filter(|(cell, _)| *cell == Cell { thread, row }).map(|(_, change)| change);
            let mut instruction = text.clone();
            for change in here {
                match change {
                    Change::Before(fence) => column.push(fence.clone()),
                    Change::Annotated(sets) => {
                        for set in sets {
                            instruction = self.with_annotation(&instruction, set).unwrap_or(instruction);
                        }
                    }
                }
            }
            column.push(instruction);
        }
        column
    }
}

/// A cell's labels and its instruction.
fn apart(cell: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = cell.trim();
    while let Some(at) = rest.find(':').filter(|at| is_name(rest[..*at].trim())) {
        parts.push(&rest[..=at]);
        rest = rest[at + 1..].trim();
    }
    parts.extend(Some(rest).filter(|rest| !rest.is_empty()));
    parts
}

fn without_remark(text: &str) -> &str {
    text.split("(*").next().unwrap_or("").trim()
}

fn tags(step: &Step) -> &[&'static str] {
    match step {
        Step::Load { tags, .. } | Step::Store { tags, .. } | Step::StoreConditional { tags, .. } => tags,
        _ => &[],
    }
}

fn kind(steps: &[Step]) -> Option<Kind> {
    let access = operation(steps);
    let branches = steps.iter().any(|step| matches!(step, Step::Branch { .. } | Step::Check { .. }));
    access.map(Kind::Access).or(branches.then_some(Kind::Branch))
}

//! The steps of a counterexample side by side: a column for each thread, time downward.
//!
//! In: a [`Story`] and how wide a line may be. Out: lines of text. Where the columns do not fit, the source text goes first;
//! then the steps stand below each other, with the thread in words. It must not know colours or files' contents.

use std::collections::BTreeSet;

use console::{measure_text_width, truncate_str};

use super::counterexample::{Step, Story};
use crate::ids::ThreadId;

/// A line may be this wide where nothing says how wide it may be.
pub const USUAL_WIDTH: usize = 160;

/// Reorderings that are marked at the steps unless all are asked for.
pub const LISTED_REORDERINGS: usize = 6;

/// What is said of a step besides what it does.
pub struct Origin {
    /// `13`, `lock.h:13`; empty for none.
    pub line: String,
    /// The line itself.
    pub text: String,
}

/// How the steps are laid out.
pub struct Layout<'l> {
    /// In columns of a terminal.
    pub width: usize,
    /// The highest number of a reordering that is marked.
    pub marked: usize,
    /// `T1 worker`.
    pub thread_name: &'l dyn Fn(ThreadId) -> String,
    pub origin: &'l dyn Fn(&Step) -> Origin,
}

/// The steps as lines; the first is a heading unless they stand below each other.
pub fn lines(story: &Story, layout: &Layout<'_>) -> (Option<String>, Vec<String>) {
    let threads: Vec<ThreadId> =
        story.steps.iter().map(|step| step.thread).collect::<BTreeSet<_>>().into_iter().collect();
    let mut heading = vec!["step".to_string(), "line".to_string()];
    heading.extend(threads.iter().map(|thread| (layout.thread_name)(*thread)));
    heading.push("source".to_string());
    let mut rows = vec![heading];
    for (i, step) in story.steps.iter().enumerate() {
        let origin = (layout.origin)(step);
        let mut row = vec![format!("{:>4}", i + 1), origin.line];
        row.extend(
            threads.iter().map(|thread| if *thread == step.thread { cell(step, layout) } else { String::new() }),
        );
        row.push(origin.text);
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| measure_text_width(&row[column])).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let total = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
    if total(&widths) > layout.width {
        widths.pop();
    }
    if total(&widths) > layout.width {
        return (None, below_each_other(story, layout));
    }
    let mut lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let padding = width.saturating_sub(measure_text_width(cell));
            format!("  {cell}{}", " ".repeat(padding))
        });
        cells.collect::<String>().trim_end().to_string()
    });
    let heading = lines.next();
    (heading, lines.collect())
}

/// What a step does, and its part in the reorderings.
fn cell(step: &Step, layout: &Layout<'_>) -> String {
    let list = |word: &str, numbers: &[usize]| {
        let numbers: Vec<_> = numbers.iter().filter(|n| **n <= layout.marked).map(ToString::to_string).collect();
        (!numbers.is_empty()).then(|| format!("{word} {}", numbers.join(",")))
    };
    let parts: Vec<_> = [list("early", &step.early), list("late", &step.late)].into_iter().flatten().collect();
    let marks = if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join("; ")) };
    format!("{}{marks}", step.action.describe())
}

/// The steps for a narrow terminal.
fn below_each_other(story: &Story, layout: &Layout<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, step) in story.steps.iter().enumerate() {
        let Origin { line, .. } = (layout.origin)(step);
        let at = if line.is_empty() { String::new() } else { format!(", line {line}") };
        let first = format!("{:>3}  {}{at}", i + 1, (layout.thread_name)(step.thread));
        lines.push(truncate_str(&first, layout.width.max(20), "...").into_owned());
        lines.extend(wrapped(&cell(step, layout), layout.width.max(20), "     "));
    }
    lines
}

/// Words on lines of this width, each behind the indentation.
pub fn wrapped(text: &str, width: usize, indentation: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if measure_text_width(line) + 1 + measure_text_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indentation}{word}")),
        }
    }
    lines
}

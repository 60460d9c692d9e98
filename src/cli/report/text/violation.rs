//! A counterexample for people: what failed, the steps as a table, what is reordered.
//!
//! In: an execution. Out: lines on a page. It must not know why it is told.

use std::collections::BTreeSet;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use indexmap::IndexMap;

use super::page::Page;
use crate::cli::diagnostics::{range_in, renderer};
use crate::cli::report::columns::{self, LISTED_REORDERINGS, Layout, Origin};
use crate::cli::report::counterexample::{Detail, Step, Story, brief, operands, story, thread_name};
use crate::cli::report::words;
use crate::cli::rules;
use crate::cli::style::Tone;
use crate::diag::Span;
use crate::exec::Execution;
use crate::ids::FileId;

/// Characters of a source line in the table of steps.
const EXCERPT_WIDTH: usize = 44;

impl Page<'_> {
    /// What went wrong, step by step.
    pub fn counterexample(&mut self, execution: &Execution) {
        if self.context.quiet {
            return;
        }
        self.text.push('\n');
        if let Some(violated) = &execution.violated {
            let title = format!("{}, in {}", violated.told(), thread_name(execution, violated.thread));
            let rule = rules::of_property(violated.property);
            self.excerpt((rule, &title), (violated.span, operands(execution)), violated.other);
        }
        let detail = if self.context.full { Detail::Full } else { Detail::Brief };
        let story = story(execution, detail);
        if story.steps.is_empty() {
            return;
        }
        self.text.push('\n');
        self.table(execution, &story);
        self.reorderings(execution, &story);
    }

    /// A message with the lines of source that it is about, the first one with a label.
    fn excerpt(
        &mut self,
        (rule, title): (&str, &str),
        (span, label): (Option<Span>, Option<String>),
        other: Option<Span>,
    ) {
        let mut group = Group::with_title(Level::ERROR.primary_title(title).id(rule));
        let sources = self.context.sources;
        let places = [(span, AnnotationKind::Primary), (other, AnnotationKind::Context)];
        let places: Vec<_> = places.into_iter().filter_map(|(span, kind)| Some((span?, kind))).collect();
        let paths: Vec<_> = places.iter().map(|(span, _)| sources.path(span.file).display().to_string()).collect();
        for ((span, kind), path) in places.iter().zip(&paths) {
            let text = &*sources.file(span.file).text;
            if !text.is_empty() {
                let label = label.as_deref().filter(|_| matches!(kind, AnnotationKind::Primary));
                let annotation = kind.span(range_in(text, *span)).label(label);
                group = group.element(Snippet::source(text).path(path.as_str()).annotation(annotation));
            }
        }
        let text = renderer(self.context.colored).term_width(self.width()).render(&[group]);
        self.line(&text);
    }

    fn table(&mut self, execution: &Execution, story: &Story) {
        let sources = self.context.sources;
        let files: BTreeSet<FileId> = story.steps.iter().filter_map(|step| Some(step.span?.file)).collect();
        let line = |span: Span| {
            let line = sources.position(span.file, span.start).line;
            match sources.path(span.file).file_name() {
                Some(name) if files.len() > 1 => format!("{}:{line}", name.display()),
                _ => line.to_string(),
            }
        };
        let origin = |step: &Step| Origin {
            line: step.span.map_or_else(String::new, line),
            text: step.span.map_or_else(String::new, |span| self.source_line(span)),
        };
        let layout = Layout {
            width: self.width(),
            marked: if self.context.verbose { usize::MAX } else { LISTED_REORDERINGS },
            thread_name: &|thread| thread_name(execution, thread),
            origin: &origin,
        };
        let (heading, lines) = columns::lines(story, &layout);
        if let Some(heading) = heading {
            let heading = self.painter.paint(Tone::Faint, heading);
            self.line(&heading);
        }
        for line in lines {
            self.line(&line);
        }
        if story.hidden > 0 {
            let accesses =
                if story.hidden == 1 { "1 access".to_string() } else { format!("{} accesses", story.hidden) };
            self.prose(&format!("({accesses} left out; `--full` shows all)"));
        }
    }

    /// The line a span starts on, without its indentation, cut where it is long.
    fn source_line(&self, span: Span) -> String {
        let text = &*self.context.sources.file(span.file).text;
        let start = range_in(text, span).start;
        let from = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let to = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let line = text[from..to].trim().replace('\t', " ");
        // Of a long line the part that the step is about.
        let before = text[from..start].trim_start().replace('\t', " ");
        let line = match before.char_indices().rev().nth(EXCERPT_WIDTH / 2) {
            Some((cut, _)) if line.chars().count() > EXCERPT_WIDTH => format!("...{}", &line[cut..]),
            _ => line,
        };
        match line.char_indices().nth(EXCERPT_WIDTH) {
            Some((cut, _)) => format!("{}...", &line[..cut]),
            None => line,
        }
    }

    fn reorderings(&mut self, execution: &Execution, story: &Story) {
        let sources = self.context.sources;
        if story.reordered.is_empty() {
            self.prose("\nNothing is reordered: every thread takes effect in the order of the program.");
            return;
        }
        let total = story.reordered.len();
        let shown = if self.context.verbose { total } else { total.min(LISTED_REORDERINGS) };
        self.line("\nReordered:");
        // What happens again in the same words, in another round of a loop say, is one line with all its numbers.
        let mut lines: IndexMap<String, Vec<String>> = IndexMap::new();
        for ((first, second), number) in story.reordered.iter().take(shown).zip(1..) {
            let line = format!(
                "{} ({}) takes effect after {} ({}), which the program has later",
                brief(execution, *first),
                words::place(execution.event(*first).span, sources),
                brief(execution, *second),
                words::place(execution.event(*second).span, sources),
            );
            lines.entry(line).or_default().push(format!("{number}"));
        }
        for (line, numbers) in lines {
            self.prose(&format!("  {}. {line}", numbers.join(", ")));
        }
        if shown < total {
            self.prose(&format!("  and {} more, which `--verbose` lists", total - shown));
        }
    }
}

//! The one renderer of diagnostics.
//!
//! In: a [`Diagnostic`] and the sources it points into. Out: text with source excerpts. It must not know who
//! complains.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diag::{Diagnostic, Severity, Sources, Span};

/// The text of a diagnostic, ending in a line break.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colored: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut main = Group::with_title(level.primary_title(diagnostic.message.as_str()));
    if let Some(span) = diagnostic.span {
        main = with_place(main, sources, span);
    }
    // A note without a place and the help belong to the message; a note with a place has an excerpt of its own.
    for (message, span) in &diagnostic.notes {
        if span.is_none() {
            main = main.element(Level::NOTE.message(message.as_str()));
        }
    }
    let placed = diagnostic.notes.iter().filter_map(|(message, span)| span.map(|span| (message, span)));
    let notes: Vec<_> = placed
        .map(|(message, span)| {
            let note = Group::with_title(Level::NOTE.secondary_title(message.as_str()));
            with_place(note, sources, span)
        })
        .collect();
    if let Some(help) = &diagnostic.help {
        main = main.element(Level::HELP.message(help.as_str()));
    }
    let mut groups = vec![main];
    groups.extend(notes);
    let mut text = renderer(colored).render(&groups);
    text.push('\n');
    text
}

/// The renderer of everything with source excerpts.
pub fn renderer(colored: bool) -> Renderer {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

fn with_place<'a>(group: Group<'a>, sources: &'a Sources, span: Span) -> Group<'a> {
    let path = sources.path(span.file).display().to_string();
    let text = &*sources.file(span.file).text;
    if text.is_empty() {
        // There is no line to show.
        return group.element(Origin::path(path).line(1).char_column(1));
    }
    let annotation = AnnotationKind::Primary.span(range_in(text, span));
    group.element(Snippet::source(text).path(path).annotation(annotation))
}

/// The span as a range of whole characters inside the text.
pub fn range_in(text: &str, span: Span) -> Range<usize> {
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

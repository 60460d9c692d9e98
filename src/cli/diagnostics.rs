//! The one renderer of diagnostics.
//!
//! In: a [`Diagnostic`] and the sources it points into. Out: text with source excerpts. It must not know who
//! complains.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::rules;
use crate::diag::{Diagnostic, Severity, Sources, Span};

/// The text of a diagnostic, ending in a line break.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colored: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(diagnostic.message.as_str());
    let rule = rules::of_diagnostic(diagnostic);
    // What an error in the text or in the command line is says the message; there is nothing to explain.
    if !rules::IS_ANY.contains(&rule) {
        title = title.id(rule);
    }
    let mut main = Group::with_title(title);
    if let Some(span) = diagnostic.span {
        main = with_place(main, sources, span);
    }
    // A note without a place of its own and the help belong to the message; others have an excerpt.
    let own_place = |span: &Option<Span>| span.filter(|span| Some(*span) != diagnostic.span);
    for (message, span) in &diagnostic.notes {
        if own_place(span).is_none() {
            main = main.element(Level::NOTE.message(message.as_str()));
        }
    }
    let placed = diagnostic.notes.iter().filter_map(|(message, span)| own_place(span).map(|span| (message, span)));
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::render;
    use crate::diag::{Diagnostic, Sources, Span};

    fn shows(text: &str, diagnostic: impl Fn(&dyn Fn(&str) -> Span) -> Diagnostic, expected: Expect) {
        let mut sources = Sources::default();
        let file = sources.add("lock.c", text);
        let find = |part: &str| {
            let start = text.find(part).expect("the part is there") as u32;
            Span { file, start, end: start + part.len() as u32 }
        };
        expected.assert_eq(&render(&diagnostic(&find), &sources, false));
    }

    #[test]
    fn an_error_shows_its_line() {
        shows(
            "int x;\n\tfloat y;\nint z;\n",
            |find| Diagnostic::unsupported("floating point", find("float")).help("use integers"),
            expect![[r#"
                error[unsupported]: floating point is not supported
                 --> lock.c:2:2
                  |
                2 |     float y;
                  |     ^^^^^
                  |
                  = help: use integers
            "#]],
        );
    }

    #[test]
    fn notes_with_a_place_have_an_excerpt() {
        shows(
            "int x;\nint x(void);\n",
            |find| {
                Diagnostic::error("`x` is two things")
                    .at(find("x("))
                    .note("it was declared here", Some(find("x;")))
                    .note("said of the same place", Some(find("x(")))
                    .note("C11, 6.7", None)
            },
            expect![[r#"
                error: `x` is two things
                 --> lock.c:2:5
                  |
                2 | int x(void);
                  |     ^^
                  |
                  = note: said of the same place
                  = note: C11, 6.7
                note: it was declared here
                 --> lock.c:1:5
                  |
                1 | int x;
                  |     ^^
            "#]],
        );
    }

    #[test]
    fn without_text_there_is_still_a_place() {
        shows(
            "",
            |_| Diagnostic::warning("nothing here"),
            expect![[r#"
            warning: nothing here
        "#]],
        );
        let mut sources = Sources::default();
        let file = sources.add("empty.c", "");
        let diagnostic = Diagnostic::error("no `main`").at(Span { file, start: 0, end: 0 });
        expect![[r#"
            error: no `main`
            --> empty.c:1:1
        "#]]
        .assert_eq(&render(&diagnostic, &sources, false));
    }

    #[test]
    fn a_span_outside_the_text_or_inside_a_character_does_not_panic() {
        let mut sources = Sources::default();
        let file = sources.add("lock.c", "/* \u{e9} */");
        for (start, end) in [(4, 4), (3, 4), (90, 95), (9, 9), (5, 2)] {
            let text = render(&Diagnostic::error("here").at(Span { file, start, end }), &sources, false);
            assert!(text.contains("lock.c:1:"), "{text}");
        }
    }

    #[test]
    fn colours_are_escape_codes() {
        let text = render(&Diagnostic::error("wrong"), &Sources::default(), true);
        assert!(text.starts_with("\u{1b}["), "{text:?}");
    }
}

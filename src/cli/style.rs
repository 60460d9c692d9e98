//! Whether there are colours, and which.
//!
//! In: the user's choice, the environment, the stream. Out: whether to colour, how wide a line is, a painter of words, and
//! text that a terminal cannot take for commands. It must not know what is printed.

use std::env;
use std::fmt::Display;
use std::io::IsTerminal;

use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};

use crate::diag::visible;

/// Whether a stream gets colours.
pub fn colored(choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            stream.is_terminal() && !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// How wide the terminal is that standard output goes to, or as wide as `COLUMNS` says; `None` for files and pipes.
pub fn width() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|columns| *columns > 0);
    let terminal = console::Term::stdout();
    said.or_else(|| terminal.size_checked().map(|(_, columns)| usize::from(columns)))
}

/// A text in colours if it is to have some. Where what it quotes has codes of its own it has none, so that no code of a source
/// is taken for one of ours.
pub fn painted(colored: bool, make: impl Fn(bool) -> String) -> String {
    let plain = make(false);
    match (colored, plain.contains('\u{1b}')) {
        (false, _) => plain,
        (true, false) => make(true),
        (true, true) => harmless(&plain, Codes::None),
    }
}

/// Which codes a text has that are the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codes {
    None,
    /// It comes from [`painted`].
    Colors,
}

/// What a terminal may be sent: control characters of sources and file names become visible, colours of ours stay.
pub fn harmless(text: &str, codes: Codes) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let color = rest.strip_prefix("\u{1b}[").filter(|_| codes == Codes::Colors).and_then(color_length);
        if let Some(length) = color {
            out.push_str(&rest[..2 + length]);
            rest = &rest[2 + length..];
            continue;
        }
        match c {
            '\n' | '\t' => out.push(c),
            _ => out.push(visible(c)),
        }
        rest = after;
    }
    out
}

/// How long the rest of a sequence is that only changes colours.
fn color_length(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    text[end..].starts_with('m').then_some(end + 1)
}

/// What a word means, for the eye.
#[derive(Clone, Copy, Debug)]
pub enum Tone {
    Good,
    Bad,
    Unsure,
    Heading,
    Faint,
    Added,
    Removed,
}

/// Colours words, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub struct Painter {
    pub colored: bool,
}

impl Painter {
    pub fn paint(self, tone: Tone, text: impl Display) -> String {
        if !self.colored {
            return text.to_string();
        }
        let color = |color: AnsiColor| color.on_default();
        let style = match tone {
            Tone::Good => color(AnsiColor::Green).bold(),
            Tone::Bad => color(AnsiColor::Red).bold(),
            Tone::Unsure => color(AnsiColor::Yellow).bold(),
            Tone::Heading => Style::new().bold(),
            Tone::Faint => Style::new().dimmed(),
            Tone::Added => color(AnsiColor::Green),
            Tone::Removed => color(AnsiColor::Red),
        };
        format!("{style}{text}{style:#}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, harmless, painted};

    #[test]
    fn a_terminal_gets_colours_and_no_commands() {
        let text = "\u{1b}[1;31mred\u{1b}[0m\t\u{1b}]0;title\u{7}\u{1b}[2Jx\r\u{202e}\u{9b}31m\n";
        assert_eq!(
            harmless(text, Codes::Colors),
            "\u{1b}[1;31mred\u{1b}[0m\t\u{241b}]0;title\u{2407}\u{241b}[2Jx\u{240d}\u{fffd}\u{fffd}31m\n"
        );
        assert_eq!(harmless("\u{1b}[1;31mred", Codes::None), "\u{241b}[1;31mred");
    }

    #[test]
    fn codes_of_others_are_not_taken_for_colours() {
        let quoting = |quoted: &'static str| {
            move |colored| if colored { format!("\u{1b}[1m{quoted}\u{1b}[0m") } else { quoted.into() }
        };
        assert_eq!(painted(true, quoting("x")), "\u{1b}[1mx\u{1b}[0m");
        assert_eq!(painted(false, quoting("\u{1b}[8mx")), "\u{1b}[8mx");
        assert_eq!(painted(true, quoting("\u{1b}[8mx")), "\u{241b}[8mx");
    }
}

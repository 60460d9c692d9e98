//! Whether there are colours, and which.
//!
//! In: the user's choice, the environment, the stream. Out: whether to colour, and a painter of words. It must not
//! know what is printed.

use std::env;
use std::fmt::Display;
use std::io::IsTerminal;

use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};

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

//! The page that a report for people is written on.
//!
//! In: lines, sentences, verdicts. Out: text with the colours and the width of the terminal. It must not know what is reported.

use crate::cli::report::Context;
use crate::cli::report::columns::{self, USUAL_WIDTH};
use crate::cli::style::{Painter, Tone};

/// The report as it grows.
pub struct Page<'a> {
    pub context: &'a Context<'a>,
    pub painter: Painter,
    pub text: String,
}

impl<'a> Page<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        Self { context, painter: Painter { colored: context.colored }, text: String::new() }
    }

    pub fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub fn heading(&mut self, text: &str) {
        let text = self.painter.paint(Tone::Heading, text);
        self.line(&format!("\n{text}"));
    }

    pub fn verdict(&mut self, tone: Tone, word: &str, message: &str) {
        let word = self.painter.paint(tone, word);
        self.line(&format!("{word}: {message}"));
    }

    pub fn width(&self) -> usize {
        self.context.width.unwrap_or(USUAL_WIDTH)
    }

    /// A sentence, on as many lines as a terminal needs.
    pub fn prose(&mut self, text: &str) {
        let indentation: String = text.chars().take_while(|c| *c == ' ').collect();
        match self.context.width {
            None => self.line(text),
            Some(width) => {
                for line in columns::wrapped(text.trim_start(), width, &indentation) {
                    self.line(&line);
                }
            }
        }
    }
}

//! Progress on standard error: a spinner on a terminal, or plain lines when asked for.
//!
//! In: what the computation tells an [`Observer`]. Out: standard error. It must not know what is computed.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::aside::say_line;
use super::watch::Watch;
use crate::progress::{Event, Observer, Phase};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Nothing,
    /// One line on a terminal that changes and disappears.
    Spinner,
    /// A line for each phase, and with `events` one for each event.
    Lines {
        events: bool,
    },
}

/// Shows the progress of one run.
pub struct Progress {
    telling: Telling,
    spinner: Option<ProgressBar>,
    start: Instant,
    phase: Option<Phase>,
    queries: usize,
    explored: Option<String>,
    watch: Watch,
}

impl Progress {
    /// A spinner when standard error is a terminal; with `verbose`, lines.
    pub fn new(quiet: bool, verbose: u8, watch: Watch) -> Self {
        let telling = match (quiet, verbose) {
            (true, _) => Telling::Nothing,
            (_, 0) if std::io::stderr().is_terminal() => Telling::Spinner,
            (_, 0) => Telling::Nothing,
            (_, n) => Telling::Lines { events: n > 1 },
        };
        let spinner = (telling == Telling::Spinner).then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
            let bar = ProgressBar::new_spinner().with_style(style.expect("the template is right; please report this"));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        Self { telling, spinner, start: Instant::now(), phase: None, queries: 0, explored: None, watch }
    }

    fn line(&self, text: &str) {
        say_line(&format!("[{:8.3} s] {text}", self.start.elapsed().as_secs_f64()));
    }

    fn refresh(&self) {
        if let Some(spinner) = &self.spinner {
            let phase = self.phase.map_or("", Phase::name);
            let message = match self.queries {
                _ if self.explored.is_some() => self.explored.clone().unwrap_or_default(),
                0 => phase.to_string(),
                1 => format!("{phase}, 1 query"),
                n => format!("{phase}, {n} queries"),
            };
            spinner.set_message(message);
        }
    }
}

/// How far an exploration is, in words.
fn explored(event: Event) -> String {
    let Event::Explored { complete, blocked, total } = event else { return String::new() };
    let total = total.map_or_else(String::new, |total| format!(" of about {total}"));
    format!("{}{total} executions, {blocked} of them blocked", complete + blocked)
}

impl Observer for Progress {
    fn phase(&mut self, phase: Phase) {
        self.phase = Some(phase);
        self.watch.set_phase(phase);
        self.refresh();
        if matches!(self.telling, Telling::Lines { .. }) {
            self.line(phase.name());
        }
    }

    fn progress(&mut self, event: Event) {
        if let Event::QueryAnswered { number, .. } = event {
            self.queries = number;
            self.refresh();
        }
        if let Event::Explored { .. } = event {
            self.explored = Some(explored(event));
            self.refresh();
        }
        if self.telling == (Telling::Lines { events: true }) {
            let text = match event {
                Event::QueryAnswered { number, reply } => format!("query {number}: {reply:?}").to_lowercase(),
                Event::BoundRaised { bound } => format!("at most {bound} reorderings"),
                Event::CounterexampleFound { reordered, total } => {
                    format!("counterexample {total} with {reordered} reorderings")
                }
                Event::LowerBound { main, other } => format!("at least {main} needed, and then {other}"),
                Event::Explored { .. } => explored(event),
            };
            self.line(&format!("  {text}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

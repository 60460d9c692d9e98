//! What runs where the files have no `main`.
//!
//! In: the options. Out: a [`Harness`] for the reader. It must not know C.

use super::args::HarnessArgs;
use crate::diag::Diagnostic;
use crate::frontend::{Call, Entry, Harness};

/// No machine has more threads for us: each has memory of its own.
const MOST: usize = 1024;

/// How many threads explore: the `--threads` that is a number alone.
pub fn explorers(args: &HarnessArgs) -> Option<usize> {
    args.threads.iter().find_map(|text| text.parse().ok()).map(|threads: usize| threads.min(MOST))
}

/// The harness that the options ask for, if they do.
///
/// # Errors
/// An option is about a function that does not run, or says nothing.
pub fn harness(args: &HarnessArgs) -> Result<Option<Harness>, Diagnostic> {
    let mut harness = Harness {
        entries: Vec::new(),
        setup: args.setup.as_deref().map(Call::of),
        last: args.finally.as_deref().map(Call::of),
    };
    for name in &args.entry {
        if harness.entries.iter().any(|entry| entry.call.function == *name) {
            return Err(Diagnostic::error(format!("`--entry` names `{name}` twice"))
                .help(format!("say how many threads run it with `--threads {name}=2`")));
        }
        harness.entries.push(Entry { call: Call::of(name), threads: 1 });
    }
    for text in &args.arg {
        let (name, value) = about("arg", text)?;
        let mut is_called = false;
        for call in harness.calls_mut().filter(|call| call.function == name) {
            call.arguments = Some(value.to_string());
            is_called = true;
        }
        if !is_called {
            return Err(Diagnostic::error(format!("`--arg {text}`: `{name}` is not called"))
                .help("name it with `--entry`, `--setup` or `--finally`"));
        }
    }
    for text in args.threads.iter().filter(|text| text.parse::<usize>().is_err()) {
        let (name, value) = about("threads", text)?;
        let Some(entry) = harness.entries.iter_mut().find(|entry| entry.call.function == name) else {
            return Err(
                Diagnostic::error(format!("`--threads {text}`: `{name}` is no entry")).help("name it with `--entry`")
            );
        };
        entry.threads = value.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
            Diagnostic::error(format!("`--threads {text}` does not say how many")).help("write `--threads FUNCTION=2`")
        })?;
    }
    if harness.entries.is_empty() {
        if args.setup.is_some() || args.finally.is_some() {
            return Err(Diagnostic::error("`--setup` and `--finally` have no meaning without `--entry`"));
        }
        return Ok(None);
    }
    Ok(Some(harness))
}

/// The function that an option is about, and what it says.
fn about<'a>(option: &str, text: &'a str) -> Result<(&'a str, &'a str), Diagnostic> {
    text.split_once('=').ok_or_else(|| {
        Diagnostic::error(format!("`--{option} {text}` names no function"))
            .help(format!("write `--{option} FUNCTION=…`"))
    })
}

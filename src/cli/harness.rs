//! What runs where the files have no `main`.
//!
//! In: the options. Out: a [`Harness`] for the reader. It must not know C.

use super::args::HarnessArgs;
use crate::diag::Diagnostic;
use crate::frontend::{Entry, Harness};

/// No machine has more threads for us: each has memory of its own.
const MOST: usize = 1024;

/// How many threads explore: the `--threads` that is a number alone.
pub fn explorers(args: &HarnessArgs) -> Option<usize> {
    args.threads.iter().find_map(|text| text.parse().ok()).map(|threads: usize| threads.min(MOST))
}

/// The harness that the options ask for, if they do.
///
/// # Errors
/// An option is about a function that is no entry, or says nothing.
pub fn harness(args: &HarnessArgs) -> Result<Option<Harness>, Diagnostic> {
    let mut entries: Vec<Entry> = Vec::new();
    for name in &args.entry {
        if entries.iter().any(|entry| entry.function == *name) {
            return Err(Diagnostic::error(format!("`--entry` names `{name}` twice"))
                .help(format!("say how many threads run it with `--threads {name}=2`")));
        }
        entries.push(Entry { function: name.clone(), arguments: None, threads: 1 });
    }
    for text in &args.arg {
        let (entry, value) = about("arg", text, &mut entries)?;
        entry.arguments = Some(value.to_string());
    }
    for text in args.threads.iter().filter(|text| text.parse::<usize>().is_err()) {
        let (entry, value) = about("threads", text, &mut entries)?;
        entry.threads = value.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
            Diagnostic::error(format!("`--threads {text}` does not say how many")).help("write `--threads FUNCTION=2`")
        })?;
    }
    if entries.is_empty() {
        if args.setup.is_some() || args.finally.is_some() {
            return Err(Diagnostic::error("`--setup` and `--finally` have no meaning without `--entry`"));
        }
        return Ok(None);
    }
    Ok(Some(Harness { entries, setup: args.setup.clone(), last: args.finally.clone() }))
}

/// The entry that an option is about, and what it says.
fn about<'a, 'b>(
    option: &str,
    text: &'b str,
    entries: &'a mut [Entry],
) -> Result<(&'a mut Entry, &'b str), Diagnostic> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(Diagnostic::error(format!("`--{option} {text}` names no function"))
            .help(format!("write `--{option} FUNCTION=…`")));
    };
    match entries.iter_mut().find(|entry| entry.function == name) {
        Some(entry) => Ok((entry, value)),
        None => {
            Err(Diagnostic::error(format!("`--{option} {text}`: `{name}` is no entry")).help("name it with `--entry`"))
        }
    }
}

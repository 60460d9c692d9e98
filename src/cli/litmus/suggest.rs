//! `suggest` of litmus tests: each repaired in its own instructions.
//!
//! In: the command's options. Out: [`Done`] or [`Stop`]. It must not know how a repair is found.

use std::fmt::Write;
use std::path::Path;

use super::is_test;
use super::settings::{Said, Settings, settings};
use crate::cli::args::SuggestArgs;
use crate::cli::database;
use crate::cli::done::{Done, Stop};
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::settings::Show;
use crate::cli::watch::Watch;
use crate::diag::{Diagnostic, Sources};
use crate::drive::litmus::repair::{LitmusEdit, LitmusRepair, RepairRequest, repair};
use crate::drive::outcome::Objective;
use crate::intake::{self, Writer};
use crate::patch::diff::text_diff;
use crate::patch::write::{Before, Change, write_files};
use crate::progress::Silent;

/// Whether `suggest` is asked about a litmus test.
pub fn is_asked(args: &SuggestArgs) -> bool {
    args.input.files.iter().any(|file| is_test(file))
}

/// What `suggest` has beside what `check` has.
const OWN: [&str; 5] = ["minimize", "output", "in-place", "force", "diff"];

/// Repairs a test.
///
/// # Errors
/// No model or an unknown one, more than one test, options that have no meaning, a test that is not read.
pub fn suggest(args: &SuggestArgs, said: &Said<'_>, show: Show, on: (&mut Sources, &Watch)) -> Result<Done, Stop> {
    let (sources, watch) = on;
    let Settings { model, timeout, memory } = settings(said, &OWN, sources)?;
    let stop = |error: Diagnostic| Stop::from((error, &Sources::default()));
    let (path, objective) = asked(args, show).map_err(stop)?;
    watch.limit(timeout, memory);
    let text = intake::text(path, Writer::People)
        .map_err(|error| stop(Diagnostic::error(format!("cannot read {}: {error}", path.display()))))?;
    let request = RepairRequest { path, text: &text, model: &model, objective, stop: watch.stop() };
    let found = repair(&request, &mut Silent)?;
    let under = format!("{} under {}", path.display(), model.name());
    let (mut document, exit) = match &found {
        LitmusRepair::Safe => (format!("safe: nothing reaches the state of {under}\n"), Exit::Success),
        LitmusRepair::Unrepairable => {
            (format!("unrepairable: no fences and no stronger instructions help {under}\n"), Exit::Unrepairable)
        }
        LitmusRepair::Undecided(why) => (format!("unknown: {under}: {why}\n"), Exit::Inconclusive),
        LitmusRepair::Repaired { edits, .. } => (told(&under, edits), Exit::Found),
    };
    let mut failed = None;
    if let LitmusRepair::Repaired { text: patched, .. } = &found {
        if !show.quiet {
            let _ = write!(document, "\n{}", text_diff(path, &text, patched));
        }
        let target = args
            .patch
            .output
            .as_deref()
            .map(|target| (target, if args.patch.force { Before::Anything } else { Before::Nothing }));
        let target = target.or_else(|| args.patch.in_place.then_some((path, Before::Text(&text))));
        if let Some((target, before)) = target {
            match write_files(&[Change { path: target, text: patched, before }]) {
                Ok(()) => drop(writeln!(document, "\nwritten to {}", target.display())),
                Err(error) => failed = Some(error),
            }
        }
    }
    let exit = if failed.is_some() { Exit::Usage } else { exit };
    Ok(Done { document, painted: false, warnings: Vec::new(), failed, sources: Sources::default(), exit })
}

/// The test and what there must be least of.
fn asked(args: &SuggestArgs, show: Show) -> Result<(&Path, Objective), Diagnostic> {
    let [path] = args.input.files.as_slice() else {
        return Err(Diagnostic::error("litmus tests are repaired one at a time").help("name one test"));
    };
    if show.format != Format::Text {
        let error = Diagnostic::error("a repaired litmus test is printed as text; `--format` has no meaning for it");
        return Err(error.help("leave `--format` out"));
    }
    if args.patch.output.is_some() && args.patch.in_place {
        let error = Diagnostic::error("`--output` and `--in-place` contradict each other");
        return Err(error.help("leave one of the two options out"));
    }
    if args.patch.output.as_deref().is_some_and(|target| database::same(target, path)) {
        let error = Diagnostic::error("`--output` names the input itself");
        return Err(error.help("use `--in-place` to change the test"));
    }
    let objective = args.search.minimize.as_deref().map_or(Some(Objective::Fences), Objective::from_name);
    match objective {
        Some(objective @ (Objective::Fences | Objective::Cost)) => Ok((path, objective)),
        _ => Err(Diagnostic::error("the repair of a litmus test is minimised by `fences` or `cost`")),
    }
}

/// What is changed, and that it is the least.
fn told(under: &str, edits: &[LitmusEdit]) -> String {
    let cost: u64 = edits.iter().map(|edit| edit.cost).sum();
    let plural = if edits.len() == 1 { "" } else { "s" };
    let mut text = format!("repaired: {under} with {} change{plural}, cost {cost}\n\n", edits.len());
    for edit in edits {
        let place = if edit.is_fence { "before" } else { "in place of" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  P{}: {} {place} {} (cost {})", edit.thread, edit.instruction, edit.at, edit.cost);
    }
    text.push_str(
        "\nNo execution of the changed test reaches the state; without any one of the changes some execution does.\n",
    );
    text
}

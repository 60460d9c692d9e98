//! What a command is to write besides its report, looked at before it searches.
//!
//! In: settings. Out: the same settings without what cannot be written, and why that cannot. It writes nothing, and must not know what
//! is found.
//!
//! Nobody waits for a search to be told of a misspelled folder: it is said at once. The search goes on all the same, since its
//! report is worth more than the file.

use std::io;

use super::format::Format;
use super::settings::{Check, Explore, Show, Suggest};
use super::{style, tell};
use crate::diag::{Diagnostic, Sources};
use crate::drive::destination::{self, Destination};
use crate::drive::{Drawing, explore, proof};

/// What cannot be written, and was said to be so.
pub type Barred = Vec<Diagnostic>;

/// Of a check: proof and drawings.
pub fn of_check(settings: &Check, show: Show) -> (Check, Barred) {
    let mut barred = Barred::new();
    let settings = checked(settings, &mut barred);
    said(&barred, show);
    (settings, barred)
}

/// Of a suggestion: the patched program, too.
pub fn of_suggestion(settings: &Suggest, show: Show) -> (Suggest, Barred) {
    let mut barred = Barred::new();
    let mut settings = settings.clone();
    if let Err(error) = destination::prepare(&settings.writing) {
        settings.writing.destination = Destination::None;
        barred.push(error);
    }
    settings.check = checked(&settings.check, &mut barred);
    said(&barred, show);
    (settings, barred)
}

/// Of an exploration: drawings of all executions, and how far it is.
pub fn of_exploration(settings: &Explore, show: Show) -> (Explore, Barred) {
    let mut barred = Barred::new();
    let mut settings = settings.clone();
    if let Err(error) = explore::prepare_drawings(&settings.exploration) {
        settings.exploration.drawings = None;
        barred.push(error);
    }
    if let Err(error) = explore::prepare_saving(&settings.exploration) {
        settings.exploration.save = None;
        barred.push(error);
    }
    said(&barred, show);
    (settings, barred)
}

fn checked(settings: &Check, barred: &mut Barred) -> Check {
    let mut settings = settings.clone();
    if let Err(error) = settings.proof.as_deref().map_or(Ok(()), proof::prepare) {
        settings.proof = None;
        barred.push(error);
    }
    if let Err(error) = settings.drawing.prepare() {
        settings.drawing = Drawing::default();
        barred.push(error);
    }
    settings
}

fn said(barred: &Barred, show: Show) {
    let colored = show.format == Format::Text && style::colored(show.color, &io::stderr());
    barred.iter().for_each(|error| tell(error, &Sources::default(), colored));
}

//! The command `harness`.
//!
//! In: files without a `main`, and how they are read. Out: the C text of a harness to start from. It must not know C.

use super::args::ProgramArgs;
use super::config::Config;
use super::done::{Done, Stop};
use super::exit::Exit;
use super::input;
use super::settings::limited;
use super::watch::Watch;
use crate::diag::Sources;
use crate::frontend::{ReadOptions, harness_template};

/// Runs `harness`.
///
/// # Errors
/// Whatever is wrong with the options or the files.
pub fn document(args: &ProgramArgs, config: &Config, mut sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    limited(&args.limits, config, watch).map_err(|error| Stop::from((error, &sources)))?;
    let reading = input::reading((&args.input, &args.read), config, &mut sources);
    let (file, read) = reading.map_err(|error| Stop::from((error, &sources)))?;
    let options = ReadOptions {
        preprocessing: read.preprocessing,
        further: read.further,
        system_headers: read.system_headers,
        overlay: read.overlay,
        harness: read.harness,
        ..ReadOptions::default()
    };
    match harness_template(&file, &options) {
        Ok(document) => {
            Ok(Done { document, painted: false, warnings: read.notes, failed: None, sources, exit: Exit::Success })
        }
        Err(failure) => Err(Stop { sources: failure.sources, diagnostics: failure.diagnostics }),
    }
}

//! The command `ir`: a program in the text form of its intermediate representation.
//!
//! In: the options of the reader. Out: the text, which [`crate::ir::text`] can read again, with the names of the files in
//! comments. It must not know C, nor the grammar of the text.

use std::fmt::Write as _;

use super::args::ProgramArgs;
use super::config::Config;
use super::done::{Done, Stop};
use super::exit::Exit;
use super::input;
use super::settings::limited;
use super::watch::Watch;
use crate::diag::Sources;
use crate::frontend::{self, ReadOptions};
use crate::ir::{Allocator, text};

/// Runs `ir`.
///
/// # Errors
/// Whatever is wrong with the options or the input.
pub fn document(args: &ProgramArgs, config: &Config, mut sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    limited(&args.limits, config, watch).map_err(|error| Stop::from((error, &sources)))?;
    let reading = input::reading((&args.input, &args.read), config, &mut sources);
    let (file, read) = reading.map_err(|error| Stop::from((error, &sources)))?;
    let options = ReadOptions {
        preprocessing: read.preprocessing,
        further: read.further,
        harness: read.harness,
        overlay: read.overlay,
        system_headers: read.system_headers,
        allocator: if read.fresh_addresses { Allocator::Fresh } else { Allocator::Reuses },
        weak_exchange: read.weak_exchange,
        ..ReadOptions::default()
    };
    let unit = frontend::read(&file, &options)
        .map_err(|failure| Stop { sources: failure.sources, diagnostics: failure.diagnostics })?;
    let printed = text::print(&unit.program);
    let mut document = String::new();
    for (id, source) in unit.sources.files() {
        let name = id.to_string();
        // Headers that nothing in the program comes from would only be noise.
        if printed.contains(&format!("{name}:")) {
            let _ = writeln!(document, "# {name}: {}", source.path.display());
        }
    }
    document.push_str(&printed);
    let mut warnings = read.notes;
    warnings.extend(unit.warnings);
    Ok(Done { document, painted: false, warnings, failed: None, sources: unit.sources, exit: Exit::Success })
}

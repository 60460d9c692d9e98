//! The commands `man` and `completions`: what they print comes from the definition of the command line alone.
//!
//! In: the definition, and which part of it is wanted. Out: a document, or files in a folder. It must not know an option.

use std::fs;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;

use super::args::definition;
use crate::diag::Diagnostic;

/// The completions for a shell.
pub fn completions(shell: Shell) -> String {
    let mut command = definition();
    let mut bytes = Vec::new();
    let name = command.get_name().to_string();
    clap_complete::generate(shell, &mut command, name, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The manual page of the program, or of one of its commands.
///
/// # Errors
/// There is no such command.
pub fn page(wanted: Option<&str>) -> Result<String, Diagnostic> {
    let command = built();
    let Some(name) = wanted else { return Ok(rendered(&command)) };
    let found = visible(&command).find(|command| command.get_name() == name);
    found.map(rendered).ok_or_else(|| {
        let names: Vec<_> = visible(&command).map(Command::get_name).collect();
        Diagnostic::error(format!("there is no command `{name}`")).help(format!("one of: {}", names.join(", ")))
    })
}

/// Writes all pages into a folder and tells their paths.
///
/// # Errors
/// The folder or a file cannot be written.
pub fn pages(folder: &Path) -> Result<String, Diagnostic> {
    let command = built();
    let mut pages = vec![(page_name(command.get_name()), rendered(&command))];
    pages.extend(visible(&command).map(|sub| {
        let name = page_name(&format!("{}-{}", command.get_name(), sub.get_name()));
        (name, rendered(sub))
    }));
    let mut told = String::new();
    for (name, text) in pages {
        let path = folder.join(name);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Diagnostic::error(format!("cannot write {}: {error}", path.display())))?;
        told.push_str(&format!("{}\n", path.display()));
    }
    Ok(told)
}

fn built() -> Command {
    let mut command = definition();
    command.build();
    command
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|sub| !sub.is_hide_set())
}

fn page_name(name: &str) -> String {
    format!("{name}.1")
}

/// A page; the name of a command's page begins with that of the program, by which `man` finds it.
fn rendered(command: &Command) -> String {
    let mut bytes = Vec::new();
    let page = clap_mangen::Man::new(command.clone()).source(concat!("fencesmith ", env!("CARGO_PKG_VERSION")));
    page.render(&mut bytes).expect("memory can be written; please report this");
    String::from_utf8_lossy(&bytes).into_owned()
}

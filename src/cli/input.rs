//! Which files are read, and how.
//!
//! In: what was typed, the configuration file and `compile_commands.json`. Out: the first file and [`Read`], which says of
//! each file how it is preprocessed. Standard input is read here, for its text is there only once.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::args::{InputArgs, ReadArgs};
use super::compiler;
use super::config::Config;
use super::database::{self, Entry};
use super::harness;
use super::settings::Given;
use crate::diag::{Diagnostic, Sources};
use crate::frontend::{Further, Harness, Preprocessing};

/// How the C is read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The first file.
    pub preprocessing: Preprocessing,
    pub further: Vec<Further>,
    pub harness: Option<Harness>,
    pub system_headers: bool,
    pub fresh_addresses: bool,
    /// The text of standard input.
    pub overlay: BTreeMap<PathBuf, String>,
    /// What the user should know about the flags.
    pub notes: Vec<Diagnostic>,
}

/// The first file, and how all of them are read.
///
/// # Errors
/// A value that makes no sense, or a build database that cannot be used.
pub fn reading(
    (input, args): (&InputArgs, &ReadArgs),
    config: &Config,
    sources: &mut Sources,
) -> Result<(PathBuf, Read), Diagnostic> {
    if let Some(flag) = &args.refused {
        return Err(compiler::refused(flag));
    }
    args.language.as_deref().map_or(Ok(()), compiler::language)?;
    let common = common(args, config)?;
    let mut ignored = args.ignored.clone();
    let mut notes = Vec::new();
    let mut units: Vec<Further> = match &input.build {
        None => input.files.iter().map(|path| Further { path: path.clone(), preprocessing: common.clone() }).collect(),
        Some(build) => {
            let entries = database::read(build, sources)?;
            let chosen = chosen(&input.files, &entries, build, &mut notes);
            chosen
                .into_iter()
                .map(|(path, entry)| {
                    ignored.extend(entry.iter().flat_map(|entry| entry.command.ignored.clone()));
                    let own = entry.map(|entry| entry.command.preprocessing.clone()).unwrap_or_default();
                    Further { path, preprocessing: joined(own, &common) }
                })
                .collect()
        }
    };
    notes.extend(compiler::ignored(&ignored));
    let file = &config.values;
    let first = units.remove(0);
    let read = Read {
        preprocessing: first.preprocessing,
        overlay: standard_input(std::iter::once(&first.path).chain(units.iter().map(|unit| &unit.path)))?,
        further: units,
        harness: harness::harness(&args.harness)?,
        system_headers: args.system_headers.or(file.system_headers).unwrap_or(false),
        fresh_addresses: args.fresh_addresses.or(file.fresh_addresses).unwrap_or(false),
        notes,
    };
    Ok((first.path, read))
}

/// The files that are meant, each with its entry in the build database: those that were typed, or else all of them.
fn chosen<'a>(
    files: &[PathBuf],
    entries: &'a [Entry],
    build: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Vec<(PathBuf, Option<&'a Entry>)> {
    if files.is_empty() {
        return entries.iter().map(|entry| (entry.file.clone(), Some(entry))).collect();
    }
    let find = |path: &PathBuf| entries.iter().find(|entry| database::same(&entry.file, path));
    let found: Vec<_> = files.iter().map(|path| (path.clone(), find(path))).collect();
    for (path, _) in found.iter().filter(|(_, entry)| entry.is_none()) {
        let what = format!("{} has no command in the build database at {}", path.display(), build.display());
        notes.push(Diagnostic::warning(what).help("it is read with the flags of the command line alone"));
    }
    found
}

/// The flags of a file's own command with those of the command line, which go first.
fn joined(own: Preprocessing, common: &Preprocessing) -> Preprocessing {
    let both = |a: &[PathBuf], b: Vec<PathBuf>| a.iter().cloned().chain(b).collect();
    let named = |name: &str| {
        common.undefines.iter().any(|other| other == name)
            || common.defines.iter().any(|(other, _)| macro_name(other) == macro_name(name))
    };
    let defines = own.defines.into_iter().filter(|(name, _)| !named(name)).chain(common.defines.iter().cloned());
    let undefines = own.undefines.into_iter().filter(|name| !named(name)).chain(common.undefines.iter().cloned());
    Preprocessing {
        defines: defines.collect(),
        undefines: undefines.collect(),
        include_dirs: both(&common.include_dirs, own.include_dirs),
        quote_dirs: both(&common.quote_dirs, own.quote_dirs),
        system_dirs: both(&common.system_dirs, own.system_dirs),
        forced_includes: both(&common.forced_includes, own.forced_includes),
        standard: common.standard.clone().or(own.standard),
        epilogue: None,
    }
}

/// The text of standard input, if one of the files is that.
fn standard_input<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<BTreeMap<PathBuf, String>, Diagnostic> {
    let mut overlay = BTreeMap::new();
    if files.into_iter().any(|file| file.as_os_str() == "-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Diagnostic::error(format!("cannot read standard input: {error}")))?;
        overlay.insert(PathBuf::from("-"), text);
    }
    Ok(overlay)
}

/// What the options and the configuration file say of every file.
fn common(args: &ReadArgs, config: &Config) -> Result<Preprocessing, Diagnostic> {
    let file = &config.values;
    let of_file = |v: &Spanned<String>| Given { value: v.get_ref().clone(), span: config.span(v) };
    let typed = |value: &String| Given { value: value.clone(), span: None };

    // A macro of the command line replaces what the file says about it, whichever of the two it is.
    let typed_names: Vec<&str> = args
        .define
        .iter()
        .chain(&args.undefine)
        .map(|text| macro_name(text.split('=').next().unwrap_or(text)))
        .collect();
    let keep = |given: &Given<String>| {
        let name = macro_name(given.value.split('=').next().unwrap_or(""));
        given.on_command_line() || !typed_names.contains(&name)
    };
    let mut defines = Vec::new();
    for given in file.define.iter().map(of_file).chain(args.define.iter().map(typed)).filter(keep) {
        let (name, value) = match given.value.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (given.value.as_str(), None),
        };
        if !is_identifier(macro_name(name)) {
            return Err(given
                .error(format!("`{}` does not define a macro", given.value))
                .help("write `-D NAME` or `-D NAME=VALUE`"));
        }
        defines.push((name.to_string(), value));
    }
    let mut undefines = Vec::new();
    for given in file.undefine.iter().map(of_file).chain(args.undefine.iter().map(typed)).filter(keep) {
        if !is_identifier(&given.value) {
            return Err(given.error(format!("`{}` is not the name of a macro", given.value)).help("write `-U NAME`"));
        }
        if defines.iter().any(|(name, _)| macro_name(name) == given.value) {
            return Err(given
                .error(format!("the macro `{}` is both defined and undefined", given.value))
                .help("give it either to `-D` or to `-U`"));
        }
        undefines.push(given.value);
    }
    let include_dirs = args.include.iter().cloned().chain(file.include.iter().map(|dir| config.resolve(dir))).collect();
    Ok(Preprocessing {
        include_dirs,
        defines,
        undefines,
        quote_dirs: args.quote.clone(),
        system_dirs: args.system.clone(),
        forced_includes: args.forced.clone(),
        standard: args.standard.as_deref().map(compiler::standard).transpose()?,
        epilogue: None,
    })
}

/// The name of a macro without its parameters.
fn macro_name(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_') && chars.all(|c| c.is_alphanumeric() || c == '_')
}

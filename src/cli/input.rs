//! Which files are read, and how.
//!
//! In: what was typed, the configuration file and `compile_commands.json`. Out: the first file and [`Read`], which says of
//! each file how it is preprocessed. Standard input is read here, for its text is there only once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::args::{InputArgs, ReadArgs};
use super::config::Config;
use super::database::{self, Entry};
use super::given::{Given, given};
use super::{compiler, defaults, harness};
use crate::diag::{Diagnostic, Sources};
use crate::frontend::{Further, Harness, Preprocessing, Splits, WeakExchange};
use crate::intake;

/// How the C is read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The first file.
    pub preprocessing: Preprocessing,
    pub further: Vec<Further>,
    pub harness: Option<Harness>,
    pub system_headers: bool,
    pub fresh_addresses: bool,
    pub weak_exchange: WeakExchange,
    /// Whether a repair may take statements apart.
    pub splits: Splits,
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
    if let Some(flag) = args.refused.first() {
        return Err(compiler::refused(flag));
    }
    args.language.iter().try_for_each(|language| compiler::language(language))?;
    let common = common(args, config)?;
    let mut ignored = args.ignored.clone();
    let mut notes = Vec::new();
    let mut units: Vec<Further> = match &input.build {
        None => input.files.iter().map(|path| Further { path: path.clone(), preprocessing: common.clone() }).collect(),
        Some(build) => {
            let entries = database::read(build, sources)?;
            let chosen = chosen(&input.files, &entries, build, &mut notes);
            let differing = chosen.iter().filter(|(_, entry)| entry.is_some_and(|entry| entry.differs));
            notes.extend(differing.map(|(path, _)| {
                let what = format!("{} is compiled more than once, with different flags", path.display());
                Diagnostic::warning(what)
                    .help("the first command in the build database is taken; `-D` and its like overrule it")
            }));
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
        system_headers: given(args.system_headers, config, &file.system_headers)
            .map_or(defaults::SYSTEM_HEADERS, |given| given.value),
        splits: Splits::None,
        fresh_addresses: given(args.fresh_addresses, config, &file.fresh_addresses)
            .map_or(defaults::FRESH_ADDRESSES, |given| given.value),
        weak_exchange: match given(args.spurious_failures, config, &file.spurious_failures) {
            given if given.as_ref().map_or(defaults::SPURIOUS_FAILURES, |given| given.value) => WeakExchange::MayFail,
            _ => WeakExchange::AsStrong,
        },
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
        declarations_first: common.declarations_first || own.declarations_first,
        epilogue: None,
    }
}

/// The text of standard input, if one of the files is that.
fn standard_input<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<BTreeMap<PathBuf, String>, Diagnostic> {
    let mut overlay = BTreeMap::new();
    if files.into_iter().any(|file| file.as_os_str() == "-") {
        let text = intake::text_of(std::io::stdin())
            .map_err(|error| Diagnostic::error(format!("cannot read standard input: {error}")))?;
        overlay.insert(PathBuf::from("-"), text);
    }
    Ok(overlay)
}

/// The macros that the file and the command line define, and those that they undefine. A macro of the command line
/// replaces what the file says about it, whichever of the two it is.
pub fn macros(args: &ReadArgs, config: &Config) -> (Vec<Given<String>>, Vec<Given<String>>) {
    let of_file = |v: &Spanned<String>| Given { value: v.get_ref().clone(), span: config.span(v) };
    let typed = |value: &String| Given { value: value.clone(), span: None };
    let name = |text: &str| macro_name(text.split('=').next().unwrap_or(text)).to_string();
    let typed_names: Vec<String> = args.define.iter().chain(&args.undefine).map(|text| name(text)).collect();
    let keep = |given: &Given<String>| given.on_command_line() || !typed_names.contains(&name(&given.value));
    let file = &config.values;
    let defines = file.define.iter().map(of_file).chain(args.define.iter().map(typed)).filter(keep).collect();
    let undefines = file.undefine.iter().map(of_file).chain(args.undefine.iter().map(typed)).filter(keep).collect();
    (defines, undefines)
}

/// The paths of the command line, and then those of the file.
pub fn paths(typed: &[PathBuf], config: &Config, of_file: &[Spanned<PathBuf>]) -> Vec<Given<PathBuf>> {
    let typed = typed.iter().map(|path| Given { value: path.clone(), span: None });
    let of_file = of_file.iter().map(|v| Given { value: config.resolve(v.get_ref()), span: config.span(v) });
    typed.chain(of_file).collect()
}

/// What the options and the configuration file say of every file.
pub fn common(args: &ReadArgs, config: &Config) -> Result<Preprocessing, Diagnostic> {
    let file = &config.values;
    let (given_defines, given_undefines) = macros(args, config);
    let mut defines = Vec::new();
    for given in given_defines {
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
    for given in given_undefines {
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
    let paths = |typed: &[PathBuf], of_file: &[Spanned<PathBuf>]| {
        paths(typed, config, of_file).into_iter().map(|given| given.value).collect()
    };
    let standard = given(args.standard.clone(), config, &file.std);
    let standard =
        standard.map(|name| compiler::standard(&name.value).map_err(|error| Diagnostic { span: name.span, ..error }));
    Ok(Preprocessing {
        include_dirs: paths(&args.include, &file.include),
        defines,
        undefines,
        quote_dirs: paths(&args.quote, &file.iquote),
        system_dirs: paths(&args.system, &file.isystem),
        forced_includes: paths(&args.forced, &file.force_include),
        standard: standard.transpose()?,
        declarations_first: args.ignored.iter().any(|flag| compiler::wants_declarations_first(flag)),
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

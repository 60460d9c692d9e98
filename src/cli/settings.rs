//! The settings of a run: the command line over the configuration file over the defaults.
//!
//! In: [`Args`] and a [`Config`]. Out: what the pipelines take, or a diagnostic for each value that makes no sense
//! and each pair of options that contradict each other. An option on the command line replaces the one in the file
//! and cannot contradict it: a default is there to be overridden. It must not read files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ColorChoice, ValueEnum};
use toml::Spanned;

use super::args::{
    CheckArgs, CrossArgs, EquivalenceArg, ExploreArgs, Format, Minimize, PatchArgs, ReadArgs, SearchArgs, ShowArgs,
    SuggestArgs, VerifyArgs,
};
use super::config::Config;
use crate::diag::{Diagnostic, Span};
use crate::drive::ExploreSettings;
use crate::drive::crosscheck::BUDGET;
use crate::drive::outcome::{Destination, Objective};
use crate::explore::Equivalence;
use crate::sat::backend::Solver;
use crate::synth::{self, Algorithm};

/// How far unwinding rises by itself unless it is told otherwise, in iterations of one loop.
pub const DEFAULT_UNWIND_LIMIT: u32 = 16;

/// How the report is shown.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    pub format: Format,
    pub color: ColorChoice,
    pub quiet: bool,
    pub verbose: u8,
}

/// How the C is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    pub include_dirs: Vec<PathBuf>,
    pub defines: Vec<(String, Option<String>)>,
    pub undefines: Vec<String>,
    pub system_headers: bool,
}

/// How often a loop runs at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwind {
    /// The bound of every loop without one of its own; without it the bound rises by itself.
    pub fixed: Option<u32>,
    /// Where the rise ends.
    pub limit: u32,
    pub loops: Vec<LoopBound>,
}

/// The bound of one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBound {
    /// The end of the path of its file.
    pub file: String,
    /// One-based.
    pub line: u32,
    pub bound: u32,
}

/// The settings of `check`.
#[derive(Clone, Debug)]
pub struct Check {
    pub file: PathBuf,
    /// A name or a path.
    pub model: String,
    /// Where the configuration file names the model.
    pub model_span: Option<Span>,
    pub read: Read,
    pub unwind: Unwind,
    pub solver: Solver,
    pub timeout: Option<Duration>,
}

/// The settings of `suggest`.
#[derive(Clone, Debug)]
pub struct Suggest {
    pub check: Check,
    pub synthesis: synth::Settings,
    pub objective: Objective,
    pub destination: Destination,
    pub diff: bool,
    /// How long the cross-check may take; `None` if there is none.
    pub cross_check: Option<Duration>,
}

/// The settings of `explore`.
#[derive(Clone, Debug)]
pub struct Explore {
    pub check: Check,
    pub exploration: ExploreSettings,
}

/// A value and where it comes from: a place in the configuration file, or the command line.
#[derive(Clone, Debug)]
struct Given<T> {
    value: T,
    span: Option<Span>,
}

impl<T> Given<T> {
    fn on_command_line(&self) -> bool {
        self.span.is_none()
    }

    /// A complaint about this value.
    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: self.span, ..Diagnostic::error(message) }
    }
}

/// The value of the command line, or else that of the file.
fn given<T: Clone>(typed: Option<T>, config: &Config, value: &Option<Spanned<T>>) -> Option<Given<T>> {
    match (typed, value) {
        (Some(value), _) => Some(Given { value, span: None }),
        (None, Some(value)) => Some(Given { value: value.get_ref().clone(), span: config.span(value) }),
        (None, None) => None,
    }
}

/// How the report is to be shown.
///
/// # Errors
/// An unknown format or colour choice in the file.
pub fn show(args: &ShowArgs, config: &Config) -> Result<Show, Diagnostic> {
    let of_file = |value: &Option<Spanned<String>>| given(None, config, value);
    let format = match (args.format, of_file(&config.values.format)) {
        (Some(format), _) => format,
        (None, Some(name)) => choice(&name, "format")?,
        (None, None) => Format::Text,
    };
    let color = match (args.color, of_file(&config.values.color)) {
        (Some(color), _) => color,
        (None, Some(name)) => choice(&name, "colour choice")?,
        (None, None) => ColorChoice::Auto,
    };
    Ok(Show { format, color, quiet: args.quiet, verbose: args.verbose })
}

/// A value of an enumeration, by its name.
fn choice<T: ValueEnum>(name: &Given<String>, what: &str) -> Result<T, Diagnostic> {
    T::from_str(&name.value, false).map_err(|_| {
        let names: Vec<_> = T::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
        let names: Vec<_> = names.iter().map(clap::builder::PossibleValue::get_name).collect();
        name.error(format!("unknown {what} `{}`", name.value)).help(format!("one of: {}", names.join(", ")))
    })
}

/// The settings of `check`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn check(args: &CheckArgs, config: &Config) -> Result<Check, Diagnostic> {
    resolve(&args.file, &args.verify, &args.read, config)
}

/// The settings of `suggest`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn suggest(args: &SuggestArgs, show: &ShowArgs, config: &Config) -> Result<Suggest, Diagnostic> {
    let check = resolve(&args.file, &args.verify, &args.read, config)?;
    let minimize = match (args.search.minimize, given(None, config, &config.values.minimize)) {
        (Some(minimize), _) => minimize,
        (None, Some(name)) => choice(&name, "objective")?,
        (None, None) => Minimize::Fences,
    };
    let objective = match minimize {
        Minimize::Fences => Objective::Fences,
        Minimize::Pairs => Objective::Pairs,
    };
    if show.format == Some(Format::Sarif) && args.patch.diff == Some(true) {
        return Err(Diagnostic::error("`--diff` cannot be combined with `--format sarif`")
            .help("a SARIF report carries the change as a fix; leave `--diff` out"));
    }
    let destination = destination(&args.file, &args.patch)?;
    let synthesis = synthesis(&args.search, config)?;
    let diff = args.patch.diff.or(config.values.diff).unwrap_or(false);
    let cross_check = cross_check(&args.cross, config)?;
    Ok(Suggest { check, synthesis, objective, destination, diff, cross_check })
}

/// The settings of `explore`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn explore(args: &ExploreArgs, config: &Config) -> Result<Explore, Diagnostic> {
    let mut check = resolve(&args.file, &args.verify, &args.read, config)?;
    if args.verify.solver.is_some() {
        return Err(Diagnostic::error("`--solver` has no meaning for `explore`")
            .help("the executions are visited without a SAT solver; leave it out"));
    }
    // Loops run as long as they run; the limit of a rise is here the bound of each.
    let limit = given(args.verify.unwind_limit, config, &config.values.unwind_limit);
    check.unwind.fixed = check.unwind.fixed.or(limit.map(|given| given.value));
    let search = &args.search;
    for (option, value) in [("threads", search.threads.map(|n| n as u64)), ("max-executions", search.max_executions)] {
        if value == Some(0) {
            return Err(Diagnostic::error(format!("`--{option} 0` would visit nothing")).help("give 1 or more"));
        }
    }
    let equivalence = match search.equivalence {
        None | Some(EquivalenceArg::Co) => Equivalence::Coherence,
        Some(EquivalenceArg::Rf) => Equivalence::ReadsFrom,
    };
    let exploration = ExploreSettings {
        equivalence,
        all: search.all,
        max_executions: search.max_executions,
        plain_barriers: search.no_bam,
        threads: search.threads.unwrap_or(1),
        drawings: search.dot.clone(),
    };
    Ok(Explore { check, exploration })
}

fn resolve(file: &Path, verify: &VerifyArgs, read: &ReadArgs, config: &Config) -> Result<Check, Diagnostic> {
    let (model, model_span) = model(verify, config)?;
    Ok(Check {
        file: file.to_path_buf(),
        model,
        model_span,
        read: reading(read, config)?,
        unwind: unwind(verify, config)?,
        solver: solver(verify, config)?,
        timeout: timeout(verify, config)?,
    })
}

/// Whether this names a file and not a built-in model.
fn is_path(model: &str) -> bool {
    model.contains(['/', '\\']) || model.ends_with(".toml")
}

fn model(args: &VerifyArgs, config: &Config) -> Result<(String, Option<Span>), Diagnostic> {
    match given(args.model.clone(), config, &config.values.model) {
        Some(Given { value, span }) => {
            // A path in the file starts where the file stands.
            let found = match span {
                Some(_) if is_path(&value) => config.resolve(&value).to_string_lossy().into_owned(),
                _ => value,
            };
            Ok((found, span))
        }
        None => Err(Diagnostic::error("no memory model is given").help(format!(
            "add `--model` with one of {}, or the path of a model file; `fencesmith models` says what they are",
            crate::model::Model::builtin_names().join(", ")
        ))),
    }
}

fn reading(args: &ReadArgs, config: &Config) -> Result<Read, Diagnostic> {
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
    let system_headers = args.system_headers.or(file.system_headers).unwrap_or(false);
    Ok(Read { include_dirs, defines, undefines, system_headers })
}

/// The name of a macro without its parameters.
fn macro_name(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_') && chars.all(|c| c.is_alphanumeric() || c == '_')
}

fn unwind(args: &VerifyArgs, config: &Config) -> Result<Unwind, Diagnostic> {
    let fixed = given(args.unwind, config, &config.values.unwind);
    let limit = given(args.unwind_limit, config, &config.values.unwind_limit);
    for (option, given) in [("unwind", &fixed), ("unwind-limit", &limit)] {
        if let Some(given) = given
            && given.value == 0
        {
            return Err(given
                .error(format!("`--{option} 0` would let no loop run"))
                .help("give a bound of 1 or more iterations"));
        }
    }
    // Of two that come from different places the command line's is meant.
    let (fixed, limit) = match (fixed, limit) {
        (Some(fixed), Some(limit)) if fixed.on_command_line() == limit.on_command_line() => {
            return Err(limit
                .error("`--unwind` and `--unwind-limit` contradict each other")
                .help("`--unwind` fixes the bound; `--unwind-limit` limits a bound that rises by itself"));
        }
        (Some(fixed), Some(_)) if fixed.on_command_line() => (Some(fixed), None),
        (Some(_), limit @ Some(_)) => (None, limit),
        other => other,
    };
    let mut loops: Vec<LoopBound> = Vec::new();
    let typed = args.unwind_loop.iter().map(|value| Given { value: value.clone(), span: None });
    let of_file = config.values.unwind_loop.iter();
    let of_file = of_file.map(|v| Given { value: v.get_ref().clone(), span: config.span(v) });
    let mut from_command_line = 0;
    for given in typed.chain(of_file) {
        let bound = loop_bound(&given)?;
        match loops.iter().position(|other| other.file == bound.file && other.line == bound.line) {
            Some(other) if !given.on_command_line() && other < from_command_line => {}
            Some(other) if loops[other].bound != bound.bound => {
                return Err(given.error(format!(
                    "the loop at {}:{} has two bounds, {} and {}",
                    bound.file, bound.line, loops[other].bound, bound.bound
                )));
            }
            Some(_) => {}
            None => {
                loops.push(bound);
                from_command_line += usize::from(given.on_command_line());
            }
        }
    }
    Ok(Unwind { fixed: fixed.map(|g| g.value), limit: limit.map_or(DEFAULT_UNWIND_LIMIT, |g| g.value), loops })
}

/// `file.c:LINE=N`.
fn loop_bound(given: &Given<String>) -> Result<LoopBound, Diagnostic> {
    let parse = |text: &str| {
        let (place, bound) = text.rsplit_once('=')?;
        let (file, line) = place.rsplit_once(':')?;
        let (line, bound) = (line.parse().ok()?, bound.parse().ok()?);
        (!file.is_empty() && line > 0 && bound > 0).then(|| LoopBound { file: file.to_string(), line, bound })
    };
    parse(&given.value).ok_or_else(|| {
        given
            .error(format!("`{}` does not give a loop its bound", given.value))
            .help("write `--unwind-loop FILE:LINE=N` with the line of the loop and N of 1 or more, `lock.c:12=3` say")
    })
}

fn solver(args: &VerifyArgs, config: &Config) -> Result<Solver, Diagnostic> {
    match given(args.solver.clone(), config, &config.values.solver) {
        Some(name) => Solver::from_name(&name.value).map_err(|unknown| name.error(unknown.to_string())),
        None => Ok(Solver::available()[0]),
    }
}

fn timeout(args: &VerifyArgs, config: &Config) -> Result<Option<Duration>, Diagnostic> {
    let Some(seconds) = given(args.timeout, config, &config.values.timeout) else { return Ok(None) };
    match Duration::try_from_secs_f64(seconds.value) {
        Ok(duration) if !duration.is_zero() => Ok(Some(duration)),
        _ => Err(seconds
            .error(format!("{} is not a time limit", seconds.value))
            .help("give a number of seconds above 0; without `--timeout` there is no limit")),
    }
}

/// How long the cross-check may take, if there is one.
fn cross_check(args: &CrossArgs, config: &Config) -> Result<Option<Duration>, Diagnostic> {
    let budget = given(args.cross_check_budget, config, &config.values.cross_check_budget);
    let wanted = args.cross_check.or(config.values.cross_check).unwrap_or(true);
    if let Some(budget) = &budget
        && args.cross_check == Some(false)
        && budget.on_command_line()
    {
        return Err(budget
            .error("`--cross-check-budget` has no meaning without a cross-check")
            .help("leave one of the two options out"));
    }
    let budget = match budget {
        None => BUDGET,
        Some(seconds) => match Duration::try_from_secs_f64(seconds.value) {
            Ok(duration) if !duration.is_zero() => duration,
            _ => {
                return Err(seconds
                    .error(format!("{} is no time for a cross-check", seconds.value))
                    .help("give a number of seconds above 0, or `--cross-check=false`"));
            }
        },
    };
    Ok(wanted.then_some(budget))
}

fn synthesis(args: &SearchArgs, config: &Config) -> Result<synth::Settings, Diagnostic> {
    let mut settings = synth::Settings::default();
    let algorithm = given(args.algorithm.clone(), config, &config.values.algorithm);
    if let Some(name) = &algorithm {
        settings.algorithm = Algorithm::from_name(&name.value).ok_or_else(|| {
            name.error(format!("unknown algorithm `{}`", name.value))
                .help(format!("one of: {}", Algorithm::ALL.map(Algorithm::name).join(", ")))
        })?;
    }
    let bounded = matches!(settings.algorithm, Algorithm::Robmc | Algorithm::RobmcEt);
    let (k1, k2) = (given(args.k1, config, &config.values.k1), given(args.k2, config, &config.values.k2));
    for (option, given) in [("k1", &k1), ("k2", &k2)] {
        // The file's bounds are for the runs that have a use for them, unless the file names the algorithm too.
        if let Some(given) = given
            && !bounded
            && (given.on_command_line() || algorithm.as_ref().is_some_and(|name| !name.on_command_line()))
        {
            return Err(given
                .error(format!("`--{option}` has no meaning for the algorithm {}", settings.algorithm))
                .help("the algorithms robmc and robmc-et have a bound on the reorderings"));
        }
    }
    if !bounded {
        return Ok(settings);
    }
    if let Some(k1) = &k1 {
        if k1.value == 0 {
            return Err(k1.error("`--k1 0` would reorder nothing").help("give a first bound of 1 or more"));
        }
        settings.k1 = k1.value;
    }
    if let Some(k2) = &k2 {
        if k1.is_none() {
            settings.k1 = settings.k1.min(k2.value.max(1));
        }
        if k2.value < settings.k1 {
            return Err(k2
                .error(format!("the last bound `--k2 {}` is below the first one, {}", k2.value, settings.k1))
                .help("`--k1` is where the bound starts and `--k2` where it ends"));
        }
        settings.k2 = Some(k2.value);
    }
    Ok(settings)
}

fn destination(input: &Path, args: &PatchArgs) -> Result<Destination, Diagnostic> {
    match (&args.output, args.in_place) {
        (Some(_), true) => Err(Diagnostic::error("`--output` and `--in-place` contradict each other")
            .help("`--in-place` changes the source files; `--output` leaves them alone")),
        (None, true) => Ok(Destination::InPlace),
        (None, false) => Ok(Destination::None),
        (Some(path), false) if path.as_os_str() == "-" => {
            Err(Diagnostic::error("`--output -`: standard output carries the report")
                .help("give a file, or use `--quiet --diff` for the change on standard output"))
        }
        (Some(path), false) => {
            let same = path.canonicalize().is_ok_and(|path| input.canonicalize().is_ok_and(|input| input == path));
            if path == input || same {
                return Err(Diagnostic::error("`--output` names the input itself")
                    .help("use `--in-place` to change the source files"));
            }
            Ok(Destination::File(path.clone()))
        }
    }
}

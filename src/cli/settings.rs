//! The settings of a run: the command line over the configuration file over the defaults.
//!
//! In: [`Args`] and a [`Config`]. Out: what the pipelines take, or a diagnostic for each value that makes no sense
//! and each pair of options that contradict each other. An option on the command line replaces the one in the file
//! and cannot contradict it: a default is there to be overridden. It must not read files; [`super::input`] does.

mod asked;
mod limits;
mod part;
pub mod preference;
mod unwinding;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ColorChoice, ValueEnum};
use toml::Spanned;

use super::args::{
    CheckArgs, ConfigArgs, CrossArgs, DrawArgs, EngineArgs, EquivalenceArg, ExploreArgs, InputArgs, PatchArgs,
    ReadArgs, SearchArgs, ShowArgs, SuggestArgs, VerifyArgs,
};
use super::config::Config;
use super::format::Format;
use super::given::{Given, given};
use super::input::{self, Read};
use super::task::Expected;
use super::{database, defaults, harness};
use crate::diag::{Diagnostic, Sources, Span};
use crate::drive::crosscheck::BUDGET;
use crate::drive::destination::{Destination, Writing};
use crate::drive::outcome::Objective;
use crate::drive::{Comments, Drawing, Engine, ExploreSettings, Preference, Unasked, WhatExists};
use crate::explore::Equivalence;
use crate::frontend::{Errors, Splits};
use crate::ir::{Checked, Concern};
use crate::sat::backend::Solver;
use crate::sat::session::Dependencies;
use crate::synth::{self, Algorithm};
pub use limits::{limited, memory, time, timeout, typed};
pub use unwinding::{LoopBound, Unwind, unwind, unwind_loops};

/// How the report is shown.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    pub format: Format,
    pub color: ColorChoice,
    pub quiet: bool,
    pub verbose: u8,
    /// Tell all steps of a counterexample.
    pub full: bool,
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
    pub checked: Checked,
    pub errors: Errors,
    /// A property file says what is looked for.
    pub of_property_file: bool,
    /// Whether threads that wait for good, and races of the language, count where nobody has said what does.
    pub unasked: Unasked,
    /// What is asked for beside and not looked for: where the rest holds there is no verdict.
    pub unlooked: Option<&'static str>,
    /// What the task says of the program.
    pub expected: Option<Expected>,
    pub engine: Engine,
    pub solver: Solver,
    pub dependencies: Dependencies,
    pub timeout: Option<Duration>,
    /// In MiB.
    pub memory: Option<u64>,
    pub drawing: Drawing,
    /// Where a proof goes.
    pub proof: Option<PathBuf>,
}

/// The settings of `suggest`.
#[derive(Clone, Debug)]
pub struct Suggest {
    pub check: Check,
    pub synthesis: synth::Settings,
    pub objective: Objective,
    pub preference: Preference,
    pub fence_texts: Vec<(String, String)>,
    pub comments: Comments,
    pub what_exists: WhatExists,
    /// How many repairs of the same weight are listed, if they are.
    pub all: Option<usize>,
    pub writing: Writing,
    /// What is right within the bounds on the loops only may be written, too.
    pub accept_bound: bool,
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

/// How the report is to be shown.
///
/// # Errors
/// An unknown format or colour choice in the file.
pub fn show(args: &ShowArgs, config: &Config) -> Result<Show, Diagnostic> {
    let of_file = |value: &Option<Spanned<String>>| given(None, config, value);
    let format = match (args.format, of_file(&config.values.format)) {
        (Some(format), _) => format,
        (None, Some(name)) => choice(&name, "format")?,
        (None, None) => Format::default(),
    };
    let color = match (args.color, of_file(&config.values.color)) {
        (Some(color), _) => color,
        (None, Some(name)) => choice(&name, "colour choice")?,
        (None, None) => ColorChoice::default(),
    };
    Ok(Show { format, color, quiet: args.quiet, verbose: args.verbose, full: args.full })
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
pub fn check(args: &CheckArgs, config: &Config, sources: &mut Sources) -> Result<Check, Diagnostic> {
    let mut engine = engine(&args.engine, args.verify.solver.is_some(), config)?;
    let proof = args.evidence.proof.clone();
    if proof.is_some() {
        if engine == Engine::Explorer && args.engine.engine.is_some() {
            return Err(Diagnostic::error("`--proof` has no meaning with `--engine explorer`")
                .help("a proof is one of the solver's formula; leave one of the two out"));
        }
        engine = Engine::Solver;
    }
    let typed = Typed { input: &args.input, verify: &args.verify, read: &args.read };
    Ok(Check { engine, proof, drawing: drawing(&args.draw), ..resolve(typed, config, sources)? })
}

fn drawing(args: &DrawArgs) -> Drawing {
    Drawing { dot: args.dot.clone(), svg: args.svg.clone() }
}

/// The settings of `cross-check`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn cross_checked(args: &CheckArgs, config: &Config, sources: &mut Sources) -> Result<Check, Diagnostic> {
    if args.engine.engine.is_some() {
        return Err(Diagnostic::error("`--engine` has no meaning for `cross-check`")
            .help("both engines look at each program; leave it out"));
    }
    if args.evidence.proof.is_some() {
        return Err(Diagnostic::error("`--proof` has no meaning for `cross-check`").help("use `check` or `suggest`"));
    }
    let typed = Typed { input: &args.input, verify: &args.verify, read: &args.read };
    Ok(Check { drawing: drawing(&args.draw), ..looked_for(resolve(typed, config, sources)?)? })
}

/// The settings, if all is looked for that is asked.
fn looked_for(check: Check) -> Result<Check, Diagnostic> {
    match check.unlooked {
        Some(what) => Err(Diagnostic::error(format!("the property file asks for {what}, which is not looked for"))
            .help("`check` says what is known of the rest")),
        None => Ok(check),
    }
}

fn engine(args: &EngineArgs, solver_is_typed: bool, config: &Config) -> Result<Engine, Diagnostic> {
    let Some(name) = given(args.engine.clone(), config, &config.values.engine) else { return Ok(Engine::default()) };
    let engine = Engine::from_name(&name.value).ok_or_else(|| {
        name.error(format!("unknown engine `{}`", name.value))
            .help(format!("one of: {}", Engine::ALL.map(Engine::name).join(", ")))
    })?;
    if engine == Engine::Explorer && solver_is_typed {
        return Err(Diagnostic::error("`--solver` has no meaning with `--engine explorer`")
            .help("the executions are visited without a SAT solver; leave one of the two out"));
    }
    Ok(engine)
}

/// What is looked for.
fn checked(args: &VerifyArgs, config: &Config) -> Result<Checked, Diagnostic> {
    let names = preference::list(&args.property, config, &config.values.property);
    if names.is_empty() {
        return Ok(Checked::default());
    }
    let concern = |name: &Given<String>| {
        Concern::from_name(name.value.trim()).ok_or_else(|| {
            name.error(format!("unknown property `{}`", name.value))
                .help(format!("of: {}", Concern::ALL.map(Concern::name).join(", ")))
        })
    };
    names.iter().map(concern).collect()
}

/// The settings of `suggest`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn suggest(
    args: &SuggestArgs,
    show: &ShowArgs,
    config: &Config,
    sources: &mut Sources,
) -> Result<Suggest, Diagnostic> {
    let typed = Typed { input: &args.input, verify: &args.verify, read: &args.read };
    let mut check = looked_for(resolve(typed, config, sources)?)?;
    check.drawing = drawing(&args.draw);
    check.proof.clone_from(&args.evidence.proof);
    check.read.splits = if args.patch.split { Splits::Offered } else { Splits::None };
    let objective = objective(&args.search, config)?;
    let preference = preference::preference(&args.search, config)?;
    let fence_texts = preference::fence_texts(&args.patch, config)?;
    if show.format == Some(Format::Sarif) && args.patch.diff == Some(true) {
        return Err(Diagnostic::error("`--diff` cannot be combined with `--format sarif`")
            .help("a SARIF report carries the change as a fix; leave `--diff` out"));
    }
    let writing = writing(&check, &args.patch)?;
    let synthesis = synthesis(&args.search, config)?;
    let diff = given(args.patch.diff, config, &config.values.diff).map_or(defaults::DIFF, |given| given.value);
    let cross_check = cross_check(&args.cross, config)?;
    let accept_bound = args.patch.accept_bound;
    let what_exists = WhatExists::Stays;
    if args.search.max == Some(0) {
        return Err(Diagnostic::error("`--max 0` would list nothing").help("give 1 or more"));
    }
    let all = args.search.all.then(|| args.search.max.unwrap_or(defaults::REPAIRS));
    Ok(Suggest {
        check,
        synthesis,
        objective,
        preference,
        fence_texts,
        comments: preference::comments(&args.patch, config),
        what_exists,
        all,
        writing,
        accept_bound,
        diff,
        cross_check,
    })
}

/// The settings of `optimize`: those of `suggest`, but what is there takes part, and the least cost is looked for.
///
/// # Errors
/// As for [`suggest`].
pub fn optimize(
    args: &SuggestArgs,
    show: &ShowArgs,
    config: &Config,
    sources: &mut Sources,
) -> Result<Suggest, Diagnostic> {
    let settings = suggest(args, show, config, sources)?;
    let is_given = args.search.minimize.is_some() || config.values.minimize.is_some();
    let objective = if is_given { settings.objective } else { defaults::OPTIMIZED };
    Ok(Suggest { what_exists: WhatExists::TakesPart, objective, ..settings })
}

/// What is minimised.
fn objective(args: &SearchArgs, config: &Config) -> Result<Objective, Diagnostic> {
    match given(args.minimize.clone(), config, &config.values.minimize) {
        Some(name) => Objective::from_name(&name.value).ok_or_else(|| {
            name.error(format!("unknown objective `{}`", name.value))
                .help(format!("one of: {}", Objective::ALL.map(Objective::name).join(", ")))
        }),
        None => Ok(Objective::default()),
    }
}

/// Looks at everything that `config` shows as the other commands would.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn sensible(args: &ConfigArgs, show: &ShowArgs, config: &Config) -> Result<(), Diagnostic> {
    self::show(show, config)?;
    input::common(&args.read, config)?;
    engine(&args.engine, args.verify.solver.is_some(), config)?;
    unwind(&args.verify, config)?;
    checked(&args.verify, config)?;
    solver(&args.verify, config)?;
    timeout(&args.verify.limits, config)?;
    memory(&args.verify.limits, config)?;
    objective(&args.search, config)?;
    synthesis(&args.search, config)?;
    preference::preference(&args.search, config)?;
    preference::fence_texts(&args.patch, config)?;
    cross_check(&args.cross, config)?;
    Ok(())
}

/// The settings of `explore`.
///
/// # Errors
/// A value that makes no sense, or options that contradict each other.
pub fn explore(args: &ExploreArgs, config: &Config, sources: &mut Sources) -> Result<Explore, Diagnostic> {
    let mut check = resolve(Typed { input: &args.input, verify: &args.verify, read: &args.read }, config, sources)?;
    if args.verify.solver.is_some() {
        return Err(Diagnostic::error("`--solver` has no meaning for `explore`")
            .help("the executions are visited without a SAT solver; leave it out"));
    }
    if args.search.states {
        return Err(Diagnostic::error("`--states` is for litmus tests").help("leave it out"));
    }
    // Loops run as long as they run; the limit of a rise is here the bound of each.
    let limit = given(args.verify.unwind_limit, config, &config.values.unwind_limit);
    check.unwind.fixed = check.unwind.fixed.or(limit.map(|given| given.value));
    let search = &args.search;
    let threads = harness::explorers(&args.read.harness);
    for (option, value) in [("threads", threads.map(|n| n as u64)), ("max-executions", search.max_executions)] {
        if value == Some(0) {
            return Err(Diagnostic::error(format!("`--{option} 0` would visit nothing")).help("give 1 or more"));
        }
    }
    let equivalence = match search.equivalence {
        None | Some(EquivalenceArg::Co) => Equivalence::Coherence,
        Some(EquivalenceArg::Rf) => Equivalence::ReadsFrom,
    };
    let part = search.piece.map(|piece| part::part(piece, search.split)).transpose()?;
    if part.is_some() && threads.is_some_and(|n| n > 1) {
        return Err(
            Diagnostic::error("one thread explores a part").help("leave out `--threads`, or give `--threads 1`")
        );
    }
    let keeps = search.save.is_some() || search.resume.is_some();
    if keeps && threads.is_some_and(|n| n > 1) {
        return Err(Diagnostic::error("one thread explores what is saved, or goes on")
            .help("leave out `--threads`, or give `--threads 1`; `--piece` divides an exploration among several"));
    }
    let threads = if part.is_some() || keeps { Some(1) } else { threads };
    let exploration = ExploreSettings {
        part,
        equivalence,
        all: search.all,
        max_executions: search.max_executions,
        plain_barriers: search.no_bam || search.no_reduction,
        merges_waits: !(search.no_spin_reduction || search.no_reduction),
        symmetry: !(search.no_symmetry || search.no_reduction),
        divides_locks: !(search.no_lock_reduction || search.no_reduction),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)),
        drawings: search.dot.clone(),
        save: search.save.clone(),
        resume: search.resume.clone(),
    };
    Ok(Explore { check, exploration })
}

/// What was typed for every command that reads a program.
struct Typed<'a> {
    input: &'a InputArgs,
    verify: &'a VerifyArgs,
    read: &'a ReadArgs,
}

fn resolve(typed: Typed<'_>, config: &Config, sources: &mut Sources) -> Result<Check, Diagnostic> {
    let Typed { input, verify, read } = typed;
    let (model, model_span) = model(verify, config)?;
    let asked = asked::asked((input, verify), sources)?;
    let (file, mut read) = input::reading((asked.input.as_ref().unwrap_or(input), read), config, sources)?;
    read.notes.extend(asked.notes);
    let of_property_file = asked.property.is_some();
    let (checked, errors, unlooked) = match asked.property {
        Some(asked) => (asked.checked, asked.errors, asked.unlooked),
        None => (checked(verify, config)?, Errors::Usual, None),
    };
    let expected = asked.expected;
    let is_usual = !of_property_file && checked == Checked::default();
    Ok(Check {
        file,
        model,
        model_span,
        read,
        unwind: unwind(verify, config)?,
        checked,
        errors,
        of_property_file,
        unasked: if is_usual { Unasked::LookedFor } else { Unasked::Overlooked },
        unlooked,
        expected,
        engine: Engine::default(),
        solver: solver(verify, config)?,
        dependencies: if verify.no_dependencies { Dependencies::Ignored } else { Dependencies::Kept },
        timeout: timeout(&verify.limits, config)?,
        memory: memory(&verify.limits, config)?,
        drawing: Drawing::default(),
        proof: None,
    })
}

/// Whether this names a file and not a built-in model.
fn is_path(model: &str) -> bool {
    model.contains(['/', '\\']) || model.ends_with(".toml")
}

pub fn model(args: &VerifyArgs, config: &Config) -> Result<(String, Option<Span>), Diagnostic> {
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

fn solver(args: &VerifyArgs, config: &Config) -> Result<Solver, Diagnostic> {
    match given(args.solver.clone(), config, &config.values.solver) {
        Some(name) => Solver::from_name(&name.value).map_err(|unknown| name.error(unknown.to_string())),
        None => Ok(Solver::available()[0]),
    }
}

/// How long the cross-check may take, if there is one.
fn cross_check(args: &CrossArgs, config: &Config) -> Result<Option<Duration>, Diagnostic> {
    let budget = given(args.cross_check_budget, config, &config.values.cross_check_budget);
    let wanted = given(args.cross_check, config, &config.values.cross_check);
    let wanted = wanted.map_or(defaults::CROSS_CHECK, |given| given.value);
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
        Some(seconds) => match time(seconds.value) {
            Ok(duration) => duration,
            Err(_) => {
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

fn writing(check: &Check, args: &PatchArgs) -> Result<Writing, Diagnostic> {
    let destination = destination(check, args)?;
    if args.force && !matches!(destination, Destination::File(_) | Destination::Directory(_)) {
        return Err(Diagnostic::error("`--force` has no meaning without `--output` or `--output-dir`")
            .help("it overwrites the files that these name; leave it out"));
    }
    if let Some(root) = args.root.as_ref().filter(|root| !root.is_dir()) {
        return Err(Diagnostic::error(format!("`--root {}` is no folder", root.display()))
            .help("give the folder that holds the project"));
    }
    let further = check.read.further.iter().map(|unit| unit.path.clone());
    let files = std::iter::once(check.file.clone()).chain(further).collect();
    Ok(Writing { destination, files, root: args.root.clone(), force: args.force })
}

fn destination(check: &Check, args: &PatchArgs) -> Result<Destination, Diagnostic> {
    let inputs = || std::iter::once(&check.file).chain(check.read.further.iter().map(|unit| &unit.path));
    let contradict = |a: &str, b: &str, help: &str| {
        Err(Diagnostic::error(format!("`{a}` and `{b}` contradict each other")).help(help.to_string()))
    };
    match (&args.output, &args.output_dir, args.in_place) {
        (None, None, true) if inputs().any(|file| file.as_os_str() == "-") => {
            Err(Diagnostic::error("`--in-place` cannot change standard input")
                .help("use `--quiet --diff`, or `--output FILE`"))
        }
        (Some(_), _, true) => {
            contradict("--output", "--in-place", "`--in-place` changes the source files; `--output` leaves them alone")
        }
        (_, Some(_), true) => contradict(
            "--output-dir",
            "--in-place",
            "`--in-place` changes the source files; `--output-dir` leaves them alone",
        ),
        (Some(_), Some(_), _) => {
            contradict("--output", "--output-dir", "the one writes a single file, the other a tree of them")
        }
        (None, None, true) => Ok(Destination::InPlace),
        (None, None, false) => Ok(Destination::None),
        (None, Some(path), false) => Ok(Destination::Directory(path.clone())),
        (Some(path), None, false) if path.as_os_str() == "-" => {
            Err(Diagnostic::error("`--output -`: standard output carries the report")
                .help("give a file, or use `--quiet --diff` for the change on standard output"))
        }
        (Some(path), None, false) => {
            if inputs().any(|input| database::same(input, path)) {
                return Err(Diagnostic::error("`--output` names the input itself")
                    .help("use `--in-place` to change the source files"));
            }
            Ok(Destination::File(path.clone()))
        }
    }
}

//! The suite file: which programs, models and algorithms are compared, and what is expected.
//!
//! In: a TOML file. Out: a [`Suite`] in which every name is known and every file is there, or a diagnostic at the place
//! in the file. It runs nothing. `benchmarks/robmc/README.md` explains the keys.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::template::{Templates, Value, Values};
use super::verdict::Verdict;
use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::drive::outcome::Objective;
use crate::intake::{self, Writer};
use crate::model::Model;
use crate::sat::backend::Solver;
use crate::synth::{self, Algorithm};

/// Seconds for one job unless the suite or the command line says otherwise; as in the ROBMC paper.
pub const DEFAULT_SECONDS: f64 = 600.0;
/// MiB for one job unless the suite or the command line says otherwise.
pub const DEFAULT_MEMORY: u64 = 4096;

/// The most values of one parameter; more is taken for a mistake.
const MOST_VALUES: i64 = 100_000;

/// A suite that was read.
pub struct Suite {
    pub name: String,
    pub path: PathBuf,
    pub families: Vec<Family>,
    pub algorithms: Vec<Algorithm>,
    /// First reorder bounds, for the algorithms that have one.
    pub k1: Vec<usize>,
    pub solver: Solver,
    /// For one job.
    pub seconds: f64,
    /// For one job, in MiB.
    pub memory: u64,
    pub templates: Templates,
    pub text: String,
}

/// Programs that differ in parameters only.
#[derive(Clone, Debug)]
pub struct Family {
    pub name: String,
    pub program: Program,
    pub models: Vec<Model>,
    pub objective: Objective,
    /// Every parameter with its values, in the order in which they are gone through.
    pub parameters: BTreeMap<String, Vec<Value>>,
    pub include: Vec<PathBuf>,
    /// Each may mention parameters.
    pub define: Vec<String>,
    /// The unwinding bound of all loops, which may mention parameters; without it the bound rises by itself.
    pub unwind: Option<String>,
    pub unwind_limit: Option<u32>,
    /// What is known to come out, by model.
    pub expect: BTreeMap<String, Expectation>,
    /// Where the suite file speaks of the family.
    pub span: Option<Span>,
}

/// Where the C comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A template, named from the suite's directory.
    Template(String),
    /// A C file.
    File(PathBuf),
}

/// A known result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub verdict: Verdict,
    /// How many pairs or fences, whatever the objective counts.
    pub size: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawSuite {
    name: Spanned<String>,
    #[serde(default, rename = "description")]
    _description: Option<String>,
    models: Vec<Spanned<String>>,
    algorithms: Option<Spanned<Vec<Spanned<String>>>>,
    k1: Option<Spanned<Vec<Spanned<usize>>>>,
    objective: Option<Spanned<String>>,
    solver: Option<Spanned<String>>,
    #[serde(default)]
    limits: RawLimits,
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<toml::Value>>,
    #[serde(default)]
    files: Vec<Spanned<String>>,
    #[serde(default)]
    family: Vec<Spanned<RawFamily>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawLimits {
    seconds: Option<Spanned<f64>>,
    memory: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawFamily {
    name: Option<Spanned<String>>,
    template: Option<Spanned<String>>,
    file: Option<Spanned<String>>,
    models: Option<Vec<Spanned<String>>>,
    objective: Option<Spanned<String>>,
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<toml::Value>>,
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    define: Vec<String>,
    unwind: Option<Spanned<toml::Value>>,
    unwind_limit: Option<u32>,
    #[serde(default)]
    expect: BTreeMap<String, Spanned<RawExpectation>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawExpectation {
    verdict: Spanned<String>,
    size: Option<usize>,
}

impl Suite {
    /// Reads and checks a suite file.
    ///
    /// # Errors
    /// Whatever is wrong with it: syntax, keys, names, files that are not there.
    pub fn read(path: &Path, sources: &mut Sources) -> Result<Suite, Vec<Diagnostic>> {
        let text = intake::stored(path).and_then(|()| intake::text(path, Writer::People)).map_err(|error| {
            vec![Diagnostic::error(format!("cannot read the suite file {}: {error}", path.display()))]
        })?;
        let file = sources.add(path, text.as_str());
        let raw: RawSuite = toml::from_str(&text).map_err(|error| {
            let mut diagnostic = Diagnostic::error(format!("suite file: {}", error.message().trim_end()));
            diagnostic.span = error.span().map(|range| span(file, range));
            vec![diagnostic.help("`benchmarks/robmc/README.md` in fencesmith's sources explains the keys of a suite")]
        })?;
        let directory = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Reader { file, directory, sources }.suite(raw, path, text)
    }
}

struct Reader<'s> {
    file: FileId,
    /// Where the suite file stands.
    directory: PathBuf,
    sources: &'s mut Sources,
}

type Checked<T> = Result<T, Vec<Diagnostic>>;

impl Reader<'_> {
    fn error<T, R>(&self, at: &Spanned<T>, message: impl Into<String>, help: &str) -> Checked<R> {
        Err(vec![Diagnostic::error(message).at(span(self.file, at.span())).help(help)])
    }

    fn suite(mut self, raw: RawSuite, path: &Path, text: String) -> Checked<Suite> {
        if !is_name(raw.name.get_ref()) {
            return self.error(&raw.name, "this is no name for a suite", NAME_HELP);
        }
        let models = self.models(&raw.models)?;
        let objective = self.objective(raw.objective.as_ref())?.unwrap_or(Objective::Fences);
        let algorithms = self.algorithms(raw.algorithms.as_ref())?;
        let k1 = self.first_bounds(raw.k1.as_ref(), &algorithms)?;
        let solver = match &raw.solver {
            Some(name) => match Solver::from_name(name.get_ref()) {
                Ok(solver) => solver,
                Err(unknown) => {
                    return self.error(name, unknown.to_string(), "without `solver` the default one is used");
                }
            },
            None => Solver::default(),
        };
        let (seconds, memory) = self.limits(&raw.limits)?;
        let common = self.parameters(&raw.parameters)?;
        let mut families = Vec::new();
        for file in &raw.files {
            let family = RawFamily {
                name: None,
                template: None,
                file: Some(file.clone()),
                models: None,
                objective: None,
                parameters: BTreeMap::new(),
                include: Vec::new(),
                define: Vec::new(),
                unwind: None,
                unwind_limit: None,
                expect: BTreeMap::new(),
            };
            families.push(self.family(&Spanned::new(file.span(), family), &models, objective, &common)?);
        }
        for family in &raw.family {
            families.push(self.family(family, &models, objective, &common)?);
        }
        if families.is_empty() {
            return self.error(
                &raw.name,
                "the suite has no programs",
                "add `files = [\"a.c\", \"b.c\"]`, or a `[[family]]` with a `file` or a `template`",
            );
        }
        for (i, family) in families.iter().enumerate() {
            if families[..i].iter().any(|other| other.name == family.name) {
                let mut error = Diagnostic::error(format!("two families have the name `{}`", family.name));
                error.span = family.span;
                return Err(vec![error.help("give one of them another `name`")]);
            }
        }
        let templates = Templates::new(&self.directory);
        self.expands(&families, &templates)?;
        let name = raw.name.into_inner();
        let path = path.to_path_buf();
        Ok(Suite { name, path, families, algorithms, k1, solver, seconds, memory, templates, text })
    }

    fn models(&mut self, names: &[Spanned<String>]) -> Checked<Vec<Model>> {
        let mut models: Vec<Model> = Vec::new();
        for name in names {
            let written = name.get_ref();
            // The path of a model file starts where the suite file stands.
            let is_path = written.contains('/') || written.ends_with(".toml");
            let found = if is_path { self.directory.join(written).to_string_lossy().into() } else { written.clone() };
            let place = span(self.file, name.span());
            let model = Model::find(&found, self.sources).map_err(|mut diagnostics| {
                if let Some(first) = diagnostics.first_mut() {
                    first.span.get_or_insert(place);
                }
                diagnostics
            })?;
            if models.iter().any(|other| other.name() == model.name()) {
                return self.error(name, format!("the model `{}` is named twice", model.name()), "leave one out");
            }
            models.push(model);
        }
        Ok(models)
    }

    fn objective(&self, name: Option<&Spanned<String>>) -> Checked<Option<Objective>> {
        let Some(name) = name else { return Ok(None) };
        match Objective::from_name(name.get_ref()) {
            Some(objective) => Ok(Some(objective)),
            None => {
                let help = format!("one of: {}", Objective::ALL.map(Objective::name).join(", "));
                self.error(name, format!("unknown objective `{}`", name.get_ref()), &help)
            }
        }
    }

    fn algorithms(&self, names: Option<&Spanned<Vec<Spanned<String>>>>) -> Checked<Vec<Algorithm>> {
        let Some(names) = names else { return Ok(Algorithm::ALL.to_vec()) };
        let known = Algorithm::ALL.map(Algorithm::name).join(", ");
        let mut algorithms = Vec::new();
        for name in names.get_ref() {
            match Algorithm::from_name(name.get_ref()) {
                Some(algorithm) if algorithms.contains(&algorithm) => {
                    return self.error(name, format!("the algorithm `{algorithm}` is named twice"), "leave one out");
                }
                Some(algorithm) => algorithms.push(algorithm),
                None => {
                    let help = format!("one of: {known}");
                    return self.error(name, format!("unknown algorithm `{}`", name.get_ref()), &help);
                }
            }
        }
        if algorithms.is_empty() {
            return self.error(names, "no algorithm is named", &format!("some of: {known}; without the key, all"));
        }
        Ok(algorithms)
    }

    fn first_bounds(&self, k1: Option<&Spanned<Vec<Spanned<usize>>>>, used: &[Algorithm]) -> Checked<Vec<usize>> {
        let Some(k1) = k1 else { return Ok(vec![synth::Settings::default().k1]) };
        if let Some(zero) = k1.get_ref().iter().find(|k| *k.get_ref() == 0) {
            return self.error(zero, "a first bound of 0 would reorder nothing", "give bounds of 1 or more");
        }
        let mut bounds: Vec<usize> = k1.get_ref().iter().map(|k| *k.get_ref()).collect();
        bounds.sort_unstable();
        bounds.dedup();
        if bounds.is_empty() && used.iter().any(|algorithm| algorithm.is_bounded()) {
            return self.error(k1, "no first bound is given", "the algorithms robmc and robmc-et start with one");
        }
        Ok(bounds)
    }

    fn limits(&self, limits: &RawLimits) -> Checked<(f64, u64)> {
        if let Some(seconds) = &limits.seconds
            && !(seconds.get_ref().is_finite() && *seconds.get_ref() > 0.0)
        {
            return self.error(seconds, "this is no time limit", "give a number of seconds above 0");
        }
        if let Some(memory) = &limits.memory
            && *memory.get_ref() == 0
        {
            return self.error(memory, "no program runs without memory", "give a number of MiB above 0");
        }
        let seconds = limits.seconds.as_ref().map_or(DEFAULT_SECONDS, |s| *s.get_ref());
        Ok((seconds, limits.memory.as_ref().map_or(DEFAULT_MEMORY, |m| *m.get_ref())))
    }

    fn parameters(&self, raw: &BTreeMap<String, Spanned<toml::Value>>) -> Checked<BTreeMap<String, Vec<Value>>> {
        raw.iter().map(|(name, values)| Ok((name.clone(), self.values(name, values)?))).collect()
    }

    /// One value, a list, or a range.
    fn values(&self, name: &str, raw: &Spanned<toml::Value>) -> Checked<Vec<Value>> {
        const HELP: &str = "give an integer, a string, a list of them, or `{ from = 2, to = 40, step = 2 }`";
        if !is_identifier(name) {
            return self.error(raw, format!("`{name}` cannot be the name of a parameter"), "use letters and digits");
        }
        if name == MODEL {
            return self.error(raw, "the parameter `model` is the name of the memory model", "use another name");
        }
        let single = |value: &toml::Value| match value {
            toml::Value::Integer(number) => Some(Value::Number(*number)),
            toml::Value::String(text) => Some(Value::Text(text.clone())),
            _ => None,
        };
        let values = match raw.get_ref() {
            toml::Value::Array(items) => items.iter().map(single).collect(),
            toml::Value::Table(range) => {
                let number = |key: &str| range.get(key).and_then(toml::Value::as_integer);
                let known = range.keys().all(|key| ["from", "to", "step"].contains(&key.as_str()));
                let step = if range.contains_key("step") { number("step") } else { Some(1) };
                match (number("from"), number("to"), step) {
                    (Some(from), Some(to), Some(step))
                        if known && step > 0 && to.saturating_sub(from) / step < MOST_VALUES =>
                    {
                        Some((from..=to).step_by(step as usize).map(Value::Number).collect())
                    }
                    _ => None,
                }
            }
            one => single(one).map(|value| vec![value]),
        };
        let Some(values): Option<Vec<Value>> = values else {
            return self.error(raw, format!("these are no values for the parameter `{name}`"), HELP);
        };
        if values.is_empty() {
            return self.error(raw, format!("the parameter `{name}` has no value"), HELP);
        }
        if (1..values.len()).any(|i| values[..i].contains(&values[i])) {
            return self.error(raw, format!("the parameter `{name}` has a value twice"), "leave one out");
        }
        Ok(values)
    }

    fn family(
        &mut self,
        raw: &Spanned<RawFamily>,
        models: &[Model],
        objective: Objective,
        common: &BTreeMap<String, Vec<Value>>,
    ) -> Checked<Family> {
        let family = raw.get_ref();
        let (program, written) = match (&family.template, &family.file) {
            (Some(template), None) => (Program::Template(template.get_ref().clone()), template),
            (None, Some(file)) => (Program::File(self.directory.join(file.get_ref())), file),
            _ => {
                return self.error(
                    raw,
                    "a family has either a `template` or a `file`",
                    "`file` is a C file as it stands; `template` is C with parameters",
                );
            }
        };
        let path = self.directory.join(written.get_ref());
        if !path.exists() {
            let what = if family.template.is_some() { "template" } else { "C file" };
            let message = format!("there is no {what} {}", path.display());
            return self.error(written, message, "the path starts where the suite file stands");
        }
        let name = match &family.name {
            Some(name) if !is_name(name.get_ref()) => {
                return self.error(name, "this is no name for a family", NAME_HELP);
            }
            Some(name) => name.get_ref().clone(),
            None => {
                let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let stem = file.split('.').next().unwrap_or_default().to_string();
                if !is_name(&stem) {
                    return self.error(written, "the family needs a `name`", NAME_HELP);
                }
                stem
            }
        };
        let models = match &family.models {
            Some(names) => self.models(names)?,
            None => models.to_vec(),
        };
        if models.is_empty() {
            return self.error(raw, format!("the family `{name}` has no model"), "list names in `models`");
        }
        let mut parameters = common.clone();
        parameters.extend(self.parameters(&family.parameters)?);
        let unwind = match family.unwind.as_ref().map(|unwind| (unwind, unwind.get_ref())) {
            None => None,
            Some((_, toml::Value::Integer(bound))) => Some(bound.to_string()),
            Some((_, toml::Value::String(text))) => Some(text.clone()),
            Some((unwind, _)) => {
                return self.error(
                    unwind,
                    "this is no unwinding bound",
                    "give an integer, or a text with parameters such as \"${n}\"",
                );
            }
        };
        let mut expect = BTreeMap::new();
        for (model, expected) in &family.expect {
            if !models.iter().any(|m| m.name() == model) {
                let message = format!("a result is expected for `{model}`, under which the family is not run");
                return self.error(expected, message, "name a model of the family");
            }
            let RawExpectation { verdict, size } = expected.get_ref();
            let known = [Verdict::Safe, Verdict::Repaired, Verdict::Unrepairable];
            let Some(found) = known.into_iter().find(|known| known.name() == verdict.get_ref()) else {
                let message = format!("`{}` cannot be expected", verdict.get_ref());
                return self.error(verdict, message, "one of: safe, repaired, unrepairable");
            };
            expect.insert(model.clone(), Expectation { verdict: found, size: *size });
        }
        Ok(Family {
            name,
            program,
            models,
            objective: self.objective(family.objective.as_ref())?.unwrap_or(objective),
            parameters,
            include: family.include.iter().map(|path| self.directory.join(path)).collect(),
            define: family.define.clone(),
            unwind,
            unwind_limit: family.unwind_limit,
            expect,
            span: Some(span(self.file, raw.span())),
        })
    }

    /// Whether the first instance of each family can be written down, so that mistakes show before anything runs.
    fn expands(&mut self, families: &[Family], templates: &Templates) -> Checked<()> {
        for family in families {
            let mut values: Values = family.parameters.iter().map(|(k, v)| (k.clone(), v[0].clone())).collect();
            values.insert(MODEL.to_string(), Value::Text(family.models[0].name().to_string()));
            let place = |mut error: Diagnostic| {
                error.span = error.span.or(family.span);
                vec![error]
            };
            family.defines(templates, &values).and_then(|_| family.unwinding(templates, &values)).map_err(place)?;
            if let Program::Template(name) = &family.program {
                templates.render(name, &values, self.sources).map_err(place)?;
            }
        }
        Ok(())
    }
}

/// The parameter that every template has.
pub const MODEL: &str = "model";

const NAME_HELP: &str = "use letters, digits, `-`, `_`, `.` and `+`";

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c))
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Family {
    /// The macros for some values of the parameters.
    ///
    /// # Errors
    /// A definition mentions a parameter that there is not, or defines nothing.
    pub fn defines(&self, templates: &Templates, values: &Values) -> Result<Vec<(String, Option<String>)>, Diagnostic> {
        let define = |text: &String| {
            let expanded = templates
                .expand(text, values)
                .map_err(|words| Diagnostic::error(format!("`define` of `{}`: {words}", self.name)))?;
            let (name, value) = match expanded.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (expanded.as_str(), None),
            };
            if !is_identifier(name) {
                return Err(Diagnostic::error(format!("`{expanded}` does not define a macro"))
                    .help("write \"NAME\" or \"NAME=VALUE\""));
            }
            Ok((name.to_string(), value))
        };
        self.define.iter().map(define).collect()
    }

    /// The unwinding bound for some values of the parameters.
    ///
    /// # Errors
    /// It mentions a parameter that there is not, or is no bound.
    pub fn unwinding(&self, templates: &Templates, values: &Values) -> Result<Option<u32>, Diagnostic> {
        let Some(text) = &self.unwind else { return Ok(None) };
        let wrong = |words: String| Diagnostic::error(format!("`unwind` of `{}`: {words}", self.name));
        let expanded = templates.expand(text, values).map_err(wrong)?;
        match expanded.trim().parse() {
            Ok(bound) if bound > 0 => Ok(Some(bound)),
            _ => Err(wrong(format!("`{expanded}` is no bound")).help("give an integer of 1 or more")),
        }
    }
}

fn span(file: FileId, range: Range<usize>) -> Span {
    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span { file, start: offset(range.start), end: offset(range.end) }
}

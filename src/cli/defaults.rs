//! What holds where nobody said anything: the one list of the defaults of the options that a configuration file can set.
//!
//! In: the long name of an option, which is its key in the file too. Out: a [`Fallback`], and how the help says it. The
//! settings take the same constants. It must not know what anybody said.

use std::collections::BTreeMap;

use clap::ValueEnum;
use toml::Value;

use super::format::Format;
use crate::drive::Engine;
use crate::drive::crosscheck::BUDGET;
use crate::drive::outcome::Objective;
use crate::ir::Concern;
use crate::sat::backend::Solver;
use crate::synth::{self, Algorithm};

/// How far unwinding rises by itself, in iterations of one loop.
pub const UNWIND_LIMIT: u32 = 16;
/// Whether the system's headers are read.
pub const SYSTEM_HEADERS: bool = false;
/// Whether freed addresses stay away.
pub const FRESH_ADDRESSES: bool = false;
pub const SPURIOUS_FAILURES: bool = false;
/// Whether fences stand without a comment.
pub const NO_COMMENTS: bool = false;
/// Whether the change is shown.
pub const DIFF: bool = false;
/// Whether the explorer looks at what is suggested.
pub const CROSS_CHECK: bool = true;
/// How many repairs are listed at most.
pub const REPAIRS: usize = 100;
/// What `optimize` minimises.
pub const OPTIMIZED: Objective = Objective::Cost;
/// The dialect of C.
const STANDARD: &str = "gnu11";

/// The value of an option that nobody gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Fallback {
    Value(Value),
    /// No value of the option's own form: what happens instead.
    Words(&'static str),
    /// Nothing happens, or the value must be given.
    Nothing,
}

/// The keys that a configuration file can have, in the order in which they are shown, with their fallbacks.
pub fn all() -> Vec<(&'static str, Fallback)> {
    use Fallback::{Nothing, Value as V, Words};
    let names = Concern::ALL.into_iter().filter(|concern| concern.is_default());
    let concerns = names.map(|concern| concern.name().into()).collect::<Vec<Value>>();
    let format = Format::default().to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
    vec![
        ("model", Nothing),
        ("include", Nothing),
        ("iquote", Nothing),
        ("isystem", Nothing),
        ("force-include", Nothing),
        ("define", Nothing),
        ("undefine", Nothing),
        ("std", V(STANDARD.into())),
        ("system-headers", V(SYSTEM_HEADERS.into())),
        ("fresh-addresses", V(FRESH_ADDRESSES.into())),
        ("spurious-failures", V(SPURIOUS_FAILURES.into())),
        ("property", V(concerns.into())),
        ("engine", V(Engine::default().name().into())),
        ("unwind", Words("the bound rises by itself")),
        ("unwind-loop", Nothing),
        ("unwind-limit", V(i64::from(UNWIND_LIMIT).into())),
        ("solver", V(Solver::available()[0].name().into())),
        ("timeout", Words("no limit")),
        ("memory", Words("three quarters of what is free")),
        ("algorithm", V(Algorithm::default().name().into())),
        ("k1", V(i64::try_from(synth::Settings::default().k1).unwrap_or(i64::MAX).into())),
        ("k2", Words("no bound")),
        ("minimize", V(Objective::default().name().into())),
        ("cost", Words("the model's")),
        ("weight", Words("1")),
        ("fences-in", Words("anywhere")),
        ("no-fences-in", Nothing),
        ("fence-text", Words("as the file does, or else as the model says")),
        ("no-comments", V(NO_COMMENTS.into())),
        ("diff", V(DIFF.into())),
        ("cross-check", V(CROSS_CHECK.into())),
        ("cross-check-budget", V(BUDGET.as_secs_f64().into())),
        ("format", V(format.into())),
        ("color", V(clap::ColorChoice::default().to_string().into())),
    ]
}

/// How the help says the defaults of the options that have one.
pub fn told() -> BTreeMap<&'static str, String> {
    let tell = |(key, fallback)| match fallback {
        Fallback::Value(value) => Some((key, plain(&value))),
        Fallback::Words(words) => Some((key, words.to_string())),
        Fallback::Nothing => None,
    };
    all().into_iter().filter_map(tell).collect()
}

/// A value as one types it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

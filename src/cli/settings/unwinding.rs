//! How often loops run at most.
//!
//! In: the options and the configuration file. Out: an [`Unwind`], or a diagnostic for a bound that cannot be read or
//! contradicts another one. It must not know the program.

use crate::cli::args::VerifyArgs;
use crate::cli::config::Config;
use crate::cli::defaults;
use crate::cli::given::{Given, given};
use crate::diag::Diagnostic;

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

/// The bounds that are meant.
///
/// # Errors
/// A bound of no iteration, or two that contradict each other.
pub fn unwind(args: &VerifyArgs, config: &Config) -> Result<Unwind, Diagnostic> {
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
    let loops = unwind_loops(args, config)?.into_iter().map(|given| given.value).collect();
    Ok(Unwind { fixed: fixed.map(|g| g.value), limit: limit.map_or(defaults::UNWIND_LIMIT, |g| g.value), loops })
}

/// The bounds of single loops; what the command line says of a loop replaces what the file says of it.
pub fn unwind_loops(args: &VerifyArgs, config: &Config) -> Result<Vec<Given<LoopBound>>, Diagnostic> {
    let mut loops: Vec<Given<LoopBound>> = Vec::new();
    let typed = args.unwind_loop.iter().map(|value| Given { value: value.clone(), span: None });
    let of_file = config.values.unwind_loop.iter();
    let of_file = of_file.map(|v| Given { value: v.get_ref().clone(), span: config.span(v) });
    for given in typed.chain(of_file) {
        let bound = loop_bound(&given)?;
        match loops.iter().find(|other| other.value.file == bound.file && other.value.line == bound.line) {
            Some(other) if other.on_command_line() && !given.on_command_line() => {}
            Some(other) if other.value.bound != bound.bound => {
                return Err(given.error(format!(
                    "the loop at {}:{} has two bounds, {} and {}",
                    bound.file, bound.line, other.value.bound, bound.bound
                )));
            }
            Some(_) => {}
            None => loops.push(Given { value: bound, span: given.span }),
        }
    }
    Ok(loops)
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

//! What the user says about the costs and places of fences.
//!
//! In: the options and the configuration file. Out: a [`Preference`], or a diagnostic for an option that cannot be
//! read. A list on the command line replaces the one in the file. It must not know the program.

use toml::Spanned;

use crate::cli::args::{PatchArgs, SearchArgs};
use crate::cli::config::Config;
use crate::cli::defaults;
use crate::cli::given::{Given, given};
use crate::diag::Diagnostic;
use crate::drive::{Comments, Preference};

/// The preference.
///
/// # Errors
/// An option that is not of its form.
pub fn preference(args: &SearchArgs, config: &Config) -> Result<Preference, Diagnostic> {
    let file = &config.values;
    let costs = list(&args.cost, config, &file.cost);
    let weights = list(&args.weight, config, &file.weight);
    let names = |typed: &[String], of_file| list(typed, config, of_file).into_iter().map(|given| given.value).collect();
    Ok(Preference {
        costs: costs.iter().map(cost).collect::<Result<_, _>>()?,
        weights: weights.iter().map(weight).collect::<Result<_, _>>()?,
        only_in: names(&args.fences_in, &file.fences_in),
        not_in: names(&args.no_fences_in, &file.no_fences_in),
    })
}

/// How fences are to be spelled.
///
/// # Errors
/// An option that is not of its form.
pub fn fence_texts(args: &PatchArgs, config: &Config) -> Result<Vec<(String, String)>, Diagnostic> {
    let texts = list(&args.fence_text, config, &config.values.fence_text);
    texts.iter().map(fence_text).collect()
}

/// Whether fences have comments.
pub fn comments(args: &PatchArgs, config: &Config) -> Comments {
    let is_off = given(args.no_comments, config, &config.values.no_comments);
    match is_off.map_or(defaults::NO_COMMENTS, |given| given.value) {
        true => Comments::LeftOut,
        false => Comments::Written,
    }
}

/// `KIND=TEXT`; the statement may come without its semicolon.
fn fence_text(given: &Given<String>) -> Result<(String, String), Diagnostic> {
    let parsed = given.value.split_once('=').map(|(kind, text)| (kind.trim(), text.trim().trim_end_matches(';')));
    if let Some((_, text)) = parsed
        && !is_fence_alone(text)
    {
        return Err(given.error(format!("`{text}` does more than a fence")).help(
            "give the call, the `asm` or the macro that is the fence; a change of the program is yours to make",
        ));
    }
    match parsed.filter(|(kind, text)| !kind.is_empty() && !text.is_empty() && !text.contains('\n')) {
        Some((kind, text)) => Ok((kind.to_string(), format!("{text};"))),
        None => Err(given
            .error(format!("`{}` does not give a fence its text", given.value))
            .help("write `--fence-text KIND=TEXT`, `full=smp_mb();` say")),
    }
}

/// Whether a text can be nothing but a fence: it assigns nothing, jumps nowhere, and leaves what follows on its line alone, as a comment or a line that
/// goes on would not. What a function or a macro of its own does is seen when the text is read.
fn is_fence_alone(text: &str) -> bool {
    // What is in quotes is an assembler's or a constraint.
    let outside: String = text.split('"').step_by(2).collect::<Vec<_>>().join("\"\"");
    let mut words = outside.split(|c: char| !c.is_alphanumeric() && c != '_');
    let jumps = ["if", "else", "while", "for", "do", "switch", "goto", "return", "break", "continue"];
    !outside.contains(['=', '{', '}', '#', '\\'])
        && !["//", "/*", "??", "%:"].iter().any(|mark| outside.contains(mark))
        && !outside.contains("++")
        && !outside.contains("--")
        && !words.any(|word| jumps.contains(&word))
}

/// The values of the command line, or else those of the file.
pub fn list(typed: &[String], config: &Config, of_file: &[Spanned<String>]) -> Vec<Given<String>> {
    if typed.is_empty() {
        of_file.iter().map(|v| Given { value: v.get_ref().clone(), span: config.span(v) }).collect()
    } else {
        typed.iter().map(|value| Given { value: value.clone(), span: None }).collect()
    }
}

/// `KIND=N`.
fn cost(given: &Given<String>) -> Result<(String, u32), Diagnostic> {
    let parse = |text: &str| {
        let (kind, cost) = text.rsplit_once('=')?;
        Some((kind.to_string(), cost.parse().ok().filter(|cost| *cost > 0)?))
    };
    parse(&given.value).ok_or_else(|| {
        given
            .error(format!("`{}` does not give a fence its cost", given.value))
            .help("write `--cost KIND=N` with the name of a fence of the model and N of 1 or more, `full=20` say")
    })
}

/// `FILE:LINE=N`.
fn weight(given: &Given<String>) -> Result<(String, u32, u32), Diagnostic> {
    let parse = |text: &str| {
        let (place, factor) = text.rsplit_once('=')?;
        let (file, line) = place.rsplit_once(':')?;
        let (line, factor) = (line.parse().ok()?, factor.parse().ok()?);
        (!file.is_empty() && line > 0 && factor > 0).then(|| (file.to_string(), line, factor))
    };
    parse(&given.value).ok_or_else(|| {
        given
            .error(format!("`{}` does not weigh a line", given.value))
            .help("write `--weight FILE:LINE=N` with N of 1 or more, `lock.c:12=10` say")
    })
}

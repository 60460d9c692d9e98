//! Reads one translation unit.
//!
//! In: a path and [`ReadOptions`]. Out: a [`Unit`] or a [`Failure`]. Drives preprocessor, parser, type checker and
//! lowering, and turns their complaints into diagnostics at the user's places. A panic of the C reader's crates on
//! strange input becomes a diagnostic.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rucc_diag::Severity;
use rucc_session::{FileSystem, Session, Std};

use super::files::{self, Files};
use super::lower;
use super::positions::{Positions, index_span};
use super::statement::ASYNC_LABEL;
use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::ir::Program;

/// The machine whose C this is: LP64, `char` signed.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The dialect, which is gcc's default less C23.
const STANDARD: &str = "gnu11";

/// How many errors of one unit are reported.
const ERROR_LIMIT: usize = 20;

/// How a C file is to be read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// `-I`, in order.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: name (with its parameters, if any) and value; without one the macro is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// Search the system's headers instead of the tool's own.
    pub system_headers: bool,
    /// Text to read instead of what is on disk, by canonical path.
    pub overlay: BTreeMap<PathBuf, String>,
}

/// A C file that was read.
#[derive(Clone, Debug)]
pub struct Unit {
    pub program: Program,
    /// The main file first, then the files it includes.
    pub sources: Sources,
    pub warnings: Vec<Diagnostic>,
}

/// Why a C file could not be read.
#[derive(Clone, Debug)]
pub struct Failure {
    pub sources: Sources,
    /// At least one.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a C file.
///
/// # Errors
/// The file or a header cannot be read, the text is no C, or the part of it that `main` reaches uses something that
/// is not supported.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Unit, Failure> {
    let fs = Files::new(options.overlay.clone());
    let bytes = fs.read(path).map_err(|error| {
        fail(Sources::default(), Diagnostic::error(format!("cannot read {}: {error}", path.display())))
    })?;
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text.to_string(),
        Err(error) => {
            let at = error.valid_up_to();
            let mut sources = Sources::default();
            let valid = String::from_utf8_lossy(&bytes[..at]).into_owned();
            let file = sources.add(path, valid);
            let span = Span { file, start: at as u32, end: at as u32 };
            let error = Diagnostic::error("the file is not UTF-8 text").at(span);
            return Err(fail(sources, error.help("convert it to UTF-8")));
        }
    };
    // The reading runs on a stack of its own: the parser, the checker and the lowering recurse with the source.
    let worker = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(256 << 20)
            .spawn_scoped(scope, || {
                let _quiet = QuietPanics::new();
                catch_unwind(AssertUnwindSafe(|| read_text(path, &text, options, &fs)))
            })
            .map(|handle| handle.join())
    });
    match worker {
        Ok(Ok(Ok(result))) => result,
        Ok(Ok(Err(panic)) | Err(panic)) => {
            let what = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            let mut sources = Sources::default();
            let file = sources.add(path, text.as_str());
            let place = PANIC_PLACE.lock().map(|place| place.clone()).unwrap_or_default();
            let error = Diagnostic::error(format!("internal error in the C reader: {what} ({place})"))
                .at(Span { file, start: 0, end: 0 })
                .help("please report this, with the file");
            Err(fail(sources, error))
        }
        Err(error) => {
            Err(fail(Sources::default(), Diagnostic::error(format!("cannot start a thread to read with: {error}"))))
        }
    }
}

fn fail(sources: Sources, diagnostic: Diagnostic) -> Failure {
    Failure { sources, diagnostics: vec![diagnostic] }
}

fn read_text(path: &Path, text: &str, options: &ReadOptions, fs: &Files) -> Result<Unit, Failure> {
    let triple = TARGET.parse().expect("the target is known; please report this");
    let mut opts = rucc_session::Options::new(triple);
    let (std, gnu) = Std::from_flag(STANDARD).expect("the dialect is known; please report this");
    opts.std = std;
    opts.gnu_extensions = gnu;
    opts.permissive = true;
    opts.search = files::search_path(options);
    for (name, value) in &options.defines {
        opts.defines.push(match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        });
    }
    opts.undefines.clone_from(&options.undefines);

    let mut sources = Sources::default();
    let mut session = Session::new(opts.clone());
    let keywords = rucc_lex::Keywords::new(&mut session.interner, std, gnu).x86(gnu);
    let name = path.display().to_string();
    let Ok(file) = session.sources.add(name, text.as_bytes().to_vec()) else {
        return Err(fail(sources, Diagnostic::error("the file is larger than 4 GB")));
    };
    let mut preprocessor = rucc_pp::Preprocessor::new();
    let predefined = rucc_pp::Predef::for_options(&opts);
    let tokens = {
        let mut context = rucc_pp::Context::new(&mut session.interner, &mut session.sources, fs, &opts.search);
        context.lex = rucc_lex::Options::for_dialect(std, gnu, opts.trigraphs);
        if preprocessor.predefine(&session.target, &predefined, &mut context).is_err() {
            return Err(fail(sources, Diagnostic::error("the predefined macros do not fit into memory")));
        }
        preprocessor.run(file, &mut context)
    };
    let positions = Positions::new(&tokens, &session.sources, &session.interner, &mut sources);

    let mut errors = Vec::new();
    for complaint in preprocessor.diagnostics().iter().filter(|d| d.severity.is_fatal()) {
        let at = |span: rucc_diag::Span| positions.locate(span, &session.sources);
        errors.push(convert(complaint, &at));
    }
    if !errors.is_empty() {
        return Err(Failure { sources, diagnostics: errors });
    }

    // Every token carries its index as its span from here on, so that a node of the tree is a range of tokens.
    let indexed: Vec<_> = tokens
        .iter()
        .enumerate()
        .map(|(index, token)| {
            let mut token = token.to_pp();
            token.span = index_span(index);
            // Nobody jumps to a label that starts a thread; two of one name in a function are two labels.
            if let Some(name) = token.value.map(|value| session.interner.resolve(value))
                && name.starts_with(ASYNC_LABEL)
            {
                let name = format!("{name}:{index}");
                token.value = Some(session.interner.intern(&name));
            }
            token
        })
        .collect();
    let converter = rucc_lex::Convert {
        keywords: &keywords,
        interner: &session.interner,
        target: &session.target,
        std,
        gnu,
        pedantic: false,
    };
    // The last line is where a text ends, not the empty one behind it.
    let length = text.strip_suffix('\n').unwrap_or(text).len() as u32;
    let end = Span { file: FileId(0), start: length, end: length };
    let at = |span: rucc_diag::Span| {
        // What is missing at the end of the text is after its last token.
        if !span.is_dummy() && span.lo + 1 >= index_span(tokens.len()).lo {
            return Some(end);
        }
        positions.range(span).and_then(|range| positions.span(range))
    };
    let (lexed, complaints) = rucc_lex::convert(&indexed, &converter);
    let parsed = rucc_parse::parse(
        &lexed,
        rucc_parse::Context {
            interner: &session.interner,
            std,
            gnu,
            pedantic: false,
            error_limit: ERROR_LIMIT,
            type_names: &[],
        },
    );
    for complaint in complaints.iter().chain(&parsed.diagnostics).filter(|d| d.severity.is_fatal()) {
        errors.push(convert(complaint, &at));
    }
    if !errors.is_empty() {
        return Err(Failure { sources, diagnostics: errors });
    }

    let mut context = rucc_sema::Context::new(&session.interner, &session.target, std);
    context.permissive = true;
    context.error_limit = ERROR_LIMIT;
    context.strict_flex_arrays = opts.strict_flex_arrays;
    context.no_builtin = &opts.no_builtin;
    context.short_enums = opts.short_enums;
    context.ms_extensions = session.ms_extensions();
    context.isa = opts.isa;
    context.x87 = opts.x87;
    context.gnuc = opts.gnuc.major;
    let mut checker = rucc_sema::Checker::new(&parsed.ast, context);
    checker.check_unit();
    let checked = checker.finish();
    for complaint in checked.diagnostics.iter().filter(|d| d.severity.is_fatal()) {
        errors.push(convert(complaint, &at));
    }
    if !errors.is_empty() {
        return Err(Failure { sources, diagnostics: errors });
    }

    let input = lower::Input {
        tast: &checked.tast,
        types: &checked.types,
        target: &session.target,
        names: &session.interner,
        positions: &positions,
        sources: &sources,
        addressed: None,
    };
    let lowered = lower::lower(input);
    if lowered.errors.is_empty() {
        Ok(Unit { program: lowered.program, sources, warnings: lowered.warnings })
    } else {
        Err(Failure { sources, diagnostics: lowered.errors })
    }
}

/// A complaint of the C reader's crates as a diagnostic of this program.
fn convert(complaint: &rucc_diag::Diagnostic, at: &dyn Fn(rucc_diag::Span) -> Option<Span>) -> Diagnostic {
    // The own headers' names are not the user's.
    let mut diagnostic = Diagnostic::error(complaint.message.replace("__fencesmith_assert", "assert"));
    diagnostic.span = at(complaint.span);
    if complaint.message.ends_with("file not found") {
        diagnostic.help = Some("give the directory it is in with `-I`".to_string());
    }
    for child in &complaint.children {
        match child.severity {
            Severity::Help => diagnostic.help = Some(child.message.clone()),
            _ => diagnostic.notes.push((child.message.clone(), at(child.span))),
        }
    }
    diagnostic
}

/// Where the last caught panic was, in this program's own text.
static PANIC_PLACE: Mutex<String> = Mutex::new(String::new());

/// Keeps the message of a caught panic off the standard error while it lives, for the thread that made it.
struct QuietPanics;

thread_local! {
    static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl QuietPanics {
    fn new() -> QuietPanics {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let previous = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                if !QUIET.with(std::cell::Cell::get) {
                    previous(info);
                } else if let (Some(at), Ok(mut place)) = (info.location(), PANIC_PLACE.lock()) {
                    *place = format!("{}:{}", at.file().rsplit('/').next().unwrap_or(""), at.line());
                }
            }));
        });
        QUIET.with(|quiet| quiet.set(true));
        QuietPanics
    }
}

impl Drop for QuietPanics {
    fn drop(&mut self) {
        QUIET.with(|quiet| quiet.set(false));
    }
}

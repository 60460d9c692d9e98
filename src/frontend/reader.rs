//! Reads a program.
//!
//! In: a path and [`ReadOptions`]. Out: a [`Unit`] or a [`Failure`]. Has every translation unit read, those of the
//! library that they need included, and linked and lowered together. A panic of the C reader's crates on strange input
//! becomes a diagnostic.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::harness;
use super::options::{Preprocessing, ReadOptions};
use crate::diag::{Diagnostic, Failure, Sources, Span};
use crate::frontend::link::links;
use crate::frontend::lower::library::bodies;
use crate::frontend::lower::program;
use crate::frontend::passes::nesting;
use crate::frontend::text::files::Files;
use crate::frontend::text::positions::Known;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::unit::{self, Reading, Translation};
use crate::ids::{FileId, FuncId};
use crate::ir::unread::without_unread;
use crate::ir::{Allocator, BinaryOp, Callee, Function, Instr, Op, Operand, Program, Storage, Width};

/// The stack for the reading, in MiB; only what is used of it takes memory.
pub const STACK_MIB: usize = 1024;

/// A program that was read.
#[derive(Clone, Debug)]
pub struct Unit {
    pub program: Program,
    /// The first file of the program first, then all others.
    pub sources: Sources,
    pub warnings: Vec<Diagnostic>,
    /// The files of the user into which no fence is written, each with why.
    pub closed: Vec<(FileId, Closed)>,
}

/// Why no fence is written into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Its name is no UTF-8.
    Name,
    /// Its text is none.
    Text,
}

impl Closed {
    pub fn why(self) -> &'static str {
        match self {
            Closed::Name => "the name of the file is not UTF-8",
            Closed::Text => "the file is not UTF-8 text",
        }
    }

    /// What helps.
    pub fn help(self) -> &'static str {
        match self {
            Closed::Name => "give it another name",
            Closed::Text => "convert it to UTF-8",
        }
    }
}

/// So many errors are told. The first ones say what to mend; an inclusion without end has as many as files are read.
const MOST_ERRORS: usize = 100;

/// Reads a C program: the file at `path` and those that the options name.
///
/// # Errors
/// A file or a header cannot be read, the text is no C, the units do not fit together, or the part of them that `main`
/// reaches uses something that is not supported.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Unit, Failure> {
    let fs = Files::new(options.overlay.clone());
    let unit = on_own_stack(path, &fs, |deepest| read_units(path, options, &fs, deepest))?;
    let mut unit = with_moves(with_allocator(unit, options.allocator));
    without_unread(&mut unit.program);
    Ok(unit)
}

/// Reads on a stack of its own, for the parser, the checker and the lowering recurse with the source, and says how deep that may nest.
fn on_own_stack<T: Send>(
    path: &Path,
    fs: &Files,
    read: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<T, Failure> {
    let read = |stack: usize| {
        let _quiet = QuietPanics::new();
        catch_unwind(AssertUnwindSafe(|| read(nesting::deepest(stack))))
    };
    let on_stack = |stack: usize| {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(stack << 20);
            thread.spawn_scoped(scope, || read(stack)).map(|handle| handle.join())
        })
    };
    // Where the system does not give so much, less may do.
    let worker = on_stack(STACK_MIB).or_else(|_| on_stack(STACK_MIB / 8));
    match worker {
        Ok(Ok(Ok(result))) => result,
        Ok(Ok(Err(panic)) | Err(panic)) => {
            let what = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            let mut sources = Sources::default();
            let text = fs.contents(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
            let file = sources.add(path, text);
            let place = PANIC_PLACE.lock().map(|place| place.clone()).unwrap_or_default();
            let error = Diagnostic::error(format!("internal error in the C reader: {what} ({place})"))
                .at(Span { file, start: 0, end: 0 })
                .help("please report this, with the file");
            Err(Failure::one(sources, error))
        }
        Err(error) => Err(Failure::one(
            Sources::default(),
            Diagnostic::error(format!("cannot start a thread to read with: {error}")),
        )),
    }
}

/// Says of a program which allocator it runs with, and warns where that may be why it seems right.
fn with_allocator(mut unit: Unit, allocator: Allocator) -> Unit {
    unit.program.allocator = allocator;
    let find = |wanted: fn(&Op) -> bool| {
        let mut code = unit.program.functions.iter().flat_map(|function| &function.code);
        code.find(|instr| wanted(&instr.op)).map(|instr| instr.span)
    };
    let Some(span) = find(|op| matches!(op, Op::Free { .. })) else { return unit };
    if find(|op| matches!(op, Op::Allocate { storage: Storage::Heap, .. })).is_none() {
        return unit;
    }
    // Where there is one thread, each address comes back to the thread that freed it.
    let compares = find(|op| matches!(op, Op::Spawn { .. })).is_some()
        && (find(|op| matches!(op, Op::CompareExchange { .. } | Op::Pair(_))).is_some()
            || unit.program.functions.iter().any(compares_addresses));
    let mut warning = match allocator {
        Allocator::Fresh => Diagnostic::warning("the verdict rests on fresh addresses: no freed address comes back")
            .help("leave out `--fresh-addresses` to have them come back"),
        Allocator::Reuses if compares => {
            Diagnostic::warning("freed addresses come back only to the thread that freed them, for objects of one size")
                .help("an address that comes back to another thread is not looked at")
        }
        Allocator::Reuses => return unit,
    };
    warning.span = span;
    unit.warnings.push(warning);
    unit
}

/// Whether a function asks whether two numbers are the same that may be addresses, and neither is a constant.
fn compares_addresses(function: &Function) -> bool {
    function.code.iter().any(|instr| match instr.op {
        Op::Binary {
            op: BinaryOp::Equal | BinaryOp::NotEqual,
            left: Operand::Reg(left),
            right: Operand::Reg(_),
            ..
        } => function.registers[left.index()].width == Width::POINTER,
        _ => false,
    })
}

/// Warns where the verdict rests on it that a block which gets larger moves.
fn with_moves(mut unit: Unit) -> Unit {
    let functions = &unit.program.functions;
    let has = |function: &Function, is: fn(&Op) -> bool| function.code.iter().any(|instr| is(&instr.op));
    let moves = |function: &Function| {
        has(function, |op| matches!(op, Op::ObjectSize { .. })) && has(function, |op| matches!(op, Op::Allocate { .. }))
    };
    let Some(mover) = functions.iter().position(moves).map(FuncId::from_index) else { return unit };
    let is_call = |instr: &&Instr| matches!(instr.op, Op::Call { callee: Callee::Direct(id), .. } if id == mover);
    let Some(call) = functions.iter().flat_map(|function| &function.code).find(is_call) else { return unit };
    let mut warning = Diagnostic::warning("a block that gets larger is taken to move")
        .help("what the program does where the block stays at its address is not looked at");
    warning.span = call.span;
    unit.warnings.push(warning);
    unit
}

/// A harness for the functions of a program without a `main`, as C to start from.
///
/// # Errors
/// A file cannot be read, or none defines anything that another file may call.
pub fn harness_template(path: &Path, options: &ReadOptions) -> Result<String, Failure> {
    let fs = Files::new(options.overlay.clone());
    on_own_stack(path, &fs, |deepest| template(path, options, &fs, deepest))
}

fn template(path: &Path, options: &ReadOptions, fs: &Files, deepest: usize) -> Result<String, Failure> {
    let (mut sources, mut known) = (Sources::default(), Known::default());
    let system_headers = options.system_headers;
    let mut reading = Reading { fs, sources: &mut sources, known: &mut known, system_headers, deepest };
    let units = match translations(path, options, &mut reading) {
        Ok(units) => units,
        Err(diagnostics) => return Err(Failure { sources, diagnostics }),
    };
    let inputs: Vec<Input<'_>> = units.iter().map(|unit| Input::new(unit, &sources)).collect();
    let paths = std::iter::once(path).chain(options.further.iter().map(|unit| unit.path.as_path()));
    let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    let written = harness::template(&paths, &inputs, options.harness.as_ref());
    written.map_err(|error| Failure::one(sources.clone(), error))
}

/// The typed trees of all files that are given.
///
/// # Errors
/// What is wrong with any of them.
fn translations(
    path: &Path,
    options: &ReadOptions,
    reading: &mut Reading<'_>,
) -> Result<Vec<Translation>, Vec<Diagnostic>> {
    let (mut units, mut errors): (Vec<Translation>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    let first = std::iter::once((path, &options.preprocessing));
    let further = options.further.iter().map(|unit| (unit.path.as_path(), &unit.preprocessing));
    for (path, how) in first.chain(further) {
        reading.fs.begin_unit();
        let text = match text_of(path, reading.fs) {
            Ok(text) => text,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match unit::translate(path, &text, how, reading) {
            Ok(unit) => units.push(unit),
            Err(complaints) => errors.extend(complaints),
        }
    }
    errors.truncate(MOST_ERRORS);
    if errors.is_empty() { Ok(units) } else { Err(errors) }
}

/// The bytes of a file. They need not be text: what is in comments and strings may be in any encoding.
fn text_of(path: &Path, fs: &Files) -> Result<Vec<u8>, Diagnostic> {
    fs.contents(path).map_err(|error| Diagnostic::error(format!("cannot read {}: {error}", path.display())))
}

/// Reads all units and makes one program of them.
fn read_units(path: &Path, options: &ReadOptions, fs: &Files, deepest: usize) -> Result<Unit, Failure> {
    let (mut sources, mut known) = (Sources::default(), Known::default());
    let system_headers = options.system_headers;
    let mut reading = Reading { fs, sources: &mut sources, known: &mut known, system_headers, deepest };
    let mut units = match translations(path, options, &mut reading) {
        Ok(units) => units,
        Err(diagnostics) => return Err(Failure { sources, diagnostics }),
    };
    if let Some(harness) = &options.harness {
        let inputs: Vec<Input<'_>> = units.iter().map(|unit| Input::new(unit, &sources)).collect();
        let written = harness::write(harness, &inputs);
        let (home, text) = match written {
            Ok(written) => written,
            Err(error) => return Err(Failure::one(sources, error)),
        };
        let further = options.further.iter().map(|unit| (unit.path.as_path(), &unit.preprocessing));
        let mut all = std::iter::once((path, &options.preprocessing)).chain(further);
        let (path, how) = all.nth(home).expect("the unit is one of them; please report this");
        let how = Preprocessing { epilogue: Some((PathBuf::from(harness::NAME), text)), ..how.clone() };
        let again = text_of(path, fs).and_then(|text| {
            let (sources, known, system_headers) = (&mut sources, &mut known, options.system_headers);
            let mut reading = Reading { fs, sources, known, system_headers, deepest };
            unit::translate(path, &text, &how, &mut reading).map_err(|mut errors| errors.remove(0))
        });
        match again {
            Ok(unit) => units[home] = unit,
            Err(error) => return Err(Failure::one(sources, error)),
        }
    }
    while let Some(body) = bodies::missing(&units) {
        let text = text_of(&body, fs).expect("the library's own text is there; please report this");
        let (sources, known) = (&mut sources, &mut known);
        let mut reading = Reading { fs, sources, known, system_headers: false, deepest };
        let unit = unit::translate(&body, &text, &Preprocessing::default(), &mut reading);
        units.push(unit.unwrap_or_else(|errors| panic!("{}: {errors:?}; please report this", body.display())));
    }
    let inputs: Vec<Input<'_>> = units.iter().map(|unit| Input::new(unit, &sources)).collect();
    let links = match links::link(&inputs) {
        Ok(links) => links,
        Err(diagnostics) => return Err(Failure { sources, diagnostics }),
    };
    let mut lowered = program::lower(&inputs, &links, options);
    let closed = known.foreign.iter().map(|file| {
        let lost = sources.path(*file).to_string_lossy().contains(char::REPLACEMENT_CHARACTER);
        (*file, if lost { Closed::Name } else { Closed::Text })
    });
    let closed: Vec<(FileId, Closed)> = closed.collect();
    lowered.warnings.extend(closed.iter().map(|(file, closed)| {
        Diagnostic::warning(format!("{}: no fence is written into it", closed.why()))
            .at(Span { file: *file, start: 0, end: 0 })
            .help(closed.help())
    }));
    looked_for(fs, &mut sources);
    if lowered.errors.is_empty() {
        Ok(Unit { program: lowered.program, sources, warnings: lowered.warnings, closed })
    } else {
        Err(Failure { sources, diagnostics: lowered.errors })
    }
}

/// Notes what the preprocessor has found and not read on from (`__has_include`).
fn looked_for(fs: &Files, sources: &mut Sources) {
    let read: BTreeSet<&Path> = sources.files().map(|(_, file)| file.path.as_path()).collect();
    let others: Vec<PathBuf> = fs.found().into_iter().filter(|path| !read.contains(path.as_path())).collect();
    for path in others {
        // A text in another encoding cannot be copied.
        if let Some(text) = fs.contents(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
            sources.add_looked_for(path, text);
        }
    }
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

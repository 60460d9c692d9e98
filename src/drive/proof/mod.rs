//! Proofs on paper: that a program has no violation, for somebody who does not believe it.
//!
//! In: a [`Request`] about a program that was found correct. Out: a [`Proof`], which [`write()`] puts into a folder and
//! [`verify()`] judges, long after and elsewhere. It must not decide what to prove.
//!
//! | file | what |
//! |---|---|
//! | `formula.cnf` | no execution within the bounds violates a property or exceeds a bound: clauses that have no solution if so |
//! | `proof.drat` | the steps of their refutation |
//! | `orders.txt` | the graphs of the model's axioms, and for each of the last clauses the cycle that it forbids |
//! | `manifest.json` | what the formula is about: the model, how the program is read, the bounds, and the hash of each file |
//! | `program/N/FILE` | the text of each file that was read, as it was proved |
//!
//! What is trusted is the way from the text to the formula; it is gone again, and must lead to the same formula. What was found by
//! search is checked by other means: each step by propagation, each clause about a cycle by that cycle.

mod manifest;
mod verify;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use verify::{OnDisk, Problem, Verified, verify};

use super::check::{Run, pick, unfolded, vague};
use super::outcome::Statistics;
use super::verdict::Why;
use super::{Failure, Request, halted, is_for_solver, read, recheck};
use crate::diag::{Diagnostic, Sources};
use crate::exec::bounds::Bounds;
use crate::exec::skeleton::Skeleton;
use crate::model::Model;
use crate::patch::Patch;
use crate::patch::write::{Before, Change, Folders, folder_takes_files, write_files};
use crate::progress::{Observer, Phase};
use crate::sat::backend::{Refutation, refute};
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::encoding::Encoding;
use crate::sat::statement::{Decision, Statement};

use manifest::Manifest;

const FORMULA: &str = "formula.cnf";
const STEPS: &str = "proof.drat";
const ORDERS: &str = "orders.txt";
const MANIFEST: &str = "manifest.json";

/// That a program has no violation.
#[derive(Clone, Debug)]
pub struct Proof {
    statement: Statement,
    steps: String,
    manifest: Manifest,
    /// The texts that were read, in the manifest's order.
    texts: Vec<String>,
}

/// How large a proof is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub variables: u32,
    /// Those about cycles included.
    pub clauses: usize,
    pub cycles: usize,
    pub steps: usize,
}

/// A proof that was written.
#[derive(Clone, Debug)]
pub struct Written {
    pub folder: PathBuf,
    pub size: Size,
}

/// What is to be proved, beside the request.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// The name or path that the user knows the model by.
    pub model: &'a str,
    /// The change after which the program is correct, if it needs one.
    pub patch: Option<&'a Patch>,
    /// When the run began.
    pub start: Instant,
}

/// Proves that a program which was found correct is so; `Err(why)` inside if that has to end before it is done.
///
/// # Errors
/// The program cannot be read.
pub fn prove(request: &Request, about: About<'_>, observer: &mut dyn Observer) -> Result<Result<Proof, Why>, Failure> {
    observer.phase(Phase::Prove);
    let request = &about.patch.map_or_else(|| request.clone(), |patch| recheck::patched(request, patch));
    let unit = read(request, is_for_solver)?;
    let (program, stop) = (&unit.program, request.stop(about.start));
    let failure = |diagnostic| Failure::one(unit.sources.clone(), diagnostic);
    let mut raised = request.unwinding.start(program, &unit.sources, &request.model, None).map_err(failure)?;
    loop {
        let mut statistics = Statistics::default();
        let skeleton = match unfolded(Run { request, stop: &stop }, program, &raised, &mut statistics, observer) {
            Ok(skeleton) => skeleton,
            // What was cut short refuses what it would not have refused with more time.
            Err(_) if stop.is_reached() => return Ok(Err(halted(&stop))),
            Err(diagnostic) => return Err(failure(diagnostic)),
        };
        observer.phase(Phase::Prove);
        let mut encoding = encoded(skeleton, &request.model);
        let mut statement = Statement::of(&mut encoding);
        let against_cycles = match statement.decide(&mut encoding, request.solver, &stop) {
            Decision::Interrupted => return Ok(Err(halted(&stop))),
            Decision::Fails { violation: true, .. } => {
                return Ok(Err(Why::Other("the program has a violation".to_string())));
            }
            Decision::Fails { exceeded, .. } => match raised.raise(&pick(&encoding.skeleton, &exceeded), program) {
                Ok(()) => continue,
                Err(why) => return Ok(Err(why)),
            },
            Decision::Holds(clauses) => clauses,
        };
        if let Some(why) = vague(&encoding.skeleton, &unit.sources) {
            return Ok(Err(why));
        }
        statement.orders.explain(&against_cycles).expect("what forbids a cycle has one; please report this");
        statement.cnf.clauses.extend(against_cycles);
        let steps = match refute(&statement.cnf, &stop) {
            Refutation::Refuted(steps) => steps,
            Refutation::Interrupted => return Ok(Err(halted(&stop))),
            Refutation::Satisfiable => panic!("two solvers disagree on a formula; please report this"),
        };
        let bounds: &Bounds = &raised.bounds;
        let (manifest, texts) = Manifest::new(request, about.model, &unit.sources, bounds).map_err(failure)?;
        return Ok(Ok(Proof { statement, steps, manifest, texts }));
    }
}

/// The encoding of a program without candidates, the same each time.
fn encoded(skeleton: Skeleton, model: &Model) -> Encoding {
    Encoding::new(skeleton, model, &Candidates::default(), Vocabulary::Nothing)
}

/// Looks whether a proof can be written into a folder, before anybody waits for one.
///
/// # Errors
/// There is something in it, or it cannot be made.
pub fn prepare(folder: &Path) -> Result<(), Diagnostic> {
    if let Ok(mut entries) = std::fs::read_dir(folder) {
        return match entries.next() {
            None => Ok(()),
            Some(_) => Err(Diagnostic::error(format!("there is something in {}", folder.display()))
                .help("`--proof` names a folder that is empty or not there yet")),
        };
    }
    folder_takes_files(folder)
}

/// Writes a proof into a folder: all of it or nothing.
///
/// # Errors
/// A file cannot be written, or is there.
pub fn write(proof: Proof, folder: &Path) -> Result<Written, Diagnostic> {
    let Proof { statement, steps, mut manifest, texts } = proof;
    let size = Size {
        variables: statement.cnf.variables,
        clauses: statement.cnf.clauses.len(),
        cycles: statement.orders.cycles.len(),
        steps: steps.lines().count(),
    };
    let formula = statement.cnf.text(&[
        "fencesmith: no execution violates a property or exceeds a bound",
        "manifest.json says of what; orders.txt has the reasons of the last clauses",
    ]);
    let orders = statement.orders.text();
    for (name, text) in [(FORMULA, &formula), (STEPS, &steps), (ORDERS, &orders)] {
        manifest.add(name, text);
    }
    let named = manifest.text()?;
    let mut files: Vec<(PathBuf, &str)> =
        vec![(folder.join(FORMULA), &formula), (folder.join(STEPS), &steps), (folder.join(ORDERS), &orders)];
    files.extend(manifest.copies().map(|copy| folder.join(copy)).zip(texts.iter().map(String::as_str)));
    files.push((folder.join(MANIFEST), &named));
    let _folders = Folders::of(files.iter().map(|(path, _)| path.as_path()))?;
    let changes = files.iter().map(|(path, text)| Change { path, text, before: Before::Nothing });
    write_files(&changes.collect::<Vec<_>>())?;
    Ok(Written { folder: folder.to_path_buf(), size })
}

/// The files of a program that are not the tool's own.
fn foreign(sources: &Sources) -> impl Iterator<Item = (&Path, &str)> {
    let files = sources.files().map(|(_, file)| (file.path.as_path(), &*file.text));
    files.filter(|(path, _)| !path.to_string_lossy().starts_with('<'))
}

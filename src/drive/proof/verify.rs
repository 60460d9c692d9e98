//! Judges a proof that lies in a folder.
//!
//! In: the folder. Out: [`Verified`]. It must not know how the proof was found: no solver is asked.

use std::io;
use std::path::{Path, PathBuf};

use super::manifest::{self, Manifest};
use super::{FORMULA, MANIFEST, ORDERS, STEPS, Size, encoded, foreign};
use crate::diag::{Diagnostic, Sources};
use crate::digest::sha256;
use crate::drive::check::{Run, unfolded};
use crate::drive::outcome::Statistics;
use crate::drive::unwinding::Raised;
use crate::drive::{Failure, Unwinding, is_for_solver, read};
use crate::intake::{self, Writer};
use crate::limits::StopToken;
use crate::progress::{Observer, Phase};
use crate::proof::cycles::Orders;
use crate::proof::dimacs::Cnf;
use crate::proof::{Mistake, rup, steps};
use crate::sat::statement::Statement;

/// What is to be said of a proof.
#[derive(Clone, Debug)]
pub struct Verified {
    pub model: String,
    /// What was looked for.
    pub properties: Vec<String>,
    /// The version of the program that wrote the proof, where that is another one than this.
    pub written_by: Option<String>,
    pub size: Size,
    /// Each file that the program was read from, and what is there now.
    pub files: Vec<(PathBuf, OnDisk)>,
    /// Nothing, if the proof is one.
    pub problems: Vec<Problem>,
}

/// What is on disk where a file of the proved program was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    /// The text that was proved.
    Same,
    /// Another one.
    Different,
    Absent,
}

/// Why a proof is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A file of the folder is absent or not the one that was written.
    File(String),
    /// A text in it cannot be read.
    Text(&'static str, Mistake),
    /// A step does not follow.
    Step(Mistake),
    /// A clause about a cycle says more than the cycle.
    Cycle(Mistake),
    /// The formula is not that of the program.
    Program(String),
}

/// Judges the proof in a folder.
///
/// # Errors
/// There is none.
pub fn verify(folder: &Path, stop: &StopToken, observer: &mut dyn Observer) -> Result<Verified, Diagnostic> {
    observer.phase(Phase::Read);
    let unreadable = |why: &dyn std::fmt::Display| {
        Diagnostic::error(format!("there is no proof in {}: {MANIFEST}: {why}", folder.display()))
            .help("`check --proof DIR` and `suggest --proof DIR` write one")
    };
    let named = text(&folder.join(MANIFEST)).map_err(|error| unreadable(&error))?;
    let manifest = Manifest::parse(&named).map_err(|why| unreadable(&why))?;
    let mut judge = Judge { folder, manifest: &manifest, problems: Vec::new() };
    if !manifest.is_written(&named) {
        judge.problems.push(is_not_written(MANIFEST));
    }
    let size = judge.papers(stop, observer);
    let files = manifest.sources.iter().map(|record| {
        // What can be read once only is not what was proved, and nobody waits for it.
        let now = match intake::stored(&record.path).and_then(|()| intake::bytes(&record.path, Writer::People)) {
            Ok(text) if sha256(&String::from_utf8_lossy(&text)) == record.sha256 => OnDisk::Same,
            Ok(_) => OnDisk::Different,
            Err(_) => OnDisk::Absent,
        };
        (record.path.clone(), now)
    });
    let files = files.collect();
    Ok(Verified {
        model: manifest.model.name.clone(),
        properties: manifest.properties.clone(),
        written_by: manifest.other_writer().map(str::to_string),
        size,
        files,
        problems: judge.problems,
    })
}

/// A text that was written into the folder. A pipe is none, and nobody waits for it.
fn text(path: &Path) -> io::Result<String> {
    intake::stored(path)?;
    intake::text(path, Writer::Programs)
}

fn is_not_written(name: &str) -> Problem {
    Problem::File(format!("{name} is not the file that was written"))
}

/// A judgement as it grows.
struct Judge<'j> {
    folder: &'j Path,
    manifest: &'j Manifest,
    problems: Vec<Problem>,
}

impl Judge<'_> {
    /// Looks at all files of the folder.
    fn papers(&mut self, stop: &StopToken, observer: &mut dyn Observer) -> Size {
        let (formula, listed, orders) = (self.file(FORMULA), self.file(STEPS), self.file(ORDERS));
        let texts: Vec<String> = self.manifest.copies().map(str::to_string).collect();
        let texts: Vec<String> = texts.iter().filter_map(|name| self.file(name)).collect();
        let (Some(formula), Some(listed), Some(orders)) = (formula, listed, orders) else { return Size::default() };
        let parsed = (Cnf::parse(&formula), steps::parse(&listed), Orders::parse(&orders));
        let (cnf, steps, orders) = match parsed {
            (Ok(cnf), Ok(steps), Ok(orders)) => (cnf, steps, orders),
            (cnf, steps, orders) => {
                self.problems.extend(cnf.err().map(|mistake| Problem::Text(FORMULA, mistake)));
                self.problems.extend(steps.err().map(|mistake| Problem::Text(STEPS, mistake)));
                self.problems.extend(orders.err().map(|mistake| Problem::Text(ORDERS, mistake)));
                return Size::default();
            }
        };
        observer.phase(Phase::Steps);
        if let Err(mistake) = rup::check(&cnf, &steps) {
            self.problems.push(Problem::Step(mistake));
        }
        let cycles = orders.cycles.len();
        let size = Size { variables: cnf.variables, clauses: cnf.clauses.len(), cycles, steps: steps.len() };
        let Some(stated) = size.clauses.checked_sub(cycles) else {
            let what = format!("{cycles} cycles for {} clauses", size.clauses);
            self.problems.push(Problem::Cycle(Mistake::new(size.clauses, what)));
            return size;
        };
        observer.phase(Phase::Cycles);
        if let Err(mistake) = orders.check(&cnf.clauses[stated..]) {
            self.problems.push(Problem::Cycle(mistake));
        }
        observer.phase(Phase::Formula);
        let compared = match texts.len() == self.manifest.sources.len() {
            true => self.statement(&texts, stop, observer).and_then(|again| {
                let is_same = again.cnf.variables == cnf.variables && again.cnf.clauses == cnf.clauses[..stated];
                match is_same && again.orders.graphs == orders.graphs {
                    true => Ok(()),
                    false => Err("the formula is not the one that this program makes of the text".to_string()),
                }
            }),
            // That is said already.
            false => Ok(()),
        };
        self.problems.extend(compared.err().map(|why| {
            let by = self.manifest.other_writer();
            let by = by.map_or_else(String::new, |version| format!(" (the proof was written by version {version})"));
            Problem::Program(why + &by)
        }));
        size
    }

    /// A file of the folder, if it is the one that was written.
    fn file(&mut self, name: &str) -> Option<String> {
        let problem = match (text(&self.folder.join(name)), self.manifest.files.get(name)) {
            (Ok(text), Some(hash)) if sha256(&text) == *hash => return Some(text),
            (Ok(_), Some(_)) => is_not_written(name),
            (Ok(_), None) => Problem::File(format!("{name} is not in the manifest")),
            (Err(error), _) => Problem::File(format!("{name}: {error}")),
        };
        self.problems.push(problem);
        None
    }

    /// The formula and the graphs of the program, made again from its text.
    fn statement(&self, texts: &[String], stop: &StopToken, observer: &mut dyn Observer) -> Result<Statement, String> {
        let first = |failure: Failure| failure.diagnostics.into_iter().next().map_or_else(String::new, |d| d.message);
        let (model, record) = manifest::model(&self.manifest.model.name).map_err(|diagnostic| diagnostic.message)?;
        if record != self.manifest.model {
            return Err(format!("the model `{}` is not what it was", record.name));
        }
        let request = self.manifest.request(model, texts)?;
        let unit = read(&request, is_for_solver).map_err(first)?;
        self.are_known(&unit.sources)?;
        let unwinding = Unwinding::default();
        let raised = Raised { options: &unwinding, sources: &unit.sources, bounds: self.manifest.bounds.clone() };
        let skeleton =
            unfolded(Run { request: &request, stop }, &unit.program, &raised, &mut Statistics::default(), observer)
                .map_err(|diagnostic| diagnostic.message)?;
        Ok(Statement::of(&mut encoded(skeleton, &request.model)))
    }

    /// Whether all that was read is part of the proof.
    fn are_known(&self, sources: &Sources) -> Result<(), String> {
        let is_known = |text: &str| {
            let hash = sha256(text);
            self.manifest.sources.iter().any(|record| record.sha256 == hash)
        };
        match foreign(sources).find(|(_, text)| !is_known(text)) {
            None => Ok(()),
            Some((path, _)) => Err(format!("{} is read from disk and is no part of the proof", path.display())),
        }
    }
}

//! Drawings of executions.
//!
//! In: executions, and where the drawings go. Out: files: one `execution-N.dot` for each execution of an exploration, or a
//! drawing of a counterexample as Graphviz or SVG. It must not know how an execution was found.

mod dot;
mod picture;
mod svg;

use std::path::{Path, PathBuf};

use self::picture::{Drawn, Picture};
use crate::diag::{Diagnostic, Sources};
use crate::exec::Execution;
use crate::patch::write::{Before, Change, can_be_written, folder_takes_files, write_files};

/// Where a counterexample is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// In the language of Graphviz.
    pub dot: Option<PathBuf>,
    pub svg: Option<PathBuf>,
}

impl Drawing {
    /// Looks before the search whether the files can be written.
    ///
    /// # Errors
    /// One cannot, or is no drawing; both are one.
    pub fn prepare(&self) -> Result<(), Diagnostic> {
        if self.dot.is_some() && self.dot == self.svg {
            return Err(Diagnostic::error("`--dot` and `--svg` name one file").help("give each drawing its own name"));
        }
        self.dot.iter().chain(&self.svg).try_for_each(|path| replaceable(path).and_then(|()| can_be_written(path)))
    }

    /// Draws what matters of an execution; the files that were written.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn draw(&self, execution: &Execution, sources: &Sources) -> Result<Vec<PathBuf>, Diagnostic> {
        let picture = Picture::new(execution, Drawn::Brief, sources);
        let files = [(&self.dot, dot::dot as fn(&Picture) -> String), (&self.svg, svg::svg)];
        let asked = files.into_iter().filter_map(|(path, draw)| Some((path.clone()?, draw(&picture))));
        let (paths, texts): (Vec<PathBuf>, Vec<String>) = asked.unzip();
        paths.iter().try_for_each(|path| replaceable(path))?;
        let changes = paths.iter().zip(&texts).map(|(path, text)| Change { path, text, before: Before::Anything });
        write_files(&changes.collect::<Vec<_>>())?;
        Ok(paths)
    }
}

/// Whether nothing is lost where a drawing is written: there is no such file, or it is a drawing of before.
fn replaceable(path: &Path) -> Result<(), Diagnostic> {
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let text = if is_file { std::fs::read(path) } else { Ok(Vec::new()) };
    let is_drawing = |text: &[u8]| {
        text.is_empty() || [dot::BEGIN, svg::BEGIN].iter().any(|begin| text.starts_with(begin.as_bytes()))
    };
    match text {
        Ok(text) if is_drawing(&text) => Ok(()),
        _ => Err(Diagnostic::error(format!("{} exists and is no drawing", path.display()))
            .note("no drawing was written", None)
            .help("give the drawing another name")),
    }
}

/// The files of one run.
#[derive(Debug)]
pub struct Drawings {
    folder: PathBuf,
    count: usize,
}

impl Drawings {
    /// Looks before the search whether files can be made in the directory.
    ///
    /// # Errors
    /// They cannot, or it is none.
    pub fn prepare(folder: &Path) -> Result<(), Diagnostic> {
        folder_takes_files(folder)
    }

    /// Makes the directory if it is not there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(folder: &Path) -> Result<Drawings, Diagnostic> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Diagnostic::error(format!("cannot make the directory {}: {error}", folder.display())))?;
        Ok(Drawings { folder: folder.to_path_buf(), count: 0 })
    }

    /// How many were written.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What was drawn so far does not count; the files are written anew.
    pub fn restart(&mut self) {
        for number in 1..=self.count {
            // A file that is gone already is not missed.
            let _ = std::fs::remove_file(self.path(number));
        }
        self.count = 0;
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("execution-{number}.dot"))
    }

    /// Writes one more.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn draw(&mut self, execution: &Execution, sources: &Sources) -> Result<(), Diagnostic> {
        self.count += 1;
        let path = self.path(self.count);
        let text = dot::dot(&Picture::new(execution, Drawn::All, sources));
        std::fs::write(&path, text).map_err(|error| {
            // Half of a drawing is none.
            let _ = std::fs::remove_file(&path);
            Diagnostic::error(format!("cannot write {}: {error}", path.display()))
        })
    }
}

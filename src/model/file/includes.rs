//! Files that axioms include.
//!
//! In: the text of a file of axioms, a way to read others, and what is to be read in the place of which. Out: the statements of all of
//! them, in their order. It must not know what they say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Sources};
use crate::model::syntax::Statement;
use crate::model::{parser, vocabulary};

/// Files included in one another are followed so deep, and so many of them in all.
const MAX_INCLUDES: usize = 100;

/// How files that axioms include are found.
pub(super) struct Including<'a> {
    /// What is read in the place of which name.
    pub instead: BTreeMap<&'a str, PathBuf>,
    pub sources: &'a mut Sources,
    pub read: &'a dyn Fn(&Path) -> Result<String, String>,
}

impl Including<'_> {
    /// The statements of a file of axioms, those of the files it includes in their places.
    pub fn statements(&mut self, path: &Path, text: String) -> Result<Vec<Statement>, Diagnostic> {
        let file = self.sources.add(path, text.as_str());
        let mut open: Vec<std::vec::IntoIter<Statement>> = vec![parser::parse(file, &text)?.statements.into_iter()];
        let (mut statements, mut included) = (Vec::new(), 0);
        while let Some(innermost) = open.last_mut() {
            match innermost.next() {
                None => drop(open.pop()),
                Some(Statement::Include(name)) => {
                    included += 1;
                    if included > MAX_INCLUDES {
                        return Err(
                            Diagnostic::error("too many files are included; perhaps one includes itself").at(name.span)
                        );
                    }
                    let instead = self.instead.get(name.text.as_str()).cloned();
                    if instead.is_none() && vocabulary::SUPPLIED_FILES.contains(&name.text.as_str()) {
                        continue;
                    }
                    let place = instead.unwrap_or_else(|| path.parent().unwrap_or(Path::new("")).join(&name.text));
                    match (self.read)(&place) {
                        Ok(text) => {
                            let file = self.sources.add(&place, text.as_str());
                            open.push(parser::parse(file, &text)?.statements.into_iter());
                        }
                        Err(why) => {
                            return Err(Diagnostic::error(format!("cannot read {}: {why}", place.display()))
                                .at(name.span)
                                .help("the path is relative to the model's file of axioms"));
                        }
                    }
                }
                Some(statement) => statements.push(statement),
            }
        }
        Ok(statements)
    }
}

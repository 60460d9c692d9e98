//! Property files of the Competition on Software Verification (SV-COMP).
//!
//! In: the path of a file with lines `CHECK( init(main()), LTL(G ! call(reach_error())) )`. Out: what is looked for, and what is
//! an error by itself. It must not read programs.
//!
//! There `abort` and `assert` just end the program, and the only error is a call of the function that the file names. A
//! division of the least number by -1 counts as overflow; shifts to the left do not.

use std::path::Path;

use crate::diag::Diagnostic;
use crate::frontend::Errors;
use crate::intake::{self, Writer};
use crate::ir::{Checked, Concern};

/// What a property file asks.
#[derive(Clone, Debug)]
pub struct PropertyFile {
    pub checked: Checked,
    pub errors: Errors,
    /// What else it asks that is not looked for.
    pub unlooked: Option<&'static str>,
}

/// The files of the competition by their names, for where the task is there without them.
const STANDARD: &[(&str, &str)] = &[
    ("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
    (
        "valid-memsafety.prp",
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )",
    ),
    ("valid-memcleanup.prp", "CHECK( init(main()), LTL(G valid-memcleanup) )"),
    ("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )"),
    ("no-data-race.prp", "CHECK( init(main()), LTL(G ! data-race) )"),
    ("termination.prp", "CHECK( init(main()), LTL(F end) )"),
];

/// What one line asks.
enum Asked {
    Concern(Concern),
    NoCallOf(String),
    /// With the rest of the file, not looked for.
    Beside(&'static str),
}

impl PropertyFile {
    /// Reads a property file; one of the competition's need not be there.
    ///
    /// # Errors
    /// It cannot be read, or asks what is not looked for.
    pub fn read(path: &Path) -> Result<PropertyFile, Diagnostic> {
        let standard = STANDARD.iter().find(|(name, _)| path.file_name().is_some_and(|file| file == *name));
        let text = match (intake::text(path, Writer::People), standard) {
            (Ok(text), _) => text,
            (Err(error), Some((_, text))) if error.kind() == std::io::ErrorKind::NotFound => (*text).to_string(),
            (Err(error), _) => {
                return Err(Diagnostic::error(format!("cannot read {}: {error}", path.display())));
            }
        };
        PropertyFile::parse(&text)
            .map_err(|wrong| Diagnostic { message: format!("{}: {}", path.display(), wrong.message), ..wrong })
    }

    fn parse(text: &str) -> Result<PropertyFile, Diagnostic> {
        let (mut concerns, mut errors, mut unlooked) = (Vec::new(), Errors::Nothing, None);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match asked(line)? {
                Asked::Concern(concern) => concerns.push(concern),
                Asked::NoCallOf(function) => {
                    concerns.push(Concern::Assertions);
                    errors = Errors::CallOf(function);
                }
                Asked::Beside(what) => unlooked = Some(what),
            }
        }
        if concerns.is_empty() {
            let what = unlooked.unwrap_or("nothing");
            return Err(Diagnostic::error(format!("the property file asks for {what}, which is not looked for"))
                .help("of SV-COMP's properties, unreach-call, valid-memsafety, no-overflow and no-data-race are"));
        }
        Ok(PropertyFile { checked: concerns.into_iter().collect(), errors, unlooked })
    }
}

/// What a line of a property file asks.
fn asked(line: &str) -> Result<Asked, Diagnostic> {
    let unknown = || {
        Diagnostic::error(format!("`{line}` is no property that is known"))
            .help("a property is `CHECK( init(main()), LTL(G ! call(reach_error())) )`, say")
    };
    let dense: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let formula = dense.strip_prefix("CHECK(init(main()),LTL(").and_then(|rest| rest.strip_suffix("))"));
    let formula = formula.ok_or_else(unknown)?;
    if let Some(call) = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix(')')) {
        let function = call.split('(').next().unwrap_or(call);
        return Ok(Asked::NoCallOf(function.to_string()));
    }
    Ok(match formula {
        "Gvalid-free" | "Gvalid-deref" => Asked::Concern(Concern::Memory),
        "G!overflow" => Asked::Concern(Concern::Overflow),
        "G!data-race" => Asked::Concern(Concern::Races),
        "Gvalid-memtrack" => Asked::Concern(Concern::Leaks),
        "Gvalid-memcleanup" => Asked::Beside("valid-memcleanup"),
        "Fend" => Asked::Beside("termination"),
        _ => return Err(unknown()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_competition_are_understood() {
        for (name, text) in STANDARD {
            let read = PropertyFile::parse(text);
            let looked_for = !matches!(*name, "valid-memcleanup.prp" | "termination.prp");
            assert_eq!(read.is_ok(), looked_for, "{name}");
        }
        let read = PropertyFile::parse(STANDARD[0].1).expect("it is known");
        assert_eq!(read.errors, Errors::CallOf("reach_error".to_string()));
        let read = PropertyFile::parse(STANDARD[1].1).expect("it is known");
        assert!(read.unlooked.is_none() && read.checked.contains(Concern::Leaks));
        assert!(PropertyFile::parse("CHECK( init(main()), LTL(G ! nonsense) )").is_err());
        assert!(PropertyFile::parse("CHECK( init(start()), LTL(G ! overflow) )").is_err());
    }
}

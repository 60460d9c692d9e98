//! Tasks of the Competition on Software Verification (SV-COMP): a program, and what is to be said of it.
//!
//! In: the path of a task definition (`.yml`, format 2). Out: the files of the program, its properties and the verdicts that are expected.
//! It must not know what the properties mean; [`super::property_file`] does.

use std::path::{Path, PathBuf};

use yaml_rust2::{Yaml, YamlLoader};

use super::property_file::PropertyFile;
use crate::diag::{Diagnostic, Sources};
use crate::drive::verdict::Verdict;
use crate::intake::{self, Writer};

/// A task.
pub struct Task {
    path: PathBuf,
    pub files: Vec<PathBuf>,
    stated: Vec<Stated>,
    /// Types are those of a machine with 32 bits.
    narrow: bool,
}

/// What a task says of one property.
struct Stated {
    file: PathBuf,
    /// Whether the property holds, if the task says so.
    holds: Option<bool>,
}

/// What a task says of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the property file without its end.
    pub property: String,
    pub holds: bool,
}

impl Expected {
    /// Whether a verdict is the expected one, if it is one at all.
    pub fn is_met(&self, verdict: &Verdict) -> Option<bool> {
        match verdict {
            Verdict::Safe { .. } => Some(self.holds),
            Verdict::Violation(_) => Some(!self.holds),
            Verdict::Unknown(_) => None,
        }
    }
}

/// The property of a task that is looked at.
pub struct Chosen {
    pub property: PropertyFile,
    pub expected: Option<Expected>,
}

/// Whether a file is a task definition, by its name.
pub fn is_one(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "yml" || end == "yaml")
}

/// Reads a task definition.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read(path: &Path, sources: &mut Sources) -> Result<Task, Diagnostic> {
    let wrong = |what: &str| {
        Diagnostic::error(format!("{} is no task: {what}", path.display()))
            .help("a task names its `input_files` and `properties`, each with a `property_file`")
    };
    let text = intake::text(path, Writer::People)
        .map_err(|error| Diagnostic::error(format!("cannot read {}: {error}", path.display())))?;
    sources.add(path, text.clone());
    let documents = YamlLoader::load_from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let task = documents.first().ok_or_else(|| wrong("it is empty"))?;
    let beside = |name: &str| path.parent().unwrap_or(Path::new("")).join(name);
    let files: Vec<PathBuf> = strings(&task["input_files"]).into_iter().map(beside).collect();
    if files.is_empty() {
        return Err(wrong("it has no `input_files`"));
    }
    let mut stated = Vec::new();
    for property in task["properties"].as_vec().into_iter().flatten() {
        let file = property["property_file"].as_str().ok_or_else(|| wrong("a property has no `property_file`"))?;
        stated.push(Stated { file: beside(file), holds: property["expected_verdict"].as_bool() });
    }
    if stated.is_empty() {
        return Err(wrong("it has no `properties`"));
    }
    let narrow = task["options"]["data_model"].as_str() == Some("ILP32");
    Ok(Task { path: path.to_path_buf(), files, stated, narrow })
}

/// A text, or a list of them.
fn strings(value: &Yaml) -> Vec<&str> {
    match value {
        Yaml::String(text) => vec![text],
        Yaml::Array(items) => items.iter().filter_map(Yaml::as_str).collect(),
        _ => Vec::new(),
    }
}

impl Task {
    /// The property that is wanted, or else the first that is looked for.
    ///
    /// # Errors
    /// The task does not have it, or none of its properties is looked for.
    pub fn choose(&self, wanted: Option<&Path>, notes: &mut Vec<Diagnostic>) -> Result<Chosen, Diagnostic> {
        if self.narrow {
            let what = format!("{} is about a machine with 32 bits, and is read for one with 64", self.path.display());
            notes.push(Diagnostic::warning(what).help("what hangs on the sizes of `long` and of pointers may differ"));
        }
        let chosen = |stated: &Stated, property| Chosen {
            property,
            expected: stated.holds.map(|holds| Expected { property: name(&stated.file), holds }),
        };
        if let Some(wanted) = wanted {
            let stated = self.stated.iter().find(|stated| stated.file.file_name() == wanted.file_name());
            let stated = stated.ok_or_else(|| {
                let names: Vec<String> = self.stated.iter().map(|stated| name(&stated.file)).collect();
                Diagnostic::error(format!("{} says nothing about {}", self.path.display(), wanted.display()))
                    .help(format!("its properties are {}", names.join(", ")))
            })?;
            return PropertyFile::read(&stated.file).map(|property| chosen(stated, property));
        }
        let mut refused = None;
        for stated in &self.stated {
            match PropertyFile::read(&stated.file) {
                Ok(property) => {
                    if self.stated.len() > 1 {
                        let what = format!("of the properties of {}, only {}", self.path.display(), name(&stated.file));
                        notes.push(
                            Diagnostic::warning(format!("{what} is looked at"))
                                .help("choose another one with `--property-file`"),
                        );
                    }
                    return Ok(chosen(stated, property));
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.expect("a task has properties; please report this"))
    }
}

/// The name of a property file without its end.
fn name(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

//! What is asked of a program, where a task or a property file says it.
//!
//! In: what was typed. Out: [`Asked`]: the files and the property. It must not decide what the other options mean.

use crate::cli::args::{InputArgs, VerifyArgs};
use crate::cli::property_file::PropertyFile;
use crate::cli::task::{self, Expected};
use crate::diag::{Diagnostic, Sources};

/// What is asked.
#[derive(Default)]
pub struct Asked {
    /// The files of the task, in place of what was typed.
    pub input: Option<InputArgs>,
    pub property: Option<PropertyFile>,
    pub expected: Option<Expected>,
    /// What the user should know about the task.
    pub notes: Vec<Diagnostic>,
}

/// What a task or a property file asks, if one was typed.
///
/// # Errors
/// One of them cannot be used, or says other than an option.
pub fn asked((input, verify): (&InputArgs, &VerifyArgs), sources: &mut Sources) -> Result<Asked, Diagnostic> {
    let wanted = verify.property_file.as_deref();
    let [file] = input.files.as_slice() else { return without_task(verify) };
    if !task::is_one(file) {
        return without_task(verify);
    }
    if !verify.property.is_empty() {
        return Err(Diagnostic::error("`--property` has no meaning for a task, which names its properties")
            .help("choose one of them with `--property-file`"));
    }
    let task = task::read(file, sources)?;
    let mut notes = Vec::new();
    let chosen = task.choose(wanted, &mut notes)?;
    let input = InputArgs { files: task.files, build: input.build.clone() };
    Ok(Asked { input: Some(input), property: Some(chosen.property), expected: chosen.expected, notes })
}

fn without_task(verify: &VerifyArgs) -> Result<Asked, Diagnostic> {
    let property = verify.property_file.as_deref().map(PropertyFile::read).transpose()?;
    Ok(Asked { property, ..Asked::default() })
}

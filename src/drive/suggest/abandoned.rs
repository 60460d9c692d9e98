//! Functions that a repair leaves without calls: a call of another one has taken the place of the last.
//!
//! In: a program, its text and a patch. Out: a warning for each that compilers tell of. It must not know why the calls have changed.

use crate::diag::{Diagnostic, Sources};
use crate::ir::Program;
use crate::patch::Patch;

use super::wrapped::{is_missed, words};

/// Warns of the functions that are called no more. One is named where it is defined; where a text names it besides, it is left alone.
pub fn warnings(program: &Program, sources: &Sources, patch: &Patch) -> Vec<Diagnostic> {
    let others = sources.files().filter(|(id, _)| patch.files.iter().all(|file| file.file != *id));
    let others: Vec<&str> = others.map(|(_, file)| &*file.text).collect();
    let mut found = Vec::new();
    for function in program.functions.iter().filter(|function| is_missed(function, sources)) {
        let named = |text: &str| words(text).filter(|word| *word == function.name).count();
        let (before, after) = patch
            .files
            .iter()
            .fold((0, 0), |(before, after), file| (before + named(&file.original), after + named(&file.patched)));
        let is_last = || after + others.iter().map(|text| named(text)).sum::<usize>() == 1;
        if after < before && is_last() {
            let message =
                format!("`{}` has no calls left, and compilers tell of that (`-Wunused-function`)", function.name);
            let warning = Diagnostic::warning(message).help("take the function out, too, or make it `inline`");
            found.push(Diagnostic { span: function.span, ..warning });
        }
    }
    found
}

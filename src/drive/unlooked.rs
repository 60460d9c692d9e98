//! What is wrong in every execution, and not looked for: behind it "safe" says nothing.
//!
//! In: a program that was read, of which not all that is looked for by itself is looked for, and a model. Out: a warning with the place
//! where a thread always ends ("What is wrong and not looked for ends its thread there", README), if a look at the first rounds of loops shows one.
//! That there is no warning says nothing. It must not know why the rest is not looked for.

use std::time::{Duration, Instant};

use crate::diag::Diagnostic;
use crate::exec::bounds::{Bound, Bounds};
use crate::exec::mapping::Mapping;
use crate::exec::terms::TermId;
use crate::exec::unfold::{Causes, unfold_until};
use crate::ir::{Concern, Program};
use crate::limits::StopToken;
use crate::model::Model;

/// So many rounds of each loop, and calls of a function within each other, are looked at.
const ROUNDS: u32 = 2;

/// How long it is looked.
const MOMENT: Duration = Duration::from_secs(1);

/// Warns of a thread that always ends where something is wrong that is not looked for.
pub fn warn(program: &Program, model: &Model, stop: &StopToken) -> Option<Diagnostic> {
    let is_left_out = |concern: &Concern| concern.is_default() && !program.checked.contains(*concern);
    let left_out: Vec<Concern> = Concern::ALL.into_iter().filter(is_left_out).collect();
    if left_out.is_empty() {
        return None;
    }
    let checked = program.checked.concerns().chain(left_out.iter().copied()).collect();
    let program = Program { checked, ..program.clone() };
    let bounds = Bounds { counted: ROUNDS, ..Bounds::new(Bound::Rising(ROUNDS), ROUNDS) };
    let stop = stop.until(Instant::now().checked_add(MOMENT));
    let skeleton = unfold_until(&program, Mapping::of(model), &bounds, Causes::under(model), &stop).ok()?;
    let mut certain = skeleton.violations.iter().filter(|violation| violation.condition == TermId::TRUE);
    let found = certain.find(|violation| left_out.contains(&violation.property.concern()))?;
    let concern = found.property.concern().name();
    let message = format!(
        "a thread always ends here, and what comes behind is not looked at: {}{}",
        found.property.describe(),
        if found.message.is_empty() { String::new() } else { format!(" ({})", found.message) }
    );
    let warning = Diagnostic::warning(message).help(format!("have `{concern}` looked for, too"));
    Some(Diagnostic { span: found.span, ..warning })
}

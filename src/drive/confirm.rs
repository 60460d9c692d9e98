//! Confirming counterexamples: no violation is believed before it was replayed and validated.
//!
//! In: an execution that the solver found. Out: the same, ready to be told; an execution that the program cannot perform or that the model
//! forbids is a mistake of ours. It must not know what was asked.

use crate::exec::Execution;
use crate::exec::mapping::Mapping;
use crate::exec::skeleton::Skeleton;
use crate::exec::telling;
use crate::exec::validate;
use crate::ir::Program;
use crate::model::Model;

/// What executions are confirmed against.
pub struct Confirm<'c> {
    program: &'c Program,
    model: &'c Model,
    mapping: Mapping<'c>,
}

impl<'c> Confirm<'c> {
    pub fn new(program: &'c Program, model: &'c Model) -> Confirm<'c> {
        Confirm { program, model, mapping: Mapping::of(model) }
    }

    /// Runs the program along the execution and holds the execution against the model file.
    ///
    /// # Panics
    /// When one of them disagrees.
    pub fn confirm(&self, skeleton: &Skeleton, execution: &mut Execution) {
        match validate::confirm(self.program, self.model, self.mapping, skeleton.into(), execution) {
            Ok(trace) => telling::prepare(self.model, execution, &trace, &skeleton.objects),
            Err(what) => panic!("a counterexample does not stand up to its replay: {what}; please report this"),
        }
    }
}

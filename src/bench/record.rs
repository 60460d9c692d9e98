//! What is known about one job when it has ended.
//!
//! In: a job and how it went. Out: a [`Record`], which is one line of JSON. `results/README.md` explains the fields. It
//! must not know where records are kept.

use serde::{Deserialize, Serialize};

use super::conditions::Conditions;
use super::instance::{Instance, Job};
use super::machine::Machine;
use super::suite::Suite;
use super::template::Values;
use super::verdict::Verdict;
use crate::drive::outcome::{Objective, Statistics};
use crate::sat::backend::SEED;
use crate::synth::Algorithm;

/// Changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// One job and how it went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    pub suite: String,
    pub job: String,
    pub instance: String,
    pub family: String,
    pub parameters: Values,
    pub model: String,
    pub algorithm: String,
    /// The first reorder bound, for the algorithms that have one.
    pub k1: Option<usize>,
    /// `fences` or `pairs`: what there must be fewest of.
    pub objective: String,
    pub conditions: Conditions,
    pub solver: String,
    pub seed: u64,
    pub verdict: Verdict,
    /// Why there is no answer, in a sentence.
    pub reason: Option<String>,
    /// Whether the verdict and the size are those that the suite expects; nothing without an answer or an expectation.
    pub as_expected: Option<bool>,
    pub fences: Option<usize>,
    pub pairs: Option<usize>,
    /// Questions that the algorithm asked.
    pub queries: u64,
    pub iterations: u64,
    pub counterexamples: u64,
    pub largest_bound: Option<usize>,
    /// Searches of the solver, those for the unwinding bound included.
    pub searches: u64,
    pub conflicts: u64,
    pub variables: u64,
    pub clauses: u64,
    pub threads: usize,
    pub events: usize,
    pub reorderable_pairs: usize,
    pub candidates: usize,
    pub unwinding: u32,
    /// Wall-clock time from reading the program to the placement.
    pub seconds: f64,
    /// Processor time of the same; on a machine that others use as well, the fairer number.
    pub cpu_seconds: Option<f64>,
    pub read_seconds: f64,
    pub encode_seconds: f64,
    pub solve_seconds: f64,
    pub hitting_set_seconds: f64,
    /// Of the worker, in KiB.
    pub peak_memory: Option<u64>,
    pub limit_seconds: f64,
    /// In MiB.
    pub limit_memory: u64,
    pub version: String,
    pub commit: Option<String>,
    pub machine: Machine,
}

/// The limits of one job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub seconds: f64,
    /// In MiB.
    pub memory: u64,
}

/// What all records of a run have in common.
#[derive(Clone, Debug)]
pub struct Setting {
    pub conditions: Conditions,
    pub limits: Limits,
    pub commit: Option<String>,
    pub machine: Machine,
}

impl Record {
    /// The record of a job of which nothing but its end is known.
    pub fn new(suite: &Suite, job: &Job, setting: &Setting, verdict: Verdict, seconds: f64) -> Record {
        let instance: &Instance = &job.instance;
        Record {
            schema: SCHEMA,
            suite: suite.name.clone(),
            job: job.name(),
            instance: instance.name.clone(),
            family: suite.families[instance.family].name.clone(),
            parameters: instance.values.clone(),
            model: instance.model.clone(),
            algorithm: job.algorithm.name().to_string(),
            k1: job.k1,
            objective: suite.families[instance.family].objective.name().to_string(),
            conditions: setting.conditions,
            solver: suite.solver.name().to_string(),
            seed: SEED,
            verdict,
            reason: None,
            as_expected: None,
            fences: None,
            pairs: None,
            queries: 0,
            iterations: 0,
            counterexamples: 0,
            largest_bound: None,
            searches: 0,
            conflicts: 0,
            variables: 0,
            clauses: 0,
            threads: 0,
            events: 0,
            reorderable_pairs: 0,
            candidates: 0,
            unwinding: 0,
            seconds,
            cpu_seconds: None,
            read_seconds: 0.0,
            encode_seconds: 0.0,
            solve_seconds: 0.0,
            hitting_set_seconds: 0.0,
            peak_memory: None,
            limit_seconds: setting.limits.seconds,
            limit_memory: setting.limits.memory,
            version: env!("CARGO_PKG_VERSION").to_string(),
            commit: setting.commit.clone(),
            machine: setting.machine.clone(),
        }
    }

    pub fn count(&mut self, statistics: &Statistics) {
        self.queries = statistics.questions;
        self.iterations = statistics.iterations;
        self.counterexamples = statistics.counterexamples;
        self.largest_bound = statistics.largest_bound;
        self.searches = statistics.queries;
        self.conflicts = statistics.conflicts;
        self.variables = statistics.variables;
        self.clauses = statistics.clauses;
        self.threads = statistics.threads;
        self.events = statistics.events;
        self.reorderable_pairs = statistics.reorderable_pairs;
        self.candidates = statistics.candidates;
        self.unwinding = statistics.bound;
        self.read_seconds = statistics.read.as_secs_f64();
        self.encode_seconds = statistics.encode.as_secs_f64();
        self.solve_seconds = statistics.solve.as_secs_f64();
        self.hitting_set_seconds = statistics.hitting_set.as_secs_f64();
    }

    /// How many there are of what there should be fewest of.
    pub fn size(&self) -> Option<usize> {
        if self.objective == Objective::Pairs.name() { self.pairs } else { self.fences }
    }

    /// The algorithm, when this build knows it.
    pub fn algorithm(&self) -> Option<Algorithm> {
        Algorithm::from_name(&self.algorithm)
    }

    /// The algorithm with its first bound, as tables and figures name it.
    pub fn contestant(&self) -> String {
        match self.k1 {
            Some(k1) => format!("{} (K1 = {k1})", self.algorithm),
            None => self.algorithm.clone(),
        }
    }

    /// An integer parameter.
    pub fn number(&self, parameter: &str) -> Option<i64> {
        match self.parameters.get(parameter) {
            Some(super::template::Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// As one line, with its line break.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a record has only string keys; please report this") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_has_one_name() {
        for verdict in Verdict::ALL {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.name());
        }
    }
}

//! What a suite expands to: instances, and jobs, which are instances with an algorithm.
//!
//! In: a suite. Out: its jobs in a fixed order, each with a name that stays the same from run to run; filters and
//! shards of them; the C text of one. It runs nothing.

use std::path::PathBuf;

use super::suite::{Expectation, Family, MODEL, Program, Suite};
use super::template::{Value, Values};
use crate::diag::{Diagnostic, Sources};
use crate::intake::{self, Writer};
use crate::model::Model;
use crate::synth::Algorithm;

/// A program with all its parameters under one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// `family/n=2,m=3/model`; parameters with one value only are left out.
    pub name: String,
    /// The family's place in the suite.
    pub family: usize,
    pub model: String,
    pub values: Values,
}

/// An instance for one algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub instance: Instance,
    pub algorithm: Algorithm,
    pub k1: Option<usize>,
}

impl Job {
    /// `instance/algorithm`, and behind it `/k1=5` where the algorithm has a first bound.
    pub fn name(&self) -> String {
        match self.k1 {
            Some(k1) => format!("{}/{}/k1={k1}", self.instance.name, self.algorithm),
            None => format!("{}/{}", self.instance.name, self.algorithm),
        }
    }
}

/// One of several equal parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    pub count: usize,
}

impl Shard {
    /// `I/N`.
    pub fn parse(text: &str) -> Option<Shard> {
        let (index, count) = text.split_once('/')?;
        let shard = Shard { index: index.parse().ok()?, count: count.parse().ok()? };
        (shard.index >= 1 && shard.index <= shard.count).then_some(shard)
    }

    /// The jobs of this part. Neighbours go to different parts, because they take about the same time.
    pub fn of(self, jobs: Vec<Job>) -> Vec<Job> {
        jobs.into_iter().enumerate().filter(|(i, _)| i % self.count == self.index - 1).map(|(_, job)| job).collect()
    }
}

/// Whether a job is meant by all filters: each is a part of its name, where the name has a `/` at both ends.
pub fn matches(job: &Job, filters: &[String]) -> bool {
    let name = format!("/{}/", job.name());
    filters.iter().all(|filter| name.contains(filter.as_str()))
}

impl Suite {
    /// All instances: family by family, the last parameter changing fastest, the model fastest of all.
    pub fn instances(&self) -> Vec<Instance> {
        let mut instances = Vec::new();
        for (index, family) in self.families.iter().enumerate() {
            for values in grid(family) {
                let shown: Vec<String> = family
                    .parameters
                    .iter()
                    .filter(|(_, all)| all.len() > 1)
                    .map(|(name, _)| format!("{name}={}", values[name]))
                    .collect();
                for model in &family.models {
                    let mut parts = vec![family.name.as_str()];
                    let shown = shown.join(",");
                    if !shown.is_empty() {
                        parts.push(&shown);
                    }
                    parts.push(model.name());
                    let (name, model) = (parts.join("/"), model.name().to_string());
                    instances.push(Instance { name, family: index, model, values: values.clone() });
                }
            }
        }
        instances
    }

    /// All jobs: instance by instance, the algorithms in the suite's order.
    pub fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for instance in self.instances() {
            for algorithm in &self.algorithms {
                let bounds: Vec<Option<usize>> = match algorithm.is_bounded() {
                    true => self.k1.iter().copied().map(Some).collect(),
                    false => vec![None],
                };
                let job = |k1| Job { instance: instance.clone(), algorithm: *algorithm, k1 };
                jobs.extend(bounds.into_iter().map(job));
            }
        }
        jobs
    }

    pub fn family(&self, instance: &Instance) -> &Family {
        &self.families[instance.family]
    }

    pub fn model(&self, instance: &Instance) -> &Model {
        let models = &self.family(instance).models;
        models.iter().find(|m| m.name() == instance.model).expect("an instance has a model; please report this")
    }

    pub fn expectation(&self, instance: &Instance) -> Option<Expectation> {
        self.family(instance).expect.get(&instance.model).copied()
    }

    /// The parameters as templates see them.
    pub fn template_values(&self, instance: &Instance) -> Values {
        let mut values = instance.values.clone();
        values.insert(MODEL.to_string(), Value::Text(instance.model.clone()));
        values
    }

    /// The C text of an instance, and the file it stands in if it is not from a template.
    ///
    /// # Errors
    /// The file cannot be read, or the template is wrong.
    pub fn text(&self, instance: &Instance, sources: &mut Sources) -> Result<(String, Option<PathBuf>), Diagnostic> {
        match &self.family(instance).program {
            Program::Template(name) => {
                let values = self.template_values(instance);
                Ok((self.templates.render(name, &values, sources)?, None))
            }
            Program::File(path) => match intake::text(path, Writer::People) {
                Ok(text) => Ok((text, Some(path.clone()))),
                Err(error) => Err(Diagnostic::error(format!("cannot read {}: {error}", path.display()))),
            },
        }
    }
}

/// Every choice of the parameters' values.
fn grid(family: &Family) -> Vec<Values> {
    let mut all = vec![Values::new()];
    for (name, values) in &family.parameters {
        let extended = |partial: &Values, value: &Value| {
            let mut more = partial.clone();
            more.insert(name.clone(), value.clone());
            more
        };
        all = all.iter().flat_map(|partial| values.iter().map(|value| extended(partial, value))).collect();
    }
    all
}

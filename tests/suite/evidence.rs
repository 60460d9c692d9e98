//! The benchmarks that are to be repaired, for the tests that say something of each: the quick ones in an ordinary run, all of them where
//! `FENCESMITH_EVIDENCE` names a file, to which each test then adds a line of JSON for each that it has tried. `scripts/evidence` does so.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use serde_json::Value;

use crate::headers::{self, Program};
use crate::oracle::settings;
use fencesmith::bench::suite::Suite;
use fencesmith::diag::Sources;
use fencesmith::drive::Request;
use fencesmith::ir::Checked;
use fencesmith::patch;

/// Where benchmarks with a repair are.
const FOLDERS: [&str; 6] = [
    "benchmarks/litmus",
    "benchmarks/mutex",
    "benchmarks/queues",
    "benchmarks/real",
    "benchmarks/structures",
    "benchmarks/ck",
];
/// What takes too long for an ordinary run: a part of the name, and the models under which it does.
const SLOW: [(&str, &[&str]); 10] = [
    ("real/mcs-lock.c", &["pso"]),
    ("real/ms-queue.c", &["pso"]),
    ("structures/chase-lev.c", &["pso", "rc11"]),
    ("structures/cohort.c", &["pso", "rc11"]),
    ("structures/elimination.c", &["rc11"]),
    ("structures/harris-list.c", &["pso", "rc11"]),
    ("structures/hazard.c", &["rc11"]),
    ("structures/ms-queue.c", &["rc11"]),
    ("structures/ring-mpmc.c", &["pso", "rc11"]),
    ("structures/vyukov-mpmc.c", &["pso", "rc11"]),
];

/// What takes more memory than a machine may have, and is left out of the long run, too.
const LARGE: (&str, &str) = ("structures/harris-list.c", "rc11");

/// A benchmark and a model under which it is wrong.
#[derive(Clone, Debug)]
pub struct Case {
    pub program: Program,
    pub model: String,
    /// What it is called.
    shown: String,
}

impl Case {
    pub fn new(program: Program, model: &str) -> Case {
        Case { shown: program.name(), program, model: model.to_string() }
    }

    pub fn name(&self) -> String {
        format!("{} {} under {}", self.shown, self.program.options.join(" "), self.model)
    }

    pub fn request(&self) -> Request {
        self.program.request(&self.model)
    }

    /// Adds to the records what a test has to say of it, if somebody wants them.
    pub fn record(&self, test: &str, start: std::time::Instant, mut said: Value) {
        let Some(path) = std::env::var_os(RECORDS) else { return };
        said["test"] = test.into();
        said["program"] = self.shown.clone().into();
        said["options"] = self.program.options.join(" ").into();
        said["model"] = self.model.clone().into();
        said["seconds"] = ((start.elapsed().as_secs_f64() * 100.0).round() / 100.0).into();
        let _one_by_one = WRITING.lock().expect("nobody panics while writing");
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| writeln!(file, "{said}"));
        written.expect("the records can be written");
    }
}

const RECORDS: &str = "FENCESMITH_EVIDENCE";

static WRITING: Mutex<()> = Mutex::new(());

/// Whether all are wanted.
pub fn is_all() -> bool {
    std::env::var_os(RECORDS).is_some()
}

/// Of cases that differ in their models alone one, whose turn it is, in ordinary runs.
pub fn in_turns(cases: Vec<Case>) -> Vec<Case> {
    let mut models: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let program = |case: &Case| format!("{} {}", case.shown, case.program.options.join(" "));
    for case in &cases {
        models.entry(program(case)).or_default().push(case.model.clone());
    }
    let is_wanted = |case: &Case| {
        let program = program(case);
        is_all() || settings::in_turns(&program, &models[&program]).contains(&case.model)
    };
    cases.into_iter().filter(is_wanted).collect()
}

/// Whether somebody wants some programs alone.
pub fn is_part() -> bool {
    std::env::var_os("FENCESMITH_PROGRAMS").is_some()
}

/// The benchmarks with the models under which they are to be repaired; those with an order too weak among them.
pub fn cases() -> Vec<Case> {
    let programs = headers::programs(&FOLDERS);
    let weak: Vec<Program> = programs.iter().filter_map(Program::weakened).collect();
    let mut cases: Vec<Case> = Vec::new();
    for program in programs.into_iter().chain(weak) {
        let models = program.verdicts.iter().filter(|(model, _)| program.repairable(model));
        for (model, _) in models {
            let is_slow =
                SLOW.iter().any(|(name, models)| program.name().ends_with(name) && models.contains(&model.as_str()));
            let is_large = program.name().ends_with(LARGE.0) && model == LARGE.1;
            if !is_large && (!is_slow || is_all()) {
                cases.push(Case::new(program.clone(), model));
            }
        }
    }
    cases.extend(instances().into_iter().filter(|case| case.model == "tso" || is_all()));
    cases
}

/// The smallest instance of each family of the suite of the ROBMC paper under each of its models; not within the bounds that it has there,
/// but as far as loops run.
fn instances() -> Vec<Case> {
    let path = headers::root().join("benchmarks/robmc/suite.toml");
    let suite = Suite::read(&path, &mut Sources::default()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evidence");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (mut cases, mut seen) = (Vec::new(), BTreeSet::new());
    for instance in suite.instances() {
        if !seen.insert((instance.family, instance.model.clone())) {
            continue;
        }
        let (text, _) = suite.text(&instance, &mut Sources::default()).expect("it is a text");
        let file = folder.join(instance.name.replace('/', "-") + ".c");
        patch::write_file(&file, &text).expect("it can be written");
        let verdicts = vec![("sc".to_string(), true), (instance.model.clone(), false)];
        let (options, checked) = (Vec::new(), Checked::default());
        let program = Program {
            path: file,
            verdicts,
            weak: None,
            repair: None,
            error: None,
            property: None,
            unwind: None,
            options,
            checked,
        };
        cases.push(Case { program, shown: format!("benchmarks/robmc {}", instance.name), model: instance.model });
    }
    cases
}

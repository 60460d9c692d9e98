//! The judge against the plain evaluator: of whole executions they say the same, and no part is dropped of one that is allowed.

use std::fs;
use std::path::Path;

use super::super::candidate::Candidate;
use super::super::ending::Ways;
use super::super::layout::{Cell, Layout};
use super::super::traces::{self, Trace};
use super::*;
use crate::diag::Sources;
use crate::enumerate;
use crate::limits::StopToken;
use crate::litmus::{self, Test};
use crate::model::check;

/// Executions of one test beyond these are left to the others.
const MAX_EXECUTIONS: usize = 150;

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

#[derive(Default)]
struct Counts {
    allowed: usize,
    forbidden: usize,
    dropped: usize,
}

/// All executions of some ways, each judged both ways.
struct Comparison<'a> {
    judge: &'a Judge<'a>,
    counts: &'a mut Counts,
    left: usize,
}

impl Comparison<'_> {
    fn allows(&mut self, candidate: &mut Candidate) -> bool {
        let known = candidate.known();
        let (shape, evaluated) = candidate.shape.as_mut();
        self.judge.allows((shape, evaluated), &known)
    }

    /// Goes on from a cell; `dropped` says whether a part so far was dropped.
    fn orders(&mut self, candidate: &mut Candidate, (cell, at): (usize, usize), dropped: bool) {
        if cell == candidate.chains.len() {
            return self.sources(candidate, dropped);
        }
        let next = candidate.next_writes(Cell(cell), at);
        if next.is_empty() {
            return self.orders(candidate, (cell + 1, 1), dropped);
        }
        for other in &next {
            candidate.place(Cell(cell), at, *other, next.len());
            let dropped = dropped || !self.allows(candidate);
            self.orders(candidate, (cell, at + 1), dropped);
            candidate.displace(Cell(cell), at, *other, next.len());
        }
    }

    fn sources(&mut self, candidate: &mut Candidate, dropped: bool) {
        if self.left == 0 {
            return;
        }
        if let Some(read) = candidate.open_read(0) {
            for source in 0..candidate.reads[read].1.len() {
                candidate.choose(read, source);
                let dropped = dropped || !self.allows(candidate);
                self.sources(candidate, dropped);
                candidate.take_back(read);
            }
            return;
        }
        self.left -= 1;
        let known = candidate.known();
        assert_eq!(known.extent, Extent::Whole);
        let allows = self.allows(candidate);
        let mut ground = candidate.shape.0.ground.clone();
        ground.give("rf", known.rf);
        ground.give("co", known.co);
        let expected = check(self.judge.model, &mut ground).is_ok();
        assert_eq!(allows, expected, "a whole execution under {}", self.judge.model.name());
        assert!(!dropped || !expected, "a part was dropped under {}", self.judge.model.name());
        self.counts.allowed += usize::from(expected);
        self.counts.forbidden += usize::from(!expected);
        self.counts.dropped += usize::from(dropped);
    }
}

fn compare(test: &Test, model: &Model, counts: &mut Counts) {
    let layout = Layout::of(test);
    let Ok(ways) = traces::of(test, &layout, model.has_origins()) else { return };
    if layout.is_cut() {
        return;
    }
    let judge = Judge::new(model, &[]);
    let mut comparison = Comparison { judge: &judge, counts, left: MAX_EXECUTIONS };
    let mut all: Vec<Vec<&Trace>> = vec![Vec::new()];
    for traces in &ways.threads {
        let mut longer = Vec::new();
        for chosen in &all {
            longer.extend(traces.iter().map(|trace| [chosen.as_slice(), &[trace]].concat()));
        }
        longer.truncate(200);
        all = longer;
    }
    for ways in all {
        let shape = Box::new((Shape::new(&ways, layout.len()), Evaluated::default()));
        let values = Ways { layout: &layout, ways: &ways }.values(test);
        if let Ok(mut candidate) = Candidate::new(values, shape) {
            comparison.orders(&mut candidate, (0, 1), false);
        }
    }
}

#[test]
fn the_judge_says_what_the_plain_evaluator_says() {
    for name in ["tso", "arm8", "riscv", "power", "rc11", "lkmm"] {
        let (model, mut counts) = (model(name), Counts::default());
        let files = fs::read_dir(Path::new("tests/litmus").join(name)).expect("a folder");
        for path in files.map(|entry| entry.expect("a file").path()) {
            if path.extension().is_some_and(|extension| extension == "litmus") {
                let text = fs::read_to_string(&path).expect("a text");
                let test = litmus::read(&path, &text, &mut Sources::default()).expect("a test");
                compare(&test, &model, &mut counts);
            }
        }
        assert!(counts.allowed > 0 && counts.forbidden > 0 && counts.dropped > 0, "{name}");
    }
}

/// An axiom that less of rf breaks is true of the whole execution and of none of its parts.
#[test]
fn an_axiom_that_takes_away_drops_no_part() {
    let text = "X86 sources\n{ }\n P0 | P1 | P2 ;\n MOV [x],$1 | MOV [x],$1 | MOV EAX,[x] ;\nexists (2:EAX=1)\n";
    let test = litmus::read(Path::new("sources.litmus"), text, &mut Sources::default()).expect("a test");
    let directory = tempfile::tempdir().expect("a folder");
    for axiom in ["empty R \\ range(rf) as sources", "empty ((W * W) & loc \\ id) \\ (co | co^-1) as order"] {
        let toml = fs::read_to_string("encodings/sc.toml").expect("a model");
        let cat = fs::read_to_string("encodings/sc.cat").expect("its axioms");
        fs::write(directory.path().join("sc.toml"), toml).expect("written");
        fs::write(directory.path().join("sc.cat"), format!("{cat}\n{axiom}\n")).expect("written");
        let model = model(directory.path().join("sc.toml").to_str().expect("a path"));
        let outcome = enumerate::decide(&test, &model, &StopToken::default()).expect("decided");
        assert!(outcome.is_reached, "{axiom}");
    }
}

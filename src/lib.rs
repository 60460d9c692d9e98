//! fencesmith: the fewest memory fences that make concurrent C correct on weak memory, placed and proved.
//!
//! # The way of the data
//! ```text
//! C text -> frontend -> ir -> exec::unfold -> Skeleton -> sat::encoding -> a solver -> Execution
//!                                                              ^              |
//!                                   synth (which candidates?) -+--------------+
//!        placements -> patch -> C text on disk -> read again -> checked again
//! ```
//! One direction; nothing flows back up. Both ends of a run meet in [`drive`].
//!
//! # As a library
//! What stands at the top of this crate is its interface: a [`Request`] says what is to be looked at; [`check()`], [`suggest()`] and
//! [`explore()`] answer with a report that is data, and with the [sources](Sources) that its places are in. An [`Observer`] hears how
//! far a run is, a [`StopToken`] ends it, and what is wrong with the input is a [`Failure`] with [diagnostics](Diagnostic).
//! Before 1.0 the interface may change with every minor version, and does not within one.
//!
//! The rooms `bench`, `cli`, `enumerate`, `exec`, `explore`, `frontend`, `litmus`, `patch`, `sat` and `synth` are open to the crate's own tests,
//! programs and benchmarks, and to nobody else: they are not in the documentation, and no version promises anything of them.
//!
//! ```
//! use fencesmith::{ExploreSettings, Model, Request, Silent, SuggestSettings, Suggestion, Verdict, check, explore, suggest};
//!
//! # fn main() -> Result<(), String> {
//! # let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
//! # let path = folder.path().join("two.c");
//! # std::fs::write(&path, "#include <assert.h>\n#include <pthread.h>\nvolatile int x, y; int a, b;\n\
//! # void *one(void *p) { x = 1; a = y; return p; }\nvoid *two(void *p) { y = 1; b = x; return p; }\n\
//! # int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);\n\
//! # pthread_join(s, 0); pthread_join(t, 0); assert(a || b); return 0; }\n").map_err(|error| error.to_string())?;
//! let said = |failure: fencesmith::Failure| format!("{:?}", failure.diagnostics);
//! let model = Model::find("tso", &mut Default::default()).map_err(|error| format!("{error:?}"))?;
//! let request = Request::new(path, model);
//!
//! // Is it correct?
//! let (report, _sources) = check(&request, &mut Silent).map_err(said)?;
//! assert!(matches!(report.verdict, Verdict::Violation(_)));
//!
//! // What does it take?
//! let (report, _sources) = suggest(&request, &SuggestSettings::default(), &mut Silent).map_err(said)?;
//! let Suggestion::Repaired { fences, .. } = &report.suggestion else { panic!("two fences repair it") };
//! assert_eq!(fences.len(), 2);
//!
//! // In how many ways can it run?
//! let settings = ExploreSettings { all: true, ..ExploreSettings::default() };
//! let (report, _sources) = explore(&request, &settings, &mut Silent).map_err(said)?;
//! assert_eq!(report.complete, 3);
//! # Ok(())
//! # }
//! ```
//!
//! Whoever watches a run may end it, from here or from any other thread; what is said then is no verdict:
//!
//! ```
//! use fencesmith::{Limit, Model, Observer, Phase, Request, StopToken, Verdict, Why, check};
//!
//! /// Ends a run before anything is solved.
//! struct Hasty {
//!     stop: StopToken,
//!     seen: Vec<Phase>,
//! }
//!
//! impl Observer for Hasty {
//!     fn phase(&mut self, phase: Phase) {
//!         self.seen.push(phase);
//!         if phase == Phase::Solve {
//!             self.stop.raise(Limit::Interrupt);
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), String> {
//! # let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
//! # let path = folder.path().join("two.c");
//! # std::fs::write(&path, "#include <assert.h>\n#include <pthread.h>\nvolatile int x, y; int a, b;\n\
//! # void *one(void *p) { x = 1; a = y; return p; }\nvoid *two(void *p) { y = 1; b = x; return p; }\n\
//! # int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);\n\
//! # pthread_join(s, 0); pthread_join(t, 0); assert(a || b); return 0; }\n").map_err(|error| error.to_string())?;
//! # let said = |failure: fencesmith::Failure| format!("{:?}", failure.diagnostics);
//! # let model = Model::find("tso", &mut Default::default()).map_err(|error| format!("{error:?}"))?;
//! let request = Request::new(path, model);
//! let mut hasty = Hasty { stop: request.stop.clone(), seen: Vec::new() };
//! let (report, _sources) = check(&request, &mut hasty).map_err(said)?;
//! assert!(matches!(report.verdict, Verdict::Unknown(Why::Limit { limit: Limit::Interrupt, .. })));
//! assert_eq!(hasty.seen.first(), Some(&Phase::Read));
//! # Ok(())
//! # }
//! ```
//!
//! # Rooms
//! | room | what it does | layer |
//! |---|---|---|
//! | [`diag`] | source text, spans, diagnostics | 0 |
//! | [`ids`] | index newtypes | 0 |
//! | [`limits`] | the token that ends a run: time, memory, an interrupt | 0 |
//! | [`progress`] | what long computations tell an observer | 0 |
//! | [`proof`] | refutations on paper: clauses, steps, cycles, and the checker that shares nothing with a solver | 0 |
//! | [`ir`] | program, operators (their only meaning), text form, verifier | 1 |
//! | [`model`] | a memory model as data: TOML and cat files, one evaluator over any Boolean algebra | 1 |
//! | [`frontend`] | the C reader: preprocess, parse, type, lower to IR, with every site and fence point | 2 |
//! | [`exec`] | the unfolding into an event skeleton, terms and may-values, executions | 2 |
//! | [`sat`] | bits, relations as literals, order graphs, candidates, solvers, queries, decoding | 3 |
//! | [`litmus`] | litmus tests in herd's formats: threads of small steps with the dependencies of their text | 2 |
//! | [`enumerate`] | every execution of a litmus test, put together and judged: the measure of the other engines | 3 |
//! | [`explore`] | every consistent execution graph, one by one (TruSt), on concrete values | 3 |
//! | [`synth`] | hitting sets and the algorithms TE, FI, ROBMC, ROBMC-ET, core-first, over an abstract oracle | 4 |
//! | [`patch`] | fences into C text, diffs, files | 4 |
//! | [`bench`](mod@bench) | suites, workers under limits, records, figures, summaries | 6 |
//! | [`drive`] | the pipelines, deadlines, the rising unwinding bound, the race of both engines and their cross-check | 5 |
//! | [`cli`] | arguments, configuration, reports | 7 |
//!
//! Imports go downward only and never sideways; `tests/suite/tidy.rs` holds that.
//!
//! # Invariants
//! - What an operator means stands in [`ir::operators`] alone; what a memory model means stands in its file in
//!   `encodings/` alone, and no model's name occurs in this source.
//! - An access site is a static access of the source. All its instances (unwindings, calls, threads) share one reorder
//!   variable, because a fence in the source acts on all of them. A fence point is a place in the text; all its uses
//!   share one literal.
//! - A read of shared memory is a free input of the skeleton; the model's axioms alone decide what it may return.
//! - "Safe" is said only when the violation and the exceeded bounds are both impossible. A timeout, an exceeded bound or
//!   an unsupported construct is said with its place and what to do.
//! - Whether an iteration of a loop may be left out is decided by one rule, [`exec::waiting`], which both engines ask.
//! - What an operation consists of that is more than one access stands in [`exec::compound`], for both engines.
//! - What is looked for stands in [`ir::property`]; what is wrong and not looked for ends its thread, in both engines.
//! - A thread that waits for good (a failed assumption, a spin loop, a mutex, a barrier) just ends there; what other threads do
//!   wrong still counts.
//!
//! # How to add
//! - a memory model: a file in `encodings/` (see its README); no Rust.
//! - a solver: a file in `sat/backend/`, a row in its registry; the conformance test runs it.
//! - an algorithm: a file in `synth/` and a variant of [`synth::Algorithm`]; the agreement tests run it.
//! - a fast way to judge an axiom on growing graphs: `explore/axioms/plan.rs`; the tests compare it with none.
//! - a property: a variant of [`ir::Property`] under a name of [`ir::Concern`]; programs in `tests/properties`.
//! - an experiment: a suite file (see `benchmarks/robmc/README.md`); no Rust.
//! - a C library function: a row in the frontend's table.

#![forbid(unsafe_code)]
// The words at the head of a file are for those who read it; what they name need not be public.
#![allow(rustdoc::private_intra_doc_links)]

#[doc(hidden)]
pub mod bench;
#[doc(hidden)]
pub mod cli;
pub mod diag;
mod digest;
pub mod drive;
#[doc(hidden)]
pub mod enumerate;
#[doc(hidden)]
pub mod exec;
#[doc(hidden)]
pub mod explore;
#[doc(hidden)]
pub mod frontend;
pub mod ids;
mod intake;
pub mod ir;
pub mod limits;
#[doc(hidden)]
pub mod litmus;
pub mod model;
#[doc(hidden)]
pub mod patch;
pub mod progress;
pub(crate) mod proof;
#[doc(hidden)]
pub mod sat;
#[doc(hidden)]
pub mod synth;

pub use diag::{Diagnostic, Failure, Sources, Span};
pub use drive::check::check;
pub use drive::explore::{ExploreReport, ExploreSettings, explore};
pub use drive::outcome::{CheckReport, Statistics, SuggestReport, Suggestion};
pub use drive::suggest::{SuggestSettings, suggest};
pub use drive::verdict::{Verdict, Why};
pub use drive::{CrossCheck, CrossCheckSettings, Engine, Request, Suggested, cross_check, decide};
pub use exec::execution::Execution;
pub use frontend::ReadOptions;
pub use limits::{Limit, StopToken};
pub use model::Model;
pub use patch::{Insertion, Patch};
pub use progress::{Observer, Phase, Silent};

//! What the program as a whole must do, a module a subject; the data they read lies beside this folder.
//!
//! One binary, because to link it takes longer than to run most of it. `cargo test --test suite replay::` runs one
//! module. What measures the limits of time and memory is alone in `tests/limits`, where no other test takes them.

mod headers;
mod oracle;

mod addresses;
mod attempts;
mod awaits;
mod bench;
mod bench_conditions;
mod bits;
mod chooser;
mod cli;
mod cli_pipeline;
mod counted;
mod counterexamples;
mod crosscheck;
mod dependencies;
mod differential;
mod documents;
mod ends;
mod examples;
mod exploration;
mod explore;
mod explored_repairs;
mod failing;
mod frontend;
mod fuzz;
mod ir;
mod known;
mod litmus;
mod litmus_repairs;
mod litter;
mod looks;
mod minimality;
mod model;
mod native;
mod needless;
mod optimize;
mod others;
mod packaging;
mod patch;
mod pieces;
mod places;
mod predicates;
mod programs;
mod projects;
mod proofs;
mod properties;
mod ranges;
mod repairs;
mod replay;
mod reports;
mod resuming;
mod sat_backends;
mod sequential;
mod structures;
mod suggestions;
mod synth;
mod taken_back;
mod tasks;
mod tidy;
mod waiting;
mod wide;
mod writing;

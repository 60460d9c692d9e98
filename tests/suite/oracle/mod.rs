//! Oracles that share nothing with the program under test.
//!
//! * [`program`], [`machine`], [`litmus`], [`generate`], [`print`], [`repair`]: a tiny concurrent language, an
//!   operational store-buffer machine that runs it exhaustively, programs whose verdicts the literature knows, a
//!   generator with shrinking, a printer to C, and a brute-force search for the fewest fences.
//! * [`c_generator`]: single-thread C programs free of undefined behaviour, whose results gcc's binary defines.
//! * [`csmith`]: such programs of another generator, for long runs.
//! * [`settings`], [`progress`]: how many cases a test runs, and from which seed; what a long run says meanwhile.
//!
//! Nothing here may use the memory models, the relations or the solver of `src/`.

// Each test binary that includes this module uses a part of it.
#![allow(dead_code)]

pub mod c_generator;
pub mod csmith;
pub mod generate;
pub mod litmus;
pub mod machine;
pub mod print;
pub mod program;
pub mod progress;
pub mod repair;
pub mod settings;
pub mod tool;

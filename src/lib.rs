//! fencesmith
pub mod cli;
pub mod diag;
pub mod drive;
pub mod exec;
pub mod frontend;
pub mod ids;
pub mod ir;
pub mod model;
pub mod patch;
pub mod progress;
pub mod sat;
pub mod synth;

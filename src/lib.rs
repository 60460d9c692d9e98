//! fencesmith
pub mod diag;
pub mod exec;
pub mod ids;
pub mod ir;
pub mod model;
pub mod progress;
pub mod sat;
pub mod synth;

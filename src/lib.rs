//! fencesmith
pub mod diag;
pub mod frontend;
pub mod exec;
pub mod ids;
pub mod ir;
pub mod model;
pub mod progress;
pub mod sat;
pub mod synth;

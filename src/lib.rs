//! fencesmith
pub mod diag;
pub mod ids;
pub mod ir;
pub mod model;

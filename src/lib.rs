//! fencesmith
pub mod diag;
pub mod frontend;
pub mod ids;
pub mod ir;

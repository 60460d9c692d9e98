//! The lowering of calls.
//!
//! In: calls, and what is called. Out: the arguments as the function has them, and the call. It must not know what a function of the library
//! does.

pub mod call;
pub mod old_style;
pub mod prototypes;
pub mod variadic;

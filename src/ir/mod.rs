//! The intermediate representation: program, operators, text form, verifier.
//!
//! In: what the frontend lowers. Out: the one representation of a program. It must not know C types, memory
//! models or solvers.

pub mod barrier;
pub(crate) mod calculus;
pub(crate) mod cells;
pub(crate) mod forms;
pub(crate) mod joins;
mod lookup;
pub mod mutex;
pub(crate) mod names;
pub(crate) mod operators;
pub(crate) mod order;
pub(crate) mod pair;
pub(crate) mod placement;
pub(crate) mod program;
pub(crate) mod property;
pub(crate) mod rounds;
pub(crate) mod storage;
pub mod text;
pub(crate) mod unread;
pub(crate) mod uses;
pub mod verify;
pub(crate) mod written;

pub use operators::{BinaryOp, CastOp, RmwOp, Sign, UnaryOp, Width};
pub use order::{Order, Orders};
pub use placement::{Address, Among, Before, Call, Earlier, FencePoint, Placement, Shared, Uses};
pub use program::*;
pub use property::{Checked, Concern, Property};
pub use storage::{Calls, Storage};
pub use verify::verify;
pub use written::{Family, Names, Said, WrittenOrder};

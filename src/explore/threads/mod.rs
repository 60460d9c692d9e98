//! What threads do by themselves, and which memory they share.
//!
//! - `label`, `class`, `race`: the words
//! - `ground`: what threads run on; `surroundings`, `sharing`, `names`: what is known of memory; `foresight`: what is likely to
//!   become known; `remembered`, `pairs`: how it is kept from one run to the next
//! - `alone`: one thread up to its next step that others can notice, and what each step is to them; `past`, `waiting`, `published`: what it did since its loops
//!   began, whether it may wait there, and which addresses it has let go of;
//!   `left_out`: which accesses are left out where it waits, where races are looked for
//! - `entry`: what it has read right before its loops
//! - `attempt`: when a thread takes back what it has added and tries again
//! - `runs`: the tree of all histories; `otherwise`: whether two of them go on the same; `sections`: what atomic sections touch
//! - `twins`, `group`: which threads nobody can tell apart
//! - `barrier`: which barriers need no state (BAM)
//! - `locks`: which critical sections need not be ordered, as they touch nothing in common

pub(crate) mod alone;
pub(crate) mod attempt;
pub(crate) mod barrier;
pub(crate) mod class;
mod entry;
mod foresight;
pub(crate) mod ground;
pub(crate) mod group;
pub(crate) mod label;
pub(crate) mod left_out;
pub(crate) mod locks;
pub(crate) mod names;
mod otherwise;
pub(crate) mod past;
mod pieces;
mod published;
pub(crate) mod race;
pub(crate) mod remembered;
pub(crate) mod runs;
mod sections;
pub(crate) mod sharing;
pub(crate) mod surroundings;
mod twins;
mod waiting;

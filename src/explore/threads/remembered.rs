//! What is known of memory, kept from one run to the next.
//!
//! In: what an exploration knows when it has to end. Out: the same for the exploration of the same program that goes on from
//! there. It must not know graphs, nor who keeps it.
//!
//! All of it is kept, also what does not steer the search: who has touched what decides when something new turns out, and
//! with it the moment at which an exploration starts again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::barrier::Barriers;
use super::foresight::Foresight;
use super::group::Apart;
use super::left_out::LeftOut;
use super::sharing::Sharing;
use super::surroundings::Surroundings;
use crate::exec::interpret::Code;
use crate::exec::interpret::wide::Wide;
use crate::exec::objects::{Named, Objects};
use crate::exec::pieces::Pieces;

/// The surroundings without what follows from the program.
#[derive(Clone, Serialize, Deserialize)]
pub struct Remembered {
    objects: Named,
    sharing: Sharing,
    foresight: Foresight,
    barriers: Barriers,
    left_out: LeftOut,
    leaves_open: bool,
    wide: Wide,
    contested: BTreeSet<u64>,
    noticed: BTreeSet<u64>,
    apart: Apart,
    pieces: Pieces,
}

impl Surroundings {
    pub fn remembered(&self) -> Remembered {
        Remembered {
            objects: self.objects.named(),
            sharing: self.sharing.clone(),
            foresight: self.foresight.clone(),
            barriers: self.barriers.clone(),
            left_out: self.left_out.clone(),
            leaves_open: self.leaves_open,
            wide: self.wide.clone(),
            contested: self.contested.iter().copied().collect(),
            noticed: self.noticed.iter().copied().collect(),
            apart: self.apart.clone(),
            pieces: self.pieces.clone(),
        }
    }

    /// The surroundings in the program in which they were remembered.
    pub fn of_remembered(code: &Code<'_>, remembered: Remembered) -> Surroundings {
        let Remembered {
            objects,
            sharing,
            foresight,
            barriers,
            left_out,
            leaves_open,
            wide,
            contested,
            noticed,
            apart,
            pieces,
        } = remembered;
        Surroundings {
            objects: Objects::of_named(code.program, objects),
            sharing,
            foresight,
            barriers,
            left_out,
            leaves_open,
            wide: wide.remembered(),
            contested: contested.into_iter().collect(),
            noticed: noticed.into_iter().collect(),
            apart,
            pieces,
            ..Surroundings::new(code)
        }
    }
}

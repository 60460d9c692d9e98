//! Under which conditions algorithms are compared.
//!
//! In: one of two names. Out: how the solver is used. All algorithms of a run share it; only they differ.

use serde::{Deserialize, Serialize};

use crate::sat::encoding::Consistency;
use crate::sat::session::{Phases, Settings, Shrinking};

/// How the solver is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conditions {
    /// At its best: lazy consistency, counterexamples shrunk, the solver told to keep pairs in order.
    #[default]
    Ours,
    /// As in the experiments of Joshi & Kroening, FM 2015, section 7: clocks, a MiniSat-family solver without hints,
    /// counterexamples as the solver leaves them.
    Paper,
}

impl Conditions {
    pub const ALL: [Conditions; 2] = [Conditions::Ours, Conditions::Paper];

    pub fn name(self) -> &'static str {
        match self {
            Conditions::Ours => "ours",
            Conditions::Paper => "paper",
        }
    }

    pub fn from_name(name: &str) -> Option<Conditions> {
        Conditions::ALL.into_iter().find(|conditions| conditions.name() == name)
    }

    /// The settings of a session.
    pub fn settings(self) -> Settings {
        match self {
            Conditions::Ours => Settings::default(),
            Conditions::Paper => Settings {
                consistency: Consistency::Clocks,
                shrinking: Shrinking::Off,
                phases: Phases::Free,
                ..Settings::default()
            },
        }
    }
}

//! The kinds of fences of a model, and the sets that events may be in.
//!
//! In: a model. Out: its kinds, those that repairs have and those that are only read, by name and by number; and what of their sets an
//! axiom takes away. It must not know how a file says them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{AccessPair, Lowering, Model, Operation, Tag};
use crate::ids::FenceId;

/// A kind of fence of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenceKind {
    /// Also the name of the set of such fences in the axioms.
    pub name: Tag,
    /// The pairs of accesses it orders when it stands between them, whatever other threads do.
    pub orders: Vec<AccessPair>,
    /// Further pairs that it orders for some other threads.
    pub helps: Vec<AccessPair>,
    /// The further sets of the axioms that such fences are in.
    pub tags: Vec<Tag>,
    /// What it costs in comparison with the model's other kinds; at least 1, without unit.
    pub cost: u32,
    /// The C statement, without a line break.
    pub spelling: String,
    /// The header that the statement needs, such as `stdatomic.h`.
    pub header: Option<String>,
    /// The instructions that are such a fence where they are written as inline assembly.
    pub asm: Vec<String>,
}

impl FenceKind {
    /// Whether it may be of use between two accesses.
    pub fn serves(&self, pair: AccessPair) -> bool {
        self.orders.contains(&pair) || self.helps.contains(&pair)
    }

    /// The sets of the axioms that such a fence is in, its own first.
    pub fn sets(&self) -> Vec<Tag> {
        std::iter::once(self.name).chain(self.tags.iter().copied()).collect()
    }

    /// Whether it orders all of these pairs.
    pub fn covers(&self, pairs: &[AccessPair]) -> bool {
        pairs.iter().all(|pair| self.orders.contains(pair))
    }
}

/// A kind of fence that is read where a program has it, and that no repair has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFence {
    /// Also the name of the set of such fences in the axioms.
    pub name: Tag,
    /// The further sets of the axioms that such fences are in.
    pub tags: Vec<Tag>,
    /// The instructions that are such a fence where they are written as inline assembly; at least one.
    pub asm: Vec<String>,
    pub does: Does,
}

/// What a fence that is only read does for a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    /// It orders and nothing else, so that it could be asked whether a program needs it.
    #[default]
    Orders,
    /// It begins, ends or awaits a section in which others rely on something.
    Sections,
}

impl Model {
    /// The fence kinds that repairs have, in the order of the file.
    pub fn fences(&self) -> &[FenceKind] {
        &self.fences
    }

    /// The ids of the fence kinds that repairs have, in the order of the file.
    pub fn fence_ids(&self) -> impl Iterator<Item = FenceId> + use<> {
        (0..self.fences.len()).map(FenceId::from_index)
    }

    /// The fence kinds that are only read, in the order of the file.
    pub fn only_read(&self) -> &[ReadFence] {
        &self.only_read
    }

    /// A kind that repairs have; `None` of one that is only read.
    pub fn offered(&self, id: FenceId) -> Option<&FenceKind> {
        self.fences.get(id.index())
    }

    /// Whether a kind is only read, and could be needless where a program has it.
    pub fn is_only_read(&self, id: FenceId) -> bool {
        let read = id.index().checked_sub(self.fences.len()).and_then(|index| self.only_read.get(index));
        read.is_some_and(|kind| kind.does == Does::Orders)
    }

    /// The names of all kinds, in the order of their ids: those of [`Model::fences`], and those that are only read behind them.
    pub fn kind_names(&self) -> impl Iterator<Item = Tag> {
        self.fences.iter().map(|kind| kind.name).chain(self.only_read.iter().map(|kind| kind.name))
    }

    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<FenceId> {
        self.kind_names().position(|kind| kind == *name).map(FenceId::from_index)
    }

    /// The name of a kind.
    ///
    /// An id that no kind has is a bug of the caller and panics.
    pub fn kind_name(&self, id: FenceId) -> Tag {
        match self.offered(id) {
            Some(kind) => kind.name,
            None => self.only_read[id.index() - self.fences.len()].name,
        }
    }

    /// The sets of the axioms that fences of a kind are in, the kind's own first.
    ///
    /// An id that no kind has is a bug of the caller and panics.
    pub fn kind_sets(&self, id: FenceId) -> Vec<Tag> {
        match self.offered(id) {
            Some(kind) => kind.sets(),
            None => {
                let kind = &self.only_read[id.index() - self.fences.len()];
                std::iter::once(kind.name).chain(kind.tags.iter().copied()).collect()
            }
        }
    }

    /// The sets that a fence of a kind of this name is in: of a kind that the model has not, that of the name.
    pub fn sets_of_fence(&self, name: Tag) -> Vec<Tag> {
        self.kind(name.name()).map_or_else(|| vec![name], |kind| self.kind_sets(kind))
    }

    pub fn fence(&self, name: &str) -> Option<&FenceKind> {
        self.fences.iter().find(|kind| kind.name == *name)
    }

    /// The instructions that are fences of some kind where they are written as inline assembly, with the name of the kind.
    pub fn instructions(&self) -> BTreeMap<String, String> {
        let offered = self.fences.iter().map(|kind| (kind.name, &kind.asm));
        let all = offered.chain(self.only_read.iter().map(|kind| (kind.name, &kind.asm)));
        all.flat_map(|(name, asm)| asm.iter().map(move |text| (text.clone(), name.to_string()))).collect()
    }

    /// The sets of the axioms that the model's file declares: fence kinds, tags, and sets that C programs leave empty.
    pub fn declared_sets(&self) -> Vec<Tag> {
        self.kind_names().chain(self.tags.iter().chain(&self.sets).copied()).collect()
    }

    /// Whether the model's file declares this set.
    pub fn has_set(&self, name: &str) -> bool {
        self.kind(name).is_some() || self.tags.iter().chain(&self.sets).any(|set| set == name)
    }

    /// What of the sets that fences are in the axioms take away, if anything: there a fence could allow more.
    pub fn subtracted_fence(&self) -> Option<Tag> {
        let tags = self.gained_tags().into_iter().filter(|_| !self.raises.is_empty());
        let mut sets = self.fences.iter().flat_map(FenceKind::sets).chain([Tag::named("F")]).chain(tags);
        sets.find(|set| self.polarity(set.name()).negative)
    }

    /// The tags that an access gains where its order is raised: those of the higher order that the lower one has not. One that fails is
    /// a load.
    fn gained_tags(&self) -> BTreeSet<Tag> {
        let orders = |operation| match operation {
            Operation::Load => &["relaxed", "acquire", "seq_cst"][..],
            Operation::Store => &["relaxed", "release", "seq_cst"],
            Operation::Rmw => &["relaxed", "acquire", "release", "acq_rel", "seq_cst"],
            Operation::Fence => &[],
        };
        let mut gained = BTreeSet::new();
        for operation in Operation::ALL {
            let mut lower: Vec<&Lowering> = Vec::new();
            for order in orders(operation) {
                let higher = self.lowering(operation, order);
                for tag in &higher.tags {
                    if lower.iter().any(|lower| !lower.tags.contains(tag)) {
                        gained.insert(*tag);
                    }
                }
                lower.push(higher);
            }
        }
        gained
    }
}

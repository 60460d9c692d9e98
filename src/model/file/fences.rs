//! The kinds of fences of a model's file.
//!
//! In: the tables of fences. Out: the kinds that repairs have and those that are only read, and what is wrong with them. It must not know
//! the axioms.

use serde::Deserialize;
use toml::Spanned;

use super::Reader;
use crate::model::wellformed::Fault;
use crate::model::{Does, FenceKind, ReadFence, Tag};

/// Pairs of accesses, by their letters.
pub(super) type Pairs = Vec<Spanned<Vec<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FenceTable {
    pub name: Spanned<String>,
    pub orders: Option<Spanned<Pairs>>,
    #[serde(default)]
    helps: Pairs,
    /// Further sets of the axioms that such fences are in.
    #[serde(default)]
    pub tags: Vec<Spanned<String>>,
    /// Together with `orders` and `spelling`: without them no repair has such fences.
    cost: Option<Spanned<i64>>,
    pub spelling: Option<Spanned<String>>,
    header: Option<Spanned<String>>,
    /// The instructions that are such a fence as inline assembly.
    #[serde(default)]
    pub asm: Vec<Spanned<String>>,
    /// Of one that is only read: what it does besides ordering.
    does: Option<Does>,
}

/// The kinds of a file.
pub(super) struct Kinds {
    pub fences: Vec<FenceKind>,
    pub only_read: Vec<ReadFence>,
}

impl Kinds {
    /// The names of all, in the order of their ids.
    pub fn names(&self) -> Vec<Tag> {
        self.fences.iter().map(|kind| kind.name).chain(self.only_read.iter().map(|kind| kind.name)).collect()
    }
}

impl Reader {
    /// All kinds.
    pub(super) fn kinds(&mut self, tables: &[FenceTable], faults: &[Fault]) -> Kinds {
        let (mut fences, mut only_read) = (Vec::new(), Vec::new());
        let mut seen: Vec<&str> = Vec::new();
        for (table, asm) in tables.iter().zip(self.instructions(tables)) {
            let name = table.name.get_ref();
            if seen.contains(&name.as_str()) {
                let message = format!("the fence kind `{name}` is declared twice");
                self.error(table.name.span(), message, "give each kind its own name");
            }
            seen.push(name);
            match self.fence(table, faults) {
                Some(kind) => fences.push(FenceKind { asm, ..kind }),
                None => {
                    let tags = table.tags.iter().map(|tag| Tag::named(tag.get_ref())).collect();
                    let does = table.does.unwrap_or_default();
                    only_read.push(ReadFence { name: Tag::named(name), tags, asm, does });
                }
            }
        }
        Kinds { fences, only_read }
    }

    /// The kind as repairs have it; `None` where it is only read.
    fn fence(&mut self, table: &FenceTable, faults: &[Fault]) -> Option<FenceKind> {
        let name = table.name.get_ref();
        self.set_name(&table.name, "fence kind");
        for tag in &table.tags {
            self.set_name(tag, "tag");
        }
        let (listed, cost, spelling) = match (&table.orders, &table.cost, &table.spelling) {
            (Some(orders), Some(cost), Some(spelling)) => (orders, cost, spelling),
            (Some(_), ..) | (_, Some(_), _) | (.., Some(_)) if table.does.is_some() => {
                self.error(
                    table.name.span(),
                    format!("the fence kind `{name}` is offered to repairs and does something else"),
                    "`does` is for kinds that are only read",
                );
                return None;
            }
            (None, None, None) if table.helps.is_empty() && table.header.is_none() && !table.asm.is_empty() => {
                return None;
            }
            _ => {
                self.error(
                    table.name.span(),
                    format!("the fence kind `{name}` is neither offered to repairs nor only read"),
                    "the one has `orders`, `cost` and `spelling`, and the other none of them, but `asm`",
                );
                return None;
            }
        };
        let orders = self.pairs(listed.get_ref());
        let helps = self.pairs(&table.helps);
        if orders.is_empty() && helps.is_empty() && !faults.contains(&Fault::Fences) {
            self.error(
                listed.span(),
                format!("the fence kind `{name}` orders nothing"),
                "list the pairs it orders, such as [\"W\", \"R\"]",
            );
        }
        let cost = self.cost(name, cost);
        if spelling.get_ref().trim().is_empty() || spelling.get_ref().contains(['\n', '\r']) {
            self.error(
                spelling.span(),
                format!("the spelling of `{name}` is not one C statement on one line"),
                "write the statement with its semicolon and without a line break",
            );
        }
        if let Some(header) = &table.header
            && header.get_ref().contains(['<', '>', '"', '\n'])
        {
            self.error(
                header.span(),
                "`header` is not the name of a header".to_string(),
                "write it without brackets or quotes, such as \"stdatomic.h\"",
            );
        }
        Some(FenceKind {
            name: Tag::named(name),
            orders,
            helps,
            tags: table.tags.iter().map(|tag| Tag::named(tag.get_ref())).collect(),
            cost,
            spelling: spelling.get_ref().clone(),
            header: table.header.as_ref().map(|header| header.get_ref().clone()),
            asm: Vec::new(),
        })
    }
}

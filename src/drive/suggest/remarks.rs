//! What the comment beside a fence says: which accesses it keeps in order.
//!
//! In: what was found. Out: for each edit the parts of a comment. It must not know how a comment is written.
//!
//! The accesses are those of the culprit pairs that no other fence of the repair orders as well. Where there are none
//! (another set of pairs would have been as good, or the model does not speak of pairs) they are the nearest ones on both
//! sides that the fence keeps in order. A raised order says itself what it is.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::ids::{EventId, PointId, SiteId};
use crate::ir::SiteKind;
use crate::model::{Access, Model};
use crate::sat::candidates::reorderable;

use super::edits::Edit;
use super::placement::{Ground, Use};
use super::{Comments, Task, placement};

/// Pairs of accesses, in program order.
pub type SitePairs = Vec<(SiteId, SiteId)>;

/// Of these pairs, those that each edit orders.
pub fn ordered(task: &Task<'_>, skeleton: &Skeleton, edits: &[Edit], pairs: &[(SiteId, SiteId)]) -> Vec<SitePairs> {
    let instances = reorderable(skeleton, &task.request.model);
    let order = Orders::new(skeleton, &task.request.model);
    let of = |edit: &Edit| {
        let all = |pair: &(SiteId, SiteId)| instances.get(pair).map(Vec::as_slice).unwrap_or_default();
        pairs.iter().filter(|pair| all(pair).iter().any(|instance| order.has(*edit, *instance))).copied().collect()
    };
    edits.iter().map(of).collect()
}

/// The comments of edits.
pub fn comments(task: &Task<'_>, skeleton: &Skeleton, edits: &[Edit], pairs: &[(SiteId, SiteId)]) -> Vec<Vec<String>> {
    if task.settings.comments == Comments::LeftOut {
        return vec![Vec::new(); edits.len()];
    }
    let instances = reorderable(skeleton, &task.request.model);
    let order = Orders::new(skeleton, &task.request.model);
    let of = |edit: &Edit| {
        let alone = |instance: &(EventId, EventId)| {
            order.has(*edit, *instance) && edits.iter().all(|other| other == edit || !order.has(*other, *instance))
        };
        let own = pairs.iter().filter(|pair| instances.get(*pair).is_some_and(|all| all.iter().any(alone)));
        let own: SitePairs = own.copied().collect();
        parts(task, &if own.is_empty() { order.nearest(*edit) } else { own })
    };
    edits.iter().map(of).collect()
}

/// So far from a fence the nearest accesses are looked for.
const NEAR: usize = 8;

/// What fences order.
struct Orders<'s> {
    skeleton: &'s Skeleton,
    model: &'s Model,
    uses: IndexMap<PointId, Vec<Use>>,
    places: FxHashMap<EventId, usize>,
}

impl<'s> Orders<'s> {
    fn new(skeleton: &'s Skeleton, model: &'s Model) -> Orders<'s> {
        let (uses, places) = (placement::instances(skeleton), placement::places(skeleton));
        Orders { skeleton, model, uses, places }
    }

    /// Whether an edit keeps two events in order.
    fn has(&self, edit: Edit, instance: (EventId, EventId)) -> bool {
        let Edit::Fence { point, kind } = edit else { return false };
        let Some(uses) = self.uses.get(&point) else { return false };
        let Orders { skeleton, model, ref places, .. } = *self;
        placement::orders(Ground { skeleton, model, places }, uses, kind, &[instance])
    }

    /// For each use of a fence the nearest accesses that it keeps in order though the model would not.
    fn nearest(&self, edit: Edit) -> SitePairs {
        let Edit::Fence { point, .. } = edit else { return SitePairs::new() };
        let mut found = SitePairs::new();
        for place in self.uses.get(&point).into_iter().flatten() {
            let thread = &self.skeleton.threads[place.thread.index()].events;
            let accesses: Vec<EventId> = thread.iter().copied().filter(|id| self.places.contains_key(id)).collect();
            let (before, after) = accesses.split_at(place.after);
            let pairs = before.iter().rev().take(NEAR).enumerate().flat_map(|(back, first)| {
                after.iter().take(NEAR).enumerate().map(move |(on, second)| (back + on, (*first, *second)))
            });
            let fits = |(_, (first, second)): &(usize, (EventId, EventId))| {
                self.is_relaxed(*first, *second) && self.has(edit, (*first, *second))
            };
            let Some((_, (first, second))) = pairs.filter(fits).min_by_key(|(distance, _)| *distance) else { continue };
            let site = |id: EventId| self.skeleton.event(id).site;
            if let (Some(first), Some(second)) = (site(first), site(second))
                && !found.contains(&(first, second))
            {
                found.push((first, second));
            }
        }
        found
    }

    fn is_relaxed(&self, first: EventId, second: EventId) -> bool {
        let kind = |id: EventId| if self.skeleton.event(id).is_write() { Access::Write } else { Access::Read };
        self.model.relaxes(kind(first), kind(second))
    }
}

/// `x before y and z`, for each access or group of accesses that come before the same others.
fn parts(task: &Task<'_>, pairs: &[(SiteId, SiteId)]) -> Vec<String> {
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    let push = |list: &mut Vec<String>, name: String| {
        if !list.contains(&name) {
            list.push(name);
        }
    };
    for (first, second) in pairs {
        let (first, second) = names(task, *first, *second);
        match groups.iter_mut().find(|(firsts, _)| firsts[0] == first) {
            Some((_, seconds)) => push(seconds, second),
            None => groups.push((vec![first], vec![second])),
        }
    }
    let mut merged: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (firsts, seconds) in groups {
        match merged.iter_mut().find(|(_, others)| *others == seconds) {
            Some((others, _)) => firsts.into_iter().for_each(|first| push(others, first)),
            None => merged.push((firsts, seconds)),
        }
    }
    merged.iter().map(|(firsts, seconds)| format!("{} before {}", listed(firsts), listed(seconds))).collect()
}

/// How two accesses are told apart: by what they access, and where that is the same by what they do.
fn names(task: &Task<'_>, first: SiteId, second: SiteId) -> (String, String) {
    let program = &task.unit.program;
    let (a, b) = (program.site(first), program.site(second));
    let text = |text: &str| unwrapped(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text(&a.text) != text(&b.text) {
        return (text(&a.text), text(&b.text));
    }
    let verb = |kind: SiteKind| match kind {
        SiteKind::Load => "read",
        SiteKind::Store => "write",
        SiteKind::Rmw => "update",
    };
    (format!("{} of {}", verb(a.kind), text(&a.text)), format!("{} of {}", verb(b.kind), text(&b.text)))
}

/// What is accessed, without the cast that makes its access a volatile one: `x` for `*(volatile int *)&(x)`.
fn unwrapped(text: &str) -> &str {
    let inner = || {
        let cast = text.strip_prefix("*(")?;
        let type_end = closing(cast)?;
        let (of, object) = (cast[..type_end].trim_end(), cast[type_end + 1..].trim_start().strip_prefix('&')?);
        let object = object.trim();
        let bare = object.strip_prefix('(').filter(|rest| closing(rest) == Some(rest.len() - 1));
        of.ends_with('*').then(|| bare.map_or(object, |rest| &rest[..rest.len() - 1]))
    };
    inner().unwrap_or(text)
}

/// Where the parenthesis ends that was opened in front of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| match byte {
        b'(' => {
            depth += 1;
            false
        }
        b')' if depth == 0 => true,
        b')' => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn a_cast_to_volatile_is_no_part_of_the_name() {
        for (text, expected) in [
            ("*(volatile __typeof__(l->turn)*)&(l->turn)", "l->turn"),
            ("*(volatile int *)&x", "x"),
            ("*(int *)p", "*(int *)p"),
            ("*(volatile int *)&(a)[(b)]", "(a)[(b)]"),
            ("*(f(x))", "*(f(x))"),
            ("x", "x"),
        ] {
            assert_eq!(unwrapped(text), expected);
        }
    }
}

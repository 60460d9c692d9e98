//! How the accesses are called that a fence keeps in order.
//!
//! In: pairs of access sites, and where the fence stands. Out: `x before y and z`, in names that mean the same where the fence stands. It must
//! not know why these pairs.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::drive::outcome::AccessReport;
use crate::exec::object::Origin;
use crate::exec::skeleton::{Action, Skeleton};
use crate::ids::{FuncId, PointId, SiteId, ThreadId};
use crate::ir::uses::sites;
use crate::ir::{Op, Program, SiteKind};

/// A pair of accesses, and how they stand to the fence.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    pub sites: (SiteId, SiteId),
    /// The first one stands before the fence only in an earlier round.
    pub earlier: bool,
    /// The second one stands behind the fence only in a later round.
    pub later: bool,
}

/// What names are there, and where.
pub struct Names<'p> {
    program: &'p Program,
    skeleton: &'p Skeleton,
    /// The functions that an access is in.
    sites: FxHashMap<SiteId, Vec<FuncId>>,
    /// The functions that a point is in.
    points: FxHashMap<PointId, Vec<FuncId>>,
    /// The threads that pass a point.
    threads: FxHashMap<PointId, Vec<ThreadId>>,
}

impl<'p> Names<'p> {
    pub fn of(program: &'p Program, skeleton: &'p Skeleton) -> Names<'p> {
        let (sites_of, points, threads) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut names = Names { program, skeleton, sites: sites_of, points, threads };
        for event in &skeleton.events {
            if let (Action::Point(point), Some(thread)) = (&event.action, event.thread) {
                push(names.threads.entry(*point).or_default(), thread);
            }
        }
        for (number, function) in program.functions.iter().enumerate() {
            let id = FuncId::from_index(number);
            for instruction in &function.code {
                for site in sites(&instruction.op).into_iter().flatten() {
                    push(names.sites.entry(site).or_default(), id);
                }
                if let Op::FencePoint(point) = instruction.op {
                    push(names.points.entry(point).or_default(), id);
                }
            }
        }
        names
    }

    /// What is accessed, as it is called where a fence stands.
    fn called(&self, site: SiteId, point: PointId) -> String {
        if self.program.library_call(site).is_some() {
            return self.object(site, point).unwrap_or_else(|| AccessReport::of(self.program, site).text);
        }
        let text = unwrapped(&self.program.site(site).text).split_whitespace().collect::<Vec<_>>().join(" ");
        let (of_site, of_point) = (self.sites.get(&site), self.points.get(&point));
        let Some(function) = of_site.into_iter().flatten().next() else { return text };
        if of_site == of_point || !self.has_local(*function, &text) {
            return text;
        }
        self.object(site, point).unwrap_or_else(|| format!("{text} in {}()", self.program.function(*function).name))
    }

    /// Whether a text has a name in it that means something in one function only.
    fn has_local(&self, function: FuncId, text: &str) -> bool {
        let function = self.program.function(function);
        let registers = function.registers.iter().filter_map(|register| register.name.as_deref());
        let objects = function.code.iter().filter_map(|instruction| match &instruction.op {
            Op::Allocate { name, .. } => Some(name.text.as_str()),
            _ => None,
        });
        let locals: FxHashSet<&str> = registers.chain(objects).collect();
        free_names(text).into_iter().any(|name| locals.contains(name))
    }

    /// The static object that is accessed, where it is always the same in the threads that pass the point.
    fn object(&self, site: SiteId, point: PointId) -> Option<String> {
        let threads = self.threads.get(&point)?;
        let is_there = |thread: Option<ThreadId>| thread.is_some_and(|thread| threads.contains(&thread));
        let events = self.skeleton.events.iter();
        let events = events.filter(|event| event.site == Some(site) && is_there(event.thread));
        let mut cells =
            events.filter_map(|event| event.target.as_ref()).flat_map(|target| target.cells.iter().copied());
        let cell = cells.next().filter(|first| cells.all(|cell| cell == *first))?;
        let objects = &self.skeleton.objects;
        matches!(objects.get(objects.at(cell)?).origin, Origin::Global(..)).then(|| objects.describe(cell))
    }

    /// How two accesses are told apart: by what they access, and where that is the same by what they do.
    fn pair(&self, Named { sites: (first, second), earlier, later }: Named, point: PointId) -> (String, String) {
        let (mut a, mut b) = (self.called(first, point), self.called(second, point));
        if a == b {
            let verb = |site: SiteId| match self.program.site(site).kind {
                SiteKind::Load => "read",
                SiteKind::Store => "write",
                SiteKind::Rmw => "update",
            };
            (a, b) = (format!("{} of {a}", verb(first)), format!("{} of {b}", verb(second)));
        }
        let a = if earlier { format!("an earlier {a}") } else { a };
        let b = if later { format!("a later {b}") } else { b };
        (a, b)
    }
}

/// `x before y and z`, for each access or group of accesses that come before the same others.
pub fn parts(names: &Names<'_>, point: PointId, pairs: &[Named]) -> Vec<String> {
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for named in pairs {
        let (first, second) = names.pair(*named, point);
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

fn push<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The names in an expression that are no members.
fn free_names(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    let mut rest = text;
    let mut is_member = false;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if length > 0 {
            names.extend((!is_member).then_some(&rest[..length]));
            (is_member, rest) = (false, &rest[length..]);
        } else {
            let arrow = rest.starts_with("->");
            is_member = arrow || c == '.' || is_member && c.is_whitespace();
            rest = &rest[if arrow { 2 } else { c.len_utf8() }..];
        }
    }
    names
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
    use super::{free_names, unwrapped};

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

    #[test]
    fn members_are_no_names_of_their_own() {
        for (text, expected) in [
            ("l->owner", vec!["l"]),
            ("lk.p[me].wants", vec!["lk", "me"]),
            ("*(unsigned *)target", vec!["unsigned", "target"]),
            ("a . b -> c", vec!["a"]),
            ("", vec![]),
        ] {
            assert_eq!(free_names(text), expected, "{text}");
        }
    }
}

//! On which dependencies of the text "safe" rests.
//!
//! In: a program that is safe. Out: the dependencies without which it is not, a set from which none can be left out; or, where that
//! takes too long, one that is enough. It must not know how it is shown.
//!
//! A model of a processor keeps an access behind a read whose result it uses. What is used is the text of C; a compiler keeps values,
//! not the way to them. So the question is asked again without dependencies. If the answer is "safe" none is relied upon.
//! Otherwise those that can be spared are taken out, half of them at first and single ones at last: leaving out more never
//! makes safe what was not, since the axioms have no negative use of them ([`Model::leans_on_dependencies`]).
//!
//! Values are those that the program can compute: without dependencies an axiom may allow a value that comes from nowhere, and
//! no compiler makes one.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::Request;
use super::access::AccessReport;
use crate::diag::Span;
use crate::exec::execution::Dependency;
use crate::exec::skeleton::Skeleton;
use crate::ids::SiteId;
use crate::ir::{Op, Program};
use crate::limits::StopToken;
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::dependencies::written;
use crate::sat::encoding::Encoding;
use crate::sat::session::{Dependencies, Goal, Question, Reply, Session};
use crate::sat::written::{Dropped, Written};

/// On which dependencies of the text "safe" rests, none of which a compiler must keep.
#[derive(Clone, Debug)]
pub struct Reliance {
    pub dependencies: Vec<DependencyReport>,
    /// Without any one of them the program is not safe. Otherwise there was no time to find out which of them are needed.
    pub is_least: bool,
}

impl Reliance {
    /// Gives each access another place.
    pub(super) fn move_places(&mut self, place: impl Fn(Span) -> Option<Span>) {
        for DependencyReport { read, used_by, .. } in &mut self.dependencies {
            for access in std::iter::once(read).chain(used_by) {
                access.span = access.span.and_then(&place);
            }
        }
    }
}

/// One of them.
#[derive(Clone, Debug)]
pub struct DependencyReport {
    pub kind: Dependency,
    /// The read whose result is used.
    pub read: AccessReport,
    /// The order of the read, `plain` or `volatile` or that of an atomic one.
    pub order: &'static str,
    /// The access that uses it; `None` of a fence.
    pub used_by: Option<AccessReport>,
}

/// The least time for it; otherwise as long as the verdict took.
const LEAST: Duration = Duration::from_secs(3);

/// How often it is asked in all.
const QUESTIONS: usize = 64;

/// What it takes to ask again.
pub(super) struct Asking<'a> {
    request: &'a Request,
    skeleton: Skeleton,
    began: Instant,
    left: usize,
}

impl<'a> Asking<'a> {
    /// Before a skeleton is encoded; `None` where dependencies count for nothing anyway.
    pub(super) fn before(request: &'a Request, skeleton: &Skeleton, began: Instant) -> Option<Asking<'a>> {
        let is_asked = request.search.dependencies == Dependencies::Kept && request.model.leans_on_dependencies();
        is_asked.then(|| Asking { request, skeleton: skeleton.clone(), began, left: QUESTIONS })
    }

    /// The same after it was found safe with an encoding that is no more.
    pub(super) fn find_anew(self, program: &Program, stop: &StopToken) -> Option<Reliance> {
        let Request { model, search, .. } = self.request;
        let nothing = (&Candidates::default(), Vocabulary::Nothing);
        let skeleton = self.skeleton.clone();
        let encoding = Encoding::without(skeleton, model, nothing, search.consistency, Dropped::Nothing);
        self.find(program, &encoding, stop)
    }

    /// After it was found safe; `None` if it is without any.
    pub(super) fn find(mut self, program: &Program, encoding: &Encoding, stop: &StopToken) -> Option<Reliance> {
        let all = written(&encoding.base, &encoding.skeleton);
        let budget = self.began.elapsed().max(LEAST);
        let stop = stop.until(Instant::now().checked_add(budget));
        let answer = if all.is_empty() { Some(true) } else { self.is_safe_without(Dropped::Everything, &stop) };
        if answer == Some(true) {
            return None;
        }
        let mut needed = all;
        let mut is_least = answer.is_some();
        let mut size = needed.len().div_ceil(2);
        while is_least {
            let mut at = 0;
            while at < needed.len() {
                let end = (at + size).min(needed.len());
                let kept: FxHashSet<Written> = needed[..at].iter().chain(&needed[end..]).copied().collect();
                let dropped = written(&encoding.base, &encoding.skeleton).into_iter().filter(|w| !kept.contains(w));
                match self.is_safe_without(Dropped::These(dropped.collect()), &stop) {
                    Some(true) => drop(needed.drain(at..end)),
                    Some(false) => at = end,
                    None => {
                        is_least = false;
                        break;
                    }
                }
            }
            if size == 1 {
                break;
            }
            size = size.div_ceil(2);
        }
        let dependencies = needed.iter().filter_map(|written| report(program, written)).collect();
        Some(Reliance { dependencies, is_least })
    }

    /// Whether there is no violation without these; `None` if there was no time for it.
    fn is_safe_without(&mut self, dropped: Dropped, stop: &StopToken) -> Option<bool> {
        if self.left == 0 || stop.reached().is_some() {
            return None;
        }
        self.left -= 1;
        let Request { model, search, solver, .. } = self.request;
        let nothing = (&Candidates::default(), Vocabulary::Nothing);
        let encoding = Encoding::without(self.skeleton.clone(), model, nothing, search.consistency, dropped);
        let mut session = Session::new(encoding, model, *solver, *search);
        session.set_stop(stop.clone());
        match session.ask(Question { goal: Goal::Violation, enforced: &[], bound: None }) {
            Reply::None { .. } => Some(true),
            Reply::Found { .. } => Some(false),
            Reply::Interrupted => None,
        }
    }
}

fn report(program: &Program, written: &Written) -> Option<DependencyReport> {
    let access = |id: SiteId| AccessReport::of(program, id);
    let from = written.from?;
    let read = AccessReport { write: false, ..access(from) };
    Some(DependencyReport { kind: written.kind, read, order: order(program, from), used_by: written.to.map(access) })
}

/// The order that the text gives the access of a site.
fn order(program: &Program, wanted: SiteId) -> &'static str {
    let mut ops = program.functions.iter().flat_map(|function| &function.code).map(|instruction| &instruction.op);
    let found = ops.find_map(|op| match op {
        Op::Load { order, site, .. } | Op::Rmw { order, site, .. } if *site == wanted => Some(order),
        Op::Pair(access) if access.site == wanted => Some(&access.order),
        Op::CompareExchange { success, site, .. } if *site == wanted => Some(success),
        _ => None,
    });
    found.map_or("atomic", |order| order.name())
}

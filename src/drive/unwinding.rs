//! How far loops are unwound, and how the bound rises by itself.
//!
//! In: the user's options and the loops of a program. Out: [`Bounds`] for the unfolding, raised where they were
//! exceeded.

use crate::diag::{Diagnostic, Sources, Span};
use crate::drive::verdict::{ExceededLoop, Why};
use crate::exec::bounds::{Bound, Bounds, Litter};
use crate::exec::objects::THREADS;
use crate::exec::skeleton::{Bounded, Exceeded};
use crate::exec::{addresses, waiting};
use crate::explore::refusal;
use crate::ids::LoopId;
use crate::ir::Program;
use crate::model::Model;

/// The options.
#[derive(Clone, Debug)]
pub struct Unwinding {
    /// The same fixed bound for every loop without one of its own.
    pub fixed: Option<u32>,
    /// Where the automatic rise ends.
    pub limit: u32,
    /// Fixed bounds of single loops: file name (or the end of its path), line, bound.
    pub loops: Vec<(String, u32, u32)>,
}

impl Default for Unwinding {
    fn default() -> Self {
        Unwinding { fixed: None, limit: 16, loops: Vec::new() }
    }
}

/// Where the automatic rise begins.
const FIRST: u32 = 2;

/// Where the automatic rise begins and ends for loops of which constants decide how often they run.
const FIRST_COUNT: u32 = 256;
const LAST_COUNT: u32 = 1 << 16;

/// Nested calls of one function at first.
const FIRST_RECURSION: u32 = 8;

/// The bounds of one run.
pub struct Raised<'o> {
    pub options: &'o Unwinding,
    pub sources: &'o Sources,
    pub bounds: Bounds,
}

impl Unwinding {
    /// The bounds to start with: those that another run over the same loops ended with, where there was one. A loop
    /// option that names no loop is an error.
    pub fn start<'o>(
        &'o self,
        program: &Program,
        sources: &'o Sources,
        model: &Model,
        before: Option<&Bounds>,
    ) -> Result<Raised<'o>, Diagnostic> {
        let default = self.fixed.map_or(Bound::Rising(FIRST.min(self.limit)), Bound::Fixed);
        let mut bounds = Bounds::new(default, self.fixed.unwrap_or(FIRST_RECURSION));
        bounds.counted = FIRST_COUNT;
        bounds.alike = waiting::alike(model);
        // Where nothing is repeated nobody asks, and another run over the same loops has asked.
        if !program.loops.is_empty() && before.is_none() {
            bounds.waiting = waiting::under(model, program);
            bounds.attempts = waiting::attempts(model, &bounds.waiting);
            bounds.restores = waiting::restores(model);
        }
        for (file, line, bound) in &self.loops {
            let mut found = false;
            for (i, known) in program.loops.iter().enumerate() {
                let Some(span) = known.span else { continue };
                let here = sources.position(span.file, span.start).line == *line;
                if here && sources.path(span.file).ends_with(file) {
                    found = true;
                    bounds.loops.insert(LoopId::from_index(i), Bound::Fixed(*bound));
                }
            }
            if !found {
                let lines: Vec<String> =
                    program.loops.iter().filter_map(|l| l.span).map(|s| sources.describe(s)).collect();
                let known = if lines.is_empty() { "it has no loops".to_string() } else { lines.join(", ") };
                return Err(Diagnostic::error(format!("no loop of the program begins at {file}:{line}"))
                    .help(format!("the loops of the program: {known}")));
            }
        }
        if let Some(before) = before {
            bounds = before.clone();
        }
        let is_first = before.is_none_or(|before| before.litter == Litter::Untouched);
        bounds.litter = if is_first && refusal(model).is_none() { Litter::Untouched } else { Litter::Any };
        Ok(Raised { options: self, sources, bounds })
    }
}

impl Raised<'_> {
    /// Raises the bounds that were exceeded. Says why it cannot when none of them may rise.
    pub fn raise(&mut self, exceeded: &[Exceeded], program: &Program) -> Result<(), Why> {
        let has_litter = exceeded.iter().any(|exceeded| exceeded.what == Bounded::Litter);
        let risen = self.rise(exceeded, program);
        // Not all that is exceeded is looked for at any price, and nothing is proved while unset memory is not known.
        if self.bounds.litter == Litter::Untouched && (has_litter || risen.is_err()) {
            self.bounds.litter = Litter::Any;
            return Ok(());
        }
        risen
    }

    fn rise(&mut self, exceeded: &[Exceeded], program: &Program) -> Result<(), Why> {
        let mut raised = false;
        let mut loops = Vec::new();
        let mut recursion = None;
        let mut chance = false;
        let (mut coincidence, mut threads) = (None, None);
        let counted = self.bounds.counted;
        for item in exceeded {
            let mut ends = |id: LoopId| {
                let span = program.loops[id.index()].span;
                if !loops.iter().any(|l: &ExceededLoop| l.span == span) {
                    loops.push(ExceededLoop { span, bound: item.bound });
                }
            };
            match item.what {
                Bounded::Count(id) if counted >= LAST_COUNT => ends(id),
                Bounded::Count(_) => {
                    self.bounds.counted = (counted * 8).min(LAST_COUNT);
                    raised = true;
                }
                Bounded::Loop(id) => match self.bounds.bound(id) {
                    Bound::Rising(now) if now < self.options.limit => {
                        raised |= now == item.bound;
                        let next = higher(item.bound).min(self.options.limit).max(now);
                        self.bounds.loops.insert(id, Bound::Rising(next));
                    }
                    now if now.iterations() == item.bound => ends(id),
                    _ => {}
                },
                Bounded::Litter => {}
                // No bound helps; it is said if nothing else can be done.
                Bounded::Chance(_) => chance = true,
                Bounded::Threads(span) => threads = threads.or(Some(span)),
                Bounded::Coincidence(span) => coincidence = coincidence.or(Some(span)),
                Bounded::Recursion(id) => {
                    if self.options.fixed.is_none() && item.bound < self.options.limit.max(FIRST_RECURSION) {
                        self.bounds.recursion = higher(item.bound).min(self.options.limit.max(FIRST_RECURSION));
                        raised = true;
                    } else {
                        let function = program.function(id);
                        recursion = Some(Why::Recursion {
                            function: function.name.clone(),
                            bound: item.bound,
                            span: function.span,
                        });
                    }
                }
            }
        }
        if let Some(span) = threads.filter(|_| !raised) {
            return Err(too_many_threads(span, self.sources));
        }
        match recursion {
            _ if raised => Ok(()),
            Some(why) if loops.is_empty() => Err(why),
            None if coincidence.is_some() && loops.is_empty() => {
                let span = coincidence.flatten();
                let place = self.sources.beside(span);
                Err(Why::Other(format!("{}{place}", addresses::WHY)))
            }
            None if chance && loops.is_empty() => {
                Err(Why::Other("a pointer that nobody has set may address an object by chance".to_string()))
            }
            _ => Err(Why::Unwinding(loops)),
        }
    }
}

/// That more threads are started than are told apart.
pub fn too_many_threads(span: Option<Span>, sources: &Sources) -> Why {
    let place = sources.beside(span);
    Why::Other(format!("more than {THREADS} threads are started in a run{place}"))
}

/// The bound after this one: half as much again. The cost of a formula grows faster than its bounds.
fn higher(bound: u32) -> u32 {
    bound + (bound / 2).max(1)
}

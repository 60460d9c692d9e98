//! How far loops are unwound, and how the bound rises by itself.
//!
//! In: the user's options and the loops of a program. Out: [`Bounds`] for the unfolding, raised where they were
//! exceeded.

use crate::diag::{Diagnostic, Sources};
use crate::drive::outcome::{ExceededLoop, Why};
use crate::exec::skeleton::{Bounded, Exceeded};
use crate::exec::unfold::Bounds;
use crate::ids::LoopId;
use crate::ir::Program;

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

/// Nested calls of one function at first.
const FIRST_RECURSION: u32 = 8;

/// The bounds of one run.
pub struct Raised<'o> {
    options: &'o Unwinding,
    pub bounds: Bounds,
    fixed: Vec<LoopId>,
}

impl Unwinding {
    /// The bounds to start with: those that another run over the same loops ended with, where there was one. A loop
    /// option that names no loop is an error.
    pub fn start(
        &self,
        program: &Program,
        sources: &Sources,
        before: Option<&Bounds>,
    ) -> Result<Raised<'_>, Diagnostic> {
        let first = FIRST.min(self.limit);
        let mut bounds = Bounds {
            default: self.fixed.unwrap_or(first),
            loops: std::collections::BTreeMap::new(),
            recursion: self.fixed.unwrap_or(FIRST_RECURSION),
        };
        let mut fixed = Vec::new();
        for (file, line, bound) in &self.loops {
            let mut found = false;
            for (i, known) in program.loops.iter().enumerate() {
                let Some(span) = known.span else { continue };
                let here = sources.position(span.file, span.start).line == *line;
                if here && sources.path(span.file).ends_with(file) {
                    found = true;
                    bounds.loops.insert(LoopId::from_index(i), *bound);
                    fixed.push(LoopId::from_index(i));
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
        Ok(Raised { options: self, bounds, fixed })
    }
}

impl Raised<'_> {
    /// Raises the bounds that were exceeded. Says why it cannot when none of them may rise.
    pub fn raise(&mut self, exceeded: &[Exceeded], program: &Program) -> Result<(), Why> {
        let mut raised = false;
        let mut loops = Vec::new();
        let mut recursion = None;
        for item in exceeded {
            match item.what {
                Bounded::Loop(id) => {
                    let now = self.bounds.of(id);
                    let free = self.options.fixed.is_none() && !self.fixed.contains(&id);
                    if free && now < self.options.limit {
                        raised |= now == item.bound;
                        self.bounds.loops.insert(id, higher(item.bound).min(self.options.limit).max(now));
                    } else if now == item.bound {
                        let span = program.loops[id.index()].span;
                        if !loops.iter().any(|l: &ExceededLoop| l.span == span) {
                            loops.push(ExceededLoop { span, bound: now });
                        }
                    }
                }
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
        match recursion {
            _ if raised => Ok(()),
            Some(why) if loops.is_empty() => Err(why),
            _ => Err(Why::Unwinding(loops)),
        }
    }
}

/// The bound after this one: half as much again. The cost of a formula grows faster than its bounds.
fn higher(bound: u32) -> u32 {
    bound + (bound / 2).max(1)
}

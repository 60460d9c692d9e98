//! Whether two machines do the same from now on.
//!
//! In: two machines of one thread, each before the answer to its last step. Out: whether they agree in all that they still need. It must not
//! know what they have been told, nor what memory holds.
//!
//! Of the running call only the registers count that some path still reads. What is left of the running instruction follows
//! from these, and from what it has read.

use super::{Code, Machine};
use crate::exec::context;
use crate::ids::{FuncId, SiteId};

impl Machine {
    /// The running call, as long as none begins.
    pub fn call(&self) -> Option<(usize, FuncId)> {
        Some((self.frames.len(), self.frames.last()?.function))
    }

    /// The calls that have led to the running instruction, whatever the iterations of the loops on the way.
    pub fn calls(&self) -> Vec<u32> {
        self.frames.iter().flat_map(|frame| [frame.function.0, context::instruction(frame.pc)]).collect()
    }

    /// Whether the running function tries again when it has done these two additions one right after the other.
    pub fn is_attempt(&self, code: &Code<'_>, first: SiteId, back: SiteId) -> bool {
        self.frames.last().is_some_and(|frame| code.retries(frame.function).is_attempt(first, back))
    }

    /// Whether both do the same, whatever they are told next.
    pub fn goes_on_as(&self, code: &Code<'_>, other: &Machine) -> bool {
        let outside =
            |machine: &Machine| (machine.section, machine.depth, machine.sections, machine.groups, machine.over);
        let running = |machine: &Machine| (machine.queue.len(), machine.asked.is_some());
        let depth = self.frames.len();
        outside(self) == outside(other)
            && running(self) == running(other)
            && (&self.scratch, &self.parts) == (&other.scratch, &other.parts)
            && (&self.freed, &self.living, &self.held) == (&other.freed, &other.living, &other.held)
            && depth == other.frames.len()
            && self.frames.iter().zip(&other.frames).enumerate().all(|(at, (a, b))| {
                let loops = |frame: &super::Frame| -> Vec<(usize, u32)> {
                    frame.loops.iter().map(|running| (running.repeat, running.iteration)).collect()
                };
                let live = code.live(a.function);
                let is_needed = |reg| at + 1 < depth || live.is_needed(a.pc, reg);
                (a.function, a.pc, a.dst, &a.undefined_arguments) == (b.function, b.pc, b.dst, &b.undefined_arguments)
                    && loops(a) == loops(b)
                    && a.registers.iter().all(|(reg, _)| a.registers.agrees(&b.registers, reg) || !is_needed(reg))
            })
    }
}

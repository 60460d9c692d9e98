//! What each step of a replayed thread has to be in the execution.
//!
//! In: a step of a machine. Out: the machine told what the execution says, or the mismatch.

use super::{Mark, Mismatch, PATIENCE, Progress, Replay, Running};
use crate::exec::execution::{EventKind, Open};
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::{Access, Change, Machine, Step, Unset};
use crate::ids::ThreadId;
use crate::ir::{Property, Width};

/// Steps after the last event before it is looked whether a thread goes round.
const SHORT: u64 = 2_000;

/// A thread at the beginning of a round.
pub(super) struct Round {
    machine: Machine,
    memory: Bytes,
    /// How many steps it had taken since its last event.
    steps: u64,
}

impl Replay<'_> {
    pub(super) fn take(&mut self, id: ThreadId, running: &mut Running, step: Step) -> Result<(), Mismatch> {
        match step {
            Step::Read(access) => self.take_read(id, running, &access)?,
            Step::Write(access, value) => self.take_write(id, running, &access, value)?,
            Step::Update(access, change) => self.take_update(id, running, &access, change)?,
            Step::Fence { kind, .. } => {
                if let (Some(section), Some(event)) = (running.machine.section(), running.left.front()) {
                    running.sections.entry(section).or_default().push(*event);
                }
                self.fence(id, running, kind)?;
            }
            Step::Point => self.pass_fences(id, running),
            Step::Spawn { thread, function, args, .. } => {
                self.mark(id, Mark::Spawn(thread));
                let machine = Machine::new(&self.code, thread, function, &args);
                self.start(machine, running.slack);
            }
            Step::Join { thread, span } => running.progress = Progress::Joining(thread, span),
            Step::Barrier { address, .. } if !self.surroundings.layout.barriers.contains(&address) => {
                running.machine.expand(&self.code);
            }
            Step::Barrier { call, address, .. } => self.barrier(id, running, call, address),
            Step::Choice { what, width } => self.choose(running, &what, width),
            Step::Allocated(object) => self.made.push((object, id, running.machine.made_at(&self.code))),
            Step::Freed | Step::Entered(_) | Step::SourceFence(_) => {}
            Step::Repeated(_) | Step::Called(_) => {
                running.slack = true;
                let fails = self.execution.violated.as_ref().is_some_and(|violated| {
                    violated.thread == id && matches!(violated.property, Property::Assertion | Property::ReachError)
                });
                if !fails && (running.steps > PATIENCE || self.goes_round(running)) {
                    running.progress = Progress::Stopped;
                }
            }
            Step::Blocked(_) => running.progress = Progress::Stopped,
            Step::Violated { property, message, span } => {
                running.progress = Progress::Violated { property, message, span };
            }
            Step::Finished(value) => {
                self.mark(id, Mark::End);
                running.progress = Progress::Finished(value);
            }
            Step::Exited => {
                self.mark(id, Mark::End);
                running.progress = Progress::Stopped;
            }
            Step::TooMany(_) if running.left.is_empty() => running.progress = Progress::Stopped,
            Step::TooMany(_) => return Err(self.mismatch(id, running, "it would start a thread too many".to_string())),
            Step::Refused(diagnostic) => return Err(self.mismatch(id, running, diagnostic.message)),
        }
        Ok(())
    }

    /// Whether a thread that does nothing more goes round in a loop: it is as it was at the beginning of an earlier round.
    fn goes_round(&self, running: &mut Running) -> bool {
        if running.steps < SHORT || !running.left.is_empty() {
            return false;
        }
        let is_as = |round: &Round| {
            running.machine.is_where(&round.machine)
                && running.machine.agrees_throughout(&self.code, &round.machine)
                && running.memory == round.memory
        };
        if running.round.as_deref().is_some_and(is_as) {
            return true;
        }
        // After R. P. Brent, An improved Monte Carlo factorization algorithm (1980): of rounds that are ever further apart one is kept.
        if running.round.as_ref().is_none_or(|round| running.steps >= 2 * round.steps) {
            let (machine, memory) = (running.machine.clone(), running.memory.clone());
            running.round = Some(Box::new(Round { machine, memory, steps: running.steps }));
        }
        false
    }

    fn take_read(&mut self, id: ThreadId, running: &mut Running, access: &Access) -> Result<(), Mismatch> {
        let value = match self.shared.contains(&access.address) {
            true => {
                let bits = self.read(id, running, access)?;
                let event = self.trace.last(id);
                self.trace.lives.extend(event.zip(access.life));
                bits.map(|bits| self.found_unset(access, bits, event))
            }
            false => Some(self.private(running, access)),
        };
        if let Some(value) = value {
            let is_looked_at = access.unset == Unset::Unused;
            running.machine.answer_open(if is_looked_at { value.bits.into() } else { value });
        }
        Ok(())
    }

    fn take_write(&mut self, id: ThreadId, running: &mut Running, access: &Access, value: u64) -> Result<(), Mismatch> {
        let stored = running.machine.stored();
        if self.shared.contains(&access.address) {
            self.write(id, running, access, value)?;
            let written = self.trace.last(id);
            self.trace.lives.extend(written.zip(access.life));
            self.unset.note(written, stored);
        } else {
            running.memory.write(access.address, access.width, Value { bits: value, ..stored });
        }
        Ok(())
    }

    fn take_update(
        &mut self,
        id: ThreadId,
        running: &mut Running,
        access: &Access,
        change: Change,
    ) -> Result<(), Mismatch> {
        if !self.shared.contains(&access.address) {
            let old = self.private(running, access);
            if let Some(new) = change.apply(old.bits, access.width) {
                running.memory.write(access.address, access.width, new.into());
            }
            if access.updates() {
                self.mark(id, Mark::Lone);
            }
            running.machine.answer_open(self.updated(change, old));
            return Ok(());
        }
        running.slack |= self.takes_back(id, running, access);
        let Some(old) = self.read(id, running, access)? else { return Ok(()) };
        let read = self.trace.last(id);
        if let Some(new) = change.apply(old, access.width) {
            self.write(id, running, access, new)?;
            let write = self.trace.last(id);
            if let (Some(read), Some(write), Progress::Running) = (read, write, &running.progress) {
                self.trace.rmw.push((read, write));
            }
        }
        let found = self.found_unset(access, old, read);
        running.machine.answer_open(self.updated(change, found));
        Ok(())
    }

    /// Passes the fences that were put here; they carry no tag, as no instruction made them.
    fn pass_fences(&mut self, id: ThreadId, running: &mut Running) {
        while let Some(next) = running.left.front()
            && let event = self.execution.event(*next)
            && matches!(event.kind, EventKind::Fence { .. })
            && event.tags.is_empty()
        {
            self.consume(id, running);
        }
    }

    fn choose(&mut self, running: &mut Running, what: &Open, width: Width) {
        // Values that nothing depends on are not recorded; those that the explorer takes will do.
        let any = || match what {
            Open::Litter(_, _, address, _) => initial::any_memory(*address, width),
            _ => initial::any_value(width),
        };
        let bits = self.open.get(what).copied().unwrap_or_else(any) & width.mask();
        let value = match what {
            Open::Register(.., reg) if self.follows_unset() => {
                self.unset_register(&running.machine, *reg, (bits, width))
            }
            Open::Result(..) if self.follows_unset() => self.unset_result(&running.machine, (bits, width)),
            _ => bits.into(),
        };
        running.machine.answer_open(value);
    }
}

//! What a program does with what nobody has set.
//!
//! In: a replay. Out: where the program depends on a value that nobody has set: where such a value decides which way control goes,
//! is an address or a size, fails or holds an assertion, or is written out. Copying one is no use, and neither is
//! computing with it: what comes of it is unset, too. It must not know how threads run.
//!
//! # How it is found
//! The machine marks the bits of each value that nobody has set ([`crate::exec::interpret::open`]), a replay keeps the marks of what is
//! in memory, and a read has those of the write that it reads from. A thread may be replayed before the one whose write it
//! reads; so the replay is repeated with the marks of the last one until they stay as they are.
//!
//! # Why one value for all is enough
//! Up to the first use no step of the execution hangs on the bits that nobody has set. So for each execution that uses one
//! there is one in which every such value is the one that the explorer takes, and which is the same up to there; and where none of
//! those uses one, all executions are among them. Two things may hide a use, and are not done where uses are looked for: waiting in
//! place ([`crate::explore`]), which leaves out the reads that somebody has waited with; and a declaration that a jump passes again.
//! What is taken for set: the padding of an object with an initialiser, the old contents of memory that comes back (that it
//! does not come back is another execution), what `main` is given.

use rustc_hash::FxHashMap;

use super::{Mark, Replay};
use crate::diag::Span;
use crate::exec::execution::{EventKind, Execution, Violated};
use crate::exec::initial;
use crate::exec::interpret::open::{Source, Use, Value};
use crate::exec::interpret::{Access, Change, Machine};
use crate::ids::{EventId, RegId, ThreadId};
use crate::ir::{Op, Property, RmwOp, Width};

/// Where a value comes from that nobody has set, and which read has found it last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    what: What,
    /// The expression or the variable that is read.
    name: String,
    /// Where it is read.
    read: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Memory(u64),
    /// A register, whose variable is declared here.
    Register(Option<Span>),
}

/// The marks of what each write has stored.
type Marks = FxHashMap<EventId, Value>;

/// What is known of unset values in a replay.
#[derive(Clone, Debug, Default)]
pub(super) struct Unset {
    /// Of the replay before this one.
    before: Marks,
    marks: Marks,
    origins: Vec<Origin>,
    /// The write that each read reads from.
    from: FxHashMap<EventId, EventId>,
    /// The first use of each thread, and how many events of the execution come before it.
    uses: Vec<(usize, ThreadId, Value, Use)>,
}

impl Unset {
    /// Begins a replay behind another one.
    pub(super) fn after(execution: &Execution, before: Unset) -> Unset {
        let from = execution.rf.iter().map(|(write, read)| (*read, *write)).collect();
        Unset { before: before.marks, origins: before.origins, from, ..Unset::default() }
    }

    /// Whether another replay would find no more.
    pub(super) fn is_stable(&self) -> bool {
        let bits = |marks: &Marks| marks.iter().map(|(event, value)| (*event, value.open)).collect::<FxHashMap<_, _>>();
        bits(&self.before) == bits(&self.marks)
    }

    /// Notes what a write has stored.
    pub(super) fn note(&mut self, event: Option<EventId>, stored: Value) {
        if let Some(event) = event.filter(|_| stored.open != 0) {
            self.marks.insert(event, stored);
        }
    }

    fn source(&mut self, origin: Origin) -> Source {
        let at = self.origins.iter().position(|known| *known == origin).unwrap_or_else(|| {
            self.origins.push(origin);
            self.origins.len() - 1
        });
        Source::of(at)
    }
}

impl Replay<'_> {
    /// Whether uses of what nobody has set are looked for.
    pub(super) fn follows_unset(&self) -> bool {
        self.code.program.checked.counts(Property::Uninitialised)
    }

    /// A value found in memory, which is told by this read from now on where nobody has set it.
    pub(super) fn unset_memory(&mut self, access: &Access, value: Value) -> Value {
        if value.open == 0 {
            return value;
        }
        let known = value.source.row().and_then(|row| self.unset.origins.get(row));
        let what = known.map_or(What::Memory(access.address), |origin| origin.what);
        let name = match access.site {
            Some(site) => self.code.program.site(site).text.clone(),
            None => self.surroundings.objects.describe(access.address),
        };
        let source = self.unset.source(Origin { what, name, read: access.span });
        Value { source, ..value }
    }

    /// What a read of shared memory has found, with the marks of the write that it was in.
    pub(super) fn found_unset(&mut self, access: &Access, bits: u64, read: Option<EventId>) -> Value {
        let value = Value::from(bits);
        let Some(write) = read.and_then(|read| self.unset.from.get(&read)).copied() else { return value };
        if let Some(stored) = self.unset.before.get(&write) {
            let found = Value { open: stored.open, source: stored.source, ..value };
            return self.unset_memory(access, found);
        }
        let event = self.execution.event(write);
        let EventKind::Write { address, width, .. } = event.kind else { return value };
        let objects = &mut self.surroundings.objects;
        let is_set =
            event.thread.is_some() || initial::initial_value(self.code.program, objects, address, width).is_some();
        if is_set { value } else { self.unset_memory(access, Value::any(bits, access.width)) }
    }

    /// A register that nobody has assigned, of the function that runs.
    pub(super) fn unset_register(&mut self, machine: &Machine, reg: RegId, (bits, width): (u64, Width)) -> Value {
        let function = machine.function(&self.code);
        let name = function.and_then(|function| function.registers.get(reg.index())).and_then(|reg| reg.name.clone());
        let declared = function.into_iter().flat_map(|function| &function.code);
        let born = declared.filter(|instr| instr.op == Op::Undefine { dst: reg }).find_map(|instr| instr.span);
        let origin =
            Origin { what: What::Register(born), name: name.unwrap_or_default(), read: machine.span(&self.code) };
        Value { source: self.unset.source(origin), ..Value::any(bits, width) }
    }

    /// What a function has not returned.
    pub(super) fn unset_result(&mut self, machine: &Machine, (bits, width): (u64, Width)) -> Value {
        let read = machine.span(&self.code);
        let origin = Origin { what: What::Register(None), name: "the result".to_string(), read };
        Value { source: self.unset.source(origin), ..Value::any(bits, width) }
    }

    /// What a read-modify-write has found, which an exchange hands on and any other computes with.
    pub(super) fn updated(&mut self, change: Change, found: Value) -> Value {
        match change {
            Change::Apply(RmwOp::Exchange, _) => found,
            // A mutex or a barrier that nobody has set up is misused.
            Change::Mutex(..) | Change::Arrive => found.bits.into(),
            Change::Apply(..) | Change::Exchange { .. } => {
                if found.open != 0 {
                    self.surroundings.used.push((found, Use::Update));
                }
                found.bits.into()
            }
        }
    }

    /// Keeps the first use of a thread that the last step has noted.
    pub(super) fn note_uses(&mut self, thread: ThreadId) {
        let used = std::mem::take(&mut self.surroundings.used);
        let Some((value, how)) = used.into_iter().next() else { return };
        if self.unset.uses.iter().any(|(_, by, ..)| *by == thread) {
            return;
        }
        let last = self.trace.threads[thread.index()].iter().rev().find_map(|mark| match mark {
            Mark::Event(event) => Some(*event),
            _ => None,
        });
        let place = last.and_then(|last| self.execution.order.iter().position(|event| *event == last));
        self.unset.uses.push((place.map_or(0, |place| place + 1), thread, value, how));
    }

    /// The first use of the execution: what a thread does after a use of its own, or after it has read what another one has
    /// written so, may be nothing that happens.
    pub(super) fn first_use(&self) -> Option<Violated> {
        let (_, thread, value, how) = self.unset.uses.iter().min_by_key(|(place, ..)| *place)?;
        let origin = value.source.row().and_then(|row| self.unset.origins.get(row));
        let (name, read) = origin.map_or((String::new(), None), |origin| (origin.name.clone(), origin.read));
        let born = match origin?.what {
            What::Register(born) => born,
            What::Memory(address) => {
                let id = self.surroundings.objects.at(address);
                self.made.iter().find(|(made, ..)| Some(*made) == id).and_then(|(.., span)| *span)
            }
        };
        let message = format!("what `{name}` holds nobody has set, and it {}", how.describe());
        let (property, operands) = (Property::Uninitialised, Vec::new());
        Some(Violated { property, message, span: read, other: born, thread: *thread, operands })
    }
}

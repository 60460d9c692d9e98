//! Memory that is lost when a program has run to its end.
//!
//! In: a replay in which every thread has ended. Out: the heap objects that nobody has freed and that cannot be found: from
//! no static object a way of addresses leads to them. An address of any byte of an object leads to it, as leak checkers have it; what
//! was in automatic variables and in those of other threads than the first is gone. It must not know how threads run.
//!
//! No heap address stands in an initialiser, so that every way goes by memory that was written.

use std::collections::{BTreeMap, BTreeSet};

use super::{EventKind, Execution, ObjectId, Origin, Property, Replay, Span, ThreadId, Width};
use crate::diag::Diagnostic;
use crate::exec::execution::Violated;
use crate::exec::lifetime::Life;
use crate::exec::object::Death;

/// A heap object that was made, by whom, and where.
pub(super) type Made = (ObjectId, ThreadId, Option<Span>);

/// A heap object that is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leak {
    /// Who has made it, and where.
    pub thread: ThreadId,
    pub span: Option<Span>,
    /// What it is called.
    pub name: String,
}

impl Leak {
    /// What an execution that ends so violates.
    pub fn violated(&self) -> Violated {
        let message = format!("`{}` is not freed, and nothing leads to it", self.name);
        let (thread, span) = (self.thread, self.span);
        Violated { property: Property::Leak, message, span, other: None, thread, operands: Vec::new() }
    }

    /// What is said where it is not certain that the program ends so.
    pub fn perhaps(&self) -> Diagnostic {
        let message = format!("`{}` is lost where `main` returns and another thread waits for good", self.name);
        Diagnostic { span: self.span, ..Diagnostic::error(message) }
    }
}

impl Replay<'_> {
    /// The objects that are lost, in the order in which they were made.
    pub(super) fn leaks(&mut self) -> Vec<Leak> {
        let memory = self.last_bytes();
        let alive: Vec<Made> = self.made.iter().copied().filter(|(id, ..)| self.is_alive(*id, &memory)).collect();
        let found = self.reachable(&memory, &alive.iter().map(|(id, ..)| *id).collect());
        let lost = alive.into_iter().filter(|(id, ..)| !found.contains(id));
        let objects = &self.surroundings.objects;
        let leak = |(id, thread, span)| Leak { thread, span, name: objects.get(id).name.clone() };
        lost.map(leak).collect()
    }

    /// What was written, byte by byte, as it is at the end.
    fn last_bytes(&self) -> BTreeMap<u64, u8> {
        let mut bytes = BTreeMap::new();
        for running in self.threads.values() {
            for address in running.memory.addresses() {
                let value = running.memory.read(address, Width::BYTE, &mut |_, _| 0.into());
                bytes.insert(address, value.bits as u8);
            }
        }
        let last_writes = |execution: &Execution| -> Vec<(u64, Width, u64)> {
            let last = execution.co.iter().filter_map(|chain| chain.last());
            let writes = last.filter_map(|id| match execution.event(*id).kind {
                EventKind::Write { address, width, value } => Some((address, width, value)),
                _ => None,
            });
            writes.collect()
        };
        for (address, width, value) in last_writes(self.execution) {
            bytes.extend((0..width.bytes()).map(|i| (address + i, (value >> (8 * i)) as u8)));
        }
        bytes
    }

    fn is_alive(&self, id: ObjectId, memory: &BTreeMap<u64, u8>) -> bool {
        let objects = &self.surroundings.objects;
        let cell = objects.find(&Origin::Liveness(id)).map(|cell| objects.get(cell).base);
        let noted = cell.and_then(|cell| memory.get(&cell)).copied();
        objects.get(id).death() == Death::Free && noted.map(u64::from) != Some(Life::Ends.noted())
    }

    /// The objects among these to which a way leads from static ones.
    fn reachable(&self, memory: &BTreeMap<u64, u8>, alive: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
        let objects = &self.surroundings.objects;
        let mut ways: Vec<(ObjectId, ObjectId)> = Vec::new();
        let mut found = BTreeSet::new();
        for address in memory.keys().copied() {
            let Some(to) = word(memory, address).and_then(|value| self.holder(value)).filter(|to| alive.contains(to))
            else {
                continue;
            };
            let Some(from) = self.holder(address) else { continue };
            match objects.get(from).origin {
                Origin::Global(_) | Origin::ThreadLocal(_, ThreadId(0)) => {
                    found.insert(to);
                }
                _ if alive.contains(&from) => ways.push((from, to)),
                _ => {}
            }
        }
        loop {
            let more = ways.iter().filter(|(from, to)| found.contains(from) && !found.contains(to));
            let more: Vec<ObjectId> = more.map(|(_, to)| *to).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// The object that an address is one of a byte of; of an object without bytes, its own.
    fn holder(&self, address: u64) -> Option<ObjectId> {
        let objects = &self.surroundings.objects;
        let id = objects.at(address)?;
        let object = objects.get(id);
        (address == object.base || address < object.base + object.size).then_some(id)
    }
}

/// The address that stands here, if all of its bytes were written.
fn word(memory: &BTreeMap<u64, u8>, address: u64) -> Option<u64> {
    let byte = |i: u64| memory.get(&(address + i)).map(|byte| u64::from(*byte) << (8 * i));
    (0..Width::POINTER.bytes()).try_fold(0, |value, i| Some(value | byte(i)?))
}

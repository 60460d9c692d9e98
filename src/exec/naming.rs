//! Names of places and values in an execution, as the source has them.
//!
//! In: an execution and the table of objects. Out: its events with the name of the accessed place (`lk.turn`, `b[1]`,
//! `node#2->next`) and the value as its type is written. It must not know how the execution is shown, and decides nothing.
//!
//! Heap objects are numbered in the order in which memory meets them, each kind by itself; other objects of one name get
//! the thread whose they are.

use std::collections::HashMap;

use super::execution::{EventKind, Execution};
use super::object::{ObjectId, Origin};
use super::objects::{FIRST_HANDLE, HIDDEN, Objects, function_index, thread_of};
use super::replay::Trace;
use crate::diag::Span;
use crate::ids::{FormId, ThreadId};
use crate::ir::forms::Form;
use crate::ir::joins::Claim;
use crate::ir::{Sign, Storage, Width, mutex};

/// Names the places and values of an execution.
pub fn name(execution: &mut Execution, objects: &Objects) {
    let labels = Labels::new(execution, objects);
    for event in &mut execution.events {
        match event.kind {
            EventKind::Read { address, width, value } | EventKind::Write { address, width, value } => {
                (event.place, event.shown) = labels.access(address, width, value);
            }
            EventKind::Fence { .. } => {}
        }
    }
}

/// Fills in what the failed assertion looked at: memory that the thread reads within it, and local variables that it names.
pub fn operands(execution: &mut Execution, trace: &Trace, objects: &Objects) {
    let Some(violated) = &execution.violated else { return };
    let within = |span: Span| {
        violated.span.is_some_and(|outer| {
            outer.file == span.file && outer.start <= span.start && span.end <= outer.end && outer != span
        })
    };
    let mut operands: Vec<(String, String)> = Vec::new();
    for event in execution.events.iter().filter(|event| event.thread == Some(violated.thread)) {
        let known = operands.iter().position(|(place, _)| *place == event.place);
        match (&event.kind, known) {
            _ if !event.span.is_some_and(within) => {}
            // The last time counts, should the assertion be in a loop.
            (EventKind::Read { .. }, _) => {
                operands.retain(|(place, _)| *place != event.place);
                operands.push((event.place.clone(), event.shown.clone()));
            }
            // It sets what it has read: `++n == 1`.
            (EventKind::Write { .. }, Some(known)) => {
                let (_, shown) = &mut operands[known];
                *shown = format!("{shown}, then {}", event.shown);
            }
            _ => {}
        }
    }
    let labels = Labels::new(execution, objects);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for word in violated.message.split(|c| !is_part(c)) {
        let local = trace.locals.iter().rev().find(|local| local.name == word);
        // What it holds is known behind the assertion alone.
        let is_set = ["++", "--"].iter().any(|step| violated.message.contains(&format!("{word}{step}")));
        if let Some(local) = local.filter(|_| !is_set)
            && !operands.iter().any(|(place, _)| *place == local.name)
        {
            operands.push((local.name.clone(), labels.value(local.form, local.width, local.value)));
        }
    }
    if let Some(violated) = &mut execution.violated {
        violated.operands = operands;
    }
}

/// What each object of an execution is called.
struct Labels<'o> {
    objects: &'o Objects,
    labels: HashMap<ObjectId, String>,
}

impl<'o> Labels<'o> {
    fn new(execution: &Execution, objects: &'o Objects) -> Labels<'o> {
        let mut met: Vec<ObjectId> = Vec::new();
        let mut meet = |address: u64| {
            if let Some(id) = objects.at(address).map(|id| objects.subject(id))
                && !met.contains(&id)
            {
                met.push(id);
            }
        };
        // Initial writes come first in the order and say nothing about when.
        let happen = execution.order.iter().filter(|id| execution.event(**id).thread.is_some());
        for event in happen.map(|id| execution.event(*id)).chain(&execution.events) {
            match event.kind {
                EventKind::Read { address, value, .. } | EventKind::Write { address, value, .. } => {
                    meet(address);
                    meet(value);
                }
                EventKind::Fence { .. } => {}
            }
        }
        let mut names: HashMap<&str, usize> = HashMap::new();
        for id in met.iter().filter(|id| !is_heap(objects, **id)) {
            *names.entry(&objects.get(*id).name).or_default() += 1;
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut labels = HashMap::new();
        for id in met {
            let object = objects.get(id);
            let several = names.get(&*object.name).is_some_and(|count| *count > 1);
            let name = match (&object.origin, several) {
                (
                    Origin::Allocated(thread, _, Storage::Stack | Storage::Block) | Origin::ThreadLocal(_, thread),
                    true,
                ) => {
                    format!("{}@{thread}", object.name)
                }
                _ => object.name.clone(),
            };
            let number = numbers.entry(name.clone()).or_default();
            *number += 1;
            let label = if *number > 1 || is_heap(objects, id) { format!("{name}#{number}") } else { name };
            labels.insert(id, label);
        }
        Labels { objects, labels }
    }

    fn label(&self, id: ObjectId) -> &str {
        self.labels.get(&id).map_or(&self.objects.get(id).name, |label| label)
    }

    /// The place of an access and its value.
    fn access(&self, address: u64, width: Width, value: u64) -> (String, String) {
        let Some(id) = self.objects.at(address) else { return (format!("{address:#x}"), number(value, width)) };
        let object = self.objects.get(id);
        let offset = address - object.base;
        match object.origin {
            Origin::Liveness(of) => {
                let end = object.name.split('(').next().unwrap_or("freed");
                (format!("{end}({})", self.label(of)), if value == 0 { "no" } else { "yes" }.to_string())
            }
            Origin::Joins => {
                let thread = thread_of(FIRST_HANDLE + offset).unwrap_or(ThreadId(0));
                let shown = match Claim::of(value) {
                    Some(Claim::Join) => "yes",
                    Some(Claim::Detach) => "detached",
                    None => "no",
                };
                (format!("joined({thread})"), shown.to_string())
            }
            _ => {
                let Some(form) = object.form else {
                    let rest = if offset == 0 { String::new() } else { format!("+{offset}") };
                    return (format!("{}{rest}", self.label(id)), self.value(None, width, value));
                };
                let at = self.objects.forms().locate(form, offset, width.bytes(), object.size);
                let whole = at.rest == 0 && self.objects.forms().size(at.form) == width.bytes();
                let shown = if at.path.ends_with(".__lock") {
                    mutex::describe(value)
                } else {
                    self.value(whole.then_some(at.form), width, value)
                };
                (self.path(id, &at.path, at.rest), shown)
            }
        }
    }

    /// A place in an object.
    fn path(&self, id: ObjectId, path: &str, rest: u64) -> String {
        let path = path.find(HIDDEN).map_or(path, |inside| &path[..inside]);
        let member = path.strip_prefix('.').filter(|_| is_heap(self.objects, id));
        let path = member.map_or_else(|| path.to_string(), |member| format!("->{member}"));
        let rest = if rest == 0 { String::new() } else { format!("+{rest}") };
        format!("{}{path}{rest}", self.label(id))
    }

    /// A value as its type is written.
    fn value(&self, form: Option<FormId>, width: Width, value: u64) -> String {
        let signed = width.signed(value);
        match form.map(|form| self.objects.forms().get(form)) {
            Some(Form::Boolean) if value <= 1 => (value == 1).to_string(),
            Some(Form::Character) => match u8::try_from(value) {
                Ok(byte) if byte.is_ascii_graphic() => format!("'{}'", char::from(byte)),
                _ => signed.to_string(),
            },
            Some(Form::Enumeration(names)) => match names.iter().find(|(_, bits)| *bits == value) {
                Some((name, _)) => name.clone(),
                None => signed.to_string(),
            },
            Some(Form::Integer(Sign::Signed)) => signed.to_string(),
            Some(Form::Integer(Sign::Unsigned)) if value <= 0xffff => value.to_string(),
            Some(Form::Pointer) if value == 0 => "NULL".to_string(),
            Some(Form::Real) => real(value, width),
            _ if width == Width::POINTER => self.pointer(value).unwrap_or_else(|| number(value, width)),
            _ => number(value, width),
        }
    }

    /// What a number of 64 bits points at, if it does.
    fn pointer(&self, value: u64) -> Option<String> {
        if let Some(thread) = thread_of(value) {
            return Some(thread.to_string());
        }
        if let Some(function) = function_index(value) {
            return self.objects.functions().get(function).cloned();
        }
        let id = self.objects.at(value)?;
        let object = self.objects.get(id);
        let offset = value - object.base;
        let (path, rest) = match object.form {
            Some(form) => {
                let at = self.objects.forms().beginning(form, offset, object.size);
                (at.path, at.rest)
            }
            None => (String::new(), offset),
        };
        let place = self.path(id, &path, rest);
        // The name of a heap object is that of a pointer to it.
        let itself = is_heap(self.objects, id) && path.is_empty();
        Some(if itself { place } else { format!("&{place}") })
    }
}

fn is_heap(objects: &Objects, id: ObjectId) -> bool {
    matches!(objects.get(id).origin, Origin::Allocated(_, _, Storage::Heap))
}

/// A floating-point number as C has it: the shortest that reads back as these bits.
fn real(bits: u64, width: Width) -> String {
    let shown = match width.bits() {
        32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ => format!("{:?}", f64::from_bits(bits)),
    };
    shown.to_lowercase()
}

/// A number of which the type is not known: a small negative one of its width is taken for that.
fn number(value: u64, width: Width) -> String {
    let signed = width.signed(value);
    if value <= 0xffff {
        value.to_string()
    } else if width.bits() > 8 && (-0x1_0000..0).contains(&signed) {
        signed.to_string()
    } else {
        format!("{value:#x}")
    }
}

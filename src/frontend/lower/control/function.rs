//! The lowering of one function.
//!
//! In: a function definition. Out: its IR: the parameters, what the body is, and the end; labels become places. It must not
//! know how statements are lowered, nor what is done to memory.

use super::jumps;
use crate::frontend::known::functions;
use crate::frontend::lower::state::blocks::{Blocks, Made};
use crate::frontend::lower::state::body::{Body, Local};
use crate::frontend::lower::state::flow::Flow;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::tree::DeclId;
use crate::frontend::typed::types::Shape;
use crate::ids::{Label, RegId};
use crate::ir::{Function, Instr, ObjectName, Op, Operand, Order, Property, SiteKind, Storage, Width};

/// What jumps become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jumps {
    AsWritten,
    /// They go through a selector, as those have to that make no nested loops.
    Selected,
}

/// Who calls a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    Program,
    /// Nobody whose code there is: it is `main`.
    Environment,
}

/// Lowers the definition `decl`.
pub fn lower(lower: &mut Lower, decl: DeclId) -> Function {
    let plain = attempt(lower, decl, Jumps::AsWritten);
    if jumps::is_structured(&plain.code) { plain } else { attempt(lower, decl, Jumps::Selected) }
}

/// Lowers a function with its jumps as they are to become.
fn attempt(lower: &mut Lower, decl: DeclId, jumps: Jumps) -> Function {
    let input = lower.input;
    let declared = &input.tast[decl];
    let mut body = Body::new(lower, decl);
    let result = body.result;
    if let Shape::Refused(construct) = result {
        body.unsupported(&format!("returning {construct}"));
    }
    if result.is_by_address() {
        let reg = body.register(Width::POINTER, Some("result"));
        body.function.params.push(reg);
        body.result_address = Some(Operand::Reg(reg));
    }
    // A function of this name is one step as seen by the other threads.
    // One that begins or ends such a step and has a body is what its body says.
    body.atomic = body.function.name.starts_with("__VERIFIER_atomic_")
        && functions::overrides_definition(&body.function.name).is_none();
    if body.function.name == "main" {
        body.main_parameters(decl);
    } else {
        input.tast[declared.params].iter().for_each(|param| body.parameter(*param, Caller::Program));
        body.rest_parameter(decl);
        input.tast[declared.params].iter().for_each(|param| body.measure_parameter(*param));
    }
    // Also where it is called through a pointer.
    if body.lower.errors_are.is_call(&body.function.name) {
        let name = body.function.name.clone();
        body.fail(Property::ReachError, &name);
    }
    if body.atomic {
        body.emit(Op::AtomicBegin);
    }
    let stmt = declared.body.expect("only definitions are lowered; please report this");
    body.flow = Flow::of(&input, stmt);
    body.blocks = Blocks::of(&input, stmt);
    let start = body.function.code.len();
    body.begin_function_that_waited();
    if jumps == Jumps::Selected {
        body.start_selector();
    }
    body.function_body(stmt);
    body.leave_function();
    let missing = body.missing_result();
    body.emit(Op::Return(missing));
    body.close_function();
    body.finish(start)
}

impl Body<'_, '_> {
    /// Declares a parameter.
    pub fn parameter(&mut self, param: DeclId, caller: Caller) {
        let ty = self.input.ty(param);
        let name = self.input.name(param).to_string();
        let shape = self.input.shape(ty);
        if shape.width().is_none() {
            match shape {
                Shape::Record | Shape::Wide { .. } if caller == Caller::Program => {
                    let reg = self.register(Width::POINTER, Some(&name));
                    self.function.params.push(reg);
                    self.locals.insert(param, Local::Object(reg));
                }
                Shape::Refused(construct) => {
                    // A parameter nobody reads is no obstacle: it is refused where it is read, by name or by address.
                    if self.input.is_addressed(param) {
                        self.unsupported(construct);
                    }
                    let reg = self.register(Width::POINTER, Some(&name));
                    if caller == Caller::Program {
                        self.function.params.push(reg);
                    }
                    self.locals.insert(param, Local::Object(reg));
                }
                _ => self.unsupported(&format!("a parameter of this type (`{name}`)")),
            }
            return;
        }
        let reg = self.variable(param);
        self.function.params.push(reg);
        self.bind_parameter(param, reg);
    }

    /// A parameter begins with the value that is in a register.
    pub fn bind_parameter(&mut self, param: DeclId, reg: RegId) {
        if self.in_register(param) {
            self.locals.insert(param, Local::Register(reg));
        } else {
            let address = self.allocate(param);
            self.mortal_with_function(address, Made::Certainly);
            let name = self.input.name(param).to_string();
            let site = self.named_site(SiteKind::Store, self.input.place(param), &name);
            let value = Operand::Reg(reg);
            self.emit(Op::Store { address: Operand::Reg(address), value, order: Order::Plain, site });
            self.locals.insert(param, Local::Object(address));
        }
    }

    /// Whether a local variable can be a register. A volatile one can: nobody else can see it, and no model orders by it what is seen.
    pub fn in_register(&self, decl: DeclId) -> bool {
        let ty = self.input.ty(decl);
        self.input.is_automatic(decl)
            && self.input.shape(ty).width().is_some()
            && matches!(self.input.order(ty), Order::Plain | Order::Volatile)
            && !self.input.is_addressed(decl)
            && self.input.tast[decl].cleanup.is_none()
    }

    /// The same, with its address in a register that there is already.
    pub fn allocate_again(&mut self, register: Option<RegId>, decl: DeclId) -> RegId {
        let made = self.allocate(decl);
        let Some(register) = register else { return made };
        self.function.registers.pop();
        if let Some(Instr { op: Op::Allocate { dst, .. }, .. }) = self.function.code.last_mut() {
            *dst = register;
        }
        register
    }

    /// Emits the allocation of a local variable's object; the register that holds its address. It holds anything: what
    /// initialises it is stored, zeros too, which another thread may see late.
    pub fn allocate(&mut self, decl: DeclId) -> RegId {
        let size = self.input.layout(self.input.ty(decl)).map_or(0, |l| l.size);
        let name = match self.input.name(decl) {
            "" => "compound literal",
            name => name,
        };
        let form = Some(self.lower.form(self.input.ty(decl)));
        let name = ObjectName { text: name.to_string(), form };
        self.allocate_bytes((Operand::pointer(size), self.input.alignment(decl)), name)
    }

    /// Emits the allocation of a stack object that no declaration names.
    pub fn allocate_stack(&mut self, size: u64, name: &str) -> RegId {
        self.allocate_bytes((Operand::pointer(size), 1), name.into())
    }

    /// Emits the allocation of a stack object of this many bytes, a number of width 64, and alignment.
    pub fn allocate_bytes(&mut self, (size, align): (Operand, u64), name: ObjectName) -> RegId {
        let dst = self.register(Width::POINTER, Some(&format!("&{}", name.text)));
        self.emit(Op::Allocate { dst, size, align, storage: Storage::Stack, name });
        dst
    }

    /// Ends the function's atomic section, if it is one.
    pub fn leave_function(&mut self) {
        if self.atomic {
            self.emit(Op::AtomicEnd);
        }
    }

    /// Puts indices in place of labels, and the allocations of the whole function at its start.
    fn finish(mut self, start: usize) -> Function {
        let shift = self.entry_objects.len();
        let moved = |index: usize| if index >= start { index + shift } else { index };
        for instr in &mut self.function.code {
            if let Op::Jump(label) | Op::Branch { target: label, .. } | Op::Repeat { head: label, .. } = &mut instr.op {
                let index = self.labels[label.index()].expect("every label is bound; please report this");
                *label = Label::from_index(moved(index));
            }
        }
        let entry = std::mem::take(&mut self.entry_objects);
        self.function.code.splice(start..start, entry);
        self.settle();
        self.function
    }
}

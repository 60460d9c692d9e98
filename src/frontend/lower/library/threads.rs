//! The lowering of threads and barriers, POSIX and C11.
//!
//! In: calls of the thread library. Out: `Spawn`, `Join` and their like. For mutexes see [`super::mutexes`].

use crate::frontend::known::asked::{Handed, Use};
use crate::frontend::known::functions::ThreadCall;
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::tree::{DeclId, ExprId, ExprKind, Stmt, StmtId};
use crate::frontend::typed::types::Shape;
use crate::ids::FuncId;
use crate::ir::{
    Author, BinaryOp, Callee, CastOp, Function, Instr, Op, Operand, Order, Property, Register, Sign, SiteKind, Width,
};

/// The error number of a barrier for no thread.
const EINVAL: u64 = 22;

impl Body<'_, '_> {
    /// A call of the thread library; its result is an `int` or a handle.
    pub fn thread_call(&mut self, call: ThreadCall, args: &[ExprId]) -> Operand {
        let success = Operand::constant(0, Width::INT);
        match call {
            ThreadCall::Create => self.create_with_attributes(args),
            ThreadCall::CreateC11 => drop(self.create(args[0], args[1], args[2], Handed::AsInt)),
            ThreadCall::Join => self.join(args[0], args[1]),
            ThreadCall::Exit => self.exit_thread(args.first().copied()),
            ThreadCall::Once => self.once(args[0], args[1]),
            ThreadCall::Detach => {
                let thread = self.handle(args[0]);
                self.emit(Op::Detach { thread });
            }
            ThreadCall::Current => {
                let dst = self.register(Width::POINTER, None);
                self.emit(Op::CurrentThread { dst });
                return Operand::Reg(dst);
            }
            ThreadCall::Number => {
                let dst = self.register(Width::INT, None);
                self.emit(Op::ThreadNumber { dst });
                return Operand::Reg(dst);
            }
            ThreadCall::Same => {
                let (left, right) = (self.handle(args[0]), self.handle(args[1]));
                let same = self.binary(BinaryOp::Equal, left, right);
                return self.select(same, Operand::constant(1, Width::INT), success);
            }
            ThreadCall::AttributesInit => self.set_number(args[0], success),
            ThreadCall::DetachState => self.set_detach_state(args[0], args[1]),
            ThreadCall::BarrierInit => return self.init_barrier(args),
            ThreadCall::BarrierWait => return self.wait_at_barrier(args[0]),
            ThreadCall::BarrierDestroy => self.destroy_barrier(args[0]),
        }
        success
    }

    /// `pthread_create`.
    fn create_with_attributes(&mut self, args: &[ExprId]) {
        let attributes = self.word(args[1]);
        let thread = self.create(args[0], args[2], args[3], Handed::InRegister);
        if self.constant_number(args[1]) != Some(0) {
            self.detach_as_asked(thread, attributes, args[1]);
        }
    }

    /// The thread ends here, with this value or none. In `main`, too: the process goes on without this thread.
    fn exit_thread(&mut self, value: Option<ExprId>) {
        let value = match value {
            Some(arg) => self.word(arg),
            None => Operand::pointer(0),
        };
        self.thread_exits();
        self.end_objects(0);
        self.end_all_lifetimes();
        self.thread_is_over();
        self.emit(Op::ExitThread { value });
    }

    fn set_detach_state(&mut self, attributes: ExprId, state: ExprId) {
        let address = self.word(attributes);
        let state = self.value(state);
        let value = self.resize(state, Width::INT, Sign::Signed);
        let site = self.pointer_site(SiteKind::Store, attributes);
        self.emit(Op::Store { address, value, order: Order::Plain, site });
    }

    fn init_barrier(&mut self, args: &[ExprId]) -> Operand {
        let address = self.word(args[0]);
        self.effects(args[1]);
        let count = self.value(args[2]);
        let count = self.resize(count, Width::INT, Sign::Unsigned);
        let site = self.pointer_site(SiteKind::Store, args[0]);
        self.emit(Op::BarrierInit { address, count, site });
        self.use_object((address, args[0]), Use::SetUp, Property::BarrierMisuse);
        let some = self.not_zero(count);
        self.select(some, Operand::constant(0, Width::INT), Operand::constant(EINVAL, Width::INT))
    }

    fn wait_at_barrier(&mut self, barrier: ExprId) -> Operand {
        let address = self.word(barrier);
        self.use_object((address, barrier), Use::OfSetUp, Property::BarrierMisuse);
        let site = self.pointer_site(SiteKind::Rmw, barrier);
        let dst = self.register(Width::INT, None);
        self.emit(Op::BarrierWait { dst: Some(dst), address, site });
        Operand::Reg(dst)
    }

    fn destroy_barrier(&mut self, barrier: ExprId) {
        let address = self.word(barrier);
        self.use_object((address, barrier), Use::OfSetUp, Property::BarrierMisuse);
        let site = self.pointer_site(SiteKind::Rmw, barrier);
        self.emit(Op::BarrierDestroy { address, site });
    }

    /// Writes a number to where an argument points.
    pub fn set_number(&mut self, pointer: ExprId, value: Operand) {
        let address = self.word(pointer);
        let site = self.pointer_site(SiteKind::Store, pointer);
        self.emit(Op::Store { address, value, order: Order::Plain, site });
    }

    fn handle(&mut self, thread: ExprId) -> Operand {
        let thread = self.value(thread);
        self.resize(thread, Width::POINTER, Sign::Unsigned)
    }

    /// Detaches a thread whose attributes, if there are any, say so: the int at their address is not 0.
    fn detach_as_asked(&mut self, thread: Operand, attributes: Operand, written: ExprId) {
        let done = self.label();
        let given = self.not_zero(attributes);
        self.branch_unless(given, done);
        let site = self.pointer_site(SiteKind::Load, written);
        let dst = self.register(Width::INT, None);
        self.emit(Op::Load { dst, address: attributes, order: Order::Plain, site });
        let detached = self.not_zero(Operand::Reg(dst));
        self.branch_unless(detached, done);
        self.emit(Op::Detach { thread });
        self.bind(done);
    }

    /// Nobody looks at this value: if it is what the call just emitted returned, the call returns nothing.
    pub fn discard(&mut self, value: Operand) {
        if let Some(Instr { op, .. }) = self.function.code.last_mut()
            && let Op::BarrierWait { dst, .. } | Op::Lock { dst, .. } | Op::Unlock { dst, .. } = op
            && dst.is_some_and(|dst| value == Operand::Reg(dst))
        {
            *dst = None;
        }
    }

    /// Starts a thread and returns its handle.
    fn create(&mut self, handle: ExprId, start: ExprId, argument: ExprId, handed: Handed) -> Operand {
        let function = match self.input.called(start) {
            Some(decl) if self.lower.definition(decl).is_some() => match self.lower.thread_function(decl, handed) {
                Some(id) => Operand::Function(id),
                None => self.refuse("a thread function of this type"),
            },
            _ if !self.lower.thread_end().is_empty() => {
                let starter = self.lower.starter(handed);
                let given = self.word(start);
                let dst = self.register(Width::POINTER, None);
                self.emit(Op::Call { dst: Some(dst), callee: Callee::Direct(starter), args: vec![given] });
                Operand::Reg(dst)
            }
            _ => self.word(start),
        };
        let argument = self.word(argument);
        let dst = self.register(Width::POINTER, None);
        self.thread_begins();
        self.emit(Op::Spawn { dst, function, argument });
        if let Some(place) = self.pointed_place(handle) {
            // A program may have a type of its own for it.
            if self.input.pointee(self.input.ty(handle)).and_then(|ty| self.input.shape(ty).width())
                != Some(Width::POINTER)
            {
                return self.refuse("a thread's handle of another size than the library's");
            }
            self.write(place, Operand::Reg(dst));
        }
        Operand::Reg(dst)
    }

    /// Calls a function unless the flag, an `int`, says that this was done: 0 not yet, 1 a thread is at it, 2 done.
    /// Whoever finds it done reads it with acquire order and nothing more, as the C library does; who finds somebody at it waits.
    fn once(&mut self, flag: ExprId, function: ExprId) {
        let [begun, over] = [1, 2].map(|state| Operand::constant(state, Width::INT));
        let address = self.word(flag);
        let callee = match self.input.called(function) {
            Some(decl) if self.lower.definition(decl).is_some() => {
                // A struct is returned through a parameter.
                let returns_struct = self.input.shape(self.input.result(decl)).is_by_address();
                let home = self.lower.definition(decl).expect("just asked; please report this");
                let tast = self.lower.input_of(home).tast;
                if returns_struct || !tast[tast[home.decl].params].is_empty() {
                    let name = self.input.name(decl);
                    self.unsupported(&format!("running `{name}` once, which has parameters or returns a struct,"));
                    return;
                }
                Callee::Direct(self.lower.function(decl))
            }
            _ => Callee::Indirect(self.word(function)),
        };
        let [done, wait] = [self.label(), self.label()];
        let load = |body: &mut Self| {
            let site = body.pointer_site(SiteKind::Load, flag);
            let dst = body.register(Width::INT, None);
            body.emit(Op::Load { dst, address, order: Order::Acquire, site });
            body.binary(BinaryOp::Equal, Operand::Reg(dst), over)
        };
        let is_over = load(self);
        self.branch(is_over, done);
        let dst = self.register(Width::INT, None);
        let site = self.pointer_site(SiteKind::Rmw, flag);
        let (expected, desired) = (Operand::constant(0, Width::INT), begun);
        let (success, failure) = (Order::Acquire, Order::Acquire);
        self.emit(Op::CompareExchange { dst, address, expected, desired, success, failure, site });
        let others = self.not_zero(Operand::Reg(dst));
        self.branch(others, wait);
        self.emit(Op::Call { dst: None, callee, args: Vec::new() });
        let site = self.pointer_site(SiteKind::Store, flag);
        self.emit(Op::Store { address, value: over, order: Order::Release, site });
        self.jump(done);
        self.bind(wait);
        let is_set_up = self.binary(BinaryOp::UnsignedLessEqual, Operand::Reg(dst), over);
        self.require(is_set_up, Property::LockMisuse, "a flag of what runs once used that is not set up");
        let condition = load(self);
        self.emit(Op::Await { condition });
        self.bind(done);
    }

    /// A statement that runs as a thread of its own, which nothing joins: the call of a function that is defined.
    pub fn start_here(&mut self, stmt: StmtId) {
        self.span = self.input.place(stmt).or(self.span);
        let call = match self.input.tast[stmt] {
            Stmt::Expr(expr) => self.input.stripped(expr),
            _ => return self.unsupported("a statement that is no call, as a thread"),
        };
        let ExprKind::Call { callee, args } = self.input.tast[call].kind else {
            return self.unsupported("a statement that is no call, as a thread");
        };
        let args = self.input.tast[args].to_vec();
        let function = match self.input.called(callee) {
            Some(decl) if self.lower.definition(decl).is_some() => self.lower.thread_function(decl, Handed::AsInt),
            _ => None,
        };
        let Some(function) = function.filter(|_| args.len() <= 1) else {
            return self.unsupported("a call of this function as a thread");
        };
        let argument = match args.first() {
            None => Operand::pointer(0),
            Some(argument) => {
                let sign = self.input.shape_of(*argument).sign();
                let argument = self.value(*argument);
                self.resize(argument, Width::POINTER, sign)
            }
        };
        let dst = self.register(Width::POINTER, None);
        self.thread_begins();
        self.emit(Op::Spawn { dst, function: Operand::Function(function), argument });
    }

    fn join(&mut self, thread: ExprId, result: ExprId) {
        let thread = self.handle(thread);
        if self.constant_number(result) == Some(0) {
            self.emit(Op::Join { thread, dst: None });
            return;
        }
        let dst = self.register(Width::POINTER, None);
        let Some(place) = self.pointed_place(result) else { return };
        self.emit(Op::Join { thread, dst: Some(dst) });
        let wanted = match place {
            crate::frontend::lower::values::place::Place::Register(reg) => self.function.width(reg),
            crate::frontend::lower::values::place::Place::Memory(memory) => memory.width,
            crate::frontend::lower::values::place::Place::Bits(_) => Width::POINTER,
        };
        let value = self.resize(Operand::Reg(dst), wanted, Sign::Unsigned);
        let done = self.label();
        if let crate::frontend::lower::values::place::Place::Memory(memory) = place {
            let given = self.not_zero(memory.address);
            self.branch_unless(given, done);
        }
        self.write(place, value);
        self.bind(done);
    }
}

impl Lower<'_> {
    /// The function a thread starts with: the definition itself if it takes at most one 64-bit parameter and returns
    /// 64 bits, else a wrapper that converts. `None` if it cannot be one.
    pub fn thread_function(&mut self, decl: DeclId, handed: Handed) -> Option<FuncId> {
        let home = self.definition(decl)?;
        self.thread_function_of(home, handed)
    }

    /// The same by its definition.
    pub fn thread_function_of(&mut self, home: Home, handed: Handed) -> Option<FuncId> {
        self.within(home, |lower| lower.start_function(home.decl, handed))
    }

    /// The same of a definition of the current unit.
    fn start_function(&mut self, decl: DeclId, handed: Handed) -> Option<FuncId> {
        let declared = &self.input.tast[decl];
        let result = self.input.shape(self.input.signature(declared.ty)?.ret);
        let params: Vec<Shape> = self.input.tast[declared.params].iter().map(|p| self.input.shape_of(*p)).collect();
        let id = self.function(decl);
        let fits = |shape: &Shape| shape.width() == Some(Width::POINTER);
        if params.len() > 1 {
            return None;
        }
        // The thread that runs what the end of the process brings is one of the library's own, and no end is counted then.
        let end = if self.input.own { Vec::new() } else { self.thread_end() };
        let is_kept = |result: &Shape| fits(result) || handed == Handed::InRegister && result.width().is_some();
        if params.iter().all(fits) && is_kept(&result) && end.is_empty() {
            return Some(id);
        }
        let params: Vec<Width> = params.iter().map(|p| p.width()).collect::<Option<_>>()?;
        if result.width().is_none() && result != Shape::Void {
            return None;
        }
        if let Some(known) = self.wrappers.get(&(id, handed)) {
            return Some(*known);
        }
        let name = format!("{} as a thread", self.input.name(decl));
        let span = self.input.place(decl);
        let mut registers = vec![Register { width: Width::POINTER, name: Some("argument".to_string()), form: None }];
        let mut code = Vec::new();
        let mut emit = |op: Op| code.push(Instr { op, span });
        let mut register = |width: Width| {
            registers.push(Register { width, name: None, form: None });
            crate::ids::RegId::from_index(registers.len() - 1)
        };
        let argument = Operand::Reg(crate::ids::RegId(0));
        let args = params
            .iter()
            .map(|width| {
                if *width == Width::POINTER {
                    return argument;
                }
                let dst = register(*width);
                emit(Op::Cast { dst, op: CastOp::Truncate, value: argument });
                Operand::Reg(dst)
            })
            .collect();
        let dst = result.width().map(&mut register);
        emit(Op::Call { dst, callee: Callee::Direct(id), args });
        for end in end {
            emit(Op::Call { dst: None, callee: Callee::Direct(end), args: Vec::new() });
        }
        let value = match (dst, result.width()) {
            (Some(dst), Some(width)) if width != Width::POINTER && handed == Handed::AsInt => {
                let wide = register(Width::POINTER);
                let op = if result.is_signed() { CastOp::SignExtend } else { CastOp::ZeroExtend };
                emit(Op::Cast { dst: wide, op, value: Operand::Reg(dst) });
                Operand::Reg(wide)
            }
            (Some(dst), _) => Operand::Reg(dst),
            (None, _) => {
                let nothing = register(Width::POINTER);
                emit(Op::Undefine { dst: nothing });
                Operand::Reg(nothing)
            }
        };
        emit(Op::Return(Some(value)));
        let result = match value {
            Operand::Reg(reg) => registers[reg.index()].width,
            _ => Width::POINTER,
        };
        let params = vec![crate::ids::RegId(0)];
        let function = Function { name, params, result: Some(result), registers, code, span, author: Author::Program };
        let wrapper = self.add_function(function);
        self.wrappers.insert((id, handed), wrapper);
        Some(wrapper)
    }
}

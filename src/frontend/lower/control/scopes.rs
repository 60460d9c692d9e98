//! Blocks, and the local objects that die with them.
//!
//! In: blocks as the lowering enters and leaves them. Out: where a local object is allocated, and an `EndLifetime` for it
//! on every way out of its block: at the end, at `break`, `continue`, `goto` and `return`. What death means stands in
//! `exec::lifetime`.
//!
//! An object lives from the entry of its block to the end (C17, 6.2.4); one of variable length from its declaration.
//! Where no `goto` goes to a label inside the block, control comes to a declaration by going through it, and the object
//! is allocated there. Where one does, but only from inside the block, it is allocated at the block's entry. Where a jump
//! enters the block in its middle (a `case`, a `goto` from outside), it is allocated before that jump, too, so that each
//! way in makes it anew. Such an object loses its value where control passes a declaration without an initialiser again.
//! A compound literal in such a block is allocated when it is evaluated first, and one in the condition of a loop before
//! the loop: the loop is one block, in which it is evaluated again and again.
//!
//! An array of variable length ends, too, where a jump goes back past its declaration, and with it what `alloca` gave
//! behind it, for compilers set the stack back then.
//!
//! The locals of the outermost block of `main` die when `main` returns (and not at `exit`) only where something is left to
//! run: otherwise the process ends.
//!
//! An object whose address is only used to access it directly cannot be accessed after its death, and its ends are left
//! out ([`Body::settle`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::frontend::link::links::Home;
use crate::frontend::lower::state::blocks::{Entry, Made, Mortal, Passed, Scope, Unended};
use crate::frontend::lower::state::body::{Body, Local};
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::tree::{DeclId, ExprId, ExprKind, LabelId, Stmt, StmtId};
use crate::ids::{FuncId, Label, RegId, SiteId};
use crate::ir::{BinaryOp, Callee, Calls, Instr, Op, Operand, SiteKind, Storage, Width};

/// The site of an `EndLifetime` before it is known to stay.
const NO_SITE: SiteId = SiteId(u32::MAX);

impl Body<'_, '_> {
    /// Enters a block with its declarations.
    pub fn enter_scope(&mut self, stmt: StmtId) {
        let entry = self.blocks.entry(stmt);
        self.scopes.push(Scope::new(stmt, entry, self.flow.loops()));
        if entry == Entry::Straight {
            return;
        }
        for address in self.begin_block(stmt) {
            self.mortal(address, Made::Certainly);
        }
    }

    /// Makes the variables of a block that jumps enter: control is about to come into it. The registers with the addresses
    /// of the objects.
    fn begin_block(&mut self, block: StmtId) -> Vec<RegId> {
        let mut addresses = Vec::new();
        for decl in self.declared_in(block) {
            let declared = &self.input.tast[decl];
            let automatic = self.input.is_local(decl);
            if !automatic || self.input.is_unkept(decl) {
                continue;
            }
            if self.in_register(decl) {
                let dst = match self.locals.get(&decl) {
                    Some(Local::Register(reg)) => *reg,
                    _ => self.variable(decl),
                };
                self.locals.insert(decl, Local::Register(dst));
                self.emit(Op::Undefine { dst });
            } else if self.input.layout(declared.ty).is_some() {
                let known = match self.locals.get(&decl) {
                    Some(Local::Object(reg)) => Some(*reg),
                    _ => None,
                };
                let address = self.allocate_again(known, decl);
                self.locals.insert(decl, Local::Object(address));
                addresses.push(address);
            }
        }
        addresses
    }

    /// What is declared right in a block, or in the first clause of a `for`.
    fn declared_in(&self, block: StmtId) -> Vec<DeclId> {
        let statements = match self.input.tast[block] {
            Stmt::Block(list) => self.input.tast[list].to_vec(),
            Stmt::For { init, .. } => init.into_iter().collect(),
            _ => Vec::new(),
        };
        let mut declared = Vec::new();
        for stmt in statements {
            if let Stmt::Decls(list) = self.input.tast[stmt] {
                declared.extend(self.input.tast[list].iter().copied());
            }
        }
        declared
    }

    /// Makes the variables of the blocks that the cases of a switch jump into.
    pub fn begin_for_cases(&mut self, switch: StmtId) {
        for block in self.blocks.by_cases.get(&switch).cloned().unwrap_or_default() {
            self.begin_block(block);
        }
    }

    /// Notes that a label stands here.
    pub fn pass_label(&mut self, label: LabelId) {
        for scope in &mut self.scopes {
            scope.ahead.remove(&label);
            scope.passed.insert(label, Passed { measured: scope.measured.len(), cleanups: scope.cleanups.len() });
        }
    }

    /// Whether control may come to a declaration in the innermost block again before the block is left.
    pub fn may_be_passed_again(&self) -> bool {
        self.scopes.last().is_some_and(|scope| !scope.passed.is_empty())
    }

    /// The object of a compound literal in a block that is not left before it may be evaluated again: made when it is
    /// evaluated first.
    pub fn made_once(&mut self, decl: DeclId) -> RegId {
        let address = match self.locals.get(&decl) {
            Some(Local::Object(reg)) => *reg,
            _ => {
                let reg = self.register(Width::POINTER, Some("&compound literal"));
                self.mortal(reg, Made::Perhaps);
                reg
            }
        };
        let done = self.label();
        let made = self.not_zero(Operand::Reg(address));
        self.branch(made, done);
        self.allocate_again(Some(address), decl);
        self.bind(done);
        address
    }

    /// Makes the objects of the compound literals in an expression that the loop which is about to begin evaluates again and
    /// again, and which is the innermost block.
    pub fn make_for_loop(&mut self, expr: ExprId) {
        if self.entry_of_scope() != Entry::Straight {
            return;
        }
        if let ExprKind::CompoundLiteral(decl) = self.input.tast[expr].kind
            && self.input.is_automatic(decl)
            && self.input.layout(self.input.ty(decl)).is_some()
            && !self.in_register(decl)
            && !self.input.is_unkept(decl)
        {
            let address = self.allocate(decl);
            self.mortal(address, Made::Certainly);
            self.locals.insert(decl, Local::Object(address));
        }
        for part in self.input.parts(expr) {
            self.make_for_loop(part);
        }
    }

    /// The object of a compound literal where each evaluation makes no new one.
    pub fn made_for_literal(&mut self, decl: DeclId) -> Option<RegId> {
        if self.entry_of_scope() != Entry::Straight {
            return Some(self.made_once(decl));
        }
        let again = self.flow.is_in_head(self.scopes.last().and_then(|scope| scope.stmt));
        match self.locals.get(&decl) {
            _ if !again => None,
            Some(Local::Object(reg)) => Some(*reg),
            _ => Some(self.made_once(decl)),
        }
    }

    /// Where a declaration in the innermost block is allocated.
    pub fn entry_of_scope(&self) -> Entry {
        self.scopes.last().map_or(Entry::Middle, |scope| scope.entry)
    }

    /// Whether control comes to a declaration in the innermost block on each way to what stands behind it there: no jump goes
    /// past it.
    pub fn is_always_passed(&self) -> bool {
        self.scopes.last().is_some_and(|scope| match scope.entry {
            Entry::Straight => true,
            Entry::Labels => scope.ahead.is_empty(),
            Entry::Middle => false,
        })
    }

    /// Notes an object that dies with the innermost block.
    pub fn mortal(&mut self, address: RegId, made: Made) {
        let scope = self.scopes.len() - 1;
        self.mortal_in(scope, address, made);
    }

    /// Notes an array of variable length, which may be declared again before its block is left: then the old one dies.
    pub fn measured_object(&mut self, address: RegId) {
        let innermost = self.scopes.len() - 1;
        self.scopes[innermost].measured.push(address);
        if self.entry_of_scope() == Entry::Straight {
            self.mortal(address, Made::Certainly);
            return;
        }
        let allocation = self.function.code.pop().expect("the allocation was just emitted; please report this");
        self.end_lifetime(address);
        self.function.code.push(allocation);
        self.mortal(address, Made::Perhaps);
    }

    /// Notes what `alloca` has given: it dies with the function, or with an array of variable length before it.
    pub fn stack_object(&mut self, address: RegId) {
        let loops = self.flow.loops();
        match self.scopes.iter().rposition(|scope| !scope.measured.is_empty()) {
            Some(scope) if self.scopes[scope].loops == loops => {
                self.scopes[scope].measured.push(address);
                self.mortal_in(scope, address, Made::Perhaps);
            }
            _ if loops > 0 => self.unended.looped.push(address),
            _ => self.mortal_in(0, address, Made::Perhaps),
        }
    }

    /// Notes an object that dies with the function.
    pub fn mortal_with_function(&mut self, address: RegId, made: Made) {
        self.mortal_in(0, address, made);
    }

    fn mortal_in(&mut self, scope: usize, address: RegId, made: Made) {
        if made == Made::Perhaps {
            let op = Op::Copy { dst: address, value: Operand::pointer(0) };
            self.entry_objects.push(Instr { op, span: self.span });
        }
        self.scopes[scope].objects.push(Mortal { address, made });
    }

    /// Whether something dies with the innermost block.
    pub fn scope_has_objects(&self) -> bool {
        self.scopes.last().is_some_and(|scope| !scope.objects.is_empty())
    }

    /// Leaves the innermost block at its end.
    pub fn leave_scope(&mut self) {
        // The outermost block of `main`: the process ends here.
        if self.scopes.len() > 2 || !self.ends_process() {
            self.end_scopes(self.scopes.len() - 1);
        } else {
            self.run_cleanups(self.scopes.len() - 1);
            let lasting = self.scopes.last().into_iter().flat_map(|scope| &scope.objects);
            self.unended.lasting.extend(lasting.map(|object| object.address));
        }
        self.scopes.pop();
    }

    /// A function is called with the address of an object of the innermost block when control leaves that.
    pub fn clean_up(&mut self, address: RegId, function: DeclId) {
        let takes = |home: Home, lower: &Lower<'_>| {
            let tast = lower.input_of(home).tast;
            tast[tast[home.decl].params].len() == 1
        };
        let defined = self.lower.definition(function).filter(|home| takes(*home, self.lower));
        match (defined, self.input.shape(self.input.result(function))) {
            (Some(_), shape) if !shape.is_by_address() => {
                let function = self.lower.function(function);
                let scope = self.scopes.last_mut().expect("a declaration is in a block; please report this");
                scope.cleanups.push((address, function));
            }
            _ => self.unsupported("the attribute `cleanup` with this function"),
        }
    }

    /// Calls what is to be called where control leaves the innermost blocks, down to this depth.
    fn run_cleanups(&mut self, depth: usize) {
        let cleanups: Vec<(RegId, FuncId)> =
            self.scopes[depth..].iter().rev().flat_map(|scope| scope.cleanups.iter().rev().copied()).collect();
        self.call_cleanups(cleanups);
    }

    fn call_cleanups(&mut self, cleanups: Vec<(RegId, FuncId)>) {
        for (address, function) in cleanups {
            let (callee, args) = (Callee::Direct(function), vec![Operand::Reg(address)]);
            self.emit(Op::Call { dst: None, callee, args });
        }
    }

    /// Ends the objects of the innermost blocks, down to this depth; control leaves these blocks here. What is to be
    /// called then may use any of them.
    pub fn end_scopes(&mut self, depth: usize) {
        self.run_cleanups(depth);
        self.end_objects(depth);
    }

    /// The same where nothing is called: the thread ends.
    pub fn end_objects(&mut self, depth: usize) {
        let objects: Vec<Mortal> =
            self.scopes[depth..].iter().rev().flat_map(|scope| scope.objects.iter().rev().copied()).collect();
        for Mortal { address, made } in objects {
            self.end_lifetime(address);
            if made == Made::Perhaps {
                self.copy(address, Operand::pointer(0));
            }
        }
    }

    pub fn end_lifetime(&mut self, address: RegId) {
        self.emit(Op::EndLifetime { address: Operand::Reg(address), site: NO_SITE });
    }

    /// Ends what the calls have made and nothing has ended that the thread is in: it ends.
    pub fn end_all_lifetimes(&mut self) {
        self.emit(Op::EndLifetimes { of: Calls::All, site: NO_SITE });
    }

    /// Ends the objects of the blocks that a `goto` leaves, and makes those of the blocks that it enters.
    pub fn end_for_goto(&mut self, label: LabelId) {
        // A label that was not found is inside a statement expression, which a jump stays in.
        let Some(around) = self.blocks.labels.get(&label) else { return };
        let kept = self.scopes[1..].iter().take_while(|scope| scope.stmt.is_some_and(|stmt| around.contains(&stmt)));
        let depth = 1 + kept.count();
        let entered = around[depth - 1..].to_vec();
        self.end_scopes(depth);
        let kept = &mut self.scopes[depth - 1];
        if let Some(before) = kept.passed.get(&label) {
            let passed: Vec<_> = kept.measured[before.measured..].iter().rev().copied().collect();
            let cleanups: Vec<_> = kept.cleanups[before.cleanups..].iter().rev().copied().collect();
            self.call_cleanups(cleanups);
            for address in passed {
                self.end_lifetime(address);
                self.copy(address, Operand::pointer(0));
            }
        } else {
            kept.ahead.insert(label);
        }
        for block in entered {
            self.begin_block(block);
        }
    }

    /// Ends what a `return` ends in the open blocks. What dies with the function is ended by [`Body::settle`].
    pub fn end_for_return(&mut self) {
        if self.ends_process() {
            self.run_cleanups(1);
        } else {
            self.end_scopes(1);
        }
    }

    /// Whether nothing runs behind a return from this function.
    fn ends_process(&mut self) -> bool {
        self.function.name == "main" && !self.lower.has_exit_handlers()
    }

    /// Drops the ends that nobody can notice, marks the objects of the others, and puts the ends of what dies with the
    /// function before its returns. Labels are indices by now.
    pub fn settle(&mut self) {
        let mut at_return: Vec<RegId> = self.scopes[0].objects.iter().map(|object| object.address).collect();
        let Unended { looped, mut lasting } = std::mem::take(&mut self.unended);
        let ends_process = self.ends_process();
        if ends_process {
            lasting.append(&mut at_return);
            lasting.extend(looped.iter().copied());
        }
        let exits_threads = !lasting.is_empty() && self.lower.exits_threads();
        let mut ended = at_return.clone();
        ended.extend(lasting.into_iter().filter(|_| exits_threads));
        ended.extend(looped.iter().copied().filter(|_| !ends_process));
        let escaping = self.escaping(&ended);
        let are_left = !ends_process && looped.iter().any(|reg| escaping.contains(reg));
        let old = std::mem::take(&mut self.function.code);
        let mut places = Vec::with_capacity(old.len());
        let mut exits = false;
        for instr in old {
            places.push(self.function.code.len());
            // After `exit` they live on.
            let was_exit = std::mem::replace(&mut exits, self.is_process_end(&instr.op));
            if matches!(instr.op, Op::Return(_)) && !was_exit {
                for reg in at_return.iter().rev().filter(|reg| escaping.contains(reg)) {
                    let op = Op::EndLifetime { address: Operand::Reg(*reg), site: NO_SITE };
                    self.function.code.push(Instr { op, span: instr.span });
                }
                if are_left {
                    let op = Op::EndLifetimes { of: Calls::Running, site: NO_SITE };
                    self.function.code.push(Instr { op, span: instr.span });
                }
            }
            let dropped = match instr.op {
                Op::EndLifetime { address: Operand::Reg(reg), .. } => !escaping.contains(&reg),
                _ => false,
            };
            if !dropped {
                self.function.code.push(instr);
            }
        }
        let mut code = std::mem::take(&mut self.function.code);
        for instr in &mut code {
            match &mut instr.op {
                Op::Jump(label) | Op::Branch { target: label, .. } | Op::Repeat { head: label, .. } => {
                    *label = Label::from_index(places[label.index()]);
                }
                Op::Allocate { dst, storage, .. } if escaping.contains(dst) => *storage = Storage::Block,
                Op::EndLifetime { address: Operand::Reg(reg), site } => {
                    let name = self.function.registers[reg.index()].name.clone();
                    let name =
                        name.as_deref().map_or("a local object", |name| name.trim_start_matches('&')).to_string();
                    *site = self.named_site(SiteKind::Store, instr.span, &name);
                }
                Op::EndLifetimes { site, .. } => {
                    *site = self.named_site(SiteKind::Store, instr.span, "the local objects");
                }
                _ => {}
            }
        }
        self.function.code = code;
    }

    /// The registers with the address of an object that ends and whose address may be somewhere then: that is used for
    /// more than to compute the address of an access, or after the last end.
    fn escaping(&self, at_return: &[RegId]) -> HashSet<RegId> {
        let code = &self.function.code;
        let mut last: BTreeMap<RegId, usize> = at_return.iter().map(|reg| (*reg, code.len())).collect();
        for (at, instr) in code.iter().enumerate() {
            if let Op::EndLifetime { address: Operand::Reg(reg), .. } = instr.op {
                let end = last.entry(reg).or_default();
                *end = at.max(*end);
            }
        }
        if last.is_empty() {
            return HashSet::new();
        }
        let mut uses: HashMap<RegId, Vec<usize>> = HashMap::new();
        for (at, instr) in code.iter().enumerate() {
            for operand in crate::ir::uses::operands(&instr.op) {
                if let Operand::Reg(reg) = operand {
                    uses.entry(reg).or_default().push(at);
                }
            }
        }
        let escapes = |root: RegId, end: usize| {
            let (mut open, mut seen) = (vec![root], HashSet::from([root]));
            while let Some(reg) = open.pop() {
                for at in uses.get(&reg).into_iter().flatten() {
                    match (use_of(&code[*at].op, reg), *at <= end) {
                        (_, false) | (Use::Keeps, _) => return true,
                        (Use::Accesses, _) => {}
                        // A variable may be looked at anywhere.
                        (Use::Computes(dst), _) if self.function.registers[dst.index()].name.is_some() => return true,
                        (Use::Computes(dst), _) => open.extend(seen.insert(dst).then_some(dst)),
                    }
                }
            }
            false
        };
        last.into_iter().filter(|(root, end)| escapes(*root, *end)).map(|(root, _)| root).collect()
    }
}

/// What an instruction does with an address.
enum Use {
    /// It accesses what is there, or ends it, or compares.
    Accesses,
    /// It computes another address.
    Computes(RegId),
    Keeps,
}

fn use_of(op: &Op, reg: RegId) -> Use {
    let it = |operand: &Operand| *operand == Operand::Reg(reg);
    let accesses = match op {
        Op::Load { .. }
        | Op::Lock { .. }
        | Op::TryLock { .. }
        | Op::TimedLock { .. }
        | Op::Unlock { .. }
        | Op::SpinLock { .. }
        | Op::SpinTryLock { .. }
        | Op::SpinUnlock { .. }
        | Op::BarrierWait { .. }
        | Op::BarrierDestroy { .. }
        | Op::EndLifetime { .. }
        | Op::ObjectSize { .. }
        | Op::Step { .. }
        | Op::Reach { .. } => true,
        Op::Store { value, .. } | Op::LockInit { value, .. } | Op::Rmw { value, .. } => !it(value),
        Op::CompareExchange { expected, desired, .. } => !it(expected) && !it(desired),
        Op::Pair(access) => access.operands().iter().skip(1).all(|value| !it(value)),
        Op::BarrierInit { count, .. } => !it(count),
        Op::CopyMemory { size, .. } | Op::AnyMemory { size, .. } => !it(size),
        Op::SetMemory { size, byte, .. } => !it(size) && !it(byte),
        Op::Binary { dst, op: BinaryOp::Add | BinaryOp::Sub, .. } => return Use::Computes(*dst),
        Op::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. } => true,
        _ => false,
    };
    if accesses { Use::Accesses } else { Use::Keeps }
}

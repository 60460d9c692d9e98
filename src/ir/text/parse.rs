//! Parses the text form of a program.
//!
//! In: text in the grammar of [`super`]. Out: the program, or the first line that is wrong. It must not check the
//! rules of the IR beyond what the text needs to be understood.

use std::collections::HashMap;

use super::line::{Line, Parsed, Token, parse_bits, tokenize};
use super::{PROPERTIES, SITE_KINDS};
use crate::ids::{FuncId, GlobalId, Label, LoopId, PointId, RegId, SiteId};
use crate::ir::operators::{BinaryOp, CastOp, RmwOp, UnaryOp, Width};
use crate::ir::placement::{Among, FencePoint, Placement, Shared, Uses};
use crate::ir::program::{
    Allocator, Author, Callee, Function, Global, Init, Instr, Loop, Op, Operand, PairAccess, PairAction, Program,
    Register, Site,
};
use crate::ir::storage::{Calls, Storage};

/// The alignment of an allocation that says none: that of malloc.
const ANY_ALIGN: u64 = 16;

/// The program that a text describes.
///
/// # Errors
/// The first line that is not in the grammar or names something that is not declared.
pub fn parse(text: &str) -> Parsed<Program> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let tokens = tokenize(line, number + 1)?;
        if !tokens.is_empty() {
            lines.push(Line { number: number + 1, tokens, next: 0 });
        }
    }
    // Everything but registers and labels may be used before its declaration, so the names come first.
    let mut names = Names::default();
    for line in &lines {
        if let [Token::Word(keyword), Token::Word(name), ..] = line.tokens.as_slice() {
            names.declare(keyword, name, line)?;
        }
    }
    let mut program = Program::default();
    let mut lines = lines.into_iter();
    while let Some(mut line) = lines.next() {
        item(&mut program, &names, &mut line, &mut lines)?;
    }
    Ok(program)
}

/// The ids of the declared names, one table for each kind.
#[derive(Default)]
struct Names {
    tables: HashMap<&'static str, HashMap<String, u32>>,
}

impl Names {
    fn declare(&mut self, keyword: &str, name: &str, line: &Line) -> Parsed<()> {
        let Some(kind) = ["global", "site", "point", "loop", "fn"].into_iter().find(|k| *k == keyword) else {
            return Ok(());
        };
        // An instruction that begins with the same word names a point and declares none.
        if kind == "point" && line.tokens.get(2).is_none_or(|token| *token == Token::Word("at".into())) {
            return Ok(());
        }
        let table = self.tables.entry(kind).or_default();
        let next = table.len() as u32;
        if table.insert(name.to_string(), next).is_some() {
            return line.error(format!("'{name}' is declared twice"));
        }
        Ok(())
    }

    fn find(&self, kind: &str, name: &str) -> Option<u32> {
        self.tables.get(kind)?.get(name).copied()
    }
}

/// One top-level item, with the lines of its body when it is a function.
fn item(program: &mut Program, names: &Names, line: &mut Line, rest: &mut impl Iterator<Item = Line>) -> Parsed<()> {
    let keyword = line.word()?;
    let name = line.word()?;
    match keyword.as_str() {
        "entry" => match names.find("fn", &name) {
            Some(id) => program.entry = Some(FuncId(id)),
            None => return line.error(format!("unknown function '{name}'")),
        },
        "allocator" => match name.as_str() {
            "fresh" => program.allocator = Allocator::Fresh,
            other => return line.error(format!("unknown allocator '{other}'")),
        },
        "global" => {
            let text = line.accept_text().unwrap_or_else(|| name.trim_start_matches('@').to_string());
            line.expect_word("size")?;
            let size = line.number()?;
            line.expect_word("align")?;
            let align = line.number()?;
            let thread_local = line.accept_word("thread_local");
            let read_only = line.accept_word("read_only");
            let mut init = Vec::new();
            if line.is_word("init") {
                loop {
                    line.expect_word("init")?;
                    let offset = line.number()?;
                    let width = line.width()?;
                    line.expect('=')?;
                    let value = operand(names, None, line)?;
                    init.push(Init { offset, width, value });
                    if !line.accept(',') {
                        break;
                    }
                }
            }
            program.globals.push(Global {
                name: text,
                size,
                align,
                thread_local,
                read_only,
                init,
                span: line.span()?,
                form: None,
            });
        }
        "site" => {
            let kind = line.named("kind of site", |w| SITE_KINDS.iter().find(|(_, n)| *n == w).map(|(k, _)| *k))?;
            let text = line.accept_text().unwrap_or_default();
            let span = line.span()?;
            let mut marks = Vec::new();
            while line.accept_word("in") {
                marks.push(line.text()?);
            }
            program.sites.push(Site { kind, text, span, marks });
        }
        "point" => {
            let kind = line.word()?;
            let placement = match (kind.as_str(), line.span()?) {
                ("none", None) => Placement::None,
                ("statement", Some(at)) => Placement::Statement { at },
                ("braced", Some(body)) => Placement::Braced { body },
                ("braced_end", Some(body)) => Placement::BracedEnd { body },
                ("comma", Some(expression)) => Placement::Comma { expression },
                ("comma_end", Some(expression)) => Placement::CommaEnd { expression },
                ("order", Some(argument)) => Placement::Order { argument },
                _ => {
                    let kinds = "statement, braced, braced_end, comma, comma_end or order";
                    return line.error(format!("a point is none, or {kinds} with a place"));
                }
            };
            let uses = if line.accept_word("uses") {
                Some(Uses { of: Shared::Macro, count: line.number()? })
            } else if line.accept_word("calls") {
                Some(Uses { of: Shared::Wrapper, count: line.number()? })
            } else {
                None
            };
            program.points.push(FencePoint { placement, among: Among::default(), uses });
        }
        "loop" => program.loops.push(Loop { span: line.span()? }),
        "fn" => {
            let function = function(names, &name, line, rest)?;
            program.functions.push(function);
            return Ok(());
        }
        other => return line.error(format!("unknown item '{other}'")),
    }
    line.end()
}

fn function(names: &Names, name: &str, header: &mut Line, rest: &mut impl Iterator<Item = Line>) -> Parsed<Function> {
    let text = header.accept_text().unwrap_or_else(|| name.to_string());
    header.expect('(')?;
    let mut params = Vec::new();
    while !header.accept(')') {
        params.push(header.word()?);
        if !header.accept(',') {
            header.expect(')')?;
            break;
        }
    }
    let mut result = None;
    if header.accept('-') {
        header.expect('>')?;
        result = Some(header.width()?);
    }
    let span = header.span()?;
    let author = match header.accept_word("of") {
        true => {
            header.expect_word("tool")?;
            Author::Tool
        }
        false => Author::Program,
    };
    header.expect('{')?;
    header.end()?;

    let mut body = Body::default();
    let mut lines = Vec::new();
    loop {
        let Some(line) = rest.next() else { return header.error("the function is not closed by '}'") };
        match line.tokens.as_slice() {
            [Token::Mark('}')] => break,
            [Token::Word(label), Token::Mark(':')] => {
                if body.labels.insert(label.clone(), Label::from_index(lines.len())).is_some() {
                    return line.error(format!("the label '{label}' is declared twice"));
                }
            }
            [Token::Word(keyword), ..] if keyword == "reg" => {
                let mut line = line;
                line.next = 1;
                let name = line.word()?;
                line.expect(':')?;
                let width = line.width()?;
                let text = line.accept_text();
                line.end()?;
                body.declare(&name, width, text, &line)?;
            }
            _ => lines.push(line),
        }
    }
    let mut code = Vec::new();
    for mut line in lines {
        let op = instruction(names, &mut body, &mut line)?;
        let span = line.span()?;
        line.end()?;
        code.push(Instr { op, span });
    }
    let params = params
        .iter()
        .map(|p| body.names.get(p).copied().map_or_else(|| header.error(format!("unknown register '{p}'")), Ok))
        .collect::<Parsed<_>>()?;
    Ok(Function { name: text, params, result, registers: body.registers, code, span, author })
}

/// The names of one function.
#[derive(Default)]
struct Body {
    registers: Vec<Register>,
    names: HashMap<String, RegId>,
    labels: HashMap<String, Label>,
}

impl Body {
    fn declare(&mut self, name: &str, width: Width, text: Option<String>, line: &Line) -> Parsed<RegId> {
        if !name.starts_with('%') {
            return line.error(format!("the register '{name}' does not start with '%'"));
        }
        let id = RegId::from_index(self.registers.len());
        if self.names.insert(name.to_string(), id).is_some() {
            return line.error(format!("the register '{name}' is declared twice"));
        }
        self.registers.push(Register { width, name: text, form: None });
        Ok(id)
    }

    fn label(&self, line: &mut Line) -> Parsed<Label> {
        line.named("label", |name| self.labels.get(name).copied())
    }
}

fn operand(names: &Names, body: Option<&Body>, line: &mut Line) -> Parsed<Operand> {
    let negative = line.accept('-');
    let word = line.word()?;
    if word.starts_with('%') {
        let reg = body.and_then(|b| b.names.get(&word));
        return reg.map_or_else(|| line.error(format!("unknown register '{word}'")), |r| Ok(Operand::Reg(*r)));
    }
    if word.starts_with('@') {
        let Some(id) = names.find("global", &word) else { return line.error(format!("unknown global '{word}'")) };
        let offset = if line.accept('+') {
            line.number::<i64>()?
        } else if line.accept('-') {
            // The lowest offset has no positive twin.
            0i64.wrapping_sub_unsigned(line.number::<u64>()?)
        } else {
            0
        };
        return Ok(Operand::Global { global: GlobalId(id), offset });
    }
    if let Some(id) = names.find("fn", &word) {
        return Ok(Operand::Function(FuncId(id)));
    }
    let Some(bits) = parse_bits(&word) else { return line.error(format!("unknown operand '{word}'")) };
    line.expect(':')?;
    let width = line.width()?;
    Ok(Operand::Const { bits: if negative { bits.wrapping_neg() & width.mask() } else { bits }, width })
}

fn instruction(names: &Names, body: &mut Body, line: &mut Line) -> Parsed<Op> {
    let dst = match line.peek() {
        Some(Token::Word(word)) if word.starts_with('%') => {
            let name = line.word()?;
            let id = if line.accept(':') {
                let width = line.width()?;
                body.declare(&name, width, None, line)?
            } else {
                match body.names.get(&name) {
                    Some(id) => *id,
                    None => return line.error(format!("unknown register '{name}'")),
                }
            };
            line.expect('=')?;
            Some(id)
        }
        _ => None,
    };
    let keyword = line.word()?;
    Reader { names, body, line }.instruction(dst, &keyword)
}

/// Reads the rest of one instruction.
struct Reader<'a> {
    names: &'a Names,
    body: &'a Body,
    line: &'a mut Line,
}

impl Reader<'_> {
    fn operand(&mut self) -> Parsed<Operand> {
        operand(self.names, Some(self.body), self.line)
    }

    /// A further operand, after a comma.
    fn next_operand(&mut self) -> Parsed<Operand> {
        self.line.expect(',')?;
        self.operand()
    }

    /// How many bytes, after a comma.
    fn next_bytes(&mut self) -> Parsed<u64> {
        self.line.expect(',')?;
        self.line.number()
    }

    fn site(&mut self, keyword: &str) -> Parsed<SiteId> {
        self.line.expect_word(keyword)?;
        self.line.named("site", |name| self.names.find("site", name).map(SiteId))
    }

    fn instruction(&mut self, dst: Option<RegId>, keyword: &str) -> Parsed<Op> {
        match dst {
            Some(dst) => self.with_result(dst, keyword),
            None => self.without_result(keyword),
        }
    }

    fn with_result(&mut self, dst: RegId, keyword: &str) -> Parsed<Op> {
        if let Some(op) = UnaryOp::from_name(keyword) {
            return Ok(Op::Unary { dst, op, value: self.operand()? });
        }
        if let Some(op) = BinaryOp::from_name(keyword) {
            return Ok(Op::Binary { dst, op, left: self.operand()?, right: self.next_operand()? });
        }
        if let Some(op) = CastOp::from_name(keyword) {
            return Ok(Op::Cast { dst, op, value: self.operand()? });
        }
        Ok(match keyword {
            "copy" => Op::Copy { dst, value: self.operand()? },
            "select" => {
                Op::Select { dst, condition: self.operand()?, yes: self.next_operand()?, no: self.next_operand()? }
            }
            "nondet" => Op::Nondet { dst },
            "undefined" => Op::Undefine { dst },
            "load" => {
                let order = self.line.order()?;
                Op::Load { dst, order, address: self.operand()?, site: self.site("site")? }
            }
            "rmw" => {
                let op = self.line.named("operator", RmwOp::from_name)?;
                let order = self.line.order()?;
                let (address, value) = (self.operand()?, self.next_operand()?);
                Op::Rmw { dst, op, address, value, order, site: self.site("site")? }
            }
            "cmpxchg" => Op::CompareExchange {
                dst,
                success: self.line.order()?,
                failure: self.line.order()?,
                address: self.operand()?,
                expected: self.next_operand()?,
                desired: self.next_operand()?,
                site: self.site("site")?,
            },
            "call" => self.call(Some(dst))?,
            "allocate" => {
                let storage = match self.line.word()?.as_str() {
                    "stack" => Storage::Stack,
                    "block" => Storage::Block,
                    "heap" => Storage::Heap,
                    other => return self.line.error(format!("unknown storage '{other}'")),
                };
                let align = if self.line.accept_word("align") { self.line.number()? } else { ANY_ALIGN };
                Op::Allocate { dst, storage, align, size: self.operand()?, name: self.line.text()?.as_str().into() }
            }
            "object_size" => Op::ObjectSize { dst, address: self.operand()? },
            "spawn" => Op::Spawn { dst, function: self.operand()?, argument: self.next_operand()? },
            "join" => Op::Join { dst: Some(dst), thread: self.operand()? },
            "current_thread" => Op::CurrentThread { dst },
            "thread_number" => Op::ThreadNumber { dst },
            "lock" => Op::Lock { dst: Some(dst), address: self.operand()?, site: self.site("site")? },
            "unlock" => Op::Unlock { dst: Some(dst), address: self.operand()?, site: self.site("site")? },
            "trylock" => Op::TryLock { dst, address: self.operand()?, site: self.site("site")? },
            "spin_trylock" => Op::SpinTryLock { dst, address: self.operand()?, site: self.site("site")? },
            "timedlock" => Op::TimedLock { dst, address: self.operand()?, site: self.site("site")? },
            "barrier_wait" => Op::BarrierWait { dst: Some(dst), address: self.operand()?, site: self.site("site")? },
            other => return self.line.error(format!("no instruction '{other}' has a result")),
        })
    }

    /// An access to two words.
    fn pair(&mut self, keyword: &str) -> Parsed<Op> {
        let order = self.line.order()?;
        let failure = if keyword == "pair_cmpxchg" { self.line.order()? } else { order };
        let address = self.operand()?;
        let action = match keyword {
            "pair_load" => PairAction::Load { dst: self.results()? },
            "pair_store" => PairAction::Store { value: self.next_two()? },
            _ => {
                let (expected, desired) = (self.next_two()?, self.next_two()?);
                PairAction::CompareExchange { expected, desired, failure, dst: self.results()? }
            }
        };
        Ok(Op::Pair(Box::new(PairAccess { action, address, order, site: self.site("site")? })))
    }

    fn next_two(&mut self) -> Parsed<[Operand; 2]> {
        Ok([self.next_operand()?, self.next_operand()?])
    }

    /// The two registers of an access to two words.
    fn results(&mut self) -> Parsed<[RegId; 2]> {
        self.line.expect_word("into")?;
        match [self.operand()?, self.next_operand()?] {
            [Operand::Reg(low), Operand::Reg(high)] => Ok([low, high]),
            _ => self.line.error("an access to two words needs two registers".to_string()),
        }
    }

    fn without_result(&mut self, keyword: &str) -> Parsed<Op> {
        Ok(match keyword {
            "store" => {
                let order = self.line.order()?;
                let (address, value) = (self.operand()?, self.next_operand()?);
                Op::Store { address, value, order, site: self.site("site")? }
            }
            "pair_load" | "pair_store" | "pair_cmpxchg" => self.pair(keyword)?,
            "fence" => Op::Fence { order: self.line.order()? },
            "model_fence" => Op::ModelFence { kind: self.line.text()? },
            "point" => Op::FencePoint(self.line.named("point", |name| self.names.find("point", name).map(PointId))?),
            "jump" => Op::Jump(self.body.label(self.line)?),
            "branch" => Op::Branch { condition: self.operand()?, target: self.body.label(self.line)? },
            "repeat" => Op::Repeat {
                head: self.body.label(self.line)?,
                id: self.line.named("loop", |name| self.names.find("loop", name).map(LoopId))?,
            },
            "call" => self.call(None)?,
            "return" => match self.line.peek() {
                None => Op::Return(None),
                Some(Token::Word(word)) if word == "at" => Op::Return(None),
                Some(_) => Op::Return(Some(self.operand()?)),
            },
            "free" => Op::Free { address: self.operand()?, site: self.site("site")? },
            "end_lifetime" => Op::EndLifetime { address: self.operand()?, site: self.site("site")? },
            "end_lifetimes" => Op::EndLifetimes {
                of: self.line.named("call", |word| Calls::ALL.into_iter().find(|calls| calls.name() == word))?,
                site: self.site("site")?,
            },
            "copy_memory" => Op::CopyMemory {
                to: self.operand()?,
                from: self.next_operand()?,
                size: self.next_operand()?,
                load: self.site("load")?,
                store: self.site("store")?,
            },
            "any_memory" => Op::AnyMemory { to: self.operand()?, size: self.next_operand()?, site: self.site("site")? },
            "set_memory" => Op::SetMemory {
                to: self.operand()?,
                byte: self.next_operand()?,
                size: self.next_operand()?,
                site: self.site("site")?,
            },
            "reach" => Op::Reach { address: self.operand()?, bytes: self.next_bytes()? },
            "step" => Op::Step { from: self.operand()?, to: self.next_operand()? },
            "assume" => Op::Assume { condition: self.operand()? },
            "await" => Op::Await { condition: self.operand()? },
            "assert" => {
                let condition = self.operand()?;
                let property =
                    self.line.named("property", |w| PROPERTIES.iter().find(|(_, n)| *n == w).map(|(p, _)| *p))?;
                Op::Assert { condition, property, message: self.line.text()? }
            }
            "join" => Op::Join { dst: None, thread: self.operand()? },
            "detach" => Op::Detach { thread: self.operand()? },
            "exit_thread" => Op::ExitThread { value: self.operand()? },
            "lock" => Op::Lock { dst: None, address: self.operand()?, site: self.site("site")? },
            "unlock" => Op::Unlock { dst: None, address: self.operand()?, site: self.site("site")? },
            "lock_init" => {
                let (address, value) = (self.operand()?, self.next_operand()?);
                Op::LockInit { address, value, site: self.site("site")? }
            }
            "spin_lock" => Op::SpinLock { address: self.operand()?, site: self.site("site")? },
            "spin_unlock" => Op::SpinUnlock { address: self.operand()?, site: self.site("site")? },
            "lock_destroy" => Op::LockDestroy { address: self.operand()?, site: self.site("site")? },
            "barrier_init" => {
                let (address, count) = (self.operand()?, self.next_operand()?);
                Op::BarrierInit { address, count, site: self.site("site")? }
            }
            "barrier_wait" => Op::BarrierWait { dst: None, address: self.operand()?, site: self.site("site")? },
            "barrier_destroy" => Op::BarrierDestroy { address: self.operand()?, site: self.site("site")? },
            "atomic_begin" => Op::AtomicBegin,
            "atomic_end" => Op::AtomicEnd,
            other => return self.line.error(format!("unknown instruction '{other}', or it needs a result")),
        })
    }

    fn call(&mut self, dst: Option<RegId>) -> Parsed<Op> {
        let callee = if self.line.accept_word("indirect") {
            Callee::Indirect(self.operand()?)
        } else {
            Callee::Direct(self.line.named("function", |name| self.names.find("fn", name).map(FuncId))?)
        };
        self.line.expect('(')?;
        let mut args = Vec::new();
        if !self.line.accept(')') {
            loop {
                args.push(self.operand()?);
                if !self.line.accept(',') {
                    break;
                }
            }
            self.line.expect(')')?;
        }
        Ok(Op::Call { dst, callee, args })
    }
}

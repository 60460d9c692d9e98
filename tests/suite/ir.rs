//! The boundary of the IR: its text form is the inverse of its printer, and the verifier finds each broken rule.

use fencesmith::ids::{FuncId, Label, LoopId, RegId};
use fencesmith::ir::text::{parse, print};
use fencesmith::ir::{
    Author, BinaryOp, CastOp, Function, Instr, Op, Operand, Order, Program, Register, RmwOp, UnaryOp, Width, verify,
};

/// Every item, operand and instruction of the text form at least once.
const EVERYTHING: &str = r#"
entry main
allocator fresh
# A comment, and a string with every escape.
global @flag "flag" size 8 align 4 thread_local init 0 i32 = 5:i32, init 4 i32 = -1:i32 at file0:3..9
global @table size 24 align 8 read_only init 0 i64 = @flag+4, init 8 i64 = @flag-4, init 16 i64 = worker
site sl load "a \"b\" \\ c\nd" at file0:1..2
site ss store "y"
site sr rmw
point p0 none
point p1 statement at file1:3..3
point p2 braced at file1:3..8
point p3 comma at file1:5..9
point p4 braced_end at file1:3..8
loop spin at file0:11..30
loop other
fn worker "worker" (%x) -> i64 at file0:10..90 {
  reg %x : i64 "x"
  %v : i32 = load relaxed %x site sl at file0:12..13
  store seq_cst @flag+4, %v site ss
  %o : i32 = rmw add acq_rel @flag, 0x10:i32 site sr
  %o = cmpxchg seq_cst acquire @flag, %v, 7:i32 site sr
  %w : i64 = zext %o
  %w = copy 18446744073709551615:i64
  pair_load acquire @table into %w, %x site sl
  pair_store release @table, %w, 0:i64 site ss
  pair_cmpxchg acq_rel relaxed @table, %x, %w, 1:i64, 2:i64 into %w, %x site sr
  %s : i32 = select 1:i1, %o, %v
  %s = nondet
  %s = undefined
  fence release
  model_fence "full"
  point p0
  point p1 at file0:1..2
  return %w
}
fn main () {
  reg %unused : i8
again:
  %p : i64 = call worker(@flag)
  call worker(@table+8)
  %q : i64 = call indirect %p(%p, 1:i64)
  call indirect %p()
  %c : i1 = eq %q, -3:i64
  branch %c done
  repeat again spin
done:
  jump far at file0:5..6
inner:
  repeat inner other
far:
  %m : i64 = allocate stack 8:i64 "local"
  %m = allocate heap %q "node"
  %q = object_size %m
  free %m site ss
  %m = allocate block align 4 8:i64 "inner"
  end_lifetime %m site ss
  end_lifetimes running site ss
  end_lifetimes all site ss
  copy_memory @flag, %m, 16:i64 load sl store ss
  set_memory %m, 0:i8, %q site ss
  any_memory %m, %q site ss
  step %m, %q
  reach %m, 40
  assume %c
  await %c
  assert %c assertion "x == 1"
  assert %c reach_error ""
  assert %c division_by_zero ""
  assert %c undefined_arithmetic ""
  assert %c null_dereference ""
  assert %c out_of_bounds ""
  assert %c wild_pointer ""
  assert %c use_after_free ""
  assert %c use_after_scope ""
  assert %c read_only_write ""
  assert %c invalid_free ""
  assert %c lock_misuse ""
  assert %c barrier_misuse ""
  assert %c thread_misuse ""
  %h : i64 = spawn worker, 0:i64
  %r : i64 = join %h
  join %h
  detach %h
  %h = current_thread
  %tn : i32 = thread_number
  lock @flag site sr
  %told : i32 = lock @flag site sr
  %c = trylock @flag site sr
  %told = timedlock @flag site sr
  barrier_init @flag, 2:i32 site ss
  barrier_wait @flag site sr
  %told = barrier_wait @flag site sr
  barrier_destroy @flag site sr
  unlock @flag site ss
  spin_unlock @flag site ss
  spin_lock @flag site sr
  %c = spin_trylock @flag site sr
  %told = unlock @flag site sr
  lock_destroy @flag site sr
  lock_init @flag, 0:i32 site ss
  atomic_begin
  atomic_end
  exit_thread %r
  return
}
"#;

fn same(a: &Program, b: &Program) {
    assert_eq!(format!("{a:#?}"), format!("{b:#?}"));
}

#[test]
fn everything_survives_printing() {
    let program = parse(EVERYTHING).unwrap();
    same(&program, &parse(&print(&program)).unwrap());
    assert_eq!(program.entry, Some(FuncId(1)));
    assert_eq!(program.sites[0].text, "a \"b\" \\ c\nd");
    assert_eq!(program.globals[0].init[1].value, Operand::constant(0xffff_ffff, Width::INT));
    assert_eq!(verify(&program), Ok(()));
}

#[test]
fn everything_mentions_every_instruction() {
    // A new instruction must be added to the text form and to EVERYTHING; the match makes the compiler say so.
    fn number(op: &Op) -> usize {
        match op {
            Op::Copy { .. } => 0,
            Op::Unary { .. } => 1,
            Op::Binary { .. } => 2,
            Op::Cast { .. } => 3,
            Op::Select { .. } => 4,
            Op::Nondet { .. } => 5,
            Op::Load { .. } => 6,
            Op::Store { .. } => 7,
            Op::Rmw { .. } => 8,
            Op::CompareExchange { .. } => 9,
            Op::Fence { .. } => 10,
            Op::ModelFence { .. } => 11,
            Op::FencePoint(_) => 12,
            Op::Jump(_) => 13,
            Op::Branch { .. } => 14,
            Op::Repeat { .. } => 15,
            Op::Call { .. } => 16,
            Op::Return(_) => 17,
            Op::Allocate { .. } => 18,
            Op::Free { .. } => 19,
            Op::CopyMemory { .. } => 20,
            Op::SetMemory { .. } => 21,
            Op::AnyMemory { .. } => 36,
            Op::Assume { .. } => 22,
            Op::Assert { .. } => 23,
            Op::Spawn { .. } => 24,
            Op::Join { .. } => 25,
            Op::ExitThread { .. } => 26,
            Op::Lock { .. } => 27,
            Op::TryLock { .. } => 28,
            Op::Unlock { .. } => 29,
            Op::AtomicBegin => 30,
            Op::AtomicEnd => 31,
            Op::BarrierInit { .. } => 32,
            Op::BarrierWait { .. } => 33,
            Op::BarrierDestroy { .. } => 34,
            Op::Undefine { .. } => 35,
            Op::EndLifetime { .. } => 40,
            Op::Detach { .. } => 39,
            Op::CurrentThread { .. } => 37,
            Op::LockDestroy { .. } => 38,
            Op::LockInit { .. } => 42,
            Op::Step { .. } => 41,
            Op::Reach { .. } => 52,
            Op::ObjectSize { .. } => 43,
            Op::Pair(_) => 44,
            Op::Await { .. } => 45,
            Op::TimedLock { .. } => 46,
            Op::SpinUnlock { .. } => 47,
            Op::EndLifetimes { .. } => 48,
            Op::SpinLock { .. } => 49,
            Op::SpinTryLock { .. } => 50,
            Op::ThreadNumber { .. } => 51,
        }
    }
    let program = parse(EVERYTHING).unwrap();
    let mut seen = [false; 53];
    seen[1] = true; // Unary operators are in the next test.
    for instr in program.functions.iter().flat_map(|f| &f.code) {
        seen[number(&instr.op)] = true;
    }
    assert_eq!(seen, [true; 53]);
}

#[test]
fn every_operator_survives_printing() {
    let widths = [Width::INT, Width::POINTER, Width::BYTE, Width::INT, BinaryOp::Equal.result_width(Width::INT)];
    let [value, wide, narrow, copy, truth] = std::array::from_fn(RegId::from_index);
    let a = Operand::Reg(value);
    let mut ops = Vec::new();
    for op in UnaryOp::ALL {
        ops.push(Op::Unary { dst: copy, op: *op, value: a });
    }
    for op in BinaryOp::ALL {
        let dst = if op.result_width(Width::INT) == Width::INT { copy } else { truth };
        ops.push(Op::Binary { dst, op: *op, left: a, right: Operand::constant(3, Width::INT) });
    }
    for op in CastOp::ALL {
        let dst = if *op == CastOp::Truncate { narrow } else { wide };
        ops.push(Op::Cast { dst, op: *op, value: a });
    }
    let address = Operand::pointer(64);
    let site = fencesmith::ids::SiteId(0);
    for op in RmwOp::ALL {
        for order in Order::ALL {
            ops.push(Op::Rmw { dst: copy, op: *op, address, value: a, order: *order, site });
        }
    }
    ops.push(Op::Return(None));
    let function = Function {
        name: "f".to_string(),
        params: vec![value],
        result: None,
        registers: widths.map(|width| Register { width, name: None, form: None }).to_vec(),
        code: ops.into_iter().map(|op| Instr { op, span: None }).collect(),
        span: None,
        author: Author::Tool,
    };
    let mut program = parse("site s0 rmw\nentry main\nfn main () {\n return\n}\n").unwrap();
    program.functions.push(function);
    same(&program, &parse(&print(&program)).unwrap());
    assert_eq!(verify(&program), Ok(()));
}

#[test]
fn text_errors_name_the_line() {
    let cases = [
        ("entry nobody", "line 1: unknown function 'nobody'"),
        ("fn f () {\n  return", "line 1: the function is not closed by '}'"),
        ("fn f () {\n  jump away\n}", "line 2: unknown label 'away'"),
        ("fn f () {\n  %a = copy 1:i32\n}", "line 2: unknown register '%a'"),
        ("fn f () {\n  %a:i65 = nondet\n}", "line 2: unknown width 'i65'"),
        ("fn f () {\n  frobnicate\n}", "line 2: unknown instruction 'frobnicate', or it needs a result"),
        ("fn f () {\n  %a:i1 = store\n}", "line 2: no instruction 'store' has a result"),
        ("fn f () {\n  store plain @x, 1:i32 site s0\n}", "line 2: unknown global '@x'"),
        ("fn f () {\n  return 1:i32 2\n}", "line 2: unexpected Word(\"2\")"),
        ("loop l\nloop l", "line 2: 'l' is declared twice"),
        ("site s0 load \"open", "line 1: a string does not end"),
        ("planet mars", "line 1: unknown item 'planet'"),
        ("fn f (%a) {\n  return\n}", "line 1: unknown register '%a'"),
    ];
    for (text, message) in cases {
        assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

/// The flaws of a program whose `main` has this body, after the usual tables.
fn flaws(body: &str) -> Vec<String> {
    let text = format!(
        "entry main\nglobal @x size 4 align 4\nsite sl load\nsite ss store\nsite sr rmw\npoint p0 none\nloop l\n\
         fn worker (%p) -> i32 {{\n  reg %p : i64\n  return 0:i32\n}}\n\
         fn two (%p, %q) {{\n  reg %p : i64\n  reg %q : i64\n  return\n}}\n\
         fn main () {{\n{body}\n  return\n}}\n"
    );
    let program = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&program).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn each_broken_rule_is_found() {
    let cases = [
        ("%a:i32 = copy 1:i8", "main[0]: the result has i32 and must have i8"),
        ("%a:i32 = neg 1:i8", "main[0]: the result has i32 and must have i8"),
        ("%a:i8 = add 1:i8, 1:i16", "main[0]: the right operand has i16 and must have i8"),
        ("%a:i8 = eq 1:i8, 1:i8", "main[0]: the result has i8 and must have i1"),
        ("%a:i8 = zext 1:i16", "main[0]: zext cannot go from i16 to i8"),
        ("%a:i32 = trunc 1:i16", "main[0]: trunc cannot go from i16 to i32"),
        ("%a:i8 = select 1:i8, 1:i8, 1:i8", "main[0]: the condition has i8 and must have i1"),
        ("%a:i8 = select 1:i1, 1:i8, 1:i16", "main[0]: the second choice has i16 and must have i8"),
        ("%a:i8 = copy 256:i8", "main[0]: the constant 256 does not fit i8"),
        ("%a:i32 = load plain 1:i32 site sl", "main[0]: the address has i32 and must have i64"),
        ("%a:i1 = load plain @x site sl", "main[0]: an access of i1 is not 8, 16, 32 or 64 bits wide"),
        ("%a:i32 = load plain @x site ss", "main[0]: the access site s1 is a Store and the instruction is none"),
        ("store plain @x, 1:i24 site ss", "main[0]: an access of i24 is not 8, 16, 32 or 64 bits wide"),
        ("%a:i8 = rmw add seq_cst @x, 1:i32 site sr", "main[0]: the result has i8 and must have i32"),
        (
            "%a:i32 = cmpxchg seq_cst relaxed @x, 1:i8, 1:i32 site sr",
            "main[0]: the expected value has i8 and must have i32",
        ),
        ("fence plain", "main[0]: a fence cannot have the order plain"),
        ("x:\n jump x", "main[0]: the jump to L0 does not go forward"),
        ("branch 1:i8 x\nx:", "main[0]: the condition has i8 and must have i1"),
        ("repeat x l\nx:", "main[0]: the loop head L1 does not lie behind"),
        (
            "x:\n fence seq_cst\ny:\n fence seq_cst\n repeat x l\n repeat y l",
            "main: the loop regions 0..=2 and 1..=3 overlap",
        ),
        ("call worker()", "main[0]: worker takes 1 arguments and gets 0"),
        ("call worker(1:i32)", "main[0]: an argument has i32 and must have i64"),
        ("%a:i64 = call worker(1:i64)", "main[0]: the result has i64 and must have i32"),
        ("%a:i64 = call two(1:i64, 1:i64)", "main[0]: two has no result"),
        ("call indirect 1:i32()", "main[0]: the called address has i32 and must have i64"),
        ("return 1:i32", "main[0]: a value is returned from a function without a result"),
        ("%a:i64 = allocate heap 1:i32 \"n\"", "main[0]: the size has i32 and must have i64"),
        ("set_memory @x, 1:i32, 4:i64 site ss", "main[0]: the byte has i32 and must have i8"),
        ("set_memory @x, 1:i8, 4:i32 site ss", "main[0]: the size has i32 and must have i64"),
        ("copy_memory @x, @x, 4:i8 load sl store ss", "main[0]: the size has i8 and must have i64"),
        ("assume 1:i32", "main[0]: the condition has i32 and must have i1"),
        ("assert 1:i32 assertion \"\"", "main[0]: the condition has i32 and must have i1"),
        ("%a:i64 = spawn two, 0:i64", "main[0]: the function two of a thread takes more than one pointer"),
        ("%a:i64 = spawn worker, 0:i32", "main[0]: the thread's argument has i32 and must have i64"),
        ("join 1:i32", "main[0]: the thread's handle has i32 and must have i64"),
        ("exit_thread 1:i32", "main[0]: the thread's value has i32 and must have i64"),
        ("lock @x site sl", "main[0]: the access site s0 is a Load and the instruction is none"),
        ("%a:i8 = trylock @x site sr", "main[0]: the result has i8 and must have i1"),
        ("%a:i8 = timedlock @x site sr", "main[0]: the result has i8 and must have i32"),
        ("%a:i8 = barrier_wait @x site sr", "main[0]: the result has i8 and must have i32"),
        ("barrier_init @x, 2:i8 site ss", "main[0]: the count has i8 and must have i32"),
        ("unlock 1:i8 site ss", "main[0]: the address has i8 and must have i64"),
    ];
    for (body, expected) in cases {
        assert_eq!(flaws(body), [expected], "{body}");
    }
}

#[test]
fn nested_regions_shared_heads_and_forward_jumps_are_fine() {
    for body in [
        "x:\n fence seq_cst\ny:\n fence seq_cst\n repeat y l\n repeat x l",
        "x:\n fence seq_cst\n repeat x l\n repeat x l",
        "x:\n repeat x l\ny:\n repeat y l",
        "branch 1:i1 x\n return\n jump x\nx:",
    ] {
        assert_eq!(flaws(body), Vec::<String>::new(), "{body}");
    }
}

/// A program whose `main` has these instructions and registers of 32 bits.
fn raw(registers: usize, code: Vec<Op>) -> Program {
    let register = Register { width: Width::INT, name: None, form: None };
    let function = Function {
        name: "main".into(),
        params: Vec::new(),
        result: None,
        registers: vec![register; registers],
        code: code.into_iter().map(|op| Instr { op, span: None }).collect(),
        span: None,
        author: Author::Program,
    };
    Program { functions: vec![function], entry: Some(FuncId(0)), ..Program::default() }
}

fn flaws_of(program: &Program) -> Vec<String> {
    verify(program).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn ids_that_name_nothing_are_found() {
    use fencesmith::ids::{GlobalId, PointId, SiteId};
    let address = Operand::pointer(64);
    let value = Operand::constant(0, Width::INT);
    let copy = |value| Op::Copy { dst: RegId(0), value };
    let cases = [
        (Op::Nondet { dst: RegId(9) }, "main[0]: the register %9 does not exist"),
        (copy(Operand::Reg(RegId(9))), "main[0]: the register %9 does not exist"),
        (
            Op::Store {
                address: Operand::Global { global: GlobalId(3), offset: 0 },
                value,
                order: Order::Plain,
                site: SiteId(4),
            },
            "main[0]: the global @3 does not exist|main[0]: the access site s4 does not exist",
        ),
        (Op::ExitThread { value: Operand::Function(FuncId(2)) }, "main[0]: the function fn2 does not exist"),
        (
            Op::Store { address, value, order: Order::Plain, site: SiteId(4) },
            "main[0]: the access site s4 does not exist",
        ),
        (Op::FencePoint(PointId(1)), "main[0]: the fence point p1 does not exist"),
        (Op::Repeat { head: Label(0), id: LoopId(7) }, "main[0]: the loop loop7 does not exist"),
        (Op::Jump(Label(2)), "main[0]: the jump to L2 leaves the code"),
        (
            Op::Call { dst: None, callee: fencesmith::ir::Callee::Direct(FuncId(5)), args: vec![] },
            "main[0]: the function fn5 does not exist",
        ),
    ];
    for (op, expected) in cases {
        let program = raw(1, vec![op.clone(), Op::Return(None)]);
        assert_eq!(flaws_of(&program).join("|"), expected, "{op:?}");
    }
}

#[test]
fn the_whole_program_is_checked() {
    assert_eq!(flaws_of(&Program::default()), ["the program has no entry function"]);
    let mut program = raw(0, vec![Op::Return(None)]);
    program.entry = Some(FuncId(1));
    assert_eq!(flaws_of(&program), ["the entry function fn1 does not exist"]);
    assert_eq!(flaws_of(&raw(0, vec![])), ["main: the function has no code"]);
    assert_eq!(flaws_of(&raw(0, vec![Op::AtomicBegin])), ["main: control runs off the end of the code"]);
    let mut program = raw(0, vec![Op::Return(None)]);
    program.functions[0].params = vec![RegId(0), RegId(0)];
    program.functions[0].registers.push(Register { width: Width::INT, name: None, form: None });
    assert_eq!(flaws_of(&program), ["main: the parameter %0 is named twice"]);
    let mut program = raw(0, vec![Op::Return(None)]);
    program.functions[0].result = Some(Width::INT);
    // It may leave its result open.
    assert!(flaws_of(&program).is_empty());
}

#[test]
fn globals_are_checked() {
    let main = "entry main\nfn main () {\n  return\n}\n";
    let cases = [
        ("global @x size 4 align 3", "global x: alignment 3 is not a power of two"),
        ("global @x size 4 align 4 init 4 i32 = 0:i32", "global x: the initialiser at 4 lies outside its 4 bytes"),
        ("global @x size 4 align 4 init 0 i1 = 0:i1", "global x: an initialiser has i1 and not whole bytes"),
        ("global @x size 4 align 4 init 0 i32 = 0:i8", "global x: an initialiser of i32 holds a value of i8"),
    ];
    for (item, expected) in cases {
        let program = parse(&format!("{item}\n{main}")).unwrap();
        assert_eq!(flaws_of(&program), [expected]);
    }
    let mut program = parse(&format!("global @x size 4 align 4 init 0 i32 = 0:i32\n{main}")).unwrap();
    program.globals[0].init[0].value = Operand::Reg(RegId(0));
    assert_eq!(flaws_of(&program), ["global x: the initialiser reads the register %0"]);
}

/// The table of what read-modify-writes store, against the arithmetic of this language.
#[test]
fn read_modify_writes_store_what_their_names_say() {
    let values = [0u8, 1, 2, 0x55, 0x7f, 0x80, 0xaa, 0xfe, 0xff];
    for (old, operand) in values.into_iter().flat_map(|old| values.map(|operand| (old, operand))) {
        let (signed, other) = (old as i8, operand as i8);
        for op in RmwOp::ALL {
            let expected = match op {
                RmwOp::Exchange => operand,
                RmwOp::Add => old.wrapping_add(operand),
                RmwOp::Sub => old.wrapping_sub(operand),
                RmwOp::And => old & operand,
                RmwOp::Or => old | operand,
                RmwOp::Xor => old ^ operand,
                RmwOp::Nand => !(old & operand),
                RmwOp::SignedMax => signed.max(other) as u8,
                RmwOp::SignedMin => signed.min(other) as u8,
                RmwOp::UnsignedMax => old.max(operand),
                RmwOp::UnsignedMin => old.min(operand),
            };
            let stored = op.eval(old.into(), operand.into(), Width::BYTE);
            assert_eq!(stored, u64::from(expected), "{old} {op:?} {operand}");
        }
    }
}

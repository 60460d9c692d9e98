//! Litmus tests: small ones for each processor with their verdicts, what is refused, and generated shapes on which the
//! enumerator and the solver must agree under every weak model.

use crate::headers;
use std::cell::Cell;
use std::fs;
use std::path::Path;

use fencesmith::diag::Sources;
use fencesmith::drive::litmus::{LitmusAnswer, LitmusRequest, Wanted, litmus};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, check};
use fencesmith::enumerate;
use fencesmith::ids::FenceId;
use fencesmith::limits::StopToken;
use fencesmith::litmus::condition::{Atom, Condition, Formula, Operand, Place, Quantifier};
use fencesmith::litmus::{Dialect, Integer, Link, Step, Test, Value, read};
use fencesmith::model::{Model, Operation, Tag};
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

#[test]
fn tests_of_each_processor_have_their_verdicts() {
    let mut judged = 0;
    for model in ["arm8", "riscv", "power", "tso", "rc11", "lkmm"] {
        let folder = Path::new("tests/litmus").join(model);
        let table = fs::read_to_string(folder.join("expect.csv")).expect("a table");
        let (files, expected): (Vec<_>, Vec<_>) = table
            .lines()
            .map(|line| line.split_once(',').expect("a test and its verdict"))
            .map(|(test, value)| (folder.join(test), value == "1"))
            .unzip();
        let stop = StopToken::default();
        let request = LitmusRequest {
            files,
            model: headers::model(model),
            jobs: 2,
            wanted: Wanted::Condition,
            timeout: None,
            stop,
        };
        for (report, expected) in litmus(&request).iter().zip(expected) {
            let LitmusAnswer::Decided { outcome, quantifier } = &report.answer else {
                panic!("{}: {:?}", report.path.display(), report.answer);
            };
            assert_eq!(outcome.holds(*quantifier), expected, "{}", report.path.display());
            judged += 1;
        }
    }
    assert!(judged > 10);
}

/// The form is herd's, so that its tools read it; the states are those that its own logs have for these shapes.
#[test]
fn final_states_are_printed_as_herd_prints_them() {
    let said = |command: &str, path: &str, model: &str, more: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args([command, path, "--model", model])
            .args(more)
            .current_dir(headers::root())
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let log = |path: &str, model: &str| {
        let states = said("litmus", path, model, &["--states"]);
        // To explore a test is to look at its states.
        assert_eq!(said("explore", path, model, &[]), states);
        assert_eq!(said("explore", path, model, &["--states"]), states);
        states
    };
    let entry = |kind: &str, states: &[&str], rest: &str| {
        format!("Test {kind}\nStates {}\n{}\n{rest}\n", states.len(), states.join("\n"))
    };
    let three = ["0:EAX=0; 1:EAX=1;", "0:EAX=1; 1:EAX=0;", "0:EAX=1; 1:EAX=1;"];
    let condition = "Condition exists (0:EAX=0 /\\ 1:EAX=0)";
    let rest = format!("No\nWitnesses\nPositive: 0 Negative: 3\n{condition}\nObservation sb Never 0 3\n");
    assert_eq!(log("tests/litmus/tso/sb.litmus", "sc"), entry("sb Allowed", &three, &rest));
    let four = [&["0:EAX=0; 1:EAX=0;"], &three[..]].concat();
    let rest = format!("Ok\nWitnesses\nPositive: 1 Negative: 3\n{condition}\nObservation sb Sometimes 1 3\n");
    assert_eq!(log("tests/litmus/tso/sb.litmus", "tso"), entry("sb Allowed", &four, &rest));
    // The filter leaves out the executions that do not see the flag.
    let rest = "Ok\nWitnesses\nPositive: 1 Negative: 0\nCondition forall (1:X2=1)\nObservation filtered Always 1 0\n";
    let found = log("tests/litmus/arm8/filtered.litmus", "arm8");
    assert_eq!(found, entry("filtered Required", &["1:X2=1;"], rest));
    let found = log("tests/litmus/arm8/only_shown.litmus", "arm8");
    assert!(found.starts_with("Test only_shown Allowed\nStates 1\n[x]=1;\nOk\n"), "{found}");
    let found = log("tests/litmus/arm8/elements.litmus", "arm8");
    let state = "0:X0=2; 0:X3=t; 0:X6=t[1]; 0:X7=2; t={3,2}; t[1]=2; w[0]=-1;";
    assert!(found.starts_with(&format!("Test elements Required\nStates 1\n{state}\nOk\n")), "{found}");
    let found = log("tests/litmus/tso/sb_final.litmus", "tso");
    assert!(found.contains("\nCondition exists (0:EAX=0 /\\ 1:EAX=0)\n"), "{found}");
}

/// Implication binds most tightly, and to the right, as in herd's grammar.
#[test]
fn conditions_are_read_as_herd_reads_them() {
    let (x, y) = ("x=1", "y=2");
    for (condition, holds) in [
        (format!("forall ({x} => {y})"), true),
        (format!("forall ({x} => ~ {y})"), false),
        (format!("forall (~ {x} => {y})"), true),
        (format!("forall (~ {x} => {y} /\\ ~ {y})"), false),
        (format!("forall (~ {x} => ({y} /\\ ~ {y}))"), true),
        (format!("forall ({x} \\/ {y} => false)"), true),
        (format!("forall (false => {x} => false)"), true),
        (format!("forall ((false => {x}) => false)"), false),
        (format!("forall true => {y}"), true),
        (format!("not exists ({x} /\\ {y})"), false),
        (format!("final ({x}) with sc: ~exists; tso: exists;"), true),
        ("exists (x=[z])".to_string(), true),
        ("exists (x=-4294967295 \\/ z=0x100000001)".to_string(), false),
        ("exists (w=-1 /\\ w=0xffffffff)".to_string(), true),
    ] {
        let text = format!("X86 t\n{{ z=1; w=-1; }}\n P0 ;\n MOV [x],$1 ; MOV [y],$2 ;\n{condition}\n");
        let test = read(Path::new("t"), &text, &mut Sources::default()).expect(&condition);
        let outcome = enumerate::decide(&test, &headers::model("tso"), &StopToken::default()).expect("decided");
        assert_eq!(outcome.holds(test.condition.quantifier), holds, "{condition}");
    }
}

/// A fence that a model does not know must be one that it does not need.
#[test]
fn fences_of_x86_for_less_than_all_are_refused_where_they_order_something() {
    for (fence, model, is_decided) in
        [("SFENCE", "tso", true), ("LFENCE", "tso", true), ("LFENCE", "pso", true), ("SFENCE", "pso", false)]
    {
        let text = format!("X86 t\n{{ }}\n P0 ;\n MOV [x],$1 ;\n {fence} ;\n MOV [y],$1 ;\nexists (x=1)\n");
        let test = read(Path::new("t"), &text, &mut Sources::default()).expect("a test");
        let outcome = enumerate::decide(&test, &headers::model(model), &StopToken::default());
        assert_eq!(outcome.is_ok(), is_decided, "{fence} {model}: {outcome:?}");
    }
}

/// Where a location has accesses of several sizes nothing is said but of ARMv8.
#[test]
fn accesses_of_several_sizes_to_one_location_are_refused() {
    for (store, load, is_decided) in
        [("sw", "lw", true), ("sd", "ld", false), ("sw", "lh", false), ("sb", "lb", false), ("sh", "lb", false)]
    {
        let text = format!(
            "RISCV t\n{{ 0:x6=x; 0:x7=y; }}\n P0 ;\n {store} x5,0(x6) ;\n {load} x5,0(x6) ;\n lw x8,0(x7) ;\nexists (0:x5=0)\n"
        );
        let test = read(Path::new("t"), &text, &mut Sources::default()).expect("a test");
        let outcome = enumerate::decide(&test, &headers::model("riscv"), &StopToken::default());
        assert_eq!(outcome.is_ok(), is_decided, "{store} {load}: {outcome:?}");
    }
}

/// Whether a condition holds is what its final states say.
#[test]
fn final_states_agree_with_the_verdicts() {
    let mut compared = 0;
    for model in ["arm8", "riscv", "power", "tso", "rc11", "lkmm"] {
        let folder = Path::new("tests/litmus").join(model);
        let files: Vec<_> = fs::read_dir(folder)
            .expect("the tests")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "litmus"))
            .collect();
        let stop = StopToken::default();
        let mut request = LitmusRequest {
            files,
            model: headers::model(model),
            jobs: 2,
            wanted: Wanted::Condition,
            timeout: None,
            stop,
        };
        let verdicts = litmus(&request);
        request.wanted = Wanted::States;
        for (verdict, states) in verdicts.iter().zip(litmus(&request)) {
            let LitmusAnswer::Decided { outcome, quantifier } = &verdict.answer else { panic!("{:?}", verdict.answer) };
            let LitmusAnswer::States { finals, .. } = &states.answer else { panic!("{:?}", states.answer) };
            let is_reached = finals.states.iter().any(|(_, holds)| *holds != (*quantifier == Quantifier::ForAll));
            assert_eq!(is_reached, outcome.is_reached, "{}", states.path.display());
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn what_is_not_read_is_refused_with_its_place() {
    for (text, place, message) in [
        ("MIPS t\n{}\n", "t:1:1", "litmus tests in `MIPS` are not supported"),
        ("X86 t\n{}\n P0 ;\n HLT ;\nexists (x=1)", "t:4:2", "the instruction `HLT` is not supported"),
        (
            "X86 t\n{}\n P0 ;\n CMPXCHG [x],EBX ;\nexists (x=1)",
            "t:4:2",
            "the instruction `CMPXCHG [x],EBX` is not supported",
        ),
        ("X86 t\n{}\n P0 ;\n JG L ;\n L: ;\nexists (x=1)", "t:4:2", "the instruction `JG L` is not supported"),
        (
            "AArch64 t\n{}\n P0 ;\n CSEL W0,W1,W2,VS ;\nexists (x=1)",
            "t:4:2",
            "the instruction `CSEL W0,W1,W2,VS` is not supported",
        ),
        (
            "AArch64 t\n{ 0:X4=x; }\n P0 ;\n CASP W0,W1,W2,W3,[X4] ;\nexists (x=1)",
            "t:4:2",
            "the instruction `CASP W0,W1,W2,W3,[X4]` is not supported",
        ),
        (
            "AArch64 t\n{}\n P0 ;\n B .+8 ;\n MOV W0,#1 ;\nforall (0:X0=1)",
            "t:4:4",
            "branches by a distance are not supported",
        ),
        ("X86 t\n{ x=\"a\"; }\n P0 ;\n MFENCE ;\nexists (x=1)", "t:2:3", "the value `\"a\"` is not supported"),
        ("C t\n{}\nP0(int *x)\n{ f(x); }\nexists (x=1)", "t:4:3", "the function `f` is not supported in tests"),
        ("C t\n{}\nP0(int *x)\n{ for (;;) ; }\nexists (x=1)", "t:4:3", "`for` in a test is not supported"),
        ("C t\n{}\nP0(int *x)\n{ x[1] = 2; }\nexists (x=1)", "t:4:4", "`[` in a test is not supported"),
        ("C t\n{}\nP1(int *x)\n{ *x = 2; }\nexists (x=1)", "t:3:1", "the thread `P0` is expected here, not `P1`"),
        ("X86 t\n{}\n P0 ;\n MFENCE ;\nexists (x=1 \\/)", "t:5:14", "this condition is not read"),
        ("X86 t\n{}\n P0 ;\n MFENCE ;\n", "t:3:2", "the final condition is missing"),
        (
            "X86 t\n{ x[2]=1; }\n P0 ;\n MFENCE ;\nexists (x=1)",
            "t:2:3",
            "the elements of an array are set together, `x[2]={0,1}`",
        ),
        (
            "X86 t\n{ x[2]={1,2}; }\n P0 ;\n MFENCE ;\nexists (x=1)",
            "t:2:3",
            "how large the elements of `x` are is not known",
        ),
        ("X86 t\n{ int x[2]={1}; }\n P0 ;\n MFENCE ;\nexists (x=1)", "t:2:3", "1 values for an array of 2"),
        ("X86 t\n{ int x[2]={1,2}; }\n P0 ;\n MFENCE ;\nexists (x=1)", "t:5:9", "this condition is not read"),
        ("X86 t\n{ int x[2]={1,2}; }\n P0 ;\n MFENCE ;\nexists (x[2]=1)", "t:5:9", "this condition is not read"),
        ("AArch64 t\n{ 0:X1=x[2]; int x[2]={1,2}; }\n P0 ;\n NOP ;\nexists (x[0]=1)", "t:2:3", "`x` has no element 2"),
        (
            "AArch64 t\n{ x=1; y=0x100000000; }\n P0 ;\n NOP ;\nexists (x=1)",
            "t:2:8",
            "the value `0x100000000` has more than 32 bits; a type such as `uint64_t` makes room",
        ),
        (
            "X86 t\n{ 0:EAX=-4294967295; }\n P0 ;\n MFENCE ;\nexists (x=1)",
            "t:2:3",
            "the value `-4294967295` has more than 32 bits; a type such as `uint64_t` makes room",
        ),
        (
            "RISCV t\n{ uint8_t t[2]={1,256}; }\n P0 ;\n nop ;\nexists (x=1)",
            "t:2:3",
            "the value `256` has more than 8 bits; a type such as `uint64_t` makes room",
        ),
        (
            "C t\n{ int x[2]={1,2}; }\nP0(int *x)\n{ *((char *)x + 1) = 2; }\nexists (x[0]=1)",
            "t:4:5",
            "casts in a test with arrays are not supported",
        ),
        ("X86 t\n{}\n P0 ;\n MFENCE (* here ;\nexists (x=1)", "t:4:9", "this comment is not closed"),
        ("X86 t\n{}\n P0 ;\n MFENCE ;\nfilter (x=\nexists (x=1)", "t:6:8", "this filter is not read"),
    ] {
        let mut sources = Sources::default();
        let error = read(Path::new("t"), text, &mut sources).expect_err(text);
        assert_eq!(error.message, message);
        let found = sources.describe(error.span.expect("a place"));
        assert!(found.split(':').take(2).eq(place.split(':').take(2)), "{found}: {message}");
    }
}

/// The names of C's orders are judged as they stand: a model that makes fences of them would be too weak.
#[test]
fn tests_in_c_are_refused_under_models_that_map_its_operations() {
    let text = |order: &str| {
        let thread = |number, mine, other| {
            format!(
                "P{number}(atomic_int *x, atomic_int *y)\n{{\n\tatomic_store_explicit({mine}, 1, memory_order_{order});\n\
                 \tint r0 = atomic_load_explicit({other}, memory_order_{order});\n}}\n"
            )
        };
        format!("C sb\n{{}}\n{}{}exists (0:r0=0 /\\ 1:r0=0)\n", thread(0, "x", "y"), thread(1, "y", "x"))
    };
    let decided = |text: &str, model: &str| {
        let test = read(Path::new("sb"), text, &mut Sources::default()).expect("a test");
        enumerate::decide(&test, &headers::model(model), &StopToken::default())
    };
    for model in ["arm8", "riscv", "power", "tso", "sc", "lkmm"] {
        let refused = decided(&text("seq_cst"), model).expect_err(model).to_string();
        assert!(refused.contains("makes something else of C's `seq_cst` operations"), "{model}: {refused}");
        assert!(decided(&text("relaxed"), model).is_err(), "{model}");
    }
    assert!(!decided(&text("seq_cst"), "rc11").expect("decided").is_reached);
    assert!(decided(&text("relaxed"), "rc11").expect("decided").is_reached);
    assert!(!decided(&text("seq_cst"), "imm").expect("decided").is_reached);
}

/// An access of a generated program; the second of a thread may write what the first has read.
#[derive(Clone, Copy, Debug)]
struct Access {
    is_write: bool,
    order: usize,
    depends: bool,
}

/// Two threads, one from x to y, one from y to x.
#[derive(Clone, Debug)]
struct Shape {
    threads: [[Access; 2]; 2],
    fences: [usize; 2],
    /// The values of the reads, thread by thread, and of x and y at the end.
    looked_for: Vec<i64>,
}

const LOADS: [&str; 3] = ["relaxed", "acquire", "seq_cst"];
const STORES: [&str; 3] = ["relaxed", "release", "seq_cst"];
const FENCES: [Option<&str>; 4] = [None, Some("acquire"), Some("acq_rel"), Some("seq_cst")];

fn shapes() -> impl Strategy<Value = Shape> {
    let access = || (any::<bool>(), prop_oneof![2 => Just(0usize), 1 => Just(1), 1 => Just(2)], any::<bool>());
    let access = move || access().prop_map(|(is_write, order, depends)| Access { is_write, order, depends });
    let thread = move || (access(), access()).prop_map(|(a, b)| [a, b]);
    let fence = || prop_oneof![3 => Just(0usize), 1 => Just(1), 1 => Just(2), 1 => Just(3)];
    ((thread(), thread()), (fence(), fence()), prop::collection::vec(0i64..=2, 6))
        .prop_map(|((a, b), (f, g), looked_for)| Shape { threads: [a, b], fences: [f, g], looked_for })
}

impl Shape {
    /// Location, value or the register before, and the number of the read, of each access.
    fn accesses(&self) -> impl Iterator<Item = (usize, usize, usize, Access)> + '_ {
        (0..2).flat_map(move |thread| (0..2).map(move |at| (thread, at, (thread + at) % 2, self.threads[thread][at])))
    }

    /// Whether an access writes what the one before it has read.
    fn follows(&self, thread: usize, at: usize) -> bool {
        at == 1 && self.threads[thread][1].depends && !self.threads[thread][0].is_write
    }

    fn program(&self) -> String {
        let mut bodies = [String::new(), String::new()];
        for (thread, at, place, access) in self.accesses() {
            let name = ["x", "y"][place];
            if let (1, Some(order)) = (at, FENCES[self.fences[thread]]) {
                bodies[thread] += &format!("\tatomic_thread_fence(memory_order_{order});\n");
            }
            bodies[thread] += &if access.is_write {
                let value = if self.follows(thread, at) { format!("r{thread}0") } else { (thread + 1).to_string() };
                format!("\tatomic_store_explicit(&{name}, {value}, memory_order_{});\n", STORES[access.order])
            } else {
                format!("\tr{thread}{at} = atomic_load_explicit(&{name}, memory_order_{});\n", LOADS[access.order])
            };
        }
        let finals = self.finals().iter().map(|(name, value)| format!("{name} == {value}")).collect::<Vec<_>>();
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n\
             int r00, r01, r10, r11;\nstatic void *a(void *p)\n{{\n{}\treturn p;\n}}\n\
             static void *b(void *p)\n{{\n{}\treturn p;\n}}\nint main(void)\n{{\n\tpthread_t s, t;\n\
             \tpthread_create(&s, 0, a, 0);\n\tpthread_create(&t, 0, b, 0);\n\tpthread_join(s, 0);\n\
             \tpthread_join(t, 0);\n\tassert(!({}));\n}}\n",
            bodies[0],
            bodies[1],
            finals.join(" && ")
        )
    }

    /// The final state that is looked for: registers by their names, and the locations that are written twice.
    fn finals(&self) -> Vec<(String, i64)> {
        let mut all = Vec::new();
        for (i, (thread, at, _, access)) in self.accesses().enumerate() {
            if !access.is_write {
                all.push((format!("r{thread}{at}"), self.looked_for[i]));
            }
        }
        for (place, name) in ["x", "y"].into_iter().enumerate() {
            if self.accesses().filter(|(_, _, at, access)| *at == place && access.is_write).count() == 2 {
                all.push((name.to_string(), self.looked_for[4 + place]));
            }
        }
        all
    }

    fn test(&self, model: &Model) -> Test {
        let tags = |tags: &[Tag]| tags.iter().map(|tag| tag.name()).collect::<Vec<_>>();
        let mut test = Test::new("generated", Dialect::X86);
        let places = [test.location("x"), test.location("y")];
        test.threads = vec![Default::default(), Default::default()];
        let fence = |kind: &FenceId| Step::Fence { tags: tags(&model.kind_sets(*kind)), address: None };
        for (thread, at, place, access) in self.accesses() {
            let code = &mut test.threads[thread];
            let register = code.register(&format!("r{thread}{at}"));
            if let (1, Some(order)) = (at, FENCES[self.fences[thread]]) {
                code.steps.extend(model.lowering(Operation::Fence, order).before.iter().map(fence));
            }
            let (operation, order) = match access.is_write {
                true => (Operation::Store, STORES[access.order]),
                false => (Operation::Load, LOADS[access.order]),
            };
            let lowering = model.lowering(operation, order);
            let (tags, link) = (tags(&lowering.tags), Link::None);
            let address = Value::Constant(places[place].address());
            code.steps.extend(lowering.before.iter().map(fence));
            let first = code.register(&format!("r{thread}0"));
            code.steps.push(if access.is_write {
                let value =
                    if self.follows(thread, at) { Value::Register(first) } else { Value::Constant(thread as i64 + 1) };
                Step::Store { bytes: None, address, value, tags, link }
            } else {
                Step::Load { bytes: None, to: Some(register), address, tags, link }
            });
            code.steps.extend(lowering.after.iter().map(fence));
        }
        let atoms = self.finals().into_iter().map(|(name, value)| {
            let place = match name.as_str() {
                "x" => Place::Location(places[0]),
                "y" => Place::Location(places[1]),
                _ => {
                    let thread = usize::from(name.starts_with("r1"));
                    Place::Register { thread, register: test.threads[thread].register(&name) }
                }
            };
            let integer = Integer::INT;
            Formula::Atom(Atom { place, value: Operand::Number(value), is_equal: true, integer })
        });
        let formula = Formula::And(atoms.collect());
        test.condition = Condition { quantifier: Quantifier::Exists, formula };
        test
    }
}

/// The solver reads C, the enumerator steps; both take the meaning of orders and fences from the model's file.
#[test]
fn solver_and_enumerator_agree_on_generated_shapes() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("shape.c");
    let (reached, not) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 40, failure_persistence: None, ..Config::default() });
    let models = headers::WEAK_MODELS.map(headers::model);
    // One of these for each shape, in turn.
    let further = headers::FURTHER_MODELS.map(headers::model);
    let turn = Cell::new(0);
    let result = runner.run(&shapes(), |shape| {
        fs::write(&path, shape.program()).expect("written");
        turn.set((turn.get() + 1) % further.len());
        for model in models.iter().chain([&further[turn.get()]]) {
            let outcome = enumerate::decide(&shape.test(model), model, &StopToken::default()).expect("decided");
            let (report, _) = check(&Request::new(&path, model.clone()), &mut Silent)
                .unwrap_or_else(|failure| panic!("{:?}", headers::complaints(&failure)));
            let is_violated = match report.verdict {
                Verdict::Violation(_) => true,
                Verdict::Safe { .. } => false,
                Verdict::Unknown(why) => panic!("{why:?}"),
            };
            prop_assert_eq!(outcome.is_reached, is_violated, "{} of\n{}", model.name(), shape.program());
            let count = if is_violated { &reached } else { &not };
            count.set(count.get() + 1);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let (reached, not) = (reached.get(), not.get());
    assert!(reached > 5 && not > 5, "{reached} {not}");
}

//! Nondeterministic values that the explorer splits where they are told apart, beside the solver, which has all of them at
//! once.

use std::fmt::Write;

use fencesmith::drive::verdict::{Verdict, Why};
use fencesmith::drive::{ExploreSettings, Request, check, explore};
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::prelude::Rng as _;
use proptest::test_runner::TestRng;

use crate::oracle::settings;

/// Writes a program: two threads that choose numbers, compute, tell others, and compare.
struct Writer {
    rng: TestRng,
    text: String,
}

const TYPES: [&str; 5] = ["int", "unsigned", "long", "short", "unsigned char"];
const NUMBERS: [&str; 9] = ["0", "1", "-1", "7", "255", "-32768", "2147483647", "100000", "3000000000u"];

impl Writer {
    /// A number below this one.
    fn below(&mut self, end: u32) -> u32 {
        self.rng.next_u32() % end
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len() as u32) as usize]
    }

    /// An expression over the locals.
    fn expression(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 3 } else { 9 }) {
            0 | 1 => self.pick(&["a", "b", "c"]).to_string(),
            2 => self.pick(&NUMBERS).to_string(),
            3 | 4 => format!("({} + {})", self.expression(depth - 1), self.pick(&NUMBERS)),
            5 => format!("({} - ({}))", self.pick(&NUMBERS), self.expression(depth - 1)),
            6 => format!("({}){}", self.pick(&TYPES), self.expression(depth - 1)),
            7 => format!("(- {})", self.expression(depth - 1)),
            _ => format!("(~{})", self.expression(depth - 1)),
        }
    }

    fn condition(&mut self) -> String {
        let operator = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
        format!("{} {operator} {}", self.expression(2), self.expression(1))
    }

    fn statement(&mut self, depth: u32) {
        let line = match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => format!("{} = {};", self.pick(&["a", "b", "c"]), self.expression(2)),
            1 => format!("{} = __VERIFIER_nondet_int();", self.pick(&["a", "b"])),
            2 => "c = __VERIFIER_nondet_uchar();".to_string(),
            3 => format!("{} = {};", self.pick(&["x", "y"]), self.pick(&["a", "a", "b", "c"])),
            4 => format!("{} = {};", self.pick(&["a", "b"]), self.pick(&["x", "y"])),
            5 => format!("b = m[{} & 1]; m[0] = a;", self.pick(&["a", "c", "0"])),
            6 => {
                let condition = self.condition();
                writeln!(self.text, "if ({condition}) {{").expect("text grows");
                self.statement(depth - 1);
                self.text += "} else {\n";
                self.statement(depth - 1);
                "}".to_string()
            }
            _ => format!("__VERIFIER_assume({});", self.condition()),
        };
        writeln!(self.text, "{line}").expect("text grows");
    }

    /// The next program, the how many-th it is.
    fn program(&mut self, number: u32) -> String {
        let writer = self;
        writer.text.clear();
        writer.text += "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nextern int __VERIFIER_nondet_int(void);\n\
            extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void __VERIFIER_assume(int);\natomic_int x, y;\n";
        for name in ["t0", "t1"] {
            writeln!(writer.text, "void *{name}(void *p) {{ int a = 1, b = 2, m[2] = {{3, 4}}; long c = 5;")
                .expect("text");
            for _ in 0..4 {
                writer.statement(1);
            }
            let condition = writer.condition();
            writeln!(
                writer.text,
                "assert(!({condition} && {}));\nreturn p; }}",
                ["a == x", "b > y", "x != y"][number as usize % 3]
            )
            .expect("text grows");
        }
        writer.text +=
            "int main(void) { pthread_t t; pthread_create(&t, 0, t0, 0); t1(0); pthread_join(t, 0); return 0; }\n";
        writer.text.clone()
    }
}

#[test]
fn choices_that_are_split_are_decided_as_the_solver_decides_them() {
    let (mut safe, mut wrong, mut open) = (0, 0, 0);
    let cases = settings::cases(100);
    let mut writer = Writer { rng: settings::runner("wide", 1).new_rng(), text: String::new() };
    for number in 0..cases {
        let text = writer.program(number);
        let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
        std::fs::write(file.path(), &text).expect("the file can be written");
        let model = Model::find("tso", &mut Default::default()).expect("a built-in model");
        let request = Request::new(file.path(), model);
        let solved = check(&request, &mut Silent);
        let (solved, _) = solved.unwrap_or_else(|failure| panic!("{text}\n{:?}", failure.diagnostics));
        let settings = ExploreSettings { max_executions: Some(20_000), ..ExploreSettings::default() };
        let explored = explore(&request, &settings, &mut Silent);
        let (explored, _) = explored.unwrap_or_else(|failure| panic!("{text}\n{:?}", failure.diagnostics));
        match (&solved.verdict, &explored.verdict) {
            (Verdict::Safe { .. }, Verdict::Safe { .. }) => safe += 1,
            (Verdict::Violation(_), Verdict::Violation(_)) => wrong += 1,
            // Numbers that are more than compared may be too many; that is said.
            (Verdict::Safe { .. } | Verdict::Violation(_), Verdict::Unknown(Why::Executions(_) | Why::Other(_))) => {
                open += 1
            }
            (solver, explorer) => panic!("{number}: the solver says {solver:?}, the explorer {explorer:?}\n{text}"),
        }
    }
    assert!(
        safe * 10 > cases && wrong * 3 > cases && open * 3 < cases,
        "{safe} safe, {wrong} violations, {open} undecided"
    );
}

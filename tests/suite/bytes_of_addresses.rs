//! Bytes of addresses that are moved about: on generated programs that write addresses and numbers over each other's parts, copy and
//! clear them, and read a word in the end, neither engine says "safe" where that word is a part of an address, or of several. What it is
//! tells a machine that knows of each byte where it comes from.

use std::fs;

use crate::chooser::Chooser;
use crate::counted::try_drafts;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{ExploreSettings, Request, check, explore};
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::test_runner::TestCaseError;

/// Bytes of one object.
const SIZE: usize = 16;

/// Of which address a byte is which byte, if it is of any.
type Byte = Option<(char, usize)>;

/// The bytes of both objects.
type Memory = [[Byte; SIZE]; 2];

const NAMES: [&str; 2] = ["a", "b"];

/// The members, by which they are written and read, with their widths.
const MEMBERS: [(&str, usize); 4] = [("l", 8), ("w", 4), ("s", 2), ("b", 1)];

/// A number of each width that is not written, and that no address here ends with.
const OTHERS: [u64; 4] = [0x7f11_0355_1234_1234, 0x3551_23fc, 0x1235, 0xe7];

enum Operation {
    Address { object: usize, at: usize, of: char },
    Number { object: usize, member: usize, at: usize },
    Clear { object: usize, at: usize, bytes: usize },
    Copy { to: (usize, usize), from: (usize, usize), bytes: usize },
    Assign { object: usize },
}

impl Operation {
    fn choose(choose: &mut Chooser<'_>) -> Operation {
        let object = choose.below(2);
        match choose.below(6) {
            0 => Operation::Address { object, at: choose.pick(&[0, 8]), of: choose.pick(&['g', 'h']) },
            1 => {
                let member = choose.below(MEMBERS.len());
                Operation::Number { object, member, at: choose.below(SIZE / MEMBERS[member].1) * MEMBERS[member].1 }
            }
            2 => {
                let bytes = choose.pick(&[4, 8, 1]);
                Operation::Clear { object, at: choose.below(SIZE / bytes) * bytes, bytes }
            }
            3 => Operation::Assign { object },
            // To the other object, or within one.
            kind => {
                let bytes = choose.pick(&[4, 8, 2, 1, 12]);
                let step = choose.pick(&[4, 8, 2, 1]);
                let mut at = || choose.below((SIZE - bytes) / step + 1) * step;
                let from = if kind == 4 { 1 - object } else { object };
                Operation::Copy { to: (object, at()), from: (from, at()), bytes }
            }
        }
    }

    fn apply(&self, memory: &mut Memory) {
        match *self {
            Operation::Address { object, at, of } => (0..8).for_each(|i| memory[object][at + i] = Some((of, i))),
            Operation::Number { object, member, at } => memory[object][at..at + MEMBERS[member].1].fill(None),
            Operation::Clear { object, at, bytes } => memory[object][at..at + bytes].fill(None),
            Operation::Copy { to, from, bytes } => {
                let copied = memory[from.0];
                memory[to.0][to.1..to.1 + bytes].copy_from_slice(&copied[from.1..from.1 + bytes]);
            }
            Operation::Assign { object } => memory[object] = memory[1 - object],
        }
    }

    fn print(&self) -> String {
        match *self {
            Operation::Address { object, at, of } => format!("{}.p[{}] = &{of};", NAMES[object], at / 8),
            Operation::Number { object, member, at } => {
                let (name, width) = MEMBERS[member];
                format!("{}.{name}[{}] = {};", NAMES[object], at / width, at + 1)
            }
            Operation::Clear { object, at, bytes } => format!("memset({}.b + {at}, 0, {bytes});", NAMES[object]),
            Operation::Copy { to, from, bytes } => {
                format!("memmove({}.b + {}, {}.b + {}, {bytes});", NAMES[to.0], to.1, NAMES[from.0], from.1)
            }
            Operation::Assign { object } => format!("{} = {};", NAMES[object], NAMES[1 - object]),
        }
    }
}

struct Draft {
    /// The address that an initialiser gives, if the objects are static.
    initial: Option<(usize, char)>,
    /// Each with whether it is done on one of two paths only.
    operations: Vec<(Operation, bool)>,
    read: (usize, usize, usize),
    /// From this operation on another thread does them, which has ended before the word is read. Then the objects are static.
    handed_on: Option<usize>,
}

impl Draft {
    fn of(numbers: &[u8]) -> Draft {
        let mut choose = Chooser::of(numbers);
        let initial = [None, Some((choose.pick(&[0, 8]), choose.pick(&['g', 'h'])))][choose.pick(&[0, 0, 1])];
        let mut operations = Vec::new();
        for _ in 0..choose.pick(&[2, 3, 4, 5, 6]) {
            let is_open = choose.below(4) == 3;
            operations.push((Operation::choose(&mut choose), is_open));
        }
        let member = choose.pick(&[0, 1, 0, 1, 2, 3]);
        let width = MEMBERS[member].1;
        let read = (choose.below(2), member, choose.below(SIZE / width) * width);
        let handed_on = [None, Some(choose.below(operations.len()))][choose.pick(&[0, 0, 1])];
        Draft { initial, operations, read, handed_on }
    }

    /// Whether the word that is read is a part of an address, or of several, on some path.
    fn reads_a_piece(&self) -> bool {
        let mut first: Memory = [[None; SIZE]; 2];
        if let Some((at, of)) = self.initial {
            (0..8).for_each(|i| first[0][at + i] = Some((of, i)));
        }
        let mut paths = vec![first];
        for (operation, is_open) in &self.operations {
            let before = if *is_open { paths.clone() } else { Vec::new() };
            paths.iter_mut().for_each(|memory| operation.apply(memory));
            paths.extend(before);
        }
        let (object, member, at) = self.read;
        let width = MEMBERS[member].1;
        paths.iter().any(|memory| {
            let bytes = &memory[object][at..at + width];
            let is_whole = |of: char| width == 8 && (0..8).all(|i| bytes[i] == Some((of, i)));
            bytes.iter().any(Option::is_some) && !is_whole('g') && !is_whole('h')
        })
    }

    fn print(&self) -> String {
        let (outside, inside) = match (self.initial, self.handed_on) {
            (Some((at, of)), _) => (format!("static union u a = {{.p = {{[{}] = &{of}}}}}, b;", at / 8), ""),
            (None, Some(_)) => ("static union u a, b;".to_string(), ""),
            (None, None) => (String::new(), "union u a, b;\n memset(&a, 0, sizeof a);\n memset(&b, 0, sizeof b);"),
        };
        let print = |(operation, is_open): &(Operation, bool)| match is_open {
            true => format!("if (__VERIFIER_nondet_bool()) {}", operation.print()),
            false => operation.print(),
        };
        let operations: Vec<String> = self.operations.iter().map(print).collect();
        let (here, there) = operations.split_at(self.handed_on.unwrap_or(operations.len()));
        let there = there.join("\n ");
        let (thread, start) = match self.handed_on {
            Some(_) => (
                format!("static void *other(void *x) {{\n {there}\n return x;\n}}"),
                "pthread_t t;\n pthread_create(&t, 0, other, 0);\n pthread_join(t, 0);",
            ),
            None => (String::new(), ""),
        };
        let (object, member, at) = self.read;
        let (name, width) = MEMBERS[member];
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdint.h>\n#include <string.h>\n_Bool __VERIFIER_nondet_bool(void);\n\
             static int g, h;\nunion u {{ int *p[2]; uint64_t l[2]; uint32_t w[4]; uint16_t s[8]; uint8_t b[16]; }};\n\
             {outside}\n{thread}\nint main(void) {{\n {inside}\n {}\n {start}\n uint{}_t x = {}.{name}[{}];\n assert(x != {:#x});\n return 0;\n}}\n",
            here.join("\n "),
            8 * width,
            NAMES[object],
            at / width,
            OTHERS[member],
        )
    }
}

/// Whether the word that is read is a part of an address.
fn is_told(numbers: &[u8], model: &Model) -> Result<bool, TestCaseError> {
    let draft = Draft::of(numbers);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, draft.print()).expect("writable");
    let request = Request::new(&path, model.clone());
    let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    let (explored, _) =
        explore(&request, &ExploreSettings::default(), &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    let is_piece = draft.reads_a_piece();
    for (engine, verdict) in [("check", checked.verdict), ("explore", explored.verdict)] {
        if is_piece && matches!(verdict, Verdict::Safe { .. }) {
            return Err(TestCaseError::fail(format!("{engine} says safe of a part of an address")));
        }
    }
    Ok(is_piece)
}

#[test]
fn a_part_of_an_address_is_no_fact() {
    let told = try_drafts(("bytes_of_addresses", 600, 40), &["sc"], |numbers| Draft::of(numbers).print(), is_told);
    assert!(told >= 10, "a part of an address was read {told} times only");
}

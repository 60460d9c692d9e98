//! Generated single-thread C programs whose result gcc's binary defines.
//!
//! In: a list of numbers. Out: C text with one function `unsigned long $run(void)`; the caller replaces `$` by a prefix,
//! so that many programs fit into one translation unit. Every decision takes one number of the list, and 0, the
//! simplest choice, once the list is used up: dropping or lowering numbers makes programs shorter.
//!
//! # No undefined behaviour, by construction
//! * Signed overflow wraps (the binary is compiled with `-fwrapv`); negative numbers may be shifted (gcc defines it).
//! * Shift counts are masked to the width, divisors are `(e & 15) + 1` or constants other than 0 and -1, indices are
//!   masked to the array's size, every variable has an initial value, loops count.
//! * No value depends on an order of evaluation that C leaves open. An expression is either pure, or an *effect*: a tree
//!   of `&&`, `||`, `?:`, the comma and unary operators, whose parts are sequenced. An effect's value goes into a variable
//!   that the effect cannot name.
//!
//! The submodules are pure expressions and effects ([`mod@expressions`]), statements ([`mod@statements`]), and programs of
//! another kind, which compute with floating point ([`mod@floats`]).

use std::fmt::Write as _;

mod expressions;
mod floats;
mod statements;

/// A program; `$` stands where the prefix of its names goes.
#[derive(Clone, Debug)]
pub struct CProgram {
    text: String,
}

impl CProgram {
    pub fn new(choices: &[u32]) -> CProgram {
        CProgram { text: Generator::new(choices).program() }
    }

    /// A program that computes with floating point.
    pub fn floating(choices: &[u32]) -> CProgram {
        CProgram { text: Generator::new(choices).floating() }
    }

    /// The program with its names prefixed; it includes nothing.
    pub fn with_prefix(&self, prefix: &str) -> String {
        self.text.replace('$', prefix)
    }

    /// What the programs need in front.
    pub fn header() -> &'static str {
        "#include <assert.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
    }
}

/// Names of the integer types.
const TYPES: [&str; 18] = [
    "int",
    "unsigned",
    "unsigned char",
    "long",
    "unsigned long",
    "short",
    "signed char",
    "unsigned short",
    "char",
    "_Bool",
    "long long",
    "unsigned long long",
    "int8_t",
    "uint16_t",
    "int64_t",
    "uint32_t",
    "size_t",
    "enum $colour",
];

/// Constants that sit at the edges of the types.
const CONSTANTS: [&str; 24] = [
    "1",
    "0",
    "2",
    "-1",
    "7",
    "-3",
    "255",
    "128",
    "-128",
    "65535",
    "32768",
    "2147483647",
    "(-2147483647 - 1)",
    "2147483648u",
    "4294967295u",
    "4294967296L",
    "0x7fffffffffffffffL",
    "0x8000000000000000UL",
    "0xffffffffffffffffUL",
    "1000003",
    "'a'",
    "'\\377'",
    "$GREEN",
    "$BLUE",
];

/// Types of bit-fields, and how many bits they have room for.
const FIELD_TYPES: [(&str, usize); 12] = [
    ("int", 32),
    ("unsigned", 32),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("uint16_t", 16),
    ("long", 64),
    ("unsigned long", 64),
    ("long long", 64),
    ("uint64_t", 64),
    ("_Bool", 1),
    ("char", 8),
];

/// How many bit-fields a `struct $fields` has: `bf0` and so on.
const FIELDS: usize = 5;

/// What a name in scope is.
#[derive(Clone, Debug)]
enum Kind {
    /// An integer; a loop counter may not be assigned.
    Scalar { assignable: bool },
    /// Four integers.
    Array,
    /// Two rows of four integers.
    Matrix,
    /// A `struct $record`.
    Record,
    /// A pointer to a `struct $record` of the array `$records`.
    RecordPointer,
    /// A `struct $fields`, whose members are bit-fields.
    Fields,
    /// A `union $overlay`.
    Overlay,
    /// A pointer that always points into the named array.
    Pointer { into: String },
    /// A pointer to a pointer that always points into an array.
    PointerPointer,
}

#[derive(Clone, Debug)]
struct Name {
    name: String,
    kind: Kind,
}

struct Generator<'a> {
    choices: std::slice::Iter<'a, u32>,
    out: String,
    indent: usize,
    /// Innermost last.
    scope: Vec<Name>,
    /// Functions `$f0` up to this one may be called, and the recursive `$r0` up to the other.
    functions: usize,
    recursive: usize,
    /// Statements that may still be written.
    fuel: u32,
    /// Loops around the current statement, and whether `continue` and `break` may be written.
    loops: u32,
    breakable: bool,
    /// For fresh names.
    fresh: usize,
}

impl<'a> Generator<'a> {
    fn new(choices: &'a [u32]) -> Self {
        Generator {
            choices: choices.iter(),
            out: String::new(),
            indent: 0,
            scope: Vec::new(),
            functions: 0,
            recursive: 0,
            fuel: 0,
            loops: 0,
            breakable: false,
            fresh: 0,
        }
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, |choice| *choice as usize % n)
    }

    fn chance(&mut self, percent: usize) -> bool {
        // The last part of the range, so that 0 is "no".
        self.below(100) >= 100 - percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{}{}", "    ".repeat(self.indent), text.as_ref());
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: impl AsRef<str>) {
        self.indent -= 1;
        self.line(text);
    }

    fn declare(&mut self, name: impl Into<String>, kind: Kind) {
        self.scope.push(Name { name: name.into(), kind });
    }

    fn ty(&mut self) -> &'static str {
        self.pick(&TYPES)
    }

    fn constant(&mut self) -> &'static str {
        self.pick(&CONSTANTS)
    }

    fn program(mut self) -> String {
        self.line("enum $colour { $RED, $GREEN = 5, $BLUE = -3, $LAST };");
        let fields: Vec<&str> = (0..4).map(|_| self.ty()).collect();
        self.line(format!(
            "struct $record {{ {} a; {} b; {} c[4]; struct {{ {} x; int y; }} in; struct $record *next; }};",
            fields[0], fields[1], fields[2], fields[3]
        ));
        let overlay = self.pick(&[
            "int i; unsigned u;",
            "long i; unsigned long u;",
            "signed char i; unsigned char u;",
            "short i; uint16_t u;",
        ]);
        self.line(format!("union $overlay {{ {overlay} }};"));
        self.bit_fields();
        self.line("static unsigned long $sum = 7;");
        self.line(
            "static void $mix(unsigned long v) { $sum = (($sum << 7) | ($sum >> 57)) + (v ^ 0x9e3779b97f4a7c15UL); }",
        );
        self.line("static unsigned $turn(unsigned x, int n) { return (x << (n & 31)) | (x >> (-n & 31)); }");
        self.line("static long $least(long x, long y) { return x < y ? x : y; }");
        self.line("static unsigned __int128 $mixed(unsigned __int128 x, __int128 y) { y += x >> 3; return x ^ -y; }");
        self.line("static int $ones(unsigned char x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }");
        self.globals();
        let functions = 1 + self.below(3);
        for _ in 0..functions {
            self.function();
        }
        if self.chance(60) {
            self.recursive_function();
        }
        self.run();
        self.out
    }

    /// A struct of bit-fields, packed or not, with other members and ends of storage units between them.
    fn bit_fields(&mut self) {
        let attribute = self.pick(&["", "__attribute__((packed)) "]);
        self.open(format!("struct {attribute}$fields {{"));
        for index in 0..FIELDS {
            let (ty, room) = self.pick(&FIELD_TYPES);
            let width = 1 + self.below(room);
            self.line(format!("{ty} bf{index} : {width};"));
            let between = self.pick(&["", "", "", "char gap$;", "int : 0;", "unsigned : 3;", "short gap$;"]);
            self.line(between.replace('$', &index.to_string()));
        }
        self.close("};");
    }

    fn globals(&mut self) {
        for index in 0..4 {
            let qualifier = self.pick(&["static ", "", "static volatile ", "static _Thread_local "]);
            let (ty, value) = (self.ty(), self.constant());
            self.line(format!("{qualifier}{ty} $g{index} = ({ty}){value};"));
            self.declare(format!("$g{index}"), Kind::Scalar { assignable: true });
        }
        let ty = self.ty();
        let values: Vec<&str> = (0..3).map(|_| self.constant()).collect();
        self.line(format!("static {ty} $array[4] = {{ ({ty}){}, [2] = ({ty}){} }};", values[0], values[1]));
        self.declare("$array", Kind::Array);
        let start = self.below(4);
        self.line(format!("static {ty} *$into = &$array[{start}];"));
        self.declare("$into", Kind::Pointer { into: "$array".into() });
        let ty = self.ty();
        self.line(format!("static {ty} $matrix[2][4] = {{ {{ 1, 2 }}, {{ 3, ({ty}){}, 5, 6 }} }};", values[2]));
        self.declare("$matrix", Kind::Matrix);
        self.line("static struct $record $records[2] = { { 1, 2, { 3 }, { 4, 5 }, &$records[1] }, { .b = 1, .in = { .y = 9 }, .next = $records } };");
        for index in 0..2 {
            self.declare(format!("$records[{index}]"), Kind::Record);
        }
        self.line("static struct $record *$at = $records;");
        self.declare("$at", Kind::RecordPointer);
        let value = self.constant();
        self.line(format!("static struct $fields $fields[2] = {{ {{ .bf1 = 5, .bf3 = {value} }}, [1].bf2 = -1 }};"));
        for index in 0..2 {
            self.declare(format!("$fields[{index}]"), Kind::Fields);
        }
        self.line("static union $overlay $over = { .u = 3 };");
        self.declare("$over", Kind::Overlay);
    }

    /// A function of two parameters that may change globals.
    fn function(&mut self) {
        let (result, first, second) = (self.ty(), self.ty(), self.ty());
        let name = format!("$f{}", self.functions);
        self.open(format!("static {result} {name}({first} p, {second} q)\n{{"));
        let outer = self.scope.len();
        self.declare("p", Kind::Scalar { assignable: true });
        self.declare("q", Kind::Scalar { assignable: true });
        if self.chance(40) {
            let (ty, value) = (self.ty(), self.constant());
            self.line(format!("static {ty} kept = ({ty}){value};"));
            self.declare("kept", Kind::Scalar { assignable: true });
        }
        self.fuel = 5;
        self.statements(3, 2);
        let value = self.effect(2);
        self.line(format!("return {value};"));
        self.close("}");
        self.scope.truncate(outer);
        self.functions += 1;
    }

    fn recursive_function(&mut self) {
        let (result, second) = (self.ty(), self.ty());
        self.open(format!("static {result} $r0(unsigned depth, {second} p)\n{{"));
        let outer = self.scope.len();
        self.declare("depth", Kind::Scalar { assignable: false });
        self.declare("p", Kind::Scalar { assignable: true });
        let value = self.pure(2);
        self.line(format!("if (depth == 0) return {value};"));
        self.fuel = 3;
        self.statements(2, 2);
        let argument = self.pure(2);
        self.line(format!("{result} below = $r0(depth - 1, {argument});"));
        self.declare("below", Kind::Scalar { assignable: false });
        let value = self.pure(2);
        self.line(format!("return below ^ {value};"));
        self.close("}");
        self.scope.truncate(outer);
        self.recursive = 1;
    }

    fn run(&mut self) {
        self.open("unsigned long $run(void)\n{");
        let outer = self.scope.len();
        for index in 0..3 {
            let (ty, value) = (self.ty(), self.constant());
            self.line(format!("{ty} v{index} = ({ty}){value};"));
            self.declare(format!("v{index}"), Kind::Scalar { assignable: true });
        }
        self.line("$into = $array + 1;");
        self.fuel = 24;
        self.statements(14, 0);
        self.scope.truncate(outer);
        for name in ["$g0", "$g1", "$g2", "$g3", "v0", "v1", "v2", "$over.u", "$into - $array", "$at - $records"] {
            self.line(format!("$mix({name});"));
        }
        self.open("for (int i = 0; i < 4; i++) {");
        self.line("$mix($array[i]); $mix($matrix[0][i]); $mix($matrix[1][i]); $mix($records[i & 1].c[i]);");
        self.close("}");
        self.open("for (int i = 0; i < 2; i++) {");
        self.line("$mix($records[i].a); $mix($records[i].b); $mix($records[i].in.x); $mix($records[i].in.y);");
        self.close("}");
        for index in 0..FIELDS {
            self.line(format!("$mix($fields[0].bf{index}); $mix($fields[1].bf{index});"));
        }
        self.line("return $sum;");
        self.close("}");
    }
}

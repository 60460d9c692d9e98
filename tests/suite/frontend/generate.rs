//! Generates C computations without undefined behaviour (under `-fwrapv`), for comparison with a compiler.
//!
//! In: a seed. Out: a text that defines `u64 test(void)`, which notes every global after every function it calls. Of
//! all integer types, structs, bit-fields, arrays, pointers, and all statements; each expression has at most one
//! effect, since C does not say in which order several happen.

const TYPES: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "_Bool",
];

struct Generator {
    state: u64,
    out: String,
    /// Expressions that can be assigned, as seen from the current function.
    targets: Vec<String>,
    locals: u32,
    depth: u32,
    function: u32,
    in_loop: u32,
}

/// The text of a computation.
pub fn computation(seed: u64) -> String {
    let mut g = Generator {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1,
        out: String::new(),
        targets: Vec::new(),
        locals: 0,
        depth: 0,
        function: 0,
        in_loop: 0,
    };
    let mut globals = Vec::new();
    g.line("struct inner { short s; unsigned char c; long l; };");
    g.line(
        "struct outer { struct inner in[2]; int i; unsigned f : 5; int h : 7; _Bool b : 1; unsigned long w : 33; };",
    );
    for index in 0..8 {
        let ty = g.pick(TYPES);
        let value = g.number();
        let qualifier = if g.chance(5) { "volatile " } else { "" };
        g.line(&format!("static {qualifier}{ty} g{index} = {value};"));
        globals.push(format!("g{index}"));
    }
    for index in 0..2 {
        let ty = g.pick(TYPES);
        let (a, b) = (g.number(), g.number());
        g.line(&format!("static {ty} a{index}[4] = {{ {a}, [2] = {b} }};"));
        (0..4).for_each(|i| globals.push(format!("a{index}[{i}]")));
    }
    let (a, b) = (g.number(), g.number());
    g.line(&format!("static struct outer o = {{ .i = {a}, .in[1].l = {b}, .f = 9, .h = -5 }}, q;"));
    for name in ["o", "q"] {
        for member in ["in[0].s", "in[0].c", "in[1].l", "i", "f", "h", "b", "w"] {
            globals.push(format!("{name}.{member}"));
        }
    }
    let mut calls = Vec::new();
    for function in 0..10 {
        g.function = function;
        g.targets = globals.clone();
        g.targets.extend(["x".to_string(), "y".to_string(), "*p".to_string(), "s.l".to_string(), "s.c".to_string()]);
        g.locals = 0;
        let (result, x, y) = (g.pick(TYPES), g.pick(TYPES), g.pick(TYPES));
        g.line(&format!("static {result} f{function}({x} x, {y} y, struct inner s, int *p)"));
        g.line("{");
        for _ in 0..3 {
            g.local();
        }
        for _ in 0..6 {
            g.statement();
        }
        let value = g.expression(3);
        g.line(&format!("return {value};"));
        g.line("}");
        calls.push(function);
    }
    g.line("u64 test(void)");
    g.line("{");
    g.line("int cell = 5;");
    for function in calls {
        g.targets = globals.clone();
        let (a, b) = (g.expression(1), g.expression(1));
        g.line(&format!("MIX(f{function}({a}, {b}, o.in[{}], &cell));", function % 2));
        g.line("MIX(cell);");
        let all = globals.clone();
        all.iter().for_each(|global| g.line(&format!("MIX({global});")));
    }
    g.line("return sum;");
    g.line("}");
    g.out
}

impl Generator {
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        let index = self.below(list.len() as u64) as usize;
        list[index].clone()
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn number(&mut self) -> String {
        match self.below(6) {
            0 => self.below(4).to_string(),
            1 => format!("-{}", self.below(300)),
            2 => format!("{}u", self.below(1 << 32)),
            3 => format!("{}l", self.below(1 << 46)),
            4 => format!("'{}'", char::from(b'a' + self.below(26) as u8)),
            _ => format!("0x{:x}", self.below(1 << 31)),
        }
    }

    fn target(&mut self) -> String {
        match self.below(8) {
            0 => {
                let index = self.expression(1);
                let array = self.below(2);
                format!("a{array}[({index}) & 3]")
            }
            _ => {
                let targets = self.targets.clone();
                self.pick(&targets)
            }
        }
    }

    /// An expression without effects.
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(6) {
            return if self.chance(3) { self.number() } else { self.target_without_index() };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(14) {
            0..=3 => format!("(({a}) {} ({b}))", self.pick(&["+", "-", "*", "&", "|", "^"])),
            4 => format!("(({a}) {} ((({b}) & 15) + 1))", self.pick(&["/", "%"])),
            5 => format!("(({a}) {} (({b}) & 7))", self.pick(&["<<", ">>"])),
            6 | 7 => format!("(({a}) {} ({b}))", self.pick(&["<", ">", "<=", ">=", "==", "!="])),
            8 => format!("(({a}) {} ({b}))", self.pick(&["&&", "||"])),
            9 => format!("({} ({a}))", self.pick(&["-", "~", "!", "+"])),
            10 => format!("(({}) ({a}))", self.pick(TYPES)),
            11 => {
                let c = self.expression(depth - 1);
                format!("(({c}) ? ({a}) : ({b}))")
            }
            12 => format!("(({a}) ?: ({b}))"),
            _ => format!("({{ {} t = {a}; t ^ ({b}); }})", self.pick(TYPES)),
        }
    }

    fn target_without_index(&mut self) -> String {
        let targets = self.targets.clone();
        self.pick(&targets)
    }

    fn local(&mut self) {
        let ty = self.pick(TYPES);
        let value = self.expression(2);
        let name = format!("l{}", self.locals);
        self.locals += 1;
        self.line(&format!("{ty} {name} = {value};"));
        if self.chance(2) {
            self.line(&format!("{ty} *p{name} = &{name};"));
            self.targets.push(format!("*p{name}"));
        }
        self.targets.push(name);
    }

    fn block(&mut self) {
        self.line("{");
        let (targets, count) = (self.targets.clone(), 1 + self.below(3));
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
        self.targets = targets;
        self.line("}");
    }

    fn statement(&mut self) {
        if self.depth > 3 {
            return self.assignment();
        }
        match self.below(16) {
            0 => {
                let condition = self.expression(2);
                self.line(&format!("if ({condition})"));
                self.block();
                if self.chance(2) {
                    self.line("else");
                    self.block();
                }
            }
            1 => {
                // Loops count with a variable nothing else writes.
                let name = format!("c{}", self.locals);
                self.locals += 1;
                let count = 1 + self.below(5);
                self.line(&format!("for (int {name} = 0; {name} < {count}; {name}++)"));
                self.in_loop += 1;
                self.block();
                self.in_loop -= 1;
            }
            2 => {
                let name = format!("c{}", self.locals);
                self.locals += 1;
                let count = 1 + self.below(4);
                self.line(&format!("int {name} = {count};"));
                self.in_loop += 1;
                if self.chance(2) {
                    self.line(&format!("while ({name}--)"));
                    self.block();
                } else {
                    self.line("do");
                    self.block();
                    self.line(&format!("while (--{name} > 0);"));
                }
                self.in_loop -= 1;
            }
            3 => {
                let value = self.expression(2);
                self.line(&format!("switch ((int)({value}) & 7) {{"));
                for case in ["case 0:", "case 1: case 3:", "default:", "case 4 ... 6:"] {
                    self.line(case);
                    self.block();
                    if !self.chance(3) {
                        self.line("break;");
                    }
                }
                self.line("}");
            }
            4 if self.in_loop > 0 => {
                let condition = self.expression(1);
                let leave = self.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {leave};"));
            }
            5 if self.function > 0 => {
                let callee = self.below(u64::from(self.function));
                let (a, b, target) = (self.expression(1), self.expression(1), self.target_without_index());
                self.line(&format!(
                    "{{ int arg = {a}; long res = f{callee}({b}, arg, s, &arg); {target} = res + arg; }}"
                ));
            }
            6 => {
                let statement = self.pick(&["o = q;", "q = o;", "s = o.in[1];", "o.in[0] = s;", "q.in[1] = q.in[0];"]);
                self.line(statement);
            }
            7 => {
                let (a, b) = (self.expression(1), self.expression(1));
                self.line(&format!("s = (struct inner){{ {a}, .l = {b} }};"));
            }
            8 => self.local(),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let target = self.target();
        match self.below(8) {
            0 => {
                let op = self.pick(&["++", "--"]);
                if self.chance(2) {
                    self.line(&format!("{op}{target};"))
                } else {
                    self.line(&format!("({target}){op};"))
                }
            }
            1 => {
                let (op, other) = (self.pick(&["++", "--"]), self.target_without_index());
                // The old value goes to a variable of its own.
                let name = format!("l{}", self.locals);
                self.locals += 1;
                self.line(&format!("long {name} = ({other}){op};"));
                self.targets.push(name);
            }
            2 | 3 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                let value = self.expression(2);
                self.line(&format!("{target} {op}= {value};"));
            }
            4 => {
                let op = self.pick(&["/", "%"]);
                let value = self.expression(2);
                self.line(&format!("{target} {op}= (({value}) & 15) + 1;"));
            }
            5 => {
                let op = self.pick(&["<<", ">>"]);
                let value = self.expression(2);
                self.line(&format!("{target} {op}= ({value}) & 7;"));
            }
            _ => {
                let value = self.expression(3);
                self.line(&format!("{target} = {value};"));
            }
        }
    }
}

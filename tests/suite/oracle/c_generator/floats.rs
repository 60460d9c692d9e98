//! Floating point: a function that computes with `float` and `double`, integers between them, and sums up their bits.
//!
//! No undefined behaviour, and nothing that C leaves open: a number becomes an integer where the type has a place for it, and what is
//! no number is summed up as such, whatever its sign and its bits are.

use super::Generator;

const DOUBLES: [&str; 22] = [
    "0.5",
    "0.0",
    "-0.0",
    "1.0",
    "0.1",
    "-1.5",
    "3.0",
    "1e308",
    "1.7976931348623157e308",
    "5e-324",
    "2.5e-308",
    "1e-310",
    "9007199254740993.0",
    "4503599627370495.5",
    "(1.0 / 0.0)",
    "(-1.0 / 0.0)",
    "(0.0 / 0.0)",
    "2147483647.5",
    "-2147483648.5",
    "1e19",
    "0x1.fffffffffffffp-3",
    "0.333",
];

const FLOATS: [&str; 14] = [
    "0.5f",
    "0.0f",
    "-0.0f",
    "1.0f",
    "0.1f",
    "3.4028235e38f",
    "1e-45f",
    "1.2e-38f",
    "16777217.0f",
    "8388607.5f",
    "1e-40f",
    "-7.25f",
    "(1.0f / 0.0f)",
    "(0.0f / 0.0f)",
];

const INTEGERS: [&str; 12] = [
    "1",
    "0",
    "-1",
    "7",
    "16777217",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "9007199254740993L",
    "0x7fffffffffffffffL",
    "0xffffffffffffffffUL",
    "0x8000000000000401UL",
];

/// An integer type, and numbers between which each of its own lies when the fraction is cut off.
const CUTS: [(&str, &str, &str); 9] = [
    ("int", "-2147483649.0", "2147483648.0"),
    ("unsigned", "-1.0", "4294967296.0"),
    ("long", "-9223372036854777856.0", "9223372036854775808.0"),
    ("unsigned long", "-1.0", "18446744073709551616.0"),
    ("signed char", "-129.0", "128.0"),
    ("unsigned char", "-1.0", "256.0"),
    ("short", "-32769.0", "32768.0"),
    ("unsigned short", "-1.0", "65536.0"),
    ("long long", "-9223372036854777856.0", "9223372036854775808.0"),
];

/// Variables of each type.
const COUNT: usize = 3;

const HELPERS: &str = "static double $d[3];
static float $f[3];
static unsigned long $bits(double x)
{
    uint64_t bits;
    if (x != x)
        return 3;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static unsigned long $bitsf(float x)
{
    uint32_t bits;
    if (x != x)
        return 5;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
";

impl Generator<'_> {
    /// The whole program.
    pub(super) fn floating(mut self) -> String {
        self.out.push_str(HELPERS);
        let statics = self.pick(&DOUBLES);
        let more = self.real(0, 2);
        self.line(format!("static double $s = {statics};"));
        self.line("unsigned long $run(void)");
        self.open("{");
        self.line("unsigned long sum = 0;");
        self.line("double d0 = 0.5, d1 = 3, d2 = -0.0;");
        self.line("float f0 = 1, f1 = 0.1f, f2 = -2;");
        self.line("long i0 = 3;");
        self.line("int i1 = -7;");
        self.line("unsigned long i2 = 1;");
        self.line(format!("$s = {more};"));
        for _ in 0..=self.below(9) {
            self.float_statement(0);
        }
        for index in 0..COUNT {
            self.line(format!("sum = sum * 31 + $bits(d{index}) + $bits($d[{index}]);"));
            self.line(format!("sum = sum * 31 + $bitsf(f{index}) + $bitsf($f[{index}]);"));
            self.line(format!("sum = sum * 31 + (unsigned long)i{index};"));
        }
        self.line("return sum + $bits($s);");
        self.close("}");
        self.out
    }

    fn float_statement(&mut self, depth: u32) {
        let target = self.float_target();
        match self.below(if depth > 1 { 5 } else { 8 }) {
            0 | 1 => {
                let value = self.real(0, 3);
                self.line(format!("{target} = {value};"));
            }
            2 => {
                let (op, value) = (self.pick(&["+", "-", "*", "/"]), self.real(0, 2));
                self.line(format!("{target} {op}= {value};"));
            }
            3 => {
                let (step, integer) = (self.pick(&["++", "--"]), self.below(COUNT));
                let value = self.cut(0);
                self.line(format!("{target}{step}; i{integer} = {value};"));
            }
            4 => {
                let (integer, value) = (self.below(COUNT), self.pick(&["1.5", "0.5f", "-0.25"]));
                self.line(format!(
                    "if (i{integer} < 1000000 && i{integer} > 0) i{integer} *= {value} < 0 ? 1 : {value};"
                ));
            }
            5 => {
                let condition = self.float_condition(1);
                self.open(format!("if ({condition}) {{"));
                self.float_statement(depth + 1);
                self.close("}");
            }
            6 => {
                let (count, name) = (self.below(3) + 1, self.fresh("x"));
                self.open(format!("for (double {name} = 0; {name} < {count}; {name} += 0.5) {{"));
                self.float_statement(depth + 1);
                self.close("}");
            }
            _ => {
                let (condition, other) = (self.float_condition(1), self.float_target());
                self.open(format!("while ({condition}) {{"));
                self.line(format!("{target} += 1; {other} = - {other};"));
                self.line("break;");
                self.close("}");
            }
        }
    }

    fn float_target(&mut self) -> String {
        let (stem, index) = (self.pick(&["d", "f", "$d", "$f"]), self.below(COUNT));
        if stem.starts_with('$') { format!("{stem}[{index}]") } else { format!("{stem}{index}") }
    }

    /// An expression of `float` or `double`, without effects.
    fn real(&mut self, depth: u32, most: u32) -> String {
        let kinds = if depth >= most { 5 } else { 14 };
        match self.below(kinds) {
            0 | 1 => self.float_target(),
            2 => self.pick(&DOUBLES).to_string(),
            3 => self.pick(&FLOATS).to_string(),
            4 => {
                let (ty, integer) = (self.pick(&["double", "float"]), self.integer());
                format!("({ty}){integer}")
            }
            5..=8 => {
                let (left, right) = (self.real(depth + 1, most), self.real(depth + 1, most));
                let op = self.pick(&["+", "-", "*", "/"]);
                format!("({left} {op} {right})")
            }
            9 => {
                let (ty, inner) = (self.pick(&["double", "float"]), self.real(depth + 1, most));
                format!("({ty})({inner})")
            }
            10 => {
                let (op, inner) = (self.pick(&["-", "+"]), self.real(depth + 1, most));
                format!("({op} {inner})")
            }
            11 => {
                let condition = self.float_condition(depth + 1);
                let (yes, no) = (self.real(depth + 1, most), self.real(depth + 1, most));
                format!("({condition} ? {yes} : {no})")
            }
            12 => {
                let (op, inner, integer) = (self.pick(&["+", "*", "-"]), self.real(depth + 1, most), self.integer());
                format!("({inner} {op} {integer})")
            }
            _ => {
                let (name, inner) = (self.pick(&["__builtin_fabs", "__builtin_fabsf"]), self.real(depth + 1, most));
                format!("{name}({inner})")
            }
        }
    }

    fn integer(&mut self) -> String {
        if self.chance(50) { format!("i{}", self.below(COUNT)) } else { self.pick(&INTEGERS).to_string() }
    }

    /// A number of an integer type, of what has a place in it.
    fn cut(&mut self, depth: u32) -> String {
        let ((ty, above, below), target) = (self.pick(&CUTS), self.float_target());
        let condition = self.float_condition(depth + 1);
        format!("{target} > {above} && {target} < {below} ? (long)({ty}){target} : {condition}")
    }

    fn float_condition(&mut self, depth: u32) -> String {
        let (left, right) = (self.real(depth + 1, 2), self.real(depth + 1, 2));
        match self.below(8) {
            0..=4 => {
                let op = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({left} {op} {right})")
            }
            5 => format!("(!{left} || {right})"),
            6 => format!("((_Bool){left} && {right})"),
            _ => {
                let asks = ["__builtin_isnan", "__builtin_isinf", "__builtin_isfinite", "__builtin_isnormal"];
                format!("(!!{}({left}))", self.pick(&asks))
            }
        }
    }
}

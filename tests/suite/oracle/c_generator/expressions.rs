//! Expressions: places, pure expressions, effects.

use super::{FIELDS, Generator, Kind};

impl Generator<'_> {
    /// An integer object that may be assigned; its text names no side effect.
    pub(super) fn place(&mut self, depth: usize) -> String {
        let all: Vec<_> = self
            .scope
            .iter()
            .rev()
            .filter(|n| !matches!(n.kind, Kind::Scalar { assignable: false }))
            .cloned()
            .collect();
        let name = all[self.below(all.len())].clone();
        self.within(&name.name, &name.kind, depth)
    }

    /// An integer object inside a named one.
    fn within(&mut self, name: &str, kind: &Kind, depth: usize) -> String {
        match kind {
            Kind::Scalar { .. } => name.to_owned(),
            Kind::Array => {
                let index = self.index(depth, 3);
                if self.chance(25) { format!("*({name} + {index})") } else { format!("{name}[{index}]") }
            }
            Kind::Matrix => {
                let (row, column) = (self.index(depth, 1), self.index(depth, 3));
                match self.below(4) {
                    3 => format!("(*({name} + {row}))[{column}]"),
                    2 => format!("*({name}[{row}] + {column})"),
                    _ => format!("{name}[{row}][{column}]"),
                }
            }
            Kind::Record => self.member(name, ".", depth),
            Kind::RecordPointer => self.member(name, "->", depth),
            Kind::Fields => format!("{name}.bf{}", self.below(FIELDS)),
            Kind::Overlay => format!("{name}.{}", self.pick(&["i", "u"])),
            Kind::Pointer { .. } => match self.below(3) {
                2 => format!("{name}[0]"),
                _ => format!("*{name}"),
            },
            Kind::PointerPointer => format!("**{name}"),
        }
    }

    fn member(&mut self, name: &str, access: &str, depth: usize) -> String {
        match self.below(7) {
            0 => format!("{name}{access}a"),
            1 => format!("{name}{access}b"),
            2 => format!("{name}{access}in.x"),
            3 => format!("{name}{access}in.y"),
            4 => {
                let index = self.index(depth, 3);
                format!("{name}{access}c[{index}]")
            }
            5 => format!("{name}{access}next->b"),
            _ => {
                let index = self.index(depth, 3);
                format!("{name}{access}next->c[{index}]")
            }
        }
    }

    fn index(&mut self, depth: usize, mask: usize) -> String {
        if depth == 0 || self.chance(50) {
            return format!("{}", self.below(mask + 1));
        }
        let value = self.pure(depth - 1);
        format!("({value} & {mask})")
    }

    /// The text of a pure expression, safe to stand as an operand.
    pub(super) fn pure(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let depth = depth - 1;
        match self.below(27) {
            0 | 1 => self.atom(),
            2..=6 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                let (left, right) = (self.pure(depth), self.pure(depth));
                format!("({left} {op} {right})")
            }
            7..=9 => {
                let op = self.pick(&["<", "==", "!=", ">", "<=", ">="]);
                let (left, right) = (self.pure(depth), self.pure(depth));
                format!("({left} {op} {right})")
            }
            10 => {
                let op = self.pick(&["&&", "||"]);
                let (left, right) = (self.pure(depth), self.pure(depth));
                format!("({left} {op} {right})")
            }
            11 | 12 => {
                // An int is the narrowest type that is shifted.
                let op = self.pick(&["<<", ">>"]);
                let (left, count) = (self.pure(depth), self.pure(depth));
                format!("({left} {op} ({count} & 31))")
            }
            13 => {
                let (op, ty) = (self.pick(&["<<", ">>"]), self.pick(&["long", "unsigned long", "int64_t"]));
                let (left, count) = (self.pure(depth), self.pure(depth));
                format!("(({ty}){left} {op} ({count} & 63))")
            }
            14 => {
                let op = self.pick(&["/", "%"]);
                let (left, right) = (self.pure(depth), self.pure(depth));
                format!("({left} {op} (({right} & 15) + 1))")
            }
            15 => {
                let (op, divisor) = (self.pick(&["/", "%"]), self.pick(&["3", "-3", "2", "-7", "10u", "255L"]));
                let left = self.pure(depth);
                format!("({left} {op} {divisor})")
            }
            16 | 17 => {
                let op = self.pick(&["-", "~", "!", "+"]);
                let value = self.pure(depth);
                format!("({op}({value}))")
            }
            18 | 19 => {
                let ty = self.ty();
                let value = self.pure(depth);
                format!("(({ty}){value})")
            }
            20 => {
                let (condition, yes, no) = (self.pure(depth), self.pure(depth), self.pure(depth));
                format!("({condition} ? {yes} : {no})")
            }
            21 => {
                let value = self.atom();
                match self.below(3) {
                    0 => format!("({value} & -({value}))"),
                    1 => format!("({value} & ({value} - 1))"),
                    _ => format!("(({value} ^ ({value} >> 3)) & 0x55)"),
                }
            }
            22 => {
                let (left, right) = (self.pure(depth), self.pure(depth));
                match self.below(3) {
                    0 => format!("$turn({left}, {right})"),
                    1 => format!("$least({left}, {right})"),
                    _ => format!("$ones({left})"),
                }
            }
            23 => {
                let value = self.place(depth);
                match self.below(3) {
                    // A bit-field has no size, address or type to name.
                    _ if value.contains(".bf") => value,
                    0 => format!("sizeof({value})"),
                    1 => format!("(*&{value})"),
                    _ => format!("({{ __typeof__({value}) inner = {value}; inner + 1; }})"),
                }
            }
            24 => self.about_pointers(),
            25 => self.of_wide(depth),
            _ => {
                let value = self.pure(depth);
                format!("((void){}, {value})", self.constant())
            }
        }
    }

    /// A number of at most 64 bits that is made of ones of 128.
    fn of_wide(&mut self, depth: usize) -> String {
        let value = self.wide(depth);
        match self.below(6) {
            0 => format!("(unsigned long)({value} >> 64)"),
            1 => format!("(long){value}"),
            2 => format!("(_Bool){value}"),
            3 => format!("(!{value})"),
            4 => format!("({value} ? 5 : 3)"),
            _ => {
                let (op, other) = (self.pick(&["<", "==", "!=", ">", "<=", ">="]), self.wide(depth));
                format!("({value} {op} {other})")
            }
        }
    }

    /// A number of 128 bits.
    fn wide(&mut self, depth: usize) -> String {
        let ty = self.pick(&["__int128", "unsigned __int128"]);
        if depth == 0 {
            let (upper, lower) = (self.atom(), self.atom());
            return format!("((({ty})({upper}) << 64) + ({lower}))");
        }
        let depth = depth - 1;
        match self.below(9) {
            0 => {
                let value = self.pure(depth);
                format!("(({ty}){value})")
            }
            1 | 2 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                let (left, right) = (self.wide(depth), self.wide(depth));
                format!("({left} {op} {right})")
            }
            3 => {
                let (op, value, count) = (self.pick(&["<<", ">>"]), self.wide(depth), self.pure(depth));
                format!("({value} {op} ({count} & 127))")
            }
            4 => {
                let (op, value) = (self.pick(&["-", "~", "+", "(__int128)", "(unsigned __int128)"]), self.wide(depth));
                format!("({op}{value})")
            }
            5 => {
                let (condition, yes, no) = (self.pure(depth), self.wide(depth), self.wide(depth));
                format!("({condition} ? {yes} : {no})")
            }
            6 => {
                let (op, value) = (self.pick(&["/", "%"]), self.wide(depth));
                format!("((unsigned __int128){value} {op} ((unsigned __int128)1 << {}))", self.below(127))
            }
            7 => {
                let (left, right) = (self.wide(depth), self.wide(depth));
                format!("$mixed({left}, {right})")
            }
            _ => {
                let (first, second) = (self.wide(depth), self.pure(depth));
                let op = self.pick(&["+", "-", "*", "^", "|", "&"]);
                format!("({{ {ty} wide = {first}; wide {op}= {second}; wide++; wide; }})")
            }
        }
    }

    fn atom(&mut self) -> String {
        match self.below(4) {
            0 => self.constant().to_owned(),
            1 => {
                let scalars = self.scope.iter().rev().filter(|n| matches!(n.kind, Kind::Scalar { .. }));
                let scalars: Vec<_> = scalars.map(|n| n.name.clone()).collect();
                scalars[self.below(scalars.len())].clone()
            }
            _ => {
                let place = self.place(0);
                if place.starts_with('*') { format!("({place})") } else { place }
            }
        }
    }

    fn about_pointers(&mut self) -> String {
        match self.below(6) {
            0 => "($into - $array)".into(),
            1 => "($into == &$array[1])".into(),
            2 => "($into < $array + 2)".into(),
            3 => "($at->next == $records)".into(),
            4 => "(&$matrix[1][0] - &$matrix[0][0] == 4)".into(),
            // The lowest byte of an object.
            _ => "(*(unsigned char *)&$g0)".into(),
        }
    }

    /// An expression that may have side effects, all sequenced.
    pub(super) fn effect(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pure(1);
        }
        let depth = depth - 1;
        match self.below(12) {
            0..=2 => self.pure(depth + 1),
            3 => {
                let op = self.pick(&["&&", "||"]);
                let (left, right) = (self.effect(depth), self.effect(depth));
                format!("({left} {op} {right})")
            }
            4 => {
                let (condition, yes, no) = (self.effect(depth), self.effect(depth), self.effect(depth));
                format!("({condition} ? {yes} : {no})")
            }
            5 => {
                let (left, right) = (self.effect(depth), self.effect(depth));
                format!("({left}, {right})")
            }
            6 | 7 => {
                let place = self.place(1);
                match self.below(4) {
                    0 => format!("({place})++"),
                    1 => format!("++({place})"),
                    2 => format!("({place})--"),
                    _ => format!("--({place})"),
                }
            }
            8 => {
                let assignment = self.assignment(depth);
                format!("({assignment})")
            }
            9 => {
                let op = self.pick(&["-", "~", "!", "(unsigned char)", "(long)"]);
                let value = self.effect(depth);
                format!("({op}({value}))")
            }
            _ => self.call(depth).unwrap_or_else(|| self.pure(depth)),
        }
    }

    /// A call of a function that may change globals; its arguments are pure.
    pub(super) fn call(&mut self, depth: usize) -> Option<String> {
        if self.loops > 1 || self.functions == 0 {
            return None;
        }
        let (first, second) = (self.pure(depth), self.pure(depth));
        if self.recursive > 0 && self.chance(40) {
            return Some(format!("$r0({first} & 3, {second})"));
        }
        let function = self.below(self.functions);
        Some(format!("$f{function}({first}, {second})"))
    }

    /// An assignment of a pure expression, plain or compound.
    pub(super) fn assignment(&mut self, depth: usize) -> String {
        let place = self.place(1);
        let value = self.pure(depth);
        match self.below(12) {
            0..=3 => format!("{place} = {value}"),
            4 => format!("{place} <<= {value} & 7"),
            5 => format!("{place} >>= {value} & 7"),
            6 => format!("{place} /= ({value} & 7) + 1"),
            7 => format!("{place} %= ({value} & 7) + 1"),
            other => format!("{place} {}= {value}", ["+", "-", "*", "^"][other - 8]),
        }
    }
}

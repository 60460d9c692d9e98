//! What a library function answers that has no effect here: anything that its contract allows.
//!
//! In: an [`Answer`]. Out: an arbitrary value of that kind, or 0 where the call's value is thrown away, so that a
//! statement `puts("…");` opens no choice. It must not know which function answers what; `library` does.

use crate::frontend::known::functions::Answer;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::tree::{ExprId, ExprKind};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Concern, Op, Operand, Order, Property, Sign, SiteKind, Width};

/// The function that says where `errno` is.
const ERROR_NUMBER: &str = "__errno_location";

/// A time in seconds has so many bits: a number of nanoseconds holds the last of them.
const SECOND_BITS: u32 = 33;

/// So many bytes are read one by one where they are written out.
const FOLLOWED: u64 = 64;

/// Which argument of a function that prints or reads is a stream that has to be open.
pub fn stream_of(name: &str) -> Option<usize> {
    match name {
        "fprintf" | "vfprintf" | "fclose" | "fseek" | "ftell" | "fileno" | "feof" | "ferror" | "fgetc" | "getc"
        | "fscanf" | "setvbuf" | "setbuf" | "setlinebuf" | "rewind" | "clearerr" => Some(0),
        "fputs" | "fputc" | "putc" | "ungetc" => Some(1),
        "fwrite" => Some(3),
        _ => None,
    }
}

/// How many characters a format prints that has nothing to convert.
fn length_of_plain(text: &str) -> Option<u64> {
    let plain = text.split('\0').next().unwrap_or_default();
    let is_plain = !plain.contains(['%', char::REPLACEMENT_CHARACTER]);
    is_plain.then_some(plain.len() as u64)
}

impl Lower<'_> {
    /// Whether the program has a look at `errno` somewhere.
    pub fn names_error_number(&self) -> bool {
        self.units().iter().filter(|unit| !unit.own).any(|unit| {
            let mut exprs = (0..unit.tast.counts().exprs).map(ExprId::from_usize);
            exprs.any(|expr| matches!(unit.tast[expr].kind, ExprKind::Decl(decl) if unit.name(decl) == ERROR_NUMBER))
        })
    }
}

impl Body<'_, '_> {
    /// An arbitrary number of a width.
    pub fn arbitrary(&mut self, width: Width) -> Operand {
        let dst = self.register(width, None);
        self.emit(Op::Nondet { dst });
        Operand::Reg(dst)
    }

    /// The value of a call that answers so, of the width that is wanted, if it is; `given` is the argument that it hangs on.
    /// One that fails says why in `errno`.
    pub fn answer(&mut self, answer: Answer, wanted: Option<Width>, given: Option<Operand>) -> Operand {
        let Some(width) = wanted else { return Operand::constant(0, Width::INT) };
        let (failure, zero) = (Operand::constant(width.mask(), width), Operand::constant(0, width));
        let value = match (answer, given) {
            (Answer::Zero, _) => return zero,
            (Answer::Any, _) | (Answer::Written | Answer::AtMost(_) | Answer::Transferred(_), None) => {
                return self.arbitrary(width);
            }
            (Answer::Printed, _) => {
                let number = self.arbitrary(width);
                let failed = self.binary(BinaryOp::SignedLess, number, zero);
                self.say_why(failed);
                return number;
            }
            (Answer::Flag, _) => {
                let no = self.arbitrary(Width::BOOL);
                self.say_why(no);
                return self.select(no, zero, Operand::constant(1, width));
            }
            (Answer::AtMost(_), Some(limit)) => return self.up_to(limit, width, width),
            (Answer::Transferred(_), Some(limit)) => self.up_to(limit, Width::new(width.bits() - 1), width),
            (Answer::Status, _) => zero,
            (Answer::Count, _) => {
                let number = self.arbitrary(Width::new(width.bits() - 1));
                self.resize(number, width, Sign::Unsigned)
            }
            (Answer::Seconds, _) => {
                let number = self.arbitrary(Width::new(SECOND_BITS.min(width.bits() - 1)));
                self.resize(number, width, Sign::Unsigned)
            }
            (Answer::Written, Some(byte)) => {
                let byte = self.resize(byte, Width::BYTE, Sign::Unsigned);
                self.resize(byte, width, Sign::Unsigned)
            }
            (Answer::Character, _) => {
                let byte = self.arbitrary(Width::BYTE);
                self.resize(byte, width, Sign::Unsigned)
            }
        };
        let failed = self.arbitrary(Width::BOOL);
        let has_reason = match answer {
            // It may be the end of the input.
            Answer::Character => {
                let at_end = self.arbitrary(Width::BOOL);
                self.binary(BinaryOp::UnsignedLess, at_end, failed)
            }
            _ => failed,
        };
        self.say_why(has_reason);
        self.select(failed, failure, value)
    }

    /// A number of this width that is not above a limit, from one of so many bits.
    fn up_to(&mut self, limit: Operand, bits: Width, width: Width) -> Operand {
        let number = self.arbitrary(bits);
        let number = self.resize(number, width, Sign::Unsigned);
        let limit = self.resize(limit, width, Sign::Unsigned);
        let condition = self.binary(BinaryOp::UnsignedLessEqual, number, limit);
        self.emit(Op::Assume { condition });
        number
    }

    /// Where a call has failed, `errno` is some number above 0. Where it has not, it stays as it is, which C does not promise
    /// of every function (C17, 7.5p3).
    fn say_why(&mut self, failed: Operand) {
        let done = self.label();
        self.branch_unless(failed, done);
        let number = self.arbitrary(Width::new(Width::INT.bits() - 1));
        let condition = self.not_zero(number);
        self.emit(Op::Assume { condition });
        let value = self.resize(number, Width::INT, Sign::Unsigned);
        let address = Operand::Global { global: self.lower.error_number(), offset: 0 };
        let site = self.named_site(SiteKind::Store, self.span, "errno");
        self.emit(Op::Store { address, value, order: Order::Plain, site });
        self.bind(done);
    }

    /// A call without an effect.
    pub fn effectless(&mut self, answer: Answer, args: &[ExprId], wanted: Option<Width>) -> Operand {
        let mut given = None;
        for (index, arg) in args.iter().enumerate() {
            if wanted.is_some() && answer.argument() == Some(index) {
                given = Some(self.value(*arg));
            } else {
                self.effects(*arg);
            }
        }
        self.answer(answer, wanted, given)
    }

    /// `write` and `fwrite`: the bytes are read. Of many those at both ends stand for all: they are there or none is.
    pub fn write_block(&mut self, name: &str, answer: Answer, args: &[ExprId], wanted: Option<Width>) -> Operand {
        let (from, number) = if name == "fwrite" { (0, 2) } else { (1, 2) };
        let [mut address, mut size, mut count] = [Operand::pointer(0), Operand::pointer(1), Operand::pointer(0)];
        for (index, arg) in args.iter().enumerate() {
            if index == from {
                address = self.word(*arg);
            } else if index == number {
                count = self.word(*arg);
            } else if name == "fwrite" && index == 1 {
                size = self.word(*arg);
            } else if stream_of(name) == Some(index) {
                self.use_stream(*arg);
            } else if !self.is_stream(*arg) {
                self.effects(*arg);
            }
        }
        let bytes = self.binary(BinaryOp::Mul, size, count);
        let literal = args.get(from).and_then(|arg| self.string_argument(*arg));
        match bytes {
            // Nothing changes a literal.
            Operand::Const { bits, .. } if literal.is_some_and(|text| bits <= text.len() as u64) => {}
            Operand::Const { bits, .. } if bits <= FOLLOWED => {
                for index in 0..bits {
                    let at = self.offset(address, index);
                    self.look_at_byte(at, args[from]);
                }
            }
            _ => {
                let done = self.label();
                let some = self.not_zero(bytes);
                self.branch_unless(some, done);
                self.look_at_byte(address, args[from]);
                let before_last = self.binary(BinaryOp::Sub, bytes, Operand::pointer(1));
                let last = self.binary(BinaryOp::Add, address, before_last);
                self.stepped(address, last, before_last);
                self.look_at_byte(last, args[from]);
                self.bind(done);
            }
        }
        self.answer(answer, wanted, Some(count))
    }

    fn look_at_byte(&mut self, address: Operand, pointer: ExprId) {
        let dst = self.register(Width::BYTE, None);
        let site = self.pointer_site(SiteKind::Load, pointer);
        self.emit(Op::Load { dst, address, order: Order::Plain, site });
        self.shown(Operand::Reg(dst));
    }

    /// What the library's own text answers may be shorter than what there is in the world.
    pub fn warn_of_short_answer(&mut self, name: &str) {
        let most = match name {
            "getenv" => 15,
            "getline" | "getdelim" => 7,
            _ => return,
        };
        if !self.input.own {
            let message = format!("at most {most} bytes of what `{name}` finds are looked at");
            self.warn(&message, "what longer ones lead to is not known");
        }
    }

    /// `printf`, `puts` and the like: nothing is seen of what they write, but strings are read. Their first characters
    /// stand for them: who has no string there has none to print.
    pub fn print(&mut self, name: &str, answer: Answer, args: &[ExprId], wanted: Option<Width>) -> Operand {
        let format = match name {
            "printf" => Some(0),
            "fprintf" | "dprintf" => Some(1),
            _ => None,
        };
        let strings: Vec<usize> = match (name, format) {
            // `perror` may be given none.
            ("puts" | "fputs", _) => vec![0],
            (_, Some(at)) => {
                let format = args.get(at).and_then(|format| self.string_argument(*format));
                format.map_or_else(Vec::new, |text| strings(&text).into_iter().map(|i| at + 1 + i).collect())
            }
            _ => Vec::new(),
        };
        let first = args.first().copied().filter(|_| answer == Answer::Written);
        let first = first.map(|arg| self.value(arg));
        first.into_iter().for_each(|value| self.shown(value));
        for (index, arg) in args.iter().enumerate().skip(usize::from(first.is_some())) {
            if strings.contains(&index) && self.string_argument(*arg).is_none() {
                match self.pointed_place(*arg) {
                    Some(place) => {
                        let value = self.read(place);
                        self.shown(value);
                    }
                    // It is no pointer at all, whatever number it is.
                    None => {
                        let address = self.word(*arg);
                        self.look_at_byte(address, *arg);
                    }
                }
            } else if stream_of(name) == Some(index) {
                self.use_stream(*arg);
            } else if !self.is_stream(*arg) {
                self.written_out(*arg);
            }
        }
        let text = format.and_then(|at| args.get(at)).and_then(|format| self.string_argument(*format));
        match (text.and_then(|text| length_of_plain(&text)), wanted) {
            (Some(length), Some(width)) if answer == Answer::Printed => {
                let number = self.answer(answer, wanted, first);
                let failed = self.binary(BinaryOp::SignedLess, number, Operand::constant(0, width));
                self.select(failed, number, Operand::constant(length, width))
            }
            _ => self.answer(answer, wanted, first),
        }
    }

    /// A stream that is used has been opened: it is not null. Whether it was closed since is not followed.
    pub fn use_stream(&mut self, arg: ExprId) {
        if self.is_stream(arg) {
            return;
        }
        let address = self.word(arg);
        let condition = self.binary(BinaryOp::NotEqual, address, Operand::pointer(0));
        if condition != Operand::bool(true) {
            let message = "a null pointer is used as a stream".to_string();
            self.emit(Op::Assert { condition, property: Property::NullDereference, message });
        }
    }

    /// Whether it is asked who depends on what nobody has set.
    pub fn looks_for_unset(&self) -> bool {
        self.lower.program.checked.contains(Concern::Uninitialised)
    }

    /// An argument whose value is printed, or told to the system.
    pub fn written_out(&mut self, arg: ExprId) {
        if !self.looks_for_unset() || self.input.shape_of(arg).width().is_none() {
            return self.effects(arg);
        }
        let value = self.value(arg);
        self.shown(value);
    }

    /// A value that somebody outside sees. A comparison with itself always holds, and depends on the value.
    fn shown(&mut self, value: Operand) {
        if let Operand::Reg(_) = value
            && self.looks_for_unset()
        {
            let condition = self.binary(BinaryOp::Equal, value, value);
            let message = Property::Uninitialised.describe().to_string();
            self.emit(Op::Assert { condition, property: Property::Uninitialised, message });
        }
    }

    /// The widths of what is stored through the pointers behind a format of `scanf`; `None` if it asks for more than numbers
    /// and single characters, or the pointers are to something else.
    pub fn scanned(&self, format: ExprId, targets: &[ExprId]) -> Option<Vec<Width>> {
        let widths = conversions(&self.string_argument(format)?)?;
        let fits = |(width, target): (&Width, &ExprId)| {
            let pointee = self.input.pointee(self.input.ty(*target)).map(|ty| self.input.shape(ty));
            pointee.is_some_and(|shape| shape.width() == Some(*width) && shape != Shape::Bool)
        };
        let all_fit = widths.len() <= targets.len() && widths.iter().zip(targets).all(fits);
        all_fit.then_some(widths)
    }

    /// `scanf`: writes what was read through the pointers behind the format, from the first on and as many as it
    /// answers; `None` for a format that asks for more than numbers and single characters.
    pub fn scan(&mut self, expr: ExprId, format: ExprId, targets: &[ExprId]) -> Option<Operand> {
        let widths = self.scanned(format, targets)?;
        let result = self.arbitrary(Width::INT);
        // Fewer than asked for, or -1 at the end of the input.
        let count = Operand::constant(widths.len() as u64, Width::INT);
        let not_more = self.binary(BinaryOp::SignedLessEqual, result, count);
        self.emit(Op::Assume { condition: not_more });
        let least = Operand::constant(Width::INT.mask(), Width::INT);
        let not_less = self.binary(BinaryOp::SignedLessEqual, least, result);
        self.emit(Op::Assume { condition: not_less });
        for (index, (width, target)) in widths.into_iter().zip(targets).enumerate() {
            let place = self.pointed_place(*target)?;
            let skip = self.label();
            let number = Operand::constant(index as u64, Width::INT);
            let assigned = self.binary(BinaryOp::SignedLess, number, result);
            self.branch_unless(assigned, skip);
            let value = self.arbitrary(width);
            self.write(place, value);
            self.bind(skip);
        }
        let wanted = self.input.shape_of(expr).width().unwrap_or(Width::INT);
        Some(self.resize(result, wanted, Sign::Signed))
    }
}

/// Which of the arguments behind a format of `printf` are strings of which at least the first character is read.
fn strings(format: &str) -> Vec<usize> {
    let (mut strings, mut next) = (Vec::new(), 0);
    for conversion in format.replace("%%", "").split('%').skip(1) {
        let options: String =
            conversion.chars().take_while(|c| c.is_ascii_digit() || "#0- +.*'hljztLq".contains(*c)).collect();
        next += options.matches('*').count();
        // With some precisions it is none; of wide characters it is another one.
        let precision = options.split_once('.').map(|(_, digits)| digits.parse().unwrap_or(0_u32));
        if conversion[options.len()..].starts_with('s') && precision != Some(0) && !options.contains('l') {
            strings.push(next);
        }
        next += 1;
    }
    strings
}

/// Whether a format of `printf` has a conversion that writes through its argument.
pub fn counts_output(format: &str) -> bool {
    format.replace("%%", "").split('%').skip(1).any(|conversion| {
        let plain = |c: char| c.is_ascii_digit() || "#0- +'.*$hljztLq".contains(c);
        conversion.trim_start_matches(plain).starts_with('n')
    })
}

/// Whether a format of `printf` has a conversion that the library's own text does not compute.
pub fn has_open_conversion(format: &str) -> bool {
    format.replace("%%", "").split('%').skip(1).any(|conversion| {
        let plain = |c: char| c.is_ascii_digit() || "#0- +.*hljzt".contains(c);
        let wide = conversion.chars().take_while(|c| plain(*c)).any(|c| c == 'l');
        match conversion.trim_start_matches(plain).chars().next() {
            Some('c' | 's') => wide,
            Some(letter) => !"diuxXopn".contains(letter),
            None => true,
        }
    })
}

/// The widths of what a format of `scanf` stores; `None` if one of them is not a number or a single character.
fn conversions(format: &str) -> Option<Vec<Width>> {
    let mut widths = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let after = match after.strip_prefix('%') {
            Some(literal) => {
                rest = literal;
                continue;
            }
            None => after,
        };
        let (stored, after) = match after.strip_prefix('*') {
            Some(after) => (false, after),
            None => (true, after),
        };
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = digits.trim_start_matches(['h', 'l', 'j', 'z', 't', 'q']);
        let length = &digits[..digits.len() - number.len()];
        let mut letters = number.chars();
        let width = match (letters.next()?, length) {
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "") => Width::INT,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "hh") => Width::BYTE,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "h") => Width::new(16),
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o' | 'p', _) => Width::POINTER,
            ('c', "") if digits.len() == after.len() => Width::BYTE,
            _ => return None,
        };
        if stored {
            widths.push(width);
        }
        rest = letters.as_str();
    }
    Some(widths)
}

//! Constants that are written into instructions.
//!
//! In: expressions and the letters of their constraints, or a text of a template. Out: the numbers. It must not know instructions.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::ExprId;

impl Body<'_, '_> {
    /// The number that gcc writes into an instruction for a constant expression, if its constraint allows that: of an unsigned type, too, its
    /// highest bit is a sign.
    pub fn immediate(&self, value: ExprId, letters: &str) -> Option<i128> {
        let number = self.constant_number(value)?;
        let width = self.input.shape_of(value).width()?;
        let above = 128u32.checked_sub(width.bits().max(8))?;
        Some(number << above >> above).filter(|number| is_immediate(letters, *number))
    }
}

/// Whether a constant is written into the instruction, by the letters of its constraint. One that does not fit is in a register.
fn is_immediate(letters: &str, number: i128) -> bool {
    let signed = i32::try_from(number).is_ok();
    letters.bytes().any(|letter| match letter {
        b'i' | b'n' | b'g' => signed || u32::try_from(number).is_ok(),
        b'e' => signed,
        b'Z' => u32::try_from(number).is_ok(),
        b'I' => (0..=31).contains(&number),
        b'J' => (0..=63).contains(&number),
        b'K' => i8::try_from(number).is_ok(),
        b'N' => u8::try_from(number).is_ok(),
        _ => false,
    })
}

/// A number as assemblers read it: one that begins with a zero is octal.
pub fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (base, radix) = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (&digits[2..], 16),
        Some("0b") => (&digits[2..], 2),
        Some(two) if two.starts_with('0') => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let number = i64::from_str_radix(base, radix).ok().filter(|_| base.starts_with(|c: char| c.is_alphanumeric()))?;
    if digits.len() < text.len() { number.checked_neg() } else { Some(number) }
}

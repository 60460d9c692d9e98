//! How many bytes a number has, and whether it has a sign.
//!
//! In: the name of a type that tests declare things with. Out: which numbers fit, and what a pattern of bits is as a number. It must not know
//! where numbers are.

/// A type of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    pub bytes: i64,
    pub is_signed: bool,
}

impl Integer {
    /// What a place has of which nothing is said.
    pub const INT: Integer = Integer { bytes: 4, is_signed: true };
    /// What addresses have.
    pub const POINTER: Integer = Integer { bytes: 8, is_signed: false };

    /// The one of a type that may have several words; `None` if it is no type of numbers, or none that is known.
    pub fn of(words: &str) -> Option<Integer> {
        if words.contains('*') {
            return Some(Integer::POINTER);
        }
        let known = words.split_whitespace().filter_map(|word| {
            Some(match word {
                "char" | "int8_t" => (1, true),
                "uint8_t" | "bool" | "_Bool" => (1, false),
                "short" | "int16_t" => (2, true),
                "uint16_t" => (2, false),
                "int" | "int32_t" | "signed" | "atomic_int" | "atomic_t" => (4, true),
                "unsigned" | "uint32_t" | "atomic_uint" => (4, false),
                "long" | "int64_t" | "intptr_t" | "atomic_long" => (8, true),
                "uint64_t" | "uintptr_t" => (8, false),
                _ => return None,
            })
        });
        let known: Vec<(i64, bool)> = known.collect();
        // Of `unsigned long` the second word says how large it is, and the first that it has no sign.
        let (bytes, _) = known.iter().max_by_key(|(bytes, _)| (*bytes != 4, *bytes))?;
        Some(Integer { bytes: *bytes, is_signed: known.iter().all(|(_, is_signed)| *is_signed) })
    }

    /// Whether a number is one of so many bytes, with or without a sign.
    pub fn has_room(self, number: i64) -> bool {
        self.bytes >= 8 || (-(1_i64 << (8 * self.bytes - 1))..1_i64 << (8 * self.bytes)).contains(&number)
    }

    /// The number that the bits of another are; one that has more bits stays what it is.
    pub fn reading(self, number: i64) -> i128 {
        if !self.has_room(number) {
            return i128::from(number);
        }
        let cut = 64 - 8 * self.bytes as u32;
        let raised = number << cut;
        if self.is_signed { i128::from(raised >> cut) } else { i128::from(raised.cast_unsigned() >> cut) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_of_bits_is_a_number_of_its_type() {
        for (words, number, read) in [
            ("int", 0xffff_ffff, -1),
            ("uint32_t", -1, 0xffff_ffff),
            ("int8_t", 255, -1),
            ("unsigned long", -1, i128::from(u64::MAX)),
            ("long long int", -1, -1),
            ("int", 1 << 32, 1 << 32),
            ("int *", 5, 5),
        ] {
            let integer = Integer::of(words).expect(words);
            assert_eq!(integer.reading(number), read, "{words}");
        }
        assert_eq!(Integer::of("struct list"), None);
        assert!(!Integer::INT.has_room(1 << 32) && Integer::INT.has_room(0xffff_ffff));
    }
}

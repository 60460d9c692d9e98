//! Universal character names in identifiers.
//!
//! In: an identifier as it is written. Out: the same with the characters that `\u` and `\U` name (C17, 6.4.3): both spellings are one name.
//! It must not know what is called so.

/// The identifier in characters, if some of it is written in numbers.
pub fn in_characters(name: &str) -> Option<String> {
    if !name.contains('\\') {
        return None;
    }
    let mut parts = name.split('\\');
    let mut spelled = parts.next()?.to_string();
    for part in parts {
        let digits = match part.chars().next()? {
            'u' => 4,
            'U' => 8,
            _ => return None,
        };
        let number = u32::from_str_radix(part.get(1..=digits)?, 16).ok()?;
        spelled.push(char::from_u32(number)?);
        spelled.push_str(&part[digits + 1..]);
    }
    Some(spelled)
}

#[cfg(test)]
mod tests {
    use super::in_characters;

    #[test]
    fn a_number_is_the_character() {
        assert_eq!(in_characters(r"caf\u00e9s").as_deref(), Some("cafés"));
        assert_eq!(in_characters(r"\U000000e9\u00E9").as_deref(), Some("éé"));
        assert_eq!(in_characters("café"), None);
        assert_eq!(in_characters(r"x\u00e"), None);
    }
}

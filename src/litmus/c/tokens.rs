//! Words of C as far as tests use them.
//!
//! In: text without comments. Out: tokens and where they stand. It must not know the grammar.

/// What is not read, and the byte of the text where it stands.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub at: usize,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Name(&'t str),
    Number(i64),
    Sign(&'t str),
    End,
}

/// Longer signs first.
const SIGNS: &[&str] = &[
    "->", "++", "--", "+=", "-=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "{", "}", "[", "]", ";",
    ",", "=", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "<", ">", "?", ":", ".",
];

/// A token, where it begins and where it ends.
pub type Placed<'t> = (Token<'t>, usize, usize);

/// The tokens of a text, the last one being [`Token::End`].
pub fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Refusal> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if c.is_ascii_alphanumeric() || c == '_' {
            let word = &rest[..rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())];
            let token = if c.is_ascii_digit() {
                let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
                let number = match digits.strip_prefix("0x") {
                    Some(digits) => i64::from_str_radix(digits, 16).ok(),
                    None => digits.parse().ok(),
                };
                let refusal = || Refusal { at, message: format!("the number `{word}` is not read") };
                Token::Number(number.ok_or_else(refusal)?)
            } else {
                Token::Name(word)
            };
            tokens.push((token, at, at + word.len()));
            at += word.len();
            continue;
        }
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            return Err(Refusal { at, message: format!("`{c}` is not read") });
        };
        tokens.push((Token::Sign(&rest[..sign.len()]), at, at + sign.len()));
        at += sign.len();
    }
    tokens.push((Token::End, text.len(), text.len()));
    Ok(tokens)
}

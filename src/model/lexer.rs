//! Words of a cat file.
//!
//! In: the text of one file. Out: tokens with spans, comments dropped, or the first character that no token starts
//! with. It must not know the grammar.

use crate::diag::{Diagnostic, FileId, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Name(String),
    /// Text in double quotes, without them.
    Text(String),
    /// A tag of a `bell` file, without its quote.
    Tag(String),
    Word(Keyword),
    Zero,
    Bar,
    Semicolon,
    Backslash,
    Ampersand,
    Star,
    Plus,
    Question,
    Inverse,
    Tilde,
    Comma,
    Equals,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    /// `||` between the tags of an enumeration.
    Bars,
    End,
}

/// The words of the language that are no names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Let,
    Rec,
    And,
    In,
    Acyclic,
    Irreflexive,
    Empty,
    As,
    Flag,
    Assert,
    UndefinedUnless,
    Show,
    Unshow,
    Include,
    Procedure,
    Call,
    End,
    Try,
    With,
    If,
    Then,
    Else,
    Enum,
    Instructions,
    Default,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("let", Keyword::Let),
    ("rec", Keyword::Rec),
    ("and", Keyword::And),
    ("in", Keyword::In),
    ("acyclic", Keyword::Acyclic),
    ("irreflexive", Keyword::Irreflexive),
    ("empty", Keyword::Empty),
    ("as", Keyword::As),
    ("flag", Keyword::Flag),
    ("assert", Keyword::Assert),
    ("undefined_unless", Keyword::UndefinedUnless),
    ("show", Keyword::Show),
    ("unshow", Keyword::Unshow),
    ("include", Keyword::Include),
    ("procedure", Keyword::Procedure),
    ("call", Keyword::Call),
    ("end", Keyword::End),
    ("try", Keyword::Try),
    ("with", Keyword::With),
    ("if", Keyword::If),
    ("then", Keyword::Then),
    ("else", Keyword::Else),
    ("enum", Keyword::Enum),
    ("instructions", Keyword::Instructions),
    ("default", Keyword::Default),
];

impl Keyword {
    /// The word as it is written.
    pub fn text(self) -> &'static str {
        KEYWORDS.iter().find(|(_, keyword)| *keyword == self).map_or("", |(text, _)| text)
    }
}

impl Token {
    /// The token as an error message shows it.
    pub fn describe(&self) -> String {
        let text = match self {
            Token::Name(name) => return format!("`{name}`"),
            Token::Text(text) => return format!("\"{text}\""),
            Token::End => return "the end of the file".to_string(),
            Token::Tag(tag) => return format!("`'{tag}`"),
            Token::Word(keyword) => keyword.text(),
            Token::Zero => "0",
            Token::Bar => "|",
            Token::Semicolon => ";",
            Token::Backslash => "\\",
            Token::Ampersand => "&",
            Token::Star => "*",
            Token::Plus => "+",
            Token::Question => "?",
            Token::Inverse => "^-1",
            Token::Tilde => "~",
            Token::Comma => ",",
            Token::Equals => "=",
            Token::OpenParen => "(",
            Token::CloseParen => ")",
            Token::OpenBracket => "[",
            Token::CloseBracket => "]",
            Token::OpenBrace => "{",
            Token::CloseBrace => "}",
            Token::Bars => "||",
        };
        format!("`{text}`")
    }
}

/// Whether a text is one name of the language: a letter or `_`, then letters, digits, `_`, `-` and `.`.
pub fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(is_name_part)
        && keyword(text).is_none()
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn keyword(text: &str) -> Option<Token> {
    KEYWORDS.iter().find(|(word, _)| *word == text).map(|(_, keyword)| Token::Word(*keyword))
}

/// The tokens of a file, the last one being [`Token::End`].
///
/// # Errors
/// The first character outside the language, an unclosed comment, or an unclosed title.
pub fn tokens(file: FileId, text: &str) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let start = at;
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if rest.starts_with("//") || c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if rest.starts_with("(*") {
            at = comment_end(text, at).ok_or_else(|| {
                Diagnostic::error("this comment is not closed").at(span(start, start + 2)).help("close it with `*)`")
            })?;
            continue;
        }
        let token = if c == '"' {
            let length = rest[1..].find('"').ok_or_else(|| {
                Diagnostic::error("this title is not closed").at(span(start, start + 1)).help("close it with `\"`")
            })?;
            at += length + 2;
            Token::Text(rest[1..=length].to_string())
        } else if let Some(tag) = rest.strip_prefix('\'')
            && tag.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            let word = &tag[..tag.find(|c| !is_name_part(c)).unwrap_or(tag.len())];
            at += word.len() + 1;
            Token::Tag(word.to_string())
        } else if c.is_ascii_alphabetic() || c == '_' {
            let word = &rest[..rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())];
            at += word.len();
            keyword(word).unwrap_or_else(|| Token::Name(word.to_string()))
        } else if let Some((token, length)) = operator(rest) {
            at += length;
            token
        } else {
            return Err(Diagnostic::error(format!("`{c}` is not part of the axiom language"))
                .at(span(start, start + c.len_utf8()))
                .help("the language is described in encodings/README.md"));
        };
        tokens.push((token, span(start, at)));
    }
    tokens.push((Token::End, span(text.len(), text.len())));
    Ok(tokens)
}

/// The end of the comment that starts at `start`; comments nest.
fn comment_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"(*" => {
                depth += 1;
                at += 2;
            }
            b"*)" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

fn operator(rest: &str) -> Option<(Token, usize)> {
    // herd also writes the postfix operators with a caret.
    for (text, token) in [
        ("^-1", Token::Inverse),
        ("^+", Token::Plus),
        ("^*", Token::Star),
        ("^?", Token::Question),
        ("||", Token::Bars),
    ] {
        if rest.starts_with(text) {
            return Some((token, text.len()));
        }
    }
    let token = match rest.chars().next()? {
        '0' if !rest[1..].starts_with(is_name_part) => Token::Zero,
        '|' => Token::Bar,
        ';' => Token::Semicolon,
        '\\' => Token::Backslash,
        '&' => Token::Ampersand,
        '*' => Token::Star,
        '+' => Token::Plus,
        '?' => Token::Question,
        '~' => Token::Tilde,
        ',' => Token::Comma,
        '=' => Token::Equals,
        '(' => Token::OpenParen,
        ')' => Token::CloseParen,
        '[' => Token::OpenBracket,
        ']' => Token::CloseBracket,
        '{' => Token::OpenBrace,
        '}' => Token::CloseBrace,
        _ => return None,
    };
    Some((token, 1))
}

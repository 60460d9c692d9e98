//! How a text behind one unit comes to know what another unit defines.
//!
//! In: the unit that the text stands behind, and a function or an object of another one. Out: the line that declares it
//! ([`line`]), if it takes one. It must not know what the text is for.

use crate::diag::Diagnostic;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::DeclId;
use crate::frontend::typed::types::Shape;

/// The line that declares something of another unit where the first unit ends; none where it is declared there.
///
/// A type may have a name only in the header that declares it, or none that C could write: then the line includes the header.
///
/// # Errors
/// Its type has no name that C could write, and no header declares it.
pub fn line(home: &Input<'_>, (input, decl): (&Input<'_>, DeclId)) -> Result<Option<String>, Diagnostic> {
    let name = input.name(decl);
    if find(home, name).is_some() {
        return Ok(None);
    }
    let written = input.declaration_of(decl);
    let (is_plain, is_nameless) = (!has_tag(&written), is_nameless(&written));
    let is_record = matches!(input.shape_of(decl), Shape::Record);
    let word = type_word(input, decl).filter(|word| is_record && home.positions.has(word));
    match (header(input, decl), word) {
        (Some(header), _) if !is_plain || is_nameless => Ok(Some(format!("#include \"{header}\""))),
        (None, Some(word)) if is_nameless => Ok(Some(format!("extern {word} {name};"))),
        (None, None) if is_nameless => {
            let error = Diagnostic::error(format!("`{name}` has a type without a name, and no header declares it"))
                .help("declare it in a header, or name an entry of its file first");
            Err(Diagnostic { span: input.place(decl), ..error })
        }
        _ => Ok(Some(format!("extern {written};"))),
    }
}

/// What a unit declares under a name outside of functions.
pub fn find(input: &Input<'_>, name: &str) -> Option<DeclId> {
    input.tast.top_level().iter().copied().find(|decl| input.name(*decl) == name)
}

/// The name of a type that stands right before the name of what is declared.
pub fn type_word<'a>(input: &Input<'a>, decl: DeclId) -> Option<&'a str> {
    let range = input.range(decl)?;
    let mut tokens = range.first..=range.last;
    let name = tokens.find(|at| input.positions.spelled(*at) == Some(input.name(decl)))?;
    let word = input.positions.spelled(name.checked_sub(1)?)?;
    word.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_').then_some(word)
}

/// Whether a type in this text has no name that C could write.
pub fn is_nameless(written: &str) -> bool {
    written.contains('<')
}

/// Whether a text names a struct, union or enum.
fn has_tag(written: &str) -> bool {
    let mut words = written.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.any(|word| matches!(word, "struct" | "union" | "enum"))
}

/// The header that names a declaration, if it is not in the unit's own file alone.
fn header(input: &Input<'_>, decl: DeclId) -> Option<String> {
    let main = input.positions.main();
    let header = input.positions.files_with(input.name(decl)).find(|file| *file != main)?;
    Some(input.sources.path(header).display().to_string())
}

//! One translation unit: its text preprocessed, parsed and typed.
//!
//! In: a path, its text and how to preprocess it. Out: the typed tree with the place of every token, as a
//! [`Translation`]; or diagnostics at the user's places. It must not know other units, nor what the tree means.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rucc_base::Interner;
use rucc_diag::Severity;
use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_pp::Tok;
use rucc_session::{Preinclude, Session, Std};

use super::{casts, lessened, measured, packing};
use crate::diag::{About, Diagnostic, Sources, Span};
use crate::frontend::options::Preprocessing;
use crate::frontend::passes::designators::Behind;
use crate::frontend::passes::mentions::Words;
use crate::frontend::passes::{
    alignments, braces, designators, enumerators, generics, implicit, lvalue_casts, narrow, nesting, parameters, sized,
    tags, tentative, universal,
};
use crate::frontend::text::files::{self, Files};
use crate::frontend::text::hidden::hidden;
use crate::frontend::text::positions::{Known, Positions, index_span};

/// A call under a label that begins so runs as a thread of its own.
pub const ASYNC_LABEL: &str = "__CPROVER_ASYNC_";

/// The machine whose C this is: LP64, `char` signed.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The dialect, which is gcc's default less C23.
const STANDARD: &str = "gnu11";

/// How many errors of one unit are reported.
const ERROR_LIMIT: usize = 20;

/// A unit that was read.
pub struct Translation {
    pub session: Session,
    pub checked: rucc_sema::Checked,
    pub positions: Positions,
    /// The variables that are aligned less than their type.
    pub lessened: HashMap<rucc_sema::DeclId, u64>,
    /// Whether the tool brought it along.
    pub own: bool,
    /// Whether its blocks have their declarations before their statements.
    pub declarations_first: bool,
}

/// Where the files of all units are put, and how they are read.
pub struct Reading<'a> {
    pub fs: &'a Files,
    pub sources: &'a mut Sources,
    pub known: &'a mut Known,
    pub system_headers: bool,
    /// How deep expressions and statements may nest.
    pub deepest: usize,
}

/// Whether this is the name of a dialect of C.
pub fn is_standard(name: &str) -> bool {
    Std::from_flag(name).is_some()
}

/// Reads a unit.
///
/// # Errors
/// A header cannot be read, or the text is no C.
pub fn translate(
    path: &Path,
    text: &[u8],
    how: &Preprocessing,
    reading: &mut Reading<'_>,
) -> Result<Translation, Vec<Diagnostic>> {
    let (opts, std) = options(how, reading.system_headers);
    let gnu = opts.gnu_extensions;
    let mut session = Session::new(opts.clone());
    let keywords = rucc_lex::Keywords::new(&mut session.interner, std, gnu).x86(gnu);
    let mut preprocessor = rucc_pp::Preprocessor::new();
    let tokens = preprocessed(&mut session, &mut preprocessor, (path, text), (&opts, std), (how, reading.fs))?;
    let positions = Positions::new(&tokens, &session.sources, &session.interner, (reading.sources, reading.known));

    let mut errors = Vec::new();
    for complaint in preprocessor.diagnostics().iter().filter(|d| d.severity.is_fatal()) {
        let at = |span: rucc_diag::Span| positions.locate(span, &session.sources);
        errors.push(convert(complaint, &at));
    }
    if !errors.is_empty() {
        return Err(errors);
    }

    let refused = |refused: Refused| {
        let mut error = Diagnostic::error(format!("{} is not supported", refused.construct))
            .help(refused.help)
            .about(About::Unsupported);
        error.span = positions.range(refused.place).and_then(|range| positions.span(range));
        vec![error]
    };
    if let Some(index) = hidden(&tokens, preprocessor.macros()) {
        let place = index_span(index);
        let construct = "the name of a macro that comes up again, through another macro, in what replaces it";
        return Err(refused(Refused { place, construct, help: "write out what it stands for" }));
    }
    let indexed = by_index(&tokens, &mut session.interner);
    let (indexed, behind) = arranged(indexed, std, &mut session.interner).map_err(refused)?;
    // The last line is where a text ends, not the empty one behind it.
    let length = text.strip_suffix(b"\n").unwrap_or(text).len() as u32;
    let end = Span { file: positions.main(), start: length, end: length };
    let at = |span: rucc_diag::Span| {
        // What is missing at the end of the text is after its last token.
        if !span.is_dummy() && span.lo + 1 >= index_span(tokens.len()).lo {
            return Some(end);
        }
        positions.range(span).or_else(|| positions.first(span)).and_then(|range| positions.span(range))
    };
    let understanding = Understanding { opts: &opts, std, keywords: &keywords, deepest: reading.deepest, at: &at };
    let mut understood = understanding.of(&indexed, &session);
    if !understood.casts.is_empty() {
        let bare = casts::unqualified(&indexed, &understood.casts, &mut session.interner);
        understood = understanding.of(&bare, &session);
    }
    let has_own = session.sources.files().iter().any(|file| Path::new(&file.name).starts_with(files::OWN_DIRECTORY));
    let lessened = understood.lessened;
    let checked = understood.checked.map_err(|errors| match has_own && !reading.system_headers {
        true => errors.into_iter().map(with_header).collect(),
        false => errors,
    })?;
    if let Some(behind) = behind.iter().find(|behind| behind.is_for_each(&checked.tast)) {
        return Err(refused(going_on(behind.range)));
    }
    // The size of such a type is fixed where it is declared, and the typed tree asks for it wherever it is used.
    if let Some((_, record)) = checked.types.records().find(|(_, record)| record.variable.is_some()) {
        let mut error = Diagnostic::error("an array of variable length in a structure is not supported")
            .help("allocate the structure and the array apart")
            .about(About::Unsupported);
        let is_tag = |index: &usize| record.tag.is_some() && indexed[*index].value == record.tag;
        let is_brace = |index: usize| indexed.get(index).is_some_and(|t| t.kind == PpTokenKind::Punct(Punct::LBrace));
        let place = (0..indexed.len()).find(|index| is_tag(index) && is_brace(index + 1));
        error.span =
            place.and_then(|index| positions.range(indexed[index].span)).and_then(|range| positions.span(range));
        return Err(vec![error]);
    }
    // Before C99 there was no other way.
    let declarations_first = how.declarations_first || std == Std::C89;
    let own = path.starts_with(files::OWN_DIRECTORY);
    Ok(Translation { session, checked, positions, lessened, own, declarations_first })
}

/// The tokens of a text; what the preprocessor complains of is kept there.
fn preprocessed(
    session: &mut Session,
    preprocessor: &mut rucc_pp::Preprocessor,
    (path, text): (&Path, &[u8]),
    (opts, std): (&rucc_session::Options, Std),
    (how, fs): (&Preprocessing, &Files),
) -> Result<Vec<Tok>, Vec<Diagnostic>> {
    let too_large = || vec![Diagnostic::error("the file is larger than 4 GB")];
    let file = session.sources.add(path.display().to_string(), text.to_vec()).map_err(|_| too_large())?;
    let predefined = rucc_pp::Predef::for_options(opts);
    let forced: Vec<Preinclude> = how
        .forced_includes
        .iter()
        .map(|path| Preinclude { name: path.display().to_string(), macros_only: false })
        .collect();
    let mut context = rucc_pp::Context::new(&mut session.interner, &mut session.sources, fs, &opts.search);
    context.lex = rucc_lex::Options::for_dialect(std, opts.gnu_extensions, opts.trigraphs);
    let mut tokens = Vec::new();
    let full = preprocessor.predefine(&session.target, &predefined, &mut context).is_err()
        || preprocessor.preinclude(&forced, &mut tokens, &mut context).is_err();
    if full {
        return Err(vec![Diagnostic::error("the predefined macros do not fit into memory")]);
    }
    tokens.extend(preprocessor.run(file, &mut context));
    if let Some((path, text)) = &how.epilogue {
        let name = path.display().to_string();
        let file = context.sources.add(name, text.as_bytes().to_vec()).map_err(|_| too_large())?;
        tokens.extend(preprocessor.run(file, &mut context));
    }
    Ok(tokens)
}

/// The tokens for the parser. Each carries its index as its span, so that a node of the tree is a range of tokens.
fn by_index(tokens: &[Tok], interner: &mut Interner) -> Vec<PpToken> {
    let indexed = |(index, token): (usize, &Tok)| {
        let mut token = token.to_pp();
        token.span = index_span(index);
        if token.kind == PpTokenKind::Ident
            && let Some(name) = token.value.and_then(|value| universal::in_characters(interner.resolve(value)))
        {
            token.value = Some(interner.intern(&name));
        }
        // Nobody jumps to a label that starts a thread; two of one name in a function are two labels.
        if let Some(name) = token.value.map(|value| interner.resolve(value))
            && name.starts_with(ASYNC_LABEL)
        {
            let name = format!("{name}:{index}");
            token.value = Some(interner.intern(&name));
        }
        token
    };
    tokens.iter().enumerate().map(indexed).collect()
}

/// What is not supported, where it stands, and what helps.
struct Refused {
    place: rucc_diag::Span,
    construct: &'static str,
    help: &'static str,
}

fn going_on(place: rucc_diag::Span) -> Refused {
    let construct = "a value without a designator behind one for a part of several elements";
    Refused { place, construct, help: "write its designator" }
}

/// The tokens as the C reader's crates read them right, and the values of which the typed tree is to say whether they do.
fn arranged(tokens: Vec<PpToken>, std: Std, names: &mut Interner) -> Result<(Vec<PpToken>, Vec<Behind>), Refused> {
    let words = Words::new(names);
    let tokens = scoped(tokens, &words, std, names).map_err(|place| Refused {
        place: place.span,
        construct: "an enumerator of a parameter that is meant at this place, or computed of another parameter,",
        help: "declare its type in front of the function",
    })?;
    let tokens = tentative::behind(tokens, names);
    // From C23 on a declaration with empty parentheses is a prototype.
    let tokens = if std < Std::C23 { implicit::declared(tokens, names) } else { tokens };
    let tokens = generics::called(tokens, names);
    let tokens = lvalue_casts::stripped(sized::general(tokens, names), names);
    if let Some(index) = alignments::lost(&tokens, names) {
        let construct = "the attribute `aligned` at this place";
        return Err(Refused { place: tokens[index].span, construct, help: "put it behind the name that is declared" });
    }
    designators::named_again(tokens, &words, names).map_err(going_on)
}

/// The tokens with braces, and with names of their own for tags and enumerators, where the C reader's crates do not keep a scope.
///
/// # Errors
/// What an enumerator among parameters is not clear of.
fn scoped(mut tokens: Vec<PpToken>, words: &Words, std: Std, names: &mut Interner) -> Result<Vec<PpToken>, PpToken> {
    let mut scopes = narrow::scopes(&tokens, words, names);
    // Before C99 such a statement is no block.
    if std != Std::C89 && !scopes.statements.is_empty() {
        tokens = braces::put_around(&tokens, &scopes.statements);
        scopes = narrow::scopes(&tokens, words, names);
    }
    let tokens = tags::apart(tokens, words, &scopes.parameters, names);
    if scopes.parameters.is_empty() {
        return Ok(tokens);
    }
    let tokens = enumerators::apart(tokens, words, &scopes.parameters, names)?;
    parameters::in_front(tokens, words, &scopes.parameters, names)
}

/// How tokens become a typed tree.
struct Understanding<'a> {
    opts: &'a rucc_session::Options,
    std: Std,
    keywords: &'a rucc_lex::Keywords,
    deepest: usize,
    /// Where a token stands.
    at: &'a dyn Fn(rucc_diag::Span) -> Option<Span>,
}

/// What came of it.
struct Understood {
    checked: Result<rucc_sema::Checked, Vec<Diagnostic>>,
    /// Casts to qualified types.
    casts: HashSet<rucc_diag::Span>,
    /// The variables that are aligned less than their type.
    lessened: HashMap<rucc_sema::DeclId, u64>,
}

impl Understood {
    fn errors(errors: Vec<Diagnostic>) -> Understood {
        Understood { checked: Err(errors), casts: HashSet::new(), lessened: HashMap::new() }
    }
}

impl Understanding<'_> {
    /// How the type checker is to read.
    fn context<'s>(&'s self, session: &'s Session) -> rucc_sema::Context<'s> {
        let mut context = rucc_sema::Context::new(&session.interner, &session.target, self.std);
        context.permissive = true;
        context.error_limit = ERROR_LIMIT;
        context.strict_flex_arrays = self.opts.strict_flex_arrays;
        context.no_builtin = &self.opts.no_builtin;
        context.short_enums = self.opts.short_enums;
        context.ms_extensions = session.ms_extensions();
        context.isa = self.opts.isa;
        context.x87 = self.opts.x87;
        context.gnuc = self.opts.gnuc.major;
        context
    }

    /// Parses and types a unit.
    fn of(&self, tokens: &[rucc_lex::PpToken], session: &Session) -> Understood {
        let mut errors = Vec::new();
        let converter = rucc_lex::Convert {
            keywords: self.keywords,
            interner: &session.interner,
            target: &session.target,
            std: self.std,
            gnu: self.opts.gnu_extensions,
            pedantic: false,
        };
        let (lexed, complaints) = rucc_lex::convert(tokens, &converter);
        if let Some(index) = nesting::too_deep(&lexed.tokens, self.deepest) {
            let mut error = Diagnostic::error(format!(
                "this is nested too deep: more than {} operators and keywords are open",
                self.deepest
            ))
            .help("split the statement");
            error.span = (self.at)(lexed.tokens[index].span);
            return Understood::errors(vec![error]);
        }
        let parsed = rucc_parse::parse(
            &lexed,
            rucc_parse::Context {
                interner: &session.interner,
                std: self.std,
                gnu: self.opts.gnu_extensions,
                pedantic: false,
                error_limit: ERROR_LIMIT,
                type_names: &[],
            },
        );
        for complaint in complaints.iter().chain(&parsed.diagnostics).filter(|d| d.severity.is_fatal()) {
            errors.push(convert(complaint, self.at));
            // What follows is of the parser's own making.
            if complaint.message.starts_with("brackets nested") {
                break;
            }
        }
        if !errors.is_empty() {
            return Understood::errors(errors);
        }

        let packed = "an alignment of a bit-field that is less than its type's, that the name of its type has, or under a `#pragma pack` of more than 1,";
        let member = "the alignment of a member";
        let unclear = packing::unclear(&parsed.ast, &session.interner).map(|place| (place, packed));
        if let Some((place, construct)) =
            unclear.or_else(|| packing::of_member(&parsed.ast).map(|place| (place, member)))
        {
            let mut error = Diagnostic::error(format!("{construct} is not supported")).about(About::Unsupported);
            error.span = (self.at)(place);
            return Understood::errors(vec![error]);
        }
        let mut checker = rucc_sema::Checker::new(&parsed.ast, self.context(session));
        checker.check_unit();
        let mut checked = checker.finish();
        braces::take_off(&mut checked.tast);
        for complaint in &checked.diagnostics {
            if complaint.severity.is_fatal() {
                errors.push(convert(complaint, self.at));
            } else if complaint.message == "empty range specified" {
                // The crates leave out the statement behind such a label, too.
                let error = Diagnostic::error("a range of case values in which there is none is not supported");
                let mut error = error.help("leave the label out").about(About::Unsupported);
                error.span = (self.at)(complaint.span);
                errors.push(error);
            }
        }
        let casts = casts::qualified(&parsed.ast, &checked);
        if !errors.is_empty() {
            // With these casts read otherwise there may be none.
            return Understood { casts, ..Understood::errors(errors) };
        }
        let lessened = lessened::variables(&parsed.ast, &checked, &session.target, &session.interner);
        let asked = lessened::asked(&parsed.ast, &checked, &lessened)
            .map(|place| (place, "the alignment of a variable that is less than that of its type"));
        let measured = || measured::that_acts(&parsed.ast, &checked);
        if let Some((place, construct)) = asked.or_else(|| {
            measured()
                .map(|place| (place, "an operand that is evaluated for the size of its type, and does something,"))
        }) {
            let mut error = Diagnostic::error(format!("{construct} is not supported")).about(About::Unsupported);
            error.span = (self.at)(place);
            return Understood::errors(vec![error]);
        }
        Understood { checked: Ok(checked), casts, lessened }
    }
}

/// How the crates are to read.
fn options(how: &Preprocessing, system_headers: bool) -> (rucc_session::Options, Std) {
    let triple = TARGET.parse().expect("the target is known; please report this");
    let mut opts = rucc_session::Options::new(triple);
    let standard = how.standard.as_deref().and_then(Std::from_flag).or_else(|| Std::from_flag(STANDARD));
    let (std, gnu) = standard.expect("the dialect is known; please report this");
    opts.std = std;
    opts.gnu_extensions = gnu;
    opts.permissive = true;
    opts.search = files::search_path(how, system_headers);
    for (name, value) in &how.defines {
        opts.defines.push(match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        });
    }
    opts.undefines.clone_from(&how.undefines);
    (opts, std)
}

/// A complaint about a name that a header has: one of the tool's own, which is named, or perhaps one of the system.
fn with_header(complaint: Diagnostic) -> Diagnostic {
    let is_about_name = ["undeclared", "unknown type name"].iter().any(|words| complaint.message.contains(words));
    if !is_about_name || complaint.help.is_some() {
        return complaint;
    }
    let name = complaint.message.split('\'').nth(1);
    if let Some(header) = name.and_then(files::own_header_with) {
        return complaint.help(format!("`#include <{header}>` declares it"));
    }
    complaint.help("if a header of the system declares it, `--system-headers` reads those in place of the tool's own")
}

/// A complaint of the C reader's crates as a diagnostic of this program.
fn convert(complaint: &rucc_diag::Diagnostic, at: &dyn Fn(rucc_diag::Span) -> Option<Span>) -> Diagnostic {
    // The own headers' names are not the user's.
    let message = tags::as_written(&complaint.message).replace("__fencesmith_assert", "assert");
    let mut diagnostic = Diagnostic::error(message);
    diagnostic.span = at(complaint.span);
    if complaint.message.ends_with("file not found") {
        diagnostic.help = Some("give the directory it is in with `-I`".to_string());
    }
    for child in &complaint.children {
        match child.severity {
            Severity::Help => diagnostic.help = Some(tags::as_written(&child.message)),
            // The directory of a file that is named without one.
            _ => {
                let message = tags::as_written(&child.message).replace("searched: ,", "searched: .,");
                diagnostic.notes.push((message, at(child.span)));
            }
        }
    }
    diagnostic
}

//! A `main` for code that has none.
//!
//! In: the units of a library, and which of its functions run as threads ([`Harness`]). Out: the C text of a `main` that
//! sets up, starts the threads, joins them and runs what comes last; it is read behind the unit that defines the
//! first of them, so that it sees what is `static` there. It must not know how the text is read.

use std::fmt::Write as _;

use super::options::{Entry, Harness};
use crate::diag::Diagnostic;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclId, DeclKind, Linkage, TypeId, TypeKind};
use crate::frontend::typed::types::Shape;

/// The name under which the text is read.
pub const NAME: &str = "<harness>";

/// The unit that the text stands behind, and the text.
///
/// # Errors
/// A function is not there, or what it is called with cannot be made up; or there is a `main`.
pub fn write(harness: &Harness, units: &[Input<'_>]) -> Result<(usize, String), Diagnostic> {
    let main = units.iter().find_map(|input| Some((input, find(input, "main")?)));
    if let Some((input, main)) = main {
        let error = Diagnostic::error("the program has a `main` of its own").help("leave out `--entry`");
        return Err(Diagnostic { span: input.place(main), ..error });
    }
    let first = home(harness, units)?;
    Ok((first, text(harness, units, "__fencesmith_nondet")?))
}

/// The unit that defines the first of a harness's functions.
///
/// # Errors
/// One of them is not there, or cannot be seen from where the first one is.
fn home(harness: &Harness, units: &[Input<'_>]) -> Result<usize, Diagnostic> {
    let names = harness.entries.iter().map(|entry| &entry.function).chain(&harness.setup).chain(&harness.last);
    let mut home = None;
    for name in names {
        let Some(unit) = units.iter().position(|input| find(input, name).is_some()) else {
            let known: Vec<&str> = units.iter().flat_map(functions).map(|(name, _)| name).collect();
            return Err(Diagnostic::error(format!("the function `{name}` is not defined"))
                .help(format!("there are: {}", known.join(", "))));
        };
        let first = *home.get_or_insert(unit);
        let (input, decl) = (&units[unit], find(&units[unit], name).expect("just found; please report this"));
        if unit != first && input.tast[decl].linkage != Linkage::External {
            return Err(Diagnostic::error(format!("`{name}` is static in another file than the first entry"))
                .help("entries that are static must be in one file"));
        }
    }
    home.ok_or_else(|| Diagnostic::error("a harness without an entry runs nothing"))
}

/// A harness as a file to start from: it runs the entries that are wanted, or else every function that other files may call,
/// once. Arguments that nothing says how to make up are left to be filled in.
///
/// # Errors
/// There is no such function.
pub fn template(path: &str, input: &Input<'_>, wanted: Option<&Harness>) -> Result<String, Diagnostic> {
    let mut harness = match wanted {
        Some(wanted) => {
            home(wanted, &[*input])?;
            wanted.clone()
        }
        None => Harness { entries: all(input)?, setup: None, last: None },
    };
    for entry in &mut harness.entries {
        let decl = find(input, &entry.function).expect("every function was looked for; please report this");
        let is_made_up = parameters(input, decl).all(|param| is_number(input, param));
        if entry.arguments.is_none() && !is_made_up {
            let each = parameters(input, decl).map(|param| placeholder(input, param));
            entry.arguments = Some(each.collect::<Vec<_>>().join(", "));
        }
    }
    let body = text(&harness, &[*input], "__VERIFIER_nondet")?;
    let start = "/* A harness to start from: keep the threads that belong together, give them arguments, and say in the\n   \
                 place of the last comment what must hold when all have ended. */\n#include <assert.h>\n";
    let (before, after) = body.rsplit_once("    return 0;\n").unwrap_or((&body, ""));
    Ok(format!("{start}#include \"{path}\"\n{before}    /* assert(…); */\n    return 0;\n{after}"))
}

/// Every function that other files may call, as an entry.
fn all(input: &Input<'_>) -> Result<Vec<Entry>, Diagnostic> {
    let shared = functions(input).filter(|(_, decl)| input.tast[*decl].linkage == Linkage::External);
    let names = shared.map(|(name, _)| name.to_string()).filter(|name| name != "main");
    let entries: Vec<Entry> = names.map(|function| Entry { function, arguments: None, threads: 1 }).collect();
    match entries.is_empty() {
        true => Err(Diagnostic::error("there is no function that another file may call")),
        false => Ok(entries),
    }
}

/// What stands for an argument until somebody writes one: it is of the type, and where that has no name, a zero.
fn placeholder(input: &Input<'_>, param: TypeId) -> String {
    let ty = input.spelled(param);
    match input.shape(param) {
        Shape::Record if !ty.contains('<') => format!("({ty}){{0}}"),
        _ => format!("/* {ty} */ 0"),
    }
}

/// The functions that a unit defines.
fn functions<'a>(input: &'a Input<'_>) -> impl Iterator<Item = (&'a str, DeclId)> {
    let tast = input.tast;
    let defined = tast.top_level().iter().copied();
    let defined = defined.filter(|decl| tast[*decl].kind == DeclKind::Function && tast[*decl].body.is_some());
    let user = defined.filter(|decl| input.place(*decl).is_some());
    user.map(|decl| (input.name(decl), decl))
}

fn find(input: &Input<'_>, name: &str) -> Option<DeclId> {
    functions(input).find(|(other, _)| *other == name).map(|(_, decl)| decl)
}

fn parameters<'a>(input: &'a Input<'_>, decl: DeclId) -> impl Iterator<Item = TypeId> + 'a {
    input.tast[input.tast[decl].params].iter().map(|param| input.ty(*param))
}

/// The text of a harness; arbitrary values come from functions whose names begin so.
fn text(harness: &Harness, units: &[Input<'_>], nondet: &str) -> Result<String, Diagnostic> {
    let mut out = String::from("#include <pthread.h>\n");
    let mut main = String::new();
    let threads: usize = harness.entries.iter().map(|entry| entry.threads).sum();
    let mut number = 0;
    // Writing to a string cannot fail.
    for (index, entry) in harness.entries.iter().enumerate() {
        let name = &entry.function;
        let found = units.iter().find_map(|input| Some((input, find(input, name)?)));
        let (input, decl) = found.expect("every function was looked for; please report this");
        let arguments = match &entry.arguments {
            Some(arguments) => arguments.clone(),
            None => {
                let mut all = Vec::new();
                for (at, ty) in parameters(input, decl).enumerate() {
                    all.push(arbitrary(input, (name, at), ty, (nondet, &mut out))?);
                }
                all.join(", ")
            }
        };
        if input.tast[decl].linkage == Linkage::External {
            let _ = writeln!(out, "extern {};", input.declaration_of(decl));
        }
        let _ = writeln!(
            out,
            "static void *thread_{index}_{name}(void *unused)\n{{\n    {name}({arguments});\n    return unused;\n}}"
        );
        for _ in 0..entry.threads {
            let _ = writeln!(main, "    pthread_create(&threads[{number}], 0, thread_{index}_{name}, 0);");
            number += 1;
        }
    }
    let _ = writeln!(out, "\nint main(void)\n{{\n    pthread_t threads[{threads}];");
    if let Some(setup) = &harness.setup {
        let _ = writeln!(out, "    {setup}();");
    }
    out.push_str(&main);
    for number in 0..threads {
        let _ = writeln!(out, "    pthread_join(threads[{number}], 0);");
    }
    if let Some(last) = &harness.last {
        let _ = writeln!(out, "    {last}();");
    }
    out.push_str("    return 0;\n}\n");
    Ok(out)
}

/// Whether any value of the type can be made up.
fn is_number(input: &Input<'_>, ty: TypeId) -> bool {
    let is_bits = matches!(input.bare(ty), TypeKind::BitInt { .. });
    matches!(input.shape(ty), Shape::Int { .. } | Shape::Bool | Shape::Real { .. }) && !is_bits
}

/// An arbitrary argument; declares where it comes from.
fn arbitrary(
    input: &Input<'_>,
    (name, at): (&str, usize),
    ty: TypeId,
    (nondet, out): (&str, &mut String),
) -> Result<String, Diagnostic> {
    match is_number(input, ty) {
        true => {
            let _ = writeln!(out, "extern {} {nondet}_of_{name}_{at}(void);", input.spelled(ty));
            Ok(format!("{nondet}_of_{name}_{at}()"))
        }
        false => Err(Diagnostic::error(format!(
            "parameter {} of `{name}` is no number, and nothing says what it is",
            at + 1
        ))
        .help(format!("add `--arg {name}=…` with all arguments, as C"))),
    }
}

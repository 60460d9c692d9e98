//! A `main` for code that has none.
//!
//! In: the units of a library, and which of its functions run as threads ([`Harness`]). Out: the C text of a `main` that
//! sets up, starts the threads, joins them and runs what comes last; it is read behind the unit that defines the
//! first of them, so that it sees what is `static` there. It must not know how the text is read.

use std::fmt::Write as _;

use super::options::{Call, Entry, Harness};
use super::prototypes::{self, is_nameless};
use crate::diag::Diagnostic;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclId, DeclKind, Linkage, TypeKind};
use crate::frontend::typed::types::Shape;
use crate::ir::{Sign, Width};

/// The name under which the text is read.
pub const NAME: &str = "<harness>";

/// What the text is made of.
struct Text<'a> {
    units: &'a [Input<'a>],
    /// The unit that it stands behind.
    home: usize,
    /// How functions are named that return arbitrary values.
    nondet: &'a str,
    /// What stands before the threads, line by line.
    declared: Vec<String>,
}

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
    let home = home(harness, units)?;
    let text = Text { units, home, nondet: "__fencesmith_nondet", declared: Vec::new() };
    Ok((home, text.of(harness)?))
}

/// The unit that defines the first of a harness's functions.
///
/// # Errors
/// One of them is not there, or cannot be seen from where the first one is.
fn home(harness: &Harness, units: &[Input<'_>]) -> Result<usize, Diagnostic> {
    let mut home = None;
    for name in harness.calls().map(|call| &call.function) {
        let Some(unit) = units.iter().position(|input| find(input, name).is_some()) else {
            // Names that begin so are those of headers.
            let names = units.iter().flat_map(functions).map(|(name, _)| name);
            let known: Vec<&str> = names.filter(|name| !name.starts_with("__")).collect();
            return Err(Diagnostic::error(format!("the function `{name}` is not defined"))
                .help(format!("there are: {}", known.join(", "))));
        };
        let first = *home.get_or_insert(unit);
        let (input, decl) = (&units[unit], find(&units[unit], name).expect("just found; please report this"));
        if unit != first && input.tast[decl].linkage != Linkage::External {
            return Err(Diagnostic::error(format!("`{name}` is static in another file than the first entry"))
                .help("functions that are static must be in the file of the first entry"));
        }
    }
    home.ok_or_else(|| Diagnostic::error("a harness without an entry runs nothing"))
}

/// A harness as a file to start from: it runs the entries that are wanted, or else every function that other files may call,
/// once. Arguments that nothing says how to make up are left to be filled in. The file that defines the first entry is included.
///
/// # Errors
/// There is no such function, or it has a type that cannot be written.
pub fn template(paths: &[String], units: &[Input<'_>], wanted: Option<&Harness>) -> Result<String, Diagnostic> {
    let mut harness = match wanted {
        Some(wanted) => wanted.clone(),
        None => Harness { entries: all(units)?, setup: None, last: None },
    };
    let home = home(&harness, units)?;
    for call in harness.calls_mut().filter(|call| call.arguments.is_none()) {
        let (input, decl) = definition(units, &call.function);
        if !parameters(input, decl).all(|param| is_number(input, param)) {
            let each = parameters(input, decl).map(|param| placeholder(input, param, &call.function));
            call.arguments = Some(each.collect::<Result<Vec<_>, _>>()?.join(", "));
        }
    }
    let body = Text { units, home, nondet: "__VERIFIER_nondet", declared: Vec::new() }.of(&harness)?;
    let mut start =
        "/* A harness to start from: keep the threads that belong together, give them arguments, and say in the\n   \
                     place of the last comment what must hold when all have ended."
            .to_string();
    let others: Vec<&str> =
        (paths.iter().enumerate().filter(|(unit, _)| *unit != home)).map(|(_, path)| path.as_str()).collect();
    if !others.is_empty() {
        let _ = write!(start, " It goes together with\n   {}.", others.join(", "));
    }
    let (before, after) = body.rsplit_once("    return 0;\n").unwrap_or((&body, ""));
    let path = &paths[home];
    Ok(format!(
        "{start} */\n#include <assert.h>\n#include \"{path}\"\n{before}    /* assert(…); */\n    return 0;\n{after}"
    ))
}

/// Every function that other files may call, as an entry.
fn all(units: &[Input<'_>]) -> Result<Vec<Entry>, Diagnostic> {
    let shared = units.iter().flat_map(|input| {
        functions(input).filter(|(_, decl)| input.tast[*decl].linkage == Linkage::External).map(|(name, _)| name)
    });
    let names = shared.filter(|name| *name != "main");
    let entries: Vec<Entry> = names.map(|name| Entry { call: Call::of(name), threads: 1 }).collect();
    match entries.is_empty() {
        true => Err(Diagnostic::error("there is no function that another file may call")),
        false => Ok(entries),
    }
}

/// What stands for an argument until somebody writes one: a zero that is of the type.
///
/// # Errors
/// The type is a struct or union that has no name here.
fn placeholder(input: &Input<'_>, param: DeclId, function: &str) -> Result<String, Diagnostic> {
    let ty = input.spelled(input.ty(param));
    let is_record = matches!(input.shape(input.ty(param)), Shape::Record);
    match is_nameless(&ty) {
        false if is_record => Ok(format!("({ty}){{0}}")),
        false => Ok(format!("/* {ty} */ 0")),
        true if is_record => match prototypes::type_word(input, param) {
            Some(word) => Ok(format!("({word}){{0}}")),
            None => Err(unknown(&format!("a parameter of `{function}` is of a type without a name"), function)),
        },
        true => Ok(format!("/* {} */ 0", input.name(param))),
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

/// Where a function is defined that [`home`] has found.
fn definition<'a>(units: &'a [Input<'a>], name: &str) -> (&'a Input<'a>, DeclId) {
    let found = units.iter().find_map(|input| Some((input, find(input, name)?)));
    found.expect("every function was looked for; please report this")
}

fn parameters<'a>(input: &'a Input<'_>, decl: DeclId) -> impl Iterator<Item = DeclId> + 'a {
    input.tast[input.tast[decl].params].iter().copied()
}

impl Text<'_> {
    /// The whole text.
    fn of(mut self, harness: &Harness) -> Result<String, Diagnostic> {
        let (mut threads, mut main) = (String::new(), String::new());
        let number_of_threads: usize = harness.entries.iter().map(|entry| entry.threads).sum();
        // Writing to a string cannot fail.
        let _ = writeln!(main, "\nint main(void)\n{{\n    pthread_t threads[{number_of_threads}];");
        if let Some(setup) = &harness.setup {
            let _ = writeln!(main, "    {};", self.call(setup)?);
        }
        let mut number = 0;
        for (index, entry) in harness.entries.iter().enumerate() {
            let (name, call) = (&entry.call.function, self.call(&entry.call)?);
            let _ = writeln!(
                threads,
                "static void *thread_{index}_{name}(void *unused)\n{{\n    {call};\n    return unused;\n}}"
            );
            for _ in 0..entry.threads {
                let _ = writeln!(main, "    pthread_create(&threads[{number}], 0, thread_{index}_{name}, 0);");
                number += 1;
            }
        }
        for number in 0..number_of_threads {
            let _ = writeln!(main, "    pthread_join(threads[{number}], 0);");
        }
        if let Some(last) = &harness.last {
            let _ = writeln!(main, "    {};", self.call(last)?);
        }
        main.push_str("    return 0;\n}\n");
        let declared: String = self.declared.iter().map(|line| format!("{line}\n")).collect();
        Ok(format!("#include <pthread.h>\n{declared}{threads}{main}"))
    }

    /// A call, with everything declared that it names.
    fn call(&mut self, call: &Call) -> Result<String, Diagnostic> {
        let (units, name) = (self.units, call.function.as_str());
        let (input, decl) = definition(units, name);
        self.declare((input, decl))?;
        let arguments = match &call.arguments {
            Some(arguments) => {
                self.declare_words(arguments)?;
                arguments.clone()
            }
            None => {
                let mut all = Vec::new();
                for (at, param) in parameters(input, decl).enumerate() {
                    all.push(self.arbitrary(input, (name, at), param)?);
                }
                all.join(", ")
            }
        };
        Ok(format!("{name}({arguments})"))
    }

    /// Declares what the unit before the text does not.
    fn declare(&mut self, what: (&Input<'_>, DeclId)) -> Result<(), Diagnostic> {
        if let Some(line) = prototypes::line(&self.units[self.home], what)? {
            self.add(line);
        }
        Ok(())
    }

    /// Declares what arguments name that only another unit defines.
    fn declare_words(&mut self, arguments: &str) -> Result<(), Diagnostic> {
        let units = self.units;
        for word in arguments.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_') {
            let is_shared = |input: &Input<'_>, decl: DeclId| input.tast[decl].linkage == Linkage::External;
            let found = units.iter().find_map(|input| {
                let decl = prototypes::find(input, word).filter(|decl| is_shared(input, *decl))?;
                input.place(decl).map(|_| (input, decl))
            });
            found.map_or(Ok(()), |found| self.declare(found))?;
        }
        Ok(())
    }

    fn add(&mut self, line: String) {
        if !self.declared.contains(&line) {
            self.declared.push(line);
        }
    }

    /// An arbitrary argument; declares where it comes from.
    fn arbitrary(&mut self, input: &Input<'_>, (name, at): (&str, usize), param: DeclId) -> Result<String, Diagnostic> {
        if !is_number(input, param) {
            let what = format!("parameter {} of `{name}` is no number, and nothing says what it is", at + 1);
            return Err(unknown(&what, name));
        }
        let from = format!("{}_of_{name}_{at}", self.nondet);
        self.add(format!("extern {} {from}(void);", number_type(input, param)));
        Ok(format!("{from}()"))
    }
}

/// The error about an argument that nobody says.
fn unknown(what: &str, function: &str) -> Diagnostic {
    Diagnostic::error(what).help(format!("add `--arg {function}=…` with all arguments, as C"))
}

/// Whether any value of the parameter's type can be made up.
fn is_number(input: &Input<'_>, param: DeclId) -> bool {
    let ty = input.ty(param);
    let is_bits = matches!(input.bare(ty), TypeKind::BitInt { .. });
    matches!(input.shape(ty), Shape::Int { .. } | Shape::Bool | Shape::Real { .. }) && !is_bits
}

/// The type of a number as C writes it. An enumeration is the integer that it is made of, for it may have no name here.
fn number_type(input: &Input<'_>, param: DeclId) -> String {
    let ty = input.ty(param);
    match (input.bare(ty), input.shape(ty)) {
        (TypeKind::Enum(_), Shape::Int { width, sign }) => {
            let sign = if sign == Sign::Unsigned { "unsigned " } else { "" };
            let name = if width == Width::POINTER { "long" } else { "int" };
            format!("{sign}{name}")
        }
        _ => input.spelled(ty),
    }
}

//! The lowering of a whole program.
//!
//! In: the typed trees of all units. Out: the [`Program`], made of what `main` reaches: a function is lowered when something that
//! is lowered calls it or takes its address, a static object when something names it. What is never reached is never
//! looked at, so an unsupported construct there is no error.

use std::collections::HashSet;

use crate::diag::{Diagnostic, Span};
use crate::frontend::known::functions;
use crate::frontend::link::links::Links;
use crate::frontend::lower::control::function;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::lower::state::{open_orders, pointed};
use crate::frontend::options::ReadOptions;
use crate::frontend::text::{defines, pragmas};
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    DeclId, DeclKind, Definition, ExprId, ExprKind, Linkage, StorageDuration, StrId, TypeKind,
};
use crate::ir::{Concern, Program};

/// A function of the compiler that the program defines anew is the program's from there on, but the type checker knows it by
/// its name.
const OF_THE_COMPILER: [&str; 3] = ["__sync_", "__atomic_", "__builtin_"];

/// What came out.
pub struct Lowered {
    pub program: Program,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
}

/// Lowers what `main` reaches.
pub fn lower<'a>(units: &'a [Input<'a>], links: &'a Links, asked: &'a ReadOptions) -> Lowered {
    let addressed: Vec<HashSet<DeclId>> = units.iter().map(|input| pointed::addressed_locals(input, links)).collect();
    let units: Vec<Input> =
        units.iter().zip(&addressed).map(|(input, set)| Input { addressed: Some(set), ..*input }).collect();
    let mut lower = Lower::new(&units, links, asked);
    for (file, source) in units[0].sources.files() {
        if let Some((at, pragma)) = pragmas::unread(&source.text) {
            lower.unsupported(&format!("the pragma {pragma}"), Some(Span { file, start: at, end: at }));
        }
        if let Some(at) = defines::string_of_option(&source.text) {
            lower.unsupported("a string of what `__VA_OPT__` gives", Some(Span { file, start: at, end: at }));
        }
    }
    for input in &units {
        refuse_few_bits(&mut lower, input);
        // An object that the assembler knows by another name may be the one of that name.
        for decl in (0..input.tast.counts().decls).map(DeclId::from_usize) {
            let declared = &input.tast[decl];
            let lasts = declared.kind == DeclKind::Object && declared.duration != StorageDuration::Automatic;
            let is_another = |label: StrId| input.tast[label].spell().trim_matches('"') != input.name(decl);
            if lasts && declared.asm_label.is_some_and(is_another) {
                let what = format!("a name for the assembler (of `{}`)", input.name(decl));
                lower.unsupported(&what, input.place(decl));
            }
        }
        for decl in input.tast.top_level() {
            let declared = &input.tast[*decl];
            let defined = declared.body.is_some() || declared.state != Definition::Declared;
            if declared.body.is_some() && OF_THE_COMPILER.iter().any(|family| input.name(*decl).starts_with(family)) {
                let what = format!("a function with the name of one of the compiler's (`{}`)", input.name(*decl));
                lower.unsupported(&what, input.place(*decl));
            }
            // The system's headers have names of the library for functions of the library.
            let is_of_program = |name: &str| lower.links.home(name).is_some_and(|home| !units[home.unit].own);
            let renames = declared.kind == DeclKind::Function
                && declared.asm_label.is_some_and(|label| {
                    let label = input.tast[label].spell();
                    let label = label.trim_matches('"');
                    let name = input.name(*decl);
                    // Who calls what nobody knows is told so there.
                    let is_known = is_of_program(name) || functions::lookup(name).is_some();
                    label != name && is_known && (is_of_program(label) || is_of_program(name))
                });
            let labels = defined && declared.asm_label.is_some();
            if (labels || renames) && declared.linkage == Linkage::External {
                let what = format!("a name for the assembler (of `{}`)", input.name(*decl));
                lower.unsupported(&what, input.place(*decl));
            }
        }
    }
    match links.home("main").filter(|main| units[main.unit].tast[main.decl].body.is_some()) {
        None => {
            let file = units[0].sources.files().next().map(|(id, _)| Span { file: id, start: 0, end: 0 });
            let mut error = Diagnostic::error("the program has no `main`")
                .help("define `int main(void)`, where verification starts; or name functions of a library that threads run with `--entry` (`fencesmith harness` writes such a `main` to start from)");
            error.span = file;
            lower.errors.push(error);
        }
        Some(main) => {
            lower.enter(main.unit);
            let first = lower.function(main.decl);
            lower.program.entry = Some(lower.entry(main, first));
            loop {
                while let Some((id, decl)) = lower.next() {
                    let function = function::lower(&mut lower, decl);
                    lower.program.functions[id.index()] = function;
                    if lower.has_many_errors() {
                        break;
                    }
                }
                if !lower.complete_starters() {
                    break;
                }
            }
        }
    }
    let noted = std::mem::take(&mut lower.open_orders);
    let open = open_orders::warnings(noted, &lower.program.functions, |home| lower.lowered(home));
    lower.warnings.extend(open);
    Lowered { program: lower.program, errors: lower.errors, warnings: lower.warnings }
}

/// What is narrower than `int` does not overflow, as it is promoted: so where overflow is looked for, numbers of few bits of the one type that is
/// not promoted are refused.
fn refuse_few_bits(lower: &mut Lower<'_>, input: &Input<'_>) {
    if !lower.program.checked.contains(Concern::Overflow) {
        return;
    }
    let exprs = (0..input.tast.counts().exprs).map(ExprId::from_usize);
    let is_computed = |expr: &ExprId| {
        matches!(input.tast[*expr].kind, ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::Assign { .. })
    };
    let is_narrow =
        |expr: &ExprId| matches!(input.bare(input.ty(*expr)), TypeKind::BitInt { signed: true, width } if width < 32);
    if let Some(expr) = exprs.filter(is_computed).find(is_narrow) {
        lower.unsupported("`overflow` of a `_BitInt` of fewer than 32 bits", input.place(expr));
    }
}

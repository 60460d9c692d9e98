//! The places where a program can be changed, and the text that holds the program and its changes at once.
//!
//! Kinds: the body of a function is replaced by a simple value of its type; a comparison is another one; `&&` is `||` and the
//! other way round; an operator of arithmetic is another one; `!` is left out; a guard of a match arm always or never holds.
//! Nothing is changed in constants, tests and macros.

use std::collections::HashSet;
use std::ops::Range;

use serde::Serialize;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type};

/// A change, and where it stands.
#[derive(Clone, Serialize)]
pub struct Mutant {
    pub number: u32,
    pub file: String,
    pub line: usize,
    pub function: String,
    pub what: String,
    /// The bytes of the changed file that the mutant is in.
    pub bytes: Range<usize>,
}

/// Gives numbers, the same ones whatever is left out.
pub struct Numbering {
    pub next: u32,
    pub dropped: HashSet<u32>,
}

/// What is written into a file: at a byte, in place of so many bytes, a text.
struct Edit {
    at: usize,
    in_place_of: usize,
    text: String,
    /// Of the texts at one byte those that end something come first.
    ends: bool,
}

/// The mutants of a file and how they get into it; bytes are those of the file before.
pub struct Found {
    edits: Vec<Edit>,
    mutants: Vec<Mutant>,
}

impl Found {
    /// The text with all mutants in it, and the mutants with their bytes there.
    pub fn apply(mut self, text: &str) -> (String, Vec<Mutant>) {
        self.edits.sort_by_key(|edit| (edit.at, !edit.ends));
        let mut out = String::new();
        let mut done = 0;
        // For each edit the byte behind the old text and the byte behind the new one.
        let mut shifts = vec![(0, 0)];
        for edit in &self.edits {
            out.push_str(&text[done..edit.at]);
            out.push_str(&edit.text);
            done = edit.at + edit.in_place_of;
            shifts.push((done, out.len()));
        }
        out.push_str(&text[done..]);
        let moved = |byte: usize| {
            let (old, new) = shifts[shifts.partition_point(|&(old, _)| old <= byte) - 1];
            new + byte - old
        };
        for mutant in &mut self.mutants {
            // What begins at the byte is written behind what stood before, and is part of the mutant.
            let start = if mutant.bytes.start == 0 { 0 } else { moved(mutant.bytes.start - 1) + 1 };
            mutant.bytes = start..moved(mutant.bytes.end);
        }
        (out, self.mutants)
    }
}

/// Finds the mutants of a file.
pub fn find(file: &syn::File, text: &str, name: &str, numbering: &mut Numbering) -> Found {
    let mut finder = Finder {
        text,
        name,
        numbering,
        functions: Vec::new(),
        found: Found { edits: Vec::new(), mutants: Vec::new() },
    };
    finder.visit_file(file);
    finder.found
}

struct Finder<'f> {
    text: &'f str,
    name: &'f str,
    numbering: &'f mut Numbering,
    /// The names of the functions and blocks around, the innermost last.
    functions: Vec<String>,
    found: Found,
}

impl Finder<'_> {
    /// A number for a change of what stands in a span; none where the change is left out.
    fn number(&mut self, bytes: &Range<usize>, what: String) -> Option<u32> {
        let number = self.numbering.next;
        self.numbering.next += 1;
        if self.numbering.dropped.contains(&number) || self.functions.is_empty() {
            return None;
        }
        let line = self.text[..bytes.start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        let function = self.functions.join("::");
        self.found.mutants.push(Mutant { number, file: self.name.into(), line, function, what, bytes: bytes.clone() });
        Some(number)
    }

    fn begin(&mut self, at: usize, text: String) {
        self.found.edits.push(Edit { at, in_place_of: 0, text, ends: false });
    }

    fn end(&mut self, at: usize, text: String) {
        self.found.edits.push(Edit { at, in_place_of: 0, text, ends: true });
    }

    fn replace(&mut self, bytes: Range<usize>, text: String) {
        self.found.edits.push(Edit { at: bytes.start, in_place_of: bytes.len(), text, ends: false });
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if signature.constness.is_some() || block.stmts.is_empty() {
            return;
        }
        let bytes = block.span().byte_range();
        for value in values(&signature.output) {
            if let Some(number) = self.number(&bytes, format!("the body is `{value}`")) {
                self.begin(bytes.start + 1, format!(" if crate::mutants::on({number}) {{ return {value}; }} "));
            }
        }
    }

    fn function(&mut self, attributes: &[syn::Attribute], signature: &syn::Signature, block: &syn::Block) {
        if only_for_tests(attributes) || signature.constness.is_some() {
            return;
        }
        self.functions.push(signature.ident.to_string());
        self.body(signature, block);
        visit::visit_block(self, block);
        self.functions.pop();
    }

    fn binary(&mut self, node: &syn::ExprBinary) {
        let bytes = node.span().byte_range();
        let operator = node.op.span().byte_range();
        let sign = &self.text[operator.clone()];
        let what = |other: &str| format!("`{sign}` is `{other}`");
        match node.op {
            BinOp::Eq(_) | BinOp::Ne(_) => {
                let other = if sign == "==" { "!=" } else { "==" };
                if let Some(number) = self.number(&bytes, what(other)) {
                    self.begin(bytes.start, "((".into());
                    visit::visit_expr_binary(self, node);
                    self.end(bytes.end, format!(") != crate::mutants::on({number}))"));
                    return;
                }
            }
            BinOp::And(_) | BinOp::Or(_) if !has_let(&node.left) && !has_let(&node.right) => {
                let (other, holds) = if sign == "&&" { ("||", "!=") } else { ("&&", "==") };
                if let Some(number) = self.number(&bytes, what(other)) {
                    self.begin(bytes.start, "({ let left__ = (".into());
                    self.visit_expr(&node.left);
                    let test = format!("); if left__ {holds} crate::mutants::on({number}) {{ ");
                    self.replace(operator, test);
                    self.visit_expr(&node.right);
                    self.end(bytes.end, " } else { left__ } })".into());
                    return;
                }
            }
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let (nearby, opposite) = match sign {
                    "<" => ("<=", ">="),
                    "<=" => ("<", ">"),
                    ">" => (">=", "<="),
                    _ => (">", "<"),
                };
                let (nearby_what, opposite_what, sign) = (what(nearby), what(opposite), sign.to_owned());
                let near = self.number(&bytes, nearby_what);
                let turned = self.number(&bytes, opposite_what);
                if near.is_some() || turned.is_some() {
                    let near = near.map_or("false".into(), |number| format!("crate::mutants::on({number})"));
                    let turned = turned.map_or("false".into(), |number| format!("crate::mutants::on({number})"));
                    self.begin(bytes.start, "(match (&(".into());
                    self.visit_expr(&node.left);
                    self.replace(operator, "), &(".into());
                    self.visit_expr(&node.right);
                    let end = format!(
                        ")) {{ (left__, right__) => (if {near} {{ left__ {nearby} right__ }} else {{ left__ {sign} right__ }}) != {turned} }})"
                    );
                    self.end(bytes.end, end);
                    return;
                }
            }
            _ => {
                if let Some(other) = arithmetic(sign)
                    && let Some(number) = self.number(&bytes, what(other))
                {
                    let sign = sign.to_owned();
                    self.begin(bytes.start, "(match ((".into());
                    self.visit_expr(&node.left);
                    self.replace(operator, "), (".into());
                    self.visit_expr(&node.right);
                    let test = format!("crate::mutants::on({number})");
                    let end = format!(
                        ")) {{ (left__, right__) => if {test} {{ left__ {other} right__ }} else {{ left__ {sign} right__ }} }})"
                    );
                    self.end(bytes.end, end);
                    return;
                }
                if let Some(other) = assigning(sign)
                    && let Some(number) = self.number(&bytes, what(other))
                {
                    // What is added may move something: it is written once for each way.
                    let right = self.text[node.right.span().byte_range()].to_owned();
                    self.begin(bytes.start, format!("if crate::mutants::on({number}) {{ "));
                    self.visit_expr(&node.left);
                    let left = &self.text[node.left.span().byte_range()];
                    let text = format!(" {other} {right} }} else {{ {left} {sign} ");
                    self.replace(operator, text);
                    self.visit_expr(&node.right);
                    self.end(bytes.end, " }".into());
                    return;
                }
            }
        }
        visit::visit_expr_binary(self, node);
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'a Type) {}
    fn visit_pat(&mut self, _: &'a syn::Pat) {}
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}
    fn visit_macro(&mut self, _: &'a syn::Macro) {}

    fn visit_item_mod(&mut self, node: &'a syn::ItemMod) {
        if !only_for_tests(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_impl(&mut self, node: &'a syn::ItemImpl) {
        let shows = node.trait_.as_ref().is_some_and(|(_, path, _)| path.segments.last().is_some_and(|part| part.ident == "Debug"));
        if only_for_tests(&node.attrs) || shows {
            return;
        }
        if let Type::Path(of) = &*node.self_ty
            && let Some(part) = of.path.segments.last()
        {
            self.functions.push(part.ident.to_string());
            visit::visit_item_impl(self, node);
            self.functions.pop();
        } else {
            visit::visit_item_impl(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'a syn::ItemFn) {
        self.function(&node.attrs, &node.sig, &node.block);
    }

    fn visit_impl_item_fn(&mut self, node: &'a syn::ImplItemFn) {
        self.function(&node.attrs, &node.sig, &node.block);
    }

    fn visit_expr_binary(&mut self, node: &'a syn::ExprBinary) {
        self.binary(node);
    }

    fn visit_expr_unary(&mut self, node: &'a syn::ExprUnary) {
        let bytes = node.span().byte_range();
        if matches!(node.op, syn::UnOp::Not(_))
            && let Some(number) = self.number(&bytes, "`!` is left out".into())
        {
            self.begin(bytes.start, "((".into());
            visit::visit_expr_unary(self, node);
            self.end(bytes.end, format!(") != crate::mutants::on({number}))"));
            return;
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'a syn::Arm) {
        if let Some((_, guard)) = &node.guard
            && !has_let(guard)
        {
            let bytes = guard.span().byte_range();
            let always = self.number(&bytes, "the guard always holds".into());
            let never = self.number(&bytes, "the guard never holds".into());
            let on = |number: Option<u32>| number.map_or("false".into(), |number| format!("crate::mutants::on({number})"));
            self.begin(bytes.start, format!("(!{} && (", on(never)));
            self.visit_expr(guard);
            self.end(bytes.end, format!(") || {})", on(always)));
        } else if let Some((_, guard)) = &node.guard {
            self.visit_expr(guard);
        }
        self.visit_expr(&node.body);
    }

    fn visit_expr_repeat(&mut self, node: &'a syn::ExprRepeat) {
        // The length is a constant.
        self.visit_expr(&node.expr);
    }
}

fn only_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// Whether a condition binds something: such a chain is no expression of its own.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn arithmetic(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "+" => "-",
        "-" => "+",
        "*" => "+",
        "/" => "*",
        "%" => "/",
        "&" => "|",
        "|" | "^" => "&",
        "<<" => ">>",
        ">>" => "<<",
        _ => return None,
    })
}

fn assigning(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "+=" => "-=",
        "-=" | "*=" => "+=",
        "&=" => "|=",
        "|=" | "^=" => "&=",
        _ => return None,
    })
}

/// Simple values of a type.
fn values(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".into()],
        ReturnType::Type(_, of) => of_type(of),
    }
}

fn of_type(of: &Type) -> Vec<String> {
    let one = |text: &str| vec![text.to_owned()];
    match of {
        Type::Tuple(tuple) if tuple.elems.is_empty() => one("()"),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            match last.ident.to_string().as_str() {
                "bool" => vec!["true".into(), "false".into()],
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => vec!["0".into(), "1".into()],
                "String" => one("String::new()"),
                "Vec" => one("Vec::new()"),
                "Option" => one("None"),
                "Result" => within(&last.arguments).map_or(Vec::new(), |inner| {
                    of_type(inner).into_iter().map(|value| format!("Ok({value})")).collect()
                }),
                _ => one("Default::default()"),
            }
        }
        _ => Vec::new(),
    }
}

/// The first type in angle brackets.
fn within(arguments: &syn::PathArguments) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(list) = arguments else { return None };
    list.args.iter().find_map(|argument| if let syn::GenericArgument::Type(of) = argument { Some(of) } else { None })
}

//! Names and types: from a syntax tree to terms. Statements are here, expressions in [`expression`].
//!
//! In: the tree of a cat file with its includes put in, and what its model declares ([`Declared`]). Out: [`Axioms`], or
//! every mistake: unknown names, a set where a relation belongs. It must not know what a fence kind orders; `wellformed`
//! compares that with the axioms' behaviour.
//!
//! A definition hides an earlier one of the same name from what follows; what was defined before keeps its meaning.
//! Functions are expanded at each call with the arguments' values, so a parameter may be a set in one call and a
//! relation in another. Recursion is `let rec`: the least sets and relations that fulfil the equations.

mod expression;

use std::rc::Rc;

use super::syntax::{
    AxiomKind, AxiomStatement, BinaryOperator, Bindings, Expr, ExprKind, Ident, Let, PostfixOperator, Procedure,
    Statement,
};
use super::tag::Tag;
use super::term::{Sort, Term, TermId, Terms};
use super::vocabulary::{BASE_RELATIONS, BASE_SETS, DERIVED, OF_VALUES};
use crate::diag::{Diagnostic, Sources, Span};

/// Calls nested deeper, or more calls in all, than this are refused.
const MAX_CALL_DEPTH: usize = 20;
const MAX_CALLS: usize = 2000;

/// More definitions than this are not made at once: each may be a set or a relation.
const MAX_RECURSIVE: usize = 8;

/// One axiom, its operand split at the unions.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// As written after `as`, or the axiom's own text.
    pub name: String,
    pub kind: AxiomKind,
    /// For `acyclic` the operands of the top-level union; for the others one part.
    pub parts: Vec<Part>,
    pub span: Span,
}

/// A part of an axiom's operand.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the author of the model calls it: a name such as `ppo`, or the expression.
    pub label: String,
    pub term: TermId,
    /// Relations whose composition is the term; more than one where the term is a sequence, so that a graph can go
    /// through the events in between and no gate is spent on the composition.
    pub steps: Vec<TermId>,
}

impl Part {
    /// A part that is not taken apart.
    fn whole(label: String, term: TermId) -> Part {
        Part { label, term, steps: vec![term] }
    }
}

/// The meaning of a cat file.
#[derive(Clone, Debug)]
pub struct Axioms {
    pub terms: Terms,
    pub axioms: Vec<Axiom>,
}

/// What a model's TOML file says of its axioms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Declared<'a> {
    /// The names of fence kinds and tags.
    pub sets: &'a [Tag],
    /// The relations that `kept` is a part of from their definition on, though it does not stand there.
    pub kept_in: &'a [(String, Span)],
}

/// Settles names and types.
///
/// # Errors
/// Every mistake that was found.
pub fn resolve(statements: &[Statement], sources: &Sources, declared: Declared<'_>) -> Result<Axioms, Vec<Diagnostic>> {
    let (mut resolver, scope) = Resolver::new(sources, declared);
    let mut axioms = Vec::new();
    resolver.statements(statements, scope, &mut axioms);
    resolver.report_what_keeps_nothing();
    if resolver.errors.is_empty() { Ok(Axioms { terms: resolver.terms, axioms }) } else { Err(resolver.errors) }
}

#[derive(Clone)]
enum Binding<'a> {
    Value(TermId),
    /// A definition of the file: its value, and its text for splitting with the names that were known there.
    Named(TermId, &'a Expr, Scope<'a>),
    Function(&'a [Ident], &'a Expr, Scope<'a>),
    Procedure(&'a Procedure, Scope<'a>),
    BuiltIn(BuiltIn),
    /// Its definition was wrong and has been reported.
    Broken,
}

#[derive(Clone, Copy)]
enum BuiltIn {
    Fencerel,
    /// `ctrlcfence(c, K)`, that is `c ; [K] ; po`.
    ControlFence,
    Domain,
    Range,
}

/// The names that are known at a place, the latest first.
#[derive(Clone)]
struct Scope<'a>(Option<Rc<Known<'a>>>);

struct Known<'a> {
    name: &'a str,
    binding: Binding<'a>,
    outer: Scope<'a>,
}

impl<'a> Scope<'a> {
    fn with(&self, name: &'a str, binding: Binding<'a>) -> Scope<'a> {
        Scope(Some(Rc::new(Known { name, binding, outer: self.clone() })))
    }

    fn names(&self) -> impl Iterator<Item = &Known<'a>> {
        std::iter::successors(self.0.as_deref(), |known| known.outer.0.as_deref())
    }

    fn get(&self, name: &str) -> Option<&Binding<'a>> {
        self.names().find(|known| known.name == name).map(|known| &known.binding)
    }
}

struct Resolver<'a> {
    sources: &'a Sources,
    declared: Declared<'a>,
    /// Which of the relations that `kept` belongs to have been defined.
    keeping: Vec<bool>,
    terms: Terms,
    errors: Vec<Diagnostic>,
    depth: usize,
    calls: usize,
    /// Whether a `let rec` is being read.
    is_recursive: bool,
}

impl<'a> Resolver<'a> {
    fn new(sources: &'a Sources, declared: Declared<'a>) -> (Self, Scope<'a>) {
        let mut terms = Terms::default();
        let mut scope = Scope(None);
        for name in declared.sets {
            scope = scope.with(name.name(), Binding::Value(terms.base(Sort::Set, name.name())));
        }
        for (name, _) in BASE_SETS {
            scope = scope.with(name, Binding::Value(terms.base(Sort::Set, name)));
        }
        for (name, _) in BASE_RELATIONS {
            scope = scope.with(name, Binding::Value(terms.base(Sort::Relation, name)));
        }
        for (name, relation, other) in DERIVED {
            let relation = terms.base(Sort::Relation, relation);
            let other = terms.base(Sort::Relation, other);
            scope = scope.with(name, Binding::Value(terms.intersection(relation, other)));
        }
        // Read-modify-writes of one instruction, and of a pair of exclusive accesses.
        let exclusive = terms.base(Sort::Set, "EX");
        let (rmw, pairs) = (terms.base(Sort::Relation, "rmw"), terms.product(exclusive, exclusive));
        scope = scope.with("lxsx", Binding::Value(terms.intersection(rmw, pairs)));
        scope = scope.with("amo", Binding::Value(terms.difference(rmw, pairs)));
        let zero = terms.zero();
        scope = scope.with("emptyset", Binding::Value(terms.domain(zero)));
        // What an exchange hangs on by what it compares with: less is ordered without, so that nothing more is said to be safe.
        scope = scope.with("casdep", Binding::Value(zero));
        for (name, function) in [
            ("fencerel", BuiltIn::Fencerel),
            ("ctrlcfence", BuiltIn::ControlFence),
            ("domain", BuiltIn::Domain),
            ("range", BuiltIn::Range),
        ] {
            scope = scope.with(name, Binding::BuiltIn(function));
        }
        let keeping = vec![false; declared.kept_in.len()];
        (Self { sources, declared, keeping, terms, errors: Vec::new(), depth: 0, calls: 0, is_recursive: false }, scope)
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    /// Statements in their order; the names known behind them.
    fn statements(&mut self, all: &'a [Statement], mut scope: Scope<'a>, axioms: &mut Vec<Axiom>) -> Scope<'a> {
        for statement in all {
            match statement {
                Statement::Let(bindings) => scope = self.define(bindings, &scope),
                Statement::Axiom(axiom) => axioms.extend(self.axiom(axiom, &scope)),
                // Nothing here knows values, and a flag forbids nothing.
                Statement::Flag(operand) if OF_VALUES.iter().any(|function| operand.calls(function)) => {}
                Statement::Flag(operand) => drop(self.expr(operand, &scope)),
                Statement::Procedure(procedure) => {
                    scope = scope.with(&procedure.name.text, Binding::Procedure(procedure, scope.clone()));
                }
                Statement::Call(name, arguments) => self.perform(name, arguments, &scope, axioms),
                Statement::Enum(tags) => {
                    for tag in tags {
                        // A tag that the model's TOML file declares is the same set.
                        if scope.get(&tag.text).is_none() {
                            let set = self.terms.base(Sort::Set, &tag.text);
                            scope = scope.with(&tag.text, Binding::Value(set));
                        }
                    }
                }
                Statement::Include(path) => {
                    self.error(Diagnostic::error(format!("`{}` cannot be included here", path.text)).at(path.span));
                }
            }
        }
        scope
    }

    /// The axioms of a procedure's body, with the arguments' values.
    fn perform(&mut self, name: &'a Ident, arguments: &'a [Expr], scope: &Scope<'a>, axioms: &mut Vec<Axiom>) {
        let Some(binding) = scope.get(&name.text).cloned() else { return self.unknown(&name.text, name.span, scope) };
        let Binding::Procedure(procedure, outer) = binding else {
            return self.error(Diagnostic::error(format!("`{}` is not a procedure", name.text)).at(name.span));
        };
        if !self.fits(&procedure.name, procedure.parameters.len(), arguments.len(), name.span)
            || !self.enters(name.span)
        {
            return;
        }
        let mut inner = outer;
        for (parameter, argument) in procedure.parameters.iter().zip(arguments) {
            let binding = self.expr(argument, scope).map_or(Binding::Broken, Binding::Value);
            inner = inner.with(&parameter.text, binding);
        }
        self.statements(&procedure.body, inner, axioms);
        self.depth -= 1;
    }

    /// Whether the number of arguments is right.
    fn fits(&mut self, name: &Ident, wanted: usize, given: usize, span: Span) -> bool {
        if wanted != given {
            let plural = if wanted == 1 { "" } else { "s" };
            self.error(
                Diagnostic::error(format!("`{}` takes {wanted} argument{plural}, and {given} are given", name.text))
                    .at(span),
            );
        }
        wanted == given
    }

    /// Counts a call; whoever leaves it takes one from the depth.
    fn enters(&mut self, span: Span) -> bool {
        self.calls += 1;
        if self.depth < MAX_CALL_DEPTH && self.calls <= MAX_CALLS {
            self.depth += 1;
            return true;
        }
        if self.calls <= MAX_CALLS + 1 {
            self.error(Diagnostic::error("functions are called too often or too deeply here").at(span));
        }
        false
    }

    /// The scope behind some definitions.
    fn define(&mut self, bindings: &'a Bindings, scope: &Scope<'a>) -> Scope<'a> {
        if bindings.is_recursive {
            return self.define_recursively(&bindings.all, scope);
        }
        let mut behind = scope.clone();
        for definition in &bindings.all {
            let binding = self.binding(definition, scope);
            behind = behind.with(&definition.name.text, binding);
        }
        behind
    }

    fn binding(&mut self, definition: &'a Let, scope: &Scope<'a>) -> Binding<'a> {
        if definition.parameters.is_empty() {
            return match self.expr(&definition.body, scope) {
                Some(value) => match self.keeping(&definition.name.text, value) {
                    Some(value) => Binding::Value(value),
                    None => Binding::Named(value, &definition.body, scope.clone()),
                },
                None => Binding::Broken,
            };
        }
        let errors = self.errors.len();
        for (at, parameter) in definition.parameters.iter().enumerate() {
            if definition.parameters[..at].iter().any(|other| other.text == parameter.text) {
                self.error(
                    Diagnostic::error(format!("the parameter `{}` is named twice", parameter.text)).at(parameter.span),
                );
            }
        }
        let mut inner = scope.clone();
        for parameter in &definition.parameters {
            inner = inner.with(&parameter.text, Binding::Broken);
        }
        self.check_names(&definition.body, &inner);
        if self.errors.len() == errors {
            Binding::Function(&definition.parameters, &definition.body, scope.clone())
        } else {
            Binding::Broken
        }
    }

    /// The relation of this name together with `kept`, if the model's TOML file says that it belongs there.
    fn keeping(&mut self, name: &str, value: TermId) -> Option<TermId> {
        let at = self.declared.kept_in.iter().position(|(keeping, _)| keeping == name)?;
        if self.terms.sort(value) == Sort::Set {
            return None;
        }
        self.keeping[at] = true;
        let kept = self.terms.base(Sort::Relation, "kept");
        Some(self.terms.union(&[value, kept]))
    }

    fn report_what_keeps_nothing(&mut self) {
        for ((name, span), found) in self.declared.kept_in.iter().zip(self.keeping.clone()) {
            if !found {
                let message = format!("the axioms do not define a relation `{name}`");
                let help = "`kept_in` names relations that the file of the axioms defines by `let`";
                self.errors.push(Diagnostic::error(message).at(*span).help(help));
            }
        }
    }

    /// `let rec`: variables, whose sorts are found by trying, and the equations for them.
    fn define_recursively(&mut self, all: &'a [Let], scope: &Scope<'a>) -> Scope<'a> {
        let errors = self.errors.len();
        let broken = |mut scope: Scope<'a>| {
            for definition in all {
                scope = scope.with(&definition.name.text, Binding::Broken);
            }
            scope
        };
        if let Some(function) = all.iter().find(|definition| !definition.parameters.is_empty()) {
            self.error(Diagnostic::unsupported("a recursive function", function.name.span));
            return broken(scope.clone());
        }
        if std::mem::replace(&mut self.is_recursive, true) {
            self.error(Diagnostic::unsupported("`let rec` inside another one", all[0].name.span));
            return broken(scope.clone());
        }
        let behind = self.solve(all, scope, errors).unwrap_or_else(|| broken(scope.clone()));
        self.is_recursive = false;
        behind
    }

    /// The scope behind recursive definitions, if they can be sets and relations throughout.
    fn solve(&mut self, all: &'a [Let], scope: &Scope<'a>, errors: usize) -> Option<Scope<'a>> {
        if all.len() > MAX_RECURSIVE {
            self.error(Diagnostic::error("too many definitions depend on one another here").at(all[0].name.span));
            return None;
        }
        let mut reported = Vec::new();
        for sorts in 0..1u32 << all.len() {
            let sort = |at: usize| if sorts >> at & 1 == 0 { Sort::Relation } else { Sort::Set };
            let group = self.terms.open_group();
            let mut inner = scope.clone();
            for (at, definition) in all.iter().enumerate() {
                let variable = self.terms.variable(sort(at), group, at);
                inner = inner.with(&definition.name.text, Binding::Value(variable));
            }
            let bodies: Vec<Option<TermId>> = all.iter().map(|d| self.expr(&d.body, &inner)).collect();
            let fits = |(at, body): (usize, &Option<TermId>)| body.is_some_and(|b| self.terms.sort(b) == sort(at));
            if bodies.iter().enumerate().all(fits) {
                self.errors.truncate(errors);
                self.terms.close_group(group, bodies.into_iter().flatten().collect());
                let mut behind = scope.clone();
                for (at, definition) in all.iter().enumerate() {
                    let value = self.terms.fix(sort(at), group, at);
                    behind = behind.with(&definition.name.text, Binding::Value(value));
                }
                return Some(behind);
            }
            let found = self.errors.split_off(errors);
            if sorts == 0 || reported.is_empty() {
                reported = found;
            }
        }
        if reported.is_empty() {
            reported.push(
                Diagnostic::error("these definitions are neither sets nor relations throughout").at(all[0].name.span),
            );
        }
        self.errors.extend(reported);
        None
    }

    /// Reports unknown names in the body of a function, which has no types before it is called.
    fn check_names(&mut self, expr: &'a Expr, scope: &Scope<'a>) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if scope.get(name).is_none() {
                    self.unknown(name, expr.span, scope);
                }
            }
            ExprKind::Zero | ExprKind::EmptySet | ExprKind::Try(..) => {}
            ExprKind::Binary(_, a, b) => {
                self.check_names(a, scope);
                self.check_names(b, scope);
            }
            ExprKind::Postfix(_, a) | ExprKind::Complement(a) | ExprKind::Identity(a) => self.check_names(a, scope),
            ExprKind::Call(function, arguments) => {
                if scope.get(&function.text).is_none() {
                    self.unknown(&function.text, function.span, scope);
                }
                for argument in arguments {
                    self.check_names(argument, scope);
                }
            }
            ExprKind::In(bindings, body) => {
                let mut inner = scope.clone();
                for definition in &bindings.all {
                    inner = inner.with(&definition.name.text, Binding::Broken);
                }
                self.check_names(body, &inner);
            }
        }
    }

    fn unknown(&mut self, name: &str, span: Span, scope: &Scope<'a>) {
        let help = match super::suggest(name, scope.names().map(|known| known.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a fence kind or a tag must be declared in the model's TOML file".to_string(),
        };
        self.error(Diagnostic::error(format!("`{name}` is not defined")).at(span).help(help));
    }

    fn axiom(&mut self, axiom: &'a AxiomStatement, scope: &Scope<'a>) -> Option<Axiom> {
        let source = self.source(axiom.operand.span);
        let name = match &axiom.name {
            Some(name) => name.text.clone(),
            None => format!("{} {source}", axiom.kind.keyword()),
        };
        let mut kind = axiom.kind;
        let parts = match axiom.kind {
            AxiomKind::Acyclic => self.split(&axiom.operand, scope)?,
            AxiomKind::Irreflexive => {
                let relation = self.relation(&axiom.operand, scope)?;
                if let Term::Plus(_) = self.terms.get(relation) {
                    // A closure has an event before itself where what it closes has a cycle.
                    kind = AxiomKind::Acyclic;
                    self.split(&axiom.operand, scope)?
                } else {
                    vec![Part::whole(source, relation)]
                }
            }
            AxiomKind::Empty => vec![Part::whole(source, self.expr(&axiom.operand, scope)?)],
        };
        Some(Axiom { name, kind, parts, span: axiom.operand.span })
    }

    /// The operands of the union that an `acyclic` axiom is about.
    fn split(&mut self, operand: &'a Expr, scope: &Scope<'a>) -> Option<Vec<Part>> {
        // An axiom about one name is about what the name stands for.
        let (mut operand, mut scope) = (operand, scope.clone());
        while let ExprKind::Name(name) = &operand.kind
            && let Some(Binding::Named(_, body, outer)) = scope.get(name).cloned()
        {
            (operand, scope) = (body, outer);
        }
        let mut leaves = Vec::new();
        let mut open = vec![operand];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Binary(BinaryOperator::Union, a, b) => open.extend([&**b, &**a]),
                // A relation and its transitive closure have the same cycles.
                ExprKind::Postfix(PostfixOperator::Plus, a) => open.push(a),
                _ => leaves.push(expr),
            }
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut sound = true;
        for leaf in leaves {
            let Some(value) = self.relation(leaf, &scope) else {
                sound = false;
                continue;
            };
            let label = self.source(leaf.span);
            let mut open = vec![value];
            while let Some(term) = open.pop() {
                match self.terms.get(term) {
                    Term::Union(items) => open.extend(items.iter().rev()),
                    Term::Plus(inner) => open.push(*inner),
                    Term::Zero => {}
                    _ if parts.iter().any(|part| part.term == term) => {}
                    _ => {
                        let steps = self.terms.steps(term);
                        parts.push(Part { label: label.clone(), term, steps });
                    }
                }
            }
        }
        sound.then_some(parts)
    }

    /// A piece of the file with its white space squeezed.
    fn source(&self, span: Span) -> String {
        self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

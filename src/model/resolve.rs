//! Names and types: from a syntax tree to terms.
//!
//! In: the tree of a cat file and the names its model declares (fence kinds and tags). Out: [`Axioms`], or every
//! mistake: unknown names, a set where a relation belongs, a name defined twice. It must not know what a fence kind
//! orders; `wellformed` compares that with the axioms' behaviour.
//!
//! Functions are expanded at each call with the arguments' values, so a parameter may be a set in one call and a
//! relation in another. Recursion is impossible: a name is known only after its definition.

use indexmap::IndexMap;

use super::syntax::{
    AxiomKind, AxiomStatement, BinaryOperator, Expr, ExprKind, File, Ident, Let, PostfixOperator, Statement,
};
use super::term::{Sort, Term, TermId, Terms};
use super::vocabulary::{BASE_RELATIONS, BASE_SETS, DERIVED};
use crate::diag::{Diagnostic, Span};

/// Calls nested deeper, or more calls in all, than this are refused.
const MAX_CALL_DEPTH: usize = 20;
const MAX_CALLS: usize = 2000;

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

/// Settles names and types.
///
/// # Errors
/// Every mistake that was found.
pub fn resolve(file: &File, text: &str, declared_sets: &[String]) -> Result<Axioms, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(text, declared_sets);
    let mut axioms = Vec::new();
    for statement in &file.statements {
        match statement {
            Statement::Let(definition) => resolver.define(definition),
            Statement::Axiom(axiom) => {
                if let Some(axiom) = resolver.axiom(axiom) {
                    axioms.push(axiom);
                }
            }
        }
    }
    if resolver.errors.is_empty() { Ok(Axioms { terms: resolver.terms, axioms }) } else { Err(resolver.errors) }
}

#[derive(Clone, Copy)]
enum Binding<'a> {
    Value(TermId),
    /// A definition of the file: its value, and its text for splitting.
    Named(TermId, &'a Expr),
    Function(&'a [Ident], &'a Expr),
    BuiltIn(BuiltIn),
    /// Its definition was wrong and has been reported.
    Broken,
}

#[derive(Clone, Copy)]
enum BuiltIn {
    Fencerel,
    Domain,
    Range,
}

struct Resolver<'a> {
    text: &'a str,
    terms: Terms,
    names: IndexMap<String, Binding<'a>>,
    /// Names of the file's own definitions, with their places.
    own: IndexMap<&'a str, Span>,
    errors: Vec<Diagnostic>,
    depth: usize,
    calls: usize,
}

/// The values of a function's parameters during a call.
type Locals = IndexMap<String, TermId>;

impl<'a> Resolver<'a> {
    fn new(text: &'a str, declared_sets: &[String]) -> Self {
        let mut terms = Terms::default();
        let mut names = IndexMap::new();
        let sets = BASE_SETS.iter().map(|(name, _)| (*name).to_string()).chain(declared_sets.iter().cloned());
        for name in sets {
            let id = terms.base(Sort::Set, &name);
            names.insert(name, Binding::Value(id));
        }
        for (name, _) in BASE_RELATIONS {
            names.insert((*name).to_string(), Binding::Value(terms.base(Sort::Relation, name)));
        }
        for (name, relation, within) in DERIVED {
            let relation = terms.base(Sort::Relation, relation);
            let within = terms.base(Sort::Relation, within);
            names.insert((*name).to_string(), Binding::Value(terms.intersection(relation, within)));
        }
        for (name, function) in
            [("fencerel", BuiltIn::Fencerel), ("domain", BuiltIn::Domain), ("range", BuiltIn::Range)]
        {
            names.insert(name.to_string(), Binding::BuiltIn(function));
        }
        Self { text, terms, names, own: IndexMap::new(), errors: Vec::new(), depth: 0, calls: 0 }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    fn define(&mut self, definition: &'a Let) {
        let name = &definition.name;
        if let Some(first) = self.own.get(name.text.as_str()) {
            let first = *first;
            return self.error(
                Diagnostic::error(format!("`{}` is defined twice", name.text))
                    .at(name.span)
                    .note("it was first defined here", Some(first)),
            );
        }
        // Files written for herd often define rfe and its kin themselves; that shadows them harmlessly. The base
        // relations and the tags mean what the program did and cannot be redefined.
        let is_derived = DERIVED.iter().any(|(derived, ..)| *derived == name.text);
        if !is_derived && self.names.contains_key(&name.text) {
            return self.error(
                Diagnostic::error(format!("`{}` already has a meaning and cannot be redefined", name.text))
                    .at(name.span)
                    .help("choose another name"),
            );
        }
        let binding = if definition.parameters.is_empty() {
            match self.expr(&definition.body, &Locals::new()) {
                Some(value) => Binding::Named(value, &definition.body),
                None => Binding::Broken,
            }
        } else {
            let errors = self.errors.len();
            for (at, parameter) in definition.parameters.iter().enumerate() {
                if definition.parameters[..at].iter().any(|other| other.text == parameter.text) {
                    self.error(
                        Diagnostic::error(format!("the parameter `{}` is named twice", parameter.text))
                            .at(parameter.span),
                    );
                }
            }
            self.check_names(&definition.body, &definition.parameters);
            if self.errors.len() == errors {
                Binding::Function(&definition.parameters, &definition.body)
            } else {
                Binding::Broken
            }
        };
        self.own.insert(&name.text, name.span);
        self.names.insert(name.text.clone(), binding);
    }

    /// Reports unknown names in the body of a function, which has no types before it is called.
    fn check_names(&mut self, expr: &Expr, parameters: &[Ident]) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if !self.names.contains_key(name) && !parameters.iter().any(|p| p.text == *name) {
                    self.unknown(name, expr.span);
                }
            }
            ExprKind::Zero => {}
            ExprKind::Binary(_, a, b) => {
                self.check_names(a, parameters);
                self.check_names(b, parameters);
            }
            ExprKind::Postfix(_, a) | ExprKind::Complement(a) | ExprKind::Identity(a) => {
                self.check_names(a, parameters);
            }
            ExprKind::Call(function, arguments) => {
                if !self.names.contains_key(&function.text) {
                    self.unknown(&function.text, function.span);
                }
                for argument in arguments {
                    self.check_names(argument, parameters);
                }
            }
        }
    }

    fn unknown(&mut self, name: &str, span: Span) {
        let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
        let help = match super::suggest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a fence kind or a tag must be declared in the model's TOML file".to_string(),
        };
        self.error(Diagnostic::error(format!("`{name}` is not defined")).at(span).help(help));
    }

    fn axiom(&mut self, axiom: &'a AxiomStatement) -> Option<Axiom> {
        let source = self.source(axiom.operand.span);
        let name = match &axiom.name {
            Some(name) => name.text.clone(),
            None => format!("{} {source}", axiom.kind.keyword()),
        };
        let parts = match axiom.kind {
            AxiomKind::Acyclic => self.split(&axiom.operand)?,
            AxiomKind::Irreflexive => {
                vec![Part::whole(source, self.relation(&axiom.operand, &Locals::new())?)]
            }
            AxiomKind::Empty => vec![Part::whole(source, self.expr(&axiom.operand, &Locals::new())?)],
        };
        Some(Axiom { name, kind: axiom.kind, parts, span: axiom.operand.span })
    }

    /// The operands of the union that an `acyclic` axiom is about.
    fn split(&mut self, operand: &'a Expr) -> Option<Vec<Part>> {
        // An axiom about one name is about what the name stands for.
        let mut operand = operand;
        while let ExprKind::Name(name) = &operand.kind
            && let Some(Binding::Named(_, body)) = self.names.get(name)
        {
            operand = body;
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
            let Some(value) = self.relation(leaf, &Locals::new()) else {
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
        let piece = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        piece.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn relation(&mut self, expr: &Expr, locals: &Locals) -> Option<TermId> {
        self.typed(expr, locals, Sort::Relation)
    }

    fn set(&mut self, expr: &Expr, locals: &Locals) -> Option<TermId> {
        self.typed(expr, locals, Sort::Set)
    }

    fn typed(&mut self, expr: &Expr, locals: &Locals, wanted: Sort) -> Option<TermId> {
        let value = self.expr(expr, locals)?;
        if self.terms.sort(value) == wanted {
            return Some(value);
        }
        let source = self.source(expr.span);
        self.error(match wanted {
            Sort::Relation => Diagnostic::error(format!("`{source}` is a set, and a relation is needed here"))
                .at(expr.span)
                .help(format!("write `[{source}]` for the identity on it")),
            Sort::Set => Diagnostic::error(format!("`{source}` is a relation, and a set is needed here"))
                .at(expr.span)
                .help(format!("write `domain({source})` or `range({source})` for the events it relates")),
        });
        None
    }

    fn same_sort(&mut self, a: &Expr, b: &Expr, locals: &Locals, operator: &str) -> Option<(TermId, TermId)> {
        let (left, right) = (self.expr(a, locals), self.expr(b, locals));
        let (left, right) = (left?, right?);
        if self.terms.sort(left) == self.terms.sort(right) {
            return Some((left, right));
        }
        let (set, relation) = if self.terms.sort(left) == Sort::Set { (a, b) } else { (b, a) };
        let (set_text, relation_text) = (self.source(set.span), self.source(relation.span));
        self.error(
            Diagnostic::error(format!(
                "`{operator}` joins the set `{set_text}` with the relation `{relation_text}`; both sides must be sets \
                 or both relations"
            ))
            .at(set.span)
            .note("the relation is here", Some(relation.span))
            .help(format!("write `[{set_text}]` for the identity on the set")),
        );
        None
    }

    fn expr(&mut self, expr: &Expr, locals: &Locals) -> Option<TermId> {
        match &expr.kind {
            ExprKind::Zero => Some(self.terms.zero()),
            ExprKind::Name(name) => self.name(name, expr.span, locals),
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, locals),
            ExprKind::Postfix(operator, a) => {
                let a = self.relation(a, locals)?;
                Some(match operator {
                    PostfixOperator::Inverse => self.terms.inverse(a),
                    PostfixOperator::Plus => self.terms.plus(a),
                    PostfixOperator::Optional => self.terms.optional(a),
                    PostfixOperator::Star => {
                        let plus = self.terms.plus(a);
                        self.terms.optional(plus)
                    }
                })
            }
            ExprKind::Complement(a) => {
                let a = self.expr(a, locals)?;
                Some(self.terms.complement(a))
            }
            ExprKind::Identity(a) => {
                let a = self.set(a, locals)?;
                Some(self.terms.identity(a))
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span, locals),
        }
    }

    fn name(&mut self, name: &str, span: Span, locals: &Locals) -> Option<TermId> {
        if let Some(value) = locals.get(name) {
            return Some(*value);
        }
        match self.names.get(name) {
            Some(Binding::Value(value) | Binding::Named(value, _)) => Some(*value),
            Some(Binding::Broken) => None,
            Some(Binding::Function(..) | Binding::BuiltIn(_)) => {
                self.error(
                    Diagnostic::error(format!("`{name}` is a function")).at(span).help(format!("call it: `{name}(…)`")),
                );
                None
            }
            None => {
                self.unknown(name, span);
                None
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, a: &Expr, b: &Expr, locals: &Locals) -> Option<TermId> {
        match operator {
            BinaryOperator::Union => {
                let (a, b) = self.same_sort(a, b, locals, "|")?;
                Some(self.terms.union(&[a, b]))
            }
            BinaryOperator::Intersection => {
                let (a, b) = self.same_sort(a, b, locals, "&")?;
                Some(self.terms.intersection(a, b))
            }
            BinaryOperator::Difference => {
                let (a, b) = self.same_sort(a, b, locals, "\\")?;
                Some(self.terms.difference(a, b))
            }
            BinaryOperator::Sequence => {
                let (a, b) = (self.relation(a, locals), self.relation(b, locals));
                Some(self.terms.sequence(a?, b?))
            }
            BinaryOperator::Product => {
                let (a, b) = (self.set(a, locals), self.set(b, locals));
                Some(self.terms.product(a?, b?))
            }
        }
    }

    fn call(&mut self, function: &Ident, arguments: &[Expr], span: Span, locals: &Locals) -> Option<TermId> {
        let (binding, wanted) = match self.names.get(&function.text) {
            Some(binding @ Binding::Function(parameters, _)) => (*binding, parameters.len()),
            Some(binding @ Binding::BuiltIn(_)) => (*binding, 1),
            Some(Binding::Broken) => return None,
            Some(Binding::Value(_) | Binding::Named(..)) => {
                self.error(Diagnostic::error(format!("`{}` is not a function", function.text)).at(function.span));
                return None;
            }
            None => {
                self.unknown(&function.text, function.span);
                return None;
            }
        };
        if arguments.len() != wanted {
            self.error(
                Diagnostic::error(format!(
                    "`{}` takes {wanted} argument{}, and {} are given",
                    function.text,
                    if wanted == 1 { "" } else { "s" },
                    arguments.len()
                ))
                .at(span),
            );
            return None;
        }
        match binding {
            Binding::BuiltIn(BuiltIn::Fencerel) => {
                let kind = self.set(&arguments[0], locals)?;
                let po = self.terms.base(Sort::Relation, "po");
                let after = self.terms.identity(kind);
                let after = self.terms.sequence(after, po);
                Some(self.terms.sequence(po, after))
            }
            Binding::BuiltIn(BuiltIn::Domain) => {
                let relation = self.relation(&arguments[0], locals)?;
                Some(self.terms.domain(relation))
            }
            Binding::BuiltIn(BuiltIn::Range) => {
                let relation = self.relation(&arguments[0], locals)?;
                let inverse = self.terms.inverse(relation);
                Some(self.terms.domain(inverse))
            }
            Binding::Function(parameters, body) => {
                let mut inner = Locals::new();
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    inner.insert(parameter.text.clone(), self.expr(argument, locals)?);
                }
                self.calls += 1;
                if self.depth >= MAX_CALL_DEPTH || self.calls > MAX_CALLS {
                    if self.calls <= MAX_CALLS + 1 {
                        self.error(Diagnostic::error("functions are called too often or too deeply here").at(span));
                    }
                    return None;
                }
                self.depth += 1;
                let errors = self.errors.len();
                let value = self.expr(body, &inner);
                self.depth -= 1;
                // A mistake inside the body may be one of this call's arguments.
                for error in &mut self.errors[errors..] {
                    error.notes.push((format!("in this call of `{}`", function.text), Some(span)));
                }
                value
            }
            Binding::Value(_) | Binding::Named(..) | Binding::Broken => None,
        }
    }
}

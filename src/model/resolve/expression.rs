//! Expressions: their sorts and their terms.
//!
//! In: an expression and the names known where it stands. Out: its term, or mistakes. It must not know statements, but for
//! the definitions of a `let … in`.

use super::{Binding, BuiltIn, Resolver, Scope};
use crate::diag::{Diagnostic, Span};
use crate::model::syntax::{BinaryOperator, Expr, ExprKind, Ident, PostfixOperator};
use crate::model::term::{Sort, TermId};

impl<'a> Resolver<'a> {
    pub(super) fn relation(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Option<TermId> {
        self.typed(expr, scope, Sort::Relation)
    }

    pub(super) fn set(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Option<TermId> {
        self.typed(expr, scope, Sort::Set)
    }

    fn typed(&mut self, expr: &'a Expr, scope: &Scope<'a>, wanted: Sort) -> Option<TermId> {
        let value = self.expr(expr, scope)?;
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

    fn same_sort(&mut self, a: &'a Expr, b: &'a Expr, scope: &Scope<'a>, operator: &str) -> Option<(TermId, TermId)> {
        let (left, right) = (self.expr(a, scope), self.expr(b, scope));
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

    pub(super) fn expr(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Option<TermId> {
        match &expr.kind {
            ExprKind::Zero => Some(self.terms.zero()),
            ExprKind::Name(name) => self.name(name, expr.span, scope),
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, scope),
            ExprKind::Postfix(operator, a) => {
                let a = self.relation(a, scope)?;
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
                let a = self.expr(a, scope)?;
                Some(self.terms.complement(a))
            }
            ExprKind::Identity(a) => {
                let a = self.set(a, scope)?;
                Some(self.terms.identity(a))
            }
            ExprKind::EmptySet => {
                let zero = self.terms.zero();
                Some(self.terms.domain(zero))
            }
            ExprKind::In(bindings, body) => {
                let inner = self.define(bindings, scope);
                self.expr(body, &inner)
            }
            ExprKind::Try(first, second) => {
                let errors = self.errors.len();
                match self.expr(first, scope) {
                    Some(value) => Some(value),
                    None => {
                        self.errors.truncate(errors);
                        self.expr(second, scope)
                    }
                }
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span, scope),
        }
    }

    fn name(&mut self, name: &str, span: Span, scope: &Scope<'a>) -> Option<TermId> {
        match scope.get(name) {
            Some(Binding::Value(value) | Binding::Named(value, ..)) => Some(*value),
            Some(Binding::Broken) => None,
            Some(Binding::Function(..) | Binding::BuiltIn(_)) => {
                self.error(
                    Diagnostic::error(format!("`{name}` is a function")).at(span).help(format!("call it: `{name}(…)`")),
                );
                None
            }
            Some(Binding::Procedure(..)) => {
                self.error(Diagnostic::error(format!("`{name}` is a procedure and has no value")).at(span));
                None
            }
            None => {
                self.unknown(name, span, scope);
                None
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, a: &'a Expr, b: &'a Expr, scope: &Scope<'a>) -> Option<TermId> {
        match operator {
            BinaryOperator::Union => {
                let (a, b) = self.same_sort(a, b, scope, "|")?;
                Some(self.terms.union(&[a, b]))
            }
            BinaryOperator::Intersection => {
                let (a, b) = self.same_sort(a, b, scope, "&")?;
                Some(self.terms.intersection(a, b))
            }
            BinaryOperator::Difference => {
                let (a, b) = self.same_sort(a, b, scope, "\\")?;
                Some(self.terms.difference(a, b))
            }
            BinaryOperator::Sequence => {
                let (a, b) = (self.relation(a, scope), self.relation(b, scope));
                Some(self.terms.sequence(a?, b?))
            }
            BinaryOperator::Product => {
                let (a, b) = (self.set(a, scope), self.set(b, scope));
                Some(self.terms.product(a?, b?))
            }
        }
    }

    fn call(&mut self, function: &'a Ident, arguments: &'a [Expr], span: Span, scope: &Scope<'a>) -> Option<TermId> {
        let Some(binding) = scope.get(&function.text).cloned() else {
            self.unknown(&function.text, function.span, scope);
            return None;
        };
        let wanted = match &binding {
            Binding::Function(parameters, ..) => parameters.len(),
            Binding::BuiltIn(BuiltIn::ControlFence) => 2,
            Binding::BuiltIn(_) => 1,
            Binding::Broken => return None,
            Binding::Value(_) | Binding::Named(..) | Binding::Procedure(..) => {
                self.error(Diagnostic::error(format!("`{}` is not a function", function.text)).at(function.span));
                return None;
            }
        };
        if !self.fits(function, wanted, arguments.len(), span) {
            return None;
        }
        match binding {
            Binding::BuiltIn(BuiltIn::Fencerel) => {
                let kind = self.set(&arguments[0], scope)?;
                let po = self.terms.base(Sort::Relation, "po");
                let after = self.terms.identity(kind);
                let after = self.terms.sequence(after, po);
                Some(self.terms.sequence(po, after))
            }
            Binding::BuiltIn(BuiltIn::ControlFence) => {
                let control = self.relation(&arguments[0], scope)?;
                let kind = self.set(&arguments[1], scope)?;
                let po = self.terms.base(Sort::Relation, "po");
                let after = self.terms.identity(kind);
                let after = self.terms.sequence(after, po);
                Some(self.terms.sequence(control, after))
            }
            Binding::BuiltIn(BuiltIn::Domain) => {
                let relation = self.relation(&arguments[0], scope)?;
                Some(self.terms.domain(relation))
            }
            Binding::BuiltIn(BuiltIn::Range) => {
                let relation = self.relation(&arguments[0], scope)?;
                let inverse = self.terms.inverse(relation);
                Some(self.terms.domain(inverse))
            }
            Binding::Function(parameters, body, outer) => {
                let mut inner = outer;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    inner = inner.with(&parameter.text, Binding::Value(self.expr(argument, scope)?));
                }
                if !self.enters(span) {
                    return None;
                }
                let errors = self.errors.len();
                let value = self.expr(body, &inner);
                self.depth -= 1;
                // A mistake inside the body may be one of this call's arguments.
                for error in &mut self.errors[errors..] {
                    error.notes.push((format!("in this call of `{}`", function.text), Some(span)));
                }
                value
            }
            _ => None,
        }
    }
}

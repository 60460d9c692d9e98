//! Access sites: where an access stands in the text, and what it is called.
//!
//! In: the lvalue that is accessed, or the pointer to it. Out: a site of the program. It must not know which instructions make
//! up the access.

use super::body::Body;
use crate::diag::Span;
use crate::frontend::typed::tree::{ExprId, ExprKind, UnaryOp};
use crate::ids::SiteId;
use crate::ir::{Site, SiteKind};

/// The expression a site is named after.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    Lvalue(ExprId),
    /// What this pointer points at.
    Pointer(ExprId),
}

impl Body<'_, '_> {
    /// A new site for an access to a memory place.
    pub fn memory_site(&mut self, kind: SiteKind, named: Named) -> SiteId {
        match named {
            Named::Lvalue(lvalue) => self.site(kind, lvalue),
            Named::Pointer(pointer) => self.pointer_site(kind, pointer),
        }
    }

    /// A new access site for the object an lvalue names.
    pub fn site(&mut self, kind: SiteKind, lvalue: ExprId) -> SiteId {
        let (span, text) = (self.input.place(lvalue).or(self.span), self.lvalue_text(self.input.unmarked(lvalue)));
        self.named_site(kind, span, &text)
    }

    /// A new access site for the object a pointer points at.
    pub fn pointer_site(&mut self, kind: SiteKind, pointer: ExprId) -> SiteId {
        let (span, text) = (self.span, self.pointed_text(pointer));
        self.named_site(kind, span, &text)
    }

    /// The text of an lvalue. A member that one of the tool's headers names (`atomic_t`, `atomic_flag`) is that header's own affair.
    fn lvalue_text(&self, lvalue: ExprId) -> String {
        let ends_in_header = |lvalue| {
            let range = self.input.range(lvalue);
            range.is_some_and(|range| self.input.positions.is_spelled_by_tool(range.last))
        };
        match self.input.tast[lvalue].kind {
            ExprKind::Member { base, .. } if ends_in_header(lvalue) => match self.input.tast[base].kind {
                ExprKind::Unary { op: UnaryOp::Deref, operand } => self.pointed_text(operand),
                _ => self.input.text(base),
            },
            _ => self.input.text(lvalue),
        }
    }

    /// The text of what a pointer points at.
    pub fn pointed_text(&self, pointer: ExprId) -> String {
        let stripped = self.input.stripped(pointer);
        match self.input.tast[stripped].kind {
            ExprKind::Unary { op: UnaryOp::AddrOf, operand } => self.lvalue_text(operand),
            _ => {
                let text = self.input.text(stripped);
                let simple = text.chars().all(|c| c.is_alphanumeric() || c == '_');
                if simple { format!("*{text}") } else { format!("*({text})") }
            }
        }
    }

    /// A new access site of this text.
    pub fn named_site(&mut self, kind: SiteKind, span: Option<Span>, text: &str) -> SiteId {
        let occurrence = self.occurrence(Some(kind), span, text);
        self.lower.site(self.text, Site { kind, span, text: text.to_string(), marks: Vec::new() }, occurrence)
    }
}

//! An access site, as reports name it.
//!
//! In: a program and a site. Out: its place and its text; of one in the tool's own text, the place of the program's call of that. It must not know
//! what is reported of it.

use crate::diag::Span;
use crate::ids::SiteId;
use crate::ir::{Program, SiteKind};

/// An access site, for people.
#[derive(Clone, Debug)]
pub struct AccessReport {
    pub span: Option<Span>,
    /// The accessed C expression (`flag[1]`).
    pub text: String,
    pub write: bool,
}

impl AccessReport {
    pub fn of(program: &Program, id: SiteId) -> AccessReport {
        let site = program.site(id);
        let (span, text) = match program.library_call(id) {
            Some((function, span)) => (span, format!("memory in {}()", program.function(function).name)),
            None => (site.span, site.text.clone()),
        };
        AccessReport { span, text, write: site.kind != SiteKind::Load }
    }
}

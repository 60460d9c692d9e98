//! An access site, as reports name it.
//!
//! In: a program and a site. Out: its place and its text. It must not know what is reported of it.

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
        AccessReport { span: site.span, text: site.text.clone(), write: site.kind != SiteKind::Load }
    }
}

//! The name of a set of events: a kind of fence, a mark of an access, `RMW`.
//!
//! In: a text, once, where a model's file, a program or a litmus test is read. Out: a value as small as an address, which is copied and
//! compared as one. It must not know which sets a model has.

use internment::Intern;
use serde::Serialize;

/// The name of a set of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Tag(Intern<str>);

impl Tag {
    /// The tag of this name.
    pub fn named(name: &str) -> Tag {
        Tag(Intern::from(name))
    }

    pub fn name(self) -> &'static str {
        self.0.as_ref()
    }
}

impl PartialEq<str> for Tag {
    fn eq(&self, name: &str) -> bool {
        self.name() == name
    }
}

impl PartialEq<&str> for Tag {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// As its text.
impl std::fmt::Debug for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.name(), f)
    }
}

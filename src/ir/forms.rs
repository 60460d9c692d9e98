//! What the bytes of objects are, for people: members, elements, kinds of numbers.
//!
//! In: what a frontend knows of the types of objects. Out: the name of a place within an object, and how its value is
//! written. It must not know C, and nothing that is decided hangs on it: a program without forms means the same.

use crate::ids::FormId;
use crate::ir::operators::Sign;

/// What a piece of memory holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Integer(Sign),
    Boolean,
    Character,
    Pointer,
    /// A floating-point number, `float` or `double` by its size.
    Real,
    /// Names of values, each as the bits that memory holds.
    Enumeration(Vec<(String, u64)>),
    Array(FormId),
    /// Members that share bytes are those of a union.
    Record(Vec<Member>),
    /// Something of which nothing is known but the size.
    Opaque,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Empty for one whose own members are named as if they were the record's.
    pub name: String,
    /// In bytes from the start of the record.
    pub offset: u64,
    pub form: FormId,
}

/// All forms of a program.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// Each with its size in bytes; 0 where that is not known.
    table: Vec<(Form, u64)>,
}

/// A place within an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Within {
    /// `.next`, `[1].flag`; empty for the object itself.
    pub path: String,
    /// What is there.
    pub form: FormId,
    /// Bytes from the start of what is there.
    pub rest: u64,
}

impl Forms {
    /// Adds a form of this size.
    pub fn add(&mut self, form: Form, size: u64) -> FormId {
        self.table.push((form, size));
        FormId::from_index(self.table.len() - 1)
    }

    /// Fills in what was added before it was known.
    pub fn set(&mut self, id: FormId, form: Form) {
        self.table[id.index()].0 = form;
    }

    pub fn get(&self, id: FormId) -> &Form {
        &self.table[id.index()].0
    }

    /// In bytes; 0 where it is not known.
    pub fn size(&self, id: FormId) -> u64 {
        self.table[id.index()].1
    }

    /// The smallest thing that contains the bytes `offset..offset + bytes` of an object of this form and `extent` bytes.
    pub fn locate(&self, form: FormId, offset: u64, bytes: u64, extent: u64) -> Within {
        let mut at = Within { path: String::new(), form, rest: offset };
        // What is allocated for several is an array of them; a little more than one is a record with a tail.
        let size = self.size(form);
        if size > 0 && extent >= 2 * size && offset % size + bytes <= size {
            at.path = format!("[{}]", offset / size);
            at.rest = offset % size;
        }
        while let Some((name, form, rest)) = self.part(at.form, at.rest, bytes) {
            at.path.push_str(&name);
            (at.form, at.rest) = (form, rest);
        }
        at
    }

    /// The object or member that begins at an offset, which a pointer to there is taken to mean; an array is meant by
    /// its first element.
    pub fn beginning(&self, form: FormId, offset: u64, extent: u64) -> Within {
        let mut at = Within { path: String::new(), form, rest: offset };
        let size = self.size(form);
        if size > 0 && extent >= 2 * size {
            at.path = format!("[{}]", offset / size);
            at.rest = offset % size;
        }
        while at.rest > 0 || matches!(self.get(at.form), Form::Array(_)) {
            let Some((name, form, rest)) = self.part(at.form, at.rest, 1) else { break };
            at.path.push_str(&name);
            (at.form, at.rest) = (form, rest);
        }
        at
    }

    /// The member or element that contains these bytes: how it is named, what it is, and where in it they begin.
    fn part(&self, form: FormId, offset: u64, bytes: u64) -> Option<(String, FormId, u64)> {
        match self.get(form) {
            Form::Array(element) => {
                let size = self.size(*element);
                let fits = size > 0 && offset % size + bytes <= size;
                fits.then(|| (format!("[{}]", offset / size), *element, offset % size))
            }
            Form::Record(members) => {
                let contains = |member: &&Member| {
                    let size = self.size(member.form);
                    // An array without a length reaches to the end of the object.
                    let endless = size == 0 && matches!(self.get(member.form), Form::Array(_));
                    member.offset <= offset && (endless || offset + bytes <= member.offset + size)
                };
                let member = members.iter().filter(contains).min_by_key(|member| self.size(member.form))?;
                let name = if member.name.is_empty() { String::new() } else { format!(".{}", member.name) };
                Some((name, member.form, offset - member.offset))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `struct { int key; union { long all; char half[4]; }; struct pair { int a, b; } pairs[2]; }`
    fn forms() -> (Forms, FormId) {
        let mut forms = Forms::default();
        let int = forms.add(Form::Integer(Sign::Signed), 4);
        let long = forms.add(Form::Integer(Sign::Signed), 8);
        let char = forms.add(Form::Character, 1);
        let chars = forms.add(Form::Array(char), 4);
        let member = |name: &str, offset, form| Member { name: name.to_string(), offset, form };
        let either = forms.add(Form::Record(vec![member("all", 0, long), member("half", 0, chars)]), 8);
        let pair = forms.add(Form::Record(vec![member("a", 0, int), member("b", 4, int)]), 8);
        let pairs = forms.add(Form::Array(pair), 16);
        let record =
            forms.add(Form::Record(vec![member("key", 0, int), member("", 8, either), member("pairs", 16, pairs)]), 32);
        (forms, record)
    }

    #[test]
    fn places_are_named_as_in_the_source() {
        let (forms, record) = forms();
        let path = |offset, bytes, extent| forms.locate(record, offset, bytes, extent).path;
        assert_eq!(path(0, 4, 32), ".key");
        assert_eq!(path(8, 8, 32), ".all");
        assert_eq!(path(10, 1, 32), ".half[2]");
        assert_eq!(path(28, 4, 32), ".pairs[1].b");
        assert_eq!(path(24, 8, 32), ".pairs[1]");
        assert_eq!(path(0, 8, 32), "");
        assert_eq!(path(36 + 32, 4, 96), "[2]");
        assert_eq!(forms.locate(record, 30, 1, 32), Within { rest: 2, ..forms.locate(record, 28, 4, 32) });
    }

    #[test]
    fn pointers_mean_what_begins_there() {
        let (forms, record) = forms();
        let path = |offset, extent| forms.beginning(record, offset, extent).path;
        assert_eq!(path(0, 32), "");
        assert_eq!(path(16, 32), ".pairs[0]");
        assert_eq!(path(24, 32), ".pairs[1]");
        assert_eq!(path(28, 32), ".pairs[1].b");
        assert_eq!(path(64, 96), "[2]");
    }
}

//! The bits of a local object that its initialiser leaves as they are.
//!
//! In: the type of an object and the entries of its initialiser. Out: the bytes with bits that nobody writes: those
//! between members, and what of a union lies beside the member that is initialised. C 6.2.6.1 leaves their values open;
//! gcc writes the whole object where a member has no initialiser of its own (C 6.7.9p21 asks for zeros in those) and
//! member by member where each has, so that what lay in memory shows. Knows nothing of how stores are emitted.

use std::ops::Range;

use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ArrayLen, ExprId, Field, InitEntry, RecordKind, TypeId, TypeKind};

/// Bits of an object, from the first to behind the last, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bits {
    from: u128,
    to: u128,
}

/// What an initialiser writes.
struct Written<'e> {
    entries: &'e [InitEntry],
    /// By where they begin.
    parts: Vec<Bits>,
    /// How far the parts reach that begin no later: an entry may override another.
    reaches: Vec<u128>,
}

impl<'e> Written<'e> {
    fn of(input: &Input<'_>, entries: &'e [InitEntry]) -> Written<'e> {
        let mut parts: Vec<Bits> = entries.iter().map(|entry| input.bits_of(entry)).collect();
        parts.sort_unstable();
        let further = |furthest: &mut u128, part: &Bits| {
            *furthest = part.to.max(*furthest);
            Some(*furthest)
        };
        let reaches = parts.iter().scan(0, further).collect();
        Written { entries, parts, reaches }
    }

    fn covers(&self, bits: Bits) -> bool {
        let next = self.parts.partition_point(|part| part.from <= bits.from);
        next > 0 && self.reaches[next - 1] >= bits.to
    }

    fn exactly(&self, bits: Bits) -> bool {
        self.parts.binary_search(&bits).is_ok()
    }

    /// The designators in front of what is written there.
    fn names<'i>(&self, input: &Input<'i>, bits: Bits) -> Vec<&'i str> {
        let entry = self.entries.iter().rev().find(|entry| input.bits_of(entry) == bits);
        let place = entry.and_then(|entry| input.place(entry.value));
        place.map_or_else(Vec::new, |place| {
            let sources = input.sources;
            designators(&sources.file(place.file).text[..place.start as usize])
        })
    }
}

/// The names of the members that the designators at the end of a text name, of its open braces, too, from the inner ones on: `p`, `u` of
/// `x = { 0, .u = { .p = { `. What stands behind a comma and has no designator is not known.
fn designators(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text.trim_end();
    loop {
        let inner = rest.strip_suffix('{').map(str::trim_end);
        rest = match (inner.unwrap_or(rest).strip_suffix('='), inner) {
            (Some(designated), _) => designated.trim_end(),
            (None, Some(outer)) => outer,
            (None, None) => return names,
        };
        // A chain such as `.u.p[1]`.
        loop {
            if let Some(open) = rest.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
                rest = rest[..open].trim_end();
                continue;
            }
            let name = &rest[rest.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()..];
            let Some(before) = rest[..rest.len() - name.len()].trim_end().strip_suffix('.') else { break };
            names.push(name);
            rest = before.trim_end();
        }
        // Behind another item there is the brace that both are in.
        if !rest.ends_with('{') {
            return names;
        }
    }
}

impl Input<'_> {
    /// Whether the designators of a value name another member of the union than this one, which it would fit as well.
    fn names_another(&self, members: &[Field], field: &Field, names: Vec<&str>) -> bool {
        let name_of = |field: &Field| field.name.map(|name| self.names.resolve(name));
        let is_named = |field: &Field| name_of(field).is_some_and(|name| names.contains(&name));
        !is_named(field) && members.iter().any(is_named)
    }

    /// The bytes of a local object of which its initialiser, which names every member, leaves bits unwritten; none if it
    /// does not name every member.
    pub fn unwritten_bytes(&self, ty: TypeId, entries: &[InitEntry]) -> Vec<Range<u64>> {
        if !self.is_padded(ty) || entries.is_empty() {
            return Vec::new();
        }
        let written = Written::of(self, entries);
        if !self.each_member(ty, 0, &written) {
            return Vec::new();
        }
        let size = self.layout(ty).map_or(0, |layout| layout.size);
        let end = Bits { from: u128::from(size) * 8, to: u128::from(size) * 8 };
        let mut gaps: Vec<Range<u64>> = Vec::new();
        let mut reached = 0;
        for part in written.parts.iter().chain([&end]) {
            if part.from > reached {
                let gap = (reached / 8) as u64..part.from.div_ceil(8) as u64;
                match gaps.last_mut() {
                    Some(last) if last.end >= gap.start => last.end = gap.end,
                    _ => gaps.push(gap),
                }
            }
            reached = reached.max(part.to);
        }
        gaps
    }

    fn bits_of(&self, entry: &InitEntry) -> Bits {
        let size = self.size_of(entry.value);
        let from = u128::from(entry.offset) * 8 + u128::from(entry.bit_offset);
        let length = if entry.is_bit_field() { u128::from(entry.bit_width) } else { u128::from(size) * 8 };
        Bits { from, to: from + length }
    }

    fn size_of(&self, value: ExprId) -> u64 {
        self.layout(self.ty(value)).map_or(0, |layout| layout.size)
    }

    /// Whether an object of this type has bits that belong to no member, or not to each member of a union.
    fn is_padded(&self, ty: TypeId) -> bool {
        match self.bare(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(_) } => self.is_padded(elem),
            TypeKind::Record(id) => {
                let record = self.types.record_info(id);
                let size = u128::from(record.layout.map_or(0, |layout| layout.size)) * 8;
                let length = |field: &Field| match field.bits {
                    Some(bits) => u128::from(bits),
                    None => u128::from(self.layout(field.ty).map_or(0, |layout| layout.size)) * 8,
                };
                let holes = match record.kind {
                    RecordKind::Struct => {
                        record.fields.iter().filter(|f| f.bits.is_none() || f.name.is_some()).map(length).sum::<u128>()
                            < size
                    }
                    RecordKind::Union => record.fields.iter().any(|field| length(field) < size),
                };
                holes || record.fields.iter().any(|field| self.is_padded(field.ty))
            }
            _ => false,
        }
    }

    /// Whether each member that must have an initialiser of its own has one.
    fn each_member(&self, ty: TypeId, base: u128, written: &Written<'_>) -> bool {
        let size = u128::from(self.layout(ty).map_or(0, |layout| layout.size)) * 8;
        if written.covers(Bits { from: base, to: base + size }) {
            return true;
        }
        match self.bare(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(count) } => {
                let size = u128::from(self.layout(elem).map_or(0, |layout| layout.size)) * 8;
                (0..u128::from(count)).all(|index| self.each_member(elem, base + index * size, written))
            }
            TypeKind::Record(id) => {
                let record = self.types.record_info(id);
                if record.kind == RecordKind::Union {
                    // Which member is initialised shows in what is named; a part of one leaves the rest of it zero.
                    return record.fields.iter().any(|field| match (field.bits, self.bare(field.ty)) {
                        (None, TypeKind::Array { .. } | TypeKind::Record(_)) => {
                            self.each_member(field.ty, base, written)
                        }
                        (bits, _) => {
                            let length = || u128::from(self.layout(field.ty).map_or(0, |layout| layout.size)) * 8;
                            let own = Bits { from: base, to: base + bits.map_or_else(length, u128::from) };
                            written.exactly(own) && !self.names_another(&record.fields, field, written.names(self, own))
                        }
                    });
                }
                record.fields.iter().all(|field| {
                    let from = base + field.bit_offset();
                    match field.bits {
                        // Without a name it is padding.
                        Some(_) if field.name.is_none() => true,
                        Some(bits) => written.covers(Bits { from, to: from + u128::from(bits) }),
                        None => self.each_member(field.ty, from, written),
                    }
                })
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::designators;

    #[test]
    fn designators_of_all_open_braces_are_found() {
        for (text, names) in [
            ("x = { .p = { .x = ", vec!["x", "p"]),
            ("x = {.tag = 1, .u.p = {", vec!["p", "u"]),
            ("x = { { .w[2] = { ", vec!["w"]),
            ("x = { { ", vec![]),
            ("x = { .a = { 1, ", vec![]),
            ("(union u){ .w = (", vec![]),
        ] {
            assert_eq!(designators(text), names, "{text}");
        }
    }
}

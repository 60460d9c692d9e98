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

impl Input<'_> {
    /// The bytes of a local object of which its initialiser, which names every member, leaves bits unwritten; none if it
    /// does not name every member.
    pub fn unwritten_bytes(&self, ty: TypeId, entries: &[InitEntry]) -> Vec<Range<u64>> {
        if !self.is_padded(ty) || entries.is_empty() {
            return Vec::new();
        }
        let mut written: Vec<Bits> = entries.iter().map(|entry| self.bits_of(entry)).collect();
        written.sort_unstable();
        // How far the parts reach that begin no later: an entry may override another.
        let reaches: Vec<u128> = written
            .iter()
            .scan(0, |furthest, part| {
                *furthest = part.to.max(*furthest);
                Some(*furthest)
            })
            .collect();
        let covers = |bits: Bits| {
            let next = written.partition_point(|part| part.from <= bits.from);
            next > 0 && reaches[next - 1] >= bits.to
        };
        let exactly = |bits: Bits| written.binary_search(&bits).is_ok();
        if !self.each_member(ty, 0, &covers, &exactly) {
            return Vec::new();
        }
        let size = self.layout(ty).map_or(0, |layout| layout.size);
        let end = Bits { from: u128::from(size) * 8, to: u128::from(size) * 8 };
        let mut gaps: Vec<Range<u64>> = Vec::new();
        let mut reached = 0;
        for part in written.iter().chain([&end]) {
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
    fn each_member(
        &self,
        ty: TypeId,
        base: u128,
        covers: &impl Fn(Bits) -> bool,
        exactly: &impl Fn(Bits) -> bool,
    ) -> bool {
        let size = u128::from(self.layout(ty).map_or(0, |layout| layout.size)) * 8;
        if covers(Bits { from: base, to: base + size }) {
            return true;
        }
        match self.bare(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(count) } => {
                let size = u128::from(self.layout(elem).map_or(0, |layout| layout.size)) * 8;
                (0..u128::from(count)).all(|index| self.each_member(elem, base + index * size, covers, exactly))
            }
            TypeKind::Record(id) => {
                let record = self.types.record_info(id);
                if record.kind == RecordKind::Union {
                    // Which member is initialised shows in what is named; a part of one leaves the rest of it zero.
                    return record.fields.iter().any(|field| match (field.bits, self.bare(field.ty)) {
                        (Some(bits), _) => exactly(Bits { from: base, to: base + u128::from(bits) }),
                        (None, TypeKind::Array { .. } | TypeKind::Record(_)) => {
                            self.each_member(field.ty, base, covers, exactly)
                        }
                        _ => {
                            let length = u128::from(self.layout(field.ty).map_or(0, |layout| layout.size)) * 8;
                            exactly(Bits { from: base, to: base + length })
                        }
                    });
                }
                record.fields.iter().all(|field| {
                    let from = base + field.bit_offset();
                    match field.bits {
                        // Without a name it is padding.
                        Some(_) if field.name.is_none() => true,
                        Some(bits) => covers(Bits { from, to: from + u128::from(bits) }),
                        None => self.each_member(field.ty, from, covers, exactly),
                    }
                })
            }
            _ => false,
        }
    }
}

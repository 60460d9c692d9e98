//! Sets of events as a few machine words.
//!
//! In: numbers below `64 * W`. Out: set operations, word by word. It must not know what the numbers stand for.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<const W: usize>([u64; W]);

impl<const W: usize> Default for Row<W> {
    fn default() -> Self {
        Row([0; W])
    }
}

impl<const W: usize> Row<W> {
    pub const EMPTY: Row<W> = Row([0; W]);

    /// How many numbers a set can hold.
    pub const CAPACITY: usize = 64 * W;

    #[inline]
    pub fn single(member: u32) -> Self {
        let mut row = Self::EMPTY;
        row.insert(member);
        row
    }

    #[inline]
    pub fn contains(&self, member: u32) -> bool {
        self.0[member as usize / 64] >> (member % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, member: u32) {
        self.0[member as usize / 64] |= 1 << (member % 64);
    }

    #[inline]
    pub fn remove(&mut self, member: u32) {
        self.0[member as usize / 64] &= !(1 << (member % 64));
    }

    /// Makes a number a member, or none.
    #[inline]
    pub fn set(&mut self, member: u32, here: bool) {
        if here {
            self.insert(member);
        } else {
            self.remove(member);
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
        self
    }

    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        self
    }

    /// The members that the other set lacks.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        self
    }

    /// Takes the smallest member out.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let at = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[at].trailing_zeros();
        self.0[at] &= self.0[at] - 1;
        Some(at as u32 * 64 + bit)
    }

    /// Takes the largest member out.
    #[inline]
    pub fn pop_last(&mut self) -> Option<u32> {
        let at = self.0.iter().rposition(|word| *word != 0)?;
        let bit = 63 - self.0[at].leading_zeros();
        self.0[at] &= !(1 << bit);
        Some(at as u32 * 64 + bit)
    }

    /// The members in ascending order.
    pub fn members(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || self.pop())
    }
}

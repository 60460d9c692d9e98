//! Numbers that choose the parts of a generated program: a property test that makes them smaller makes the program simpler.

/// Takes the numbers of a draft one after the other; what is missing counts as 0, the simplest choice.
pub struct Chooser<'d> {
    rest: &'d [u8],
    results: usize,
}

impl Chooser<'_> {
    pub fn of(numbers: &[u8]) -> Chooser<'_> {
        Chooser { rest: numbers, results: 0 }
    }

    pub fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        usize::from(*first) % end
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The name of another variable for a result: `o0`, `o1` and so on.
    pub fn result(&mut self) -> String {
        self.results += 1;
        format!("o{}", self.results - 1)
    }

    /// How many of them there are.
    pub fn results(&self) -> usize {
        self.results
    }
}

//! What a program is made of: the types of its variables, how its threads are started and joined, what they return.

/// How a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Volatile,
    Atomic,
}

/// Who starts and joins the threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topology {
    /// `main` does.
    Flat,
    /// The first two run one function, with different arguments.
    Twins,
    /// The first starts the second and leaves the handle in a global variable, from which `main` joins it.
    HandedOn,
    /// The first starts the second and joins it at its own end.
    Nested,
    /// The second is joined by the first, which gets its handle as its argument.
    JoinedByAnother,
}

/// How a thread says what it has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Results {
    /// In a global array.
    Global,
    /// By what it returns, where `main` joins it.
    Returned,
    /// In `main`'s local array, which it gets a pointer to.
    Local,
}

/// What there is more of in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    Mixed,
    Loops,
    Heap,
    Bytes,
}

/// The decoded numbers of a program's shape.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The type of `x` and `y`.
    pub pair: &'static str,
    /// The declarations of `x` and `y`, and of `z` (an int).
    pub styles: [Style; 2],
    pub topology: Topology,
    pub results: Results,
    pub theme: Theme,
    /// Numbers for the helpers.
    pub helpers: u32,
}

impl Shape {
    pub const NUMBERS: usize = 7;

    pub fn new(numbers: &[u32; Self::NUMBERS], features: &crate::native::features::Features) -> Shape {
        let style = |number: u32| [Style::Plain, Style::Atomic, Style::Volatile][number as usize % 3];
        let pair = ["int", "int", "unsigned char", "long", "short", "unsigned"][numbers[0] as usize % 6];
        let mut topologies = vec![Topology::Flat, Topology::Flat, Topology::Twins];
        if features.threads_start_threads {
            topologies.extend([Topology::HandedOn, Topology::Nested]);
        }
        if features.handles_as_values {
            topologies.push(Topology::JoinedByAnother);
        }
        let topology = topologies[numbers[3] as usize % topologies.len()];
        let mut results = vec![Results::Global, Results::Returned];
        if features.shared_locals {
            results.push(Results::Local);
        }
        let results = match topology {
            // Only `main` gets what threads return, and only to it the argument is free.
            Topology::Flat => results[numbers[4] as usize % results.len()],
            Topology::Twins => [Results::Global, Results::Returned][numbers[4] as usize % 2],
            _ => Results::Global,
        };
        let theme = [Theme::Mixed, Theme::Loops, Theme::Loops, Theme::Heap, Theme::Bytes][numbers[6] as usize % 5];
        Shape { theme, pair, styles: [style(numbers[1]), style(numbers[2])], topology, results, helpers: numbers[5] }
    }
}

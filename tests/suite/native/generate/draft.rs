//! Random drafts. Most contain the core of a litmus test, so that the memory models differ on them.

use super::{Draft, Record};

/// Numbers, each as likely as any other.
pub trait Numbers {
    fn next(&mut self) -> u32;

    fn below(&mut self, bound: u32) -> u32 {
        self.next() % bound
    }
}

/// What one thread of a litmus test does to the variables 0 and 1: `(true, v)` writes, `(false, v)` reads.
type Core = [(bool, u32); 2];

/// Store buffering, message passing, 2+2W, R, S, load buffering.
const CORES: [[Core; 2]; 6] = [
    [[(true, 0), (false, 1)], [(true, 1), (false, 0)]],
    [[(true, 0), (true, 1)], [(false, 1), (false, 0)]],
    [[(true, 0), (true, 1)], [(true, 1), (true, 0)]],
    [[(true, 0), (true, 1)], [(true, 1), (false, 0)]],
    [[(true, 0), (true, 1)], [(false, 1), (true, 0)]],
    [[(false, 0), (true, 1)], [(false, 1), (true, 0)]],
];

pub fn draft(numbers: &mut impl Numbers) -> Draft {
    let count = if numbers.below(4) == 0 { 3 } else { 2 };
    let most = if count == 3 { 3 } else { 4 };
    let mut threads: Vec<Vec<Record>> = Vec::new();
    for _ in 0..count {
        let length = 1 + numbers.below(most);
        threads.push((0..length).map(|_| record(numbers)).collect());
    }
    if numbers.below(8) > 0 {
        // Store buffering and message passing are the commonest.
        let core = [0, 0, 0, 1, 1, 1, 2, 3, 4, 5][numbers.below(10) as usize];
        let first = numbers.below(count) as usize;
        for (offset, accesses) in CORES[core].iter().enumerate() {
            let thread = &mut threads[(first + offset) % count as usize];
            thread.truncate(2);
            let mut at = 0;
            for (index, (writes, variable)) in accesses.iter().enumerate() {
                at += numbers.below((thread.len() + 1 - at) as u32) as usize;
                thread.insert(at, access(numbers, *writes, *variable, index as u32));
                at += 1;
            }
        }
    }
    let shape = std::array::from_fn(|_| numbers.next() >> 4);
    Draft { shape, threads }
}

fn record(numbers: &mut impl Numbers) -> Record {
    std::array::from_fn(|_| numbers.next() >> 4)
}

/// A store or a load of `x` or `y`, mostly one that orders nothing. The kinds of statements begin with these.
fn access(numbers: &mut impl Numbers, writes: bool, variable: u32, register: u32) -> Record {
    let mut record = record(numbers);
    record[0] = if writes { 0 } else { 4 };
    record[1] = variable;
    record[4] = register;
    if numbers.below(4) > 0 {
        record[3] = 1;
    }
    record
}

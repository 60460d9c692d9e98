//! Makes a draft smaller as long as it keeps a property.
//!
//! Threads and statements are dropped, then numbers are lowered; a whole round of attempts is compiled as one batch.

use crate::native::generate::Draft;

/// Attempts that are compiled together.
const TOGETHER: usize = 16;

/// The smallest draft found; `keeps` says which of some drafts have the property.
pub fn shrink(draft: &Draft, mut keeps: impl FnMut(&[Draft]) -> Vec<bool>) -> Draft {
    let mut smallest = draft.clone();
    // Each success is smaller, so that this ends; the number of rounds is limited for the sake of time.
    for _ in 0..200 {
        let mut found = false;
        for some in smaller(&smallest).chunks(TOGETHER) {
            if let Some(index) = keeps(some).iter().position(|keeps| *keeps) {
                smallest = some[index].clone();
                found = true;
                break;
            }
        }
        if !found {
            break;
        }
    }
    smallest
}

/// Drafts that are smaller, the much smaller ones first.
fn smaller(draft: &Draft) -> Vec<Draft> {
    let mut all = Vec::new();
    for thread in 0..draft.threads.len() {
        let mut less = draft.clone();
        less.threads.remove(thread);
        if !less.threads.is_empty() {
            all.push(less);
        }
        let length = draft.threads[thread].len();
        for size in [length / 2, 2, 1] {
            for start in (0..length).step_by(size.max(1)) {
                if size > 0 && (size > 2 || size <= length) {
                    let mut less = draft.clone();
                    less.threads[thread].drain(start..(start + size).min(length));
                    all.push(less);
                }
            }
        }
    }
    for number in 0..draft.shape.len() {
        all.extend(lower(draft.shape[number]).into_iter().map(|value| {
            let mut less = draft.clone();
            less.shape[number] = value;
            less
        }));
    }
    for thread in 0..draft.threads.len() {
        for record in 0..draft.threads[thread].len() {
            for number in 0..8 {
                all.extend(lower(draft.threads[thread][record][number]).into_iter().map(|value| {
                    let mut less = draft.clone();
                    less.threads[thread][record][number] = value;
                    less
                }));
            }
        }
    }
    all.retain(|less| less != draft);
    all
}

/// Numbers below this one that are worth a try.
fn lower(number: u32) -> Vec<u32> {
    let mut all = vec![0, number % 840, number / 2];
    all.retain(|value| *value < number);
    all.dedup();
    all
}

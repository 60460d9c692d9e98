//! The module that the instrumented crate gets: which mutant is switched on, and which ones were reached.
//!
//! `MUTANT` is the number of the mutant that is on. `MUTANTS_REACHED` names a file with a byte for each; what is reached is set
//! to 1 in memory that is shared with the file, so that it counts for processes that are killed, too.

/// The text of the module for so many mutants.
pub fn text(mutants: u32) -> String {
    TEXT.replace("MUTANTS_IN_ALL", &(mutants as usize + 1).to_string())
}

const TEXT: &str = r#"#![allow(unsafe_code, missing_docs, unused)]
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU8, Ordering::Relaxed};

const SIZE: usize = MUTANTS_IN_ALL;
const UNKNOWN: u32 = u32::MAX;
static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
static REACHED: AtomicPtr<AtomicU8> = AtomicPtr::new(std::ptr::null_mut());

unsafe extern "C" {
    fn mmap(at: *mut u8, size: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
}

#[cold]
fn begin() -> u32 {
    if let Ok(path) = std::env::var("MUTANTS_REACHED") {
        let file = std::fs::OpenOptions::new().read(true).write(true).open(path).expect("the file is there");
        // Readable and writable, shared with the file, which has SIZE bytes.
        let at = unsafe { mmap(std::ptr::null_mut(), SIZE, 3, 1, file.as_raw_fd(), 0) };
        REACHED.store(at.cast(), Relaxed);
    }
    let active = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    ACTIVE.store(active, Relaxed);
    active
}

#[inline]
pub fn on(mutant: u32) -> bool {
    let mut active = ACTIVE.load(Relaxed);
    if active == UNKNOWN {
        active = begin();
    }
    if active == 0 {
        let reached = REACHED.load(Relaxed);
        if !reached.is_null() {
            unsafe { &*reached.add(mutant as usize) }.store(1, Relaxed);
        }
    }
    active == mutant
}
"#;

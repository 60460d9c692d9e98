//! Programs that are texts, read for the explorer.
//!
//! The same text is asked about under several models and in several ways; to read it takes as long as to explore a small program. So
//! each test has the last few that it read.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs;
use std::rc::Rc;

use fencesmith::frontend::{ReadOptions, read};
use fencesmith::ir::Program;

/// So many are kept.
const KEPT: usize = 4;

thread_local! {
    static READ: RefCell<VecDeque<(String, Rc<Program>)>> = const { RefCell::new(VecDeque::new()) };
}

/// The program that a text is.
pub fn program(text: &str) -> Rc<Program> {
    let known =
        READ.with_borrow(|read| read.iter().find(|(known, _)| known == text).map(|(_, program)| program.clone()));
    known.unwrap_or_else(|| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("program.c");
        fs::write(&path, text).expect("writable");
        let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
        let program = Rc::new(unit.program);
        READ.with_borrow_mut(|read| {
            read.truncate(KEPT - 1);
            read.push_front((text.to_string(), program.clone()));
        });
        program
    })
}

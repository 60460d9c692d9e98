//! The data structures of `benchmarks/structures` on the store-buffer machine: what their headers say is right.
//!
//! The machine has no orders weaker than PSO's, so that what a header says of `rc11` is held by the tool alone.

use std::fs;

use super::batch::{Batch, Model, Source};
use crate::headers::{self, Program};

/// More states than this, and nothing is said.
const STATES: u32 = 400_000;

/// The text as the machine takes it: what its options define in front, and the headers of the folder in their places.
fn inlined(program: &Program) -> String {
    let mut text = String::new();
    for option in &program.options {
        let define = option.strip_prefix("-D").expect("a definition");
        text += &format!("#define {}\n", define.replacen('=', " ", 1));
    }
    text += &fs::read_to_string(&program.path).expect("the program can be read");
    let folder = program.path.parent().expect("a folder");
    while let Some(start) = text.find("#include \"") {
        let line = start + text[start..].find('\n').expect("a line ends");
        let name = text[start..line].trim_start_matches("#include ").trim_matches('"').to_string();
        let header = fs::read_to_string(folder.join(name)).expect("the header can be read");
        text.replace_range(start..line, &header);
    }
    text
}

#[test]
fn the_headers_of_structures_are_right() {
    let strong = headers::programs(&["benchmarks/structures"]);
    let weak: Vec<Program> = strong.iter().filter_map(Program::weakened).collect();
    let mut all: Vec<Program> = strong.into_iter().chain(weak).collect();
    // Where a structure meets nobody in one operation of two threads each, the header names the size at which it does.
    all.sort_by_key(Program::name);
    let judged = std::sync::atomic::AtomicUsize::new(0);
    headers::for_each(
        &all,
        |program| format!("{} {:?}", program.name(), program.options),
        |program| {
            let source = Source { prefix: "p_".to_string(), text: inlined(program), private_main: true };
            let mut batch = Batch::compile(&[source]);
            let mut wrong = Vec::new();
            for model in Model::ALL {
                let Some(safe) = program.safe(model.name()) else { continue };
                let report = batch.ask(0, model, STATES, &[]);
                if report.capped && !report.violated {
                    continue;
                }
                judged.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if report.violated == safe {
                    let found = if safe { "a violation" } else { "none" };
                    wrong.push(format!("{}: {found} among {} states", model.name(), report.states));
                }
            }
            wrong
        },
    );
    let judged = judged.into_inner();
    assert!(judged * 10 >= all.len() * 3 * 9, "{judged} of {} were judged", all.len() * 3);
}

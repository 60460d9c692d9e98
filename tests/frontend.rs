//! The C reader: what small pieces of C become, and what is refused.
use std::path::Path;

use fencesmith::frontend::{ReadOptions, read};
use fencesmith::ir::Op;

/// Writes C text to a file and reads it.
fn read_text(text: &str) -> Result<fencesmith::frontend::Unit, fencesmith::frontend::Failure> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, text).unwrap();
    read(Path::new(&path), &ReadOptions::default())
}

#[test]
fn peterson_has_its_accesses_and_points() {
    let unit = read_text(
        "#include <pthread.h>\n#include <assert.h>\nint flag[2], turn;\nvoid *thread(void *arg) {\n    int i = (int)(long)arg;\n    flag[i] = 1;\n    turn = 1 - i;\n    while (flag[1 - i] && turn == 1 - i)\n        ;\n    flag[i] = 0;\n    return 0;\n}\nint main(void) {\n    pthread_t a;\n    pthread_create(&a, 0, thread, (void *)0);\n    pthread_join(a, 0);\n    return 0;\n}\n",
    )
    .unwrap();
    let thread = unit.program.function(unit.program.find_function("thread").unwrap());
    let texts: Vec<&str> = thread
        .code
        .iter()
        .filter_map(|instr| match &instr.op {
            Op::Load { site, .. } | Op::Store { site, .. } => Some(unit.program.site(*site).text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["flag[i]", "turn", "flag[1 - i]", "turn", "flag[i]"]);
    assert_eq!(thread.code.iter().filter(|i| matches!(i.op, Op::Repeat { .. })).count(), 1);
}

//! The C reader: what pieces of C compute, where their accesses and fence points stand, and what is refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use expect_test::expect;
use fencesmith::frontend::{Preprocessing, ReadOptions, Unit, read};
use fencesmith::ids::FileId;
use fencesmith::ir::{Placement, verify};

mod generate;
mod goldens;
mod machine;
mod refusals;
mod support;

use support::{
    MARKS, accesses, benchmarks, c_files, complaints, directory, has_gcc, marked, options_of, read_ok, read_text,
};

/// Runs a computation compiled by gcc and here, and compares what it notes, line by line.
fn compare_with_gcc(name: &str, computation: &str) {
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let text = format!("{prelude}{computation}");
    let scratch = tempfile::tempdir().unwrap();
    let (source, program) = (scratch.path().join("compiled.c"), scratch.path().join("compiled"));
    let show = "for (u64 i = 0; i < steps; i++) fprintf(stderr, \"%lu: %lx\\n\", lines[i], values[i]);";
    std::fs::write(&source, format!("{text}int main(void) {{ test(); {show} }}\n")).unwrap();
    let status = Command::new("gcc").args(["-w", "-O1", "-fwrapv", "-o"]).arg(&program).arg(&source).status();
    assert!(status.unwrap().success(), "{name}\n{computation}");
    let output = Command::new(&program).output().unwrap();
    let expected = String::from_utf8(output.stderr).unwrap();

    let unit = read_ok(&format!("{text}int main(void) {{ test(); }}\n"));
    let mut machine = machine::Machine::new(&unit.program);
    assert_eq!(machine.run(), Ok(()), "{name}");
    let mut computed = String::new();
    for step in 0..machine.global("steps", 0) {
        computed += &format!("{}: {:x}\n", machine.global("lines", step), machine.global("values", step));
    }
    for (ours, theirs) in computed.lines().zip(expected.lines()) {
        assert_eq!(ours, theirs, "{name}: line and value, ours and gcc's\n{computation}");
    }
    assert_eq!(computed.lines().count(), expected.lines().count(), "{name}");
    assert!(!computed.is_empty(), "{name}");
}

/// Each file of `tests/frontend/computations` computes the same here and compiled.
#[test]
fn computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    for path in c_files("tests/frontend/computations") {
        compare_with_gcc(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
    }
}

/// Generated programs compute the same here and compiled. `FENCESMITH_SEEDS=a..b` chooses other ones.
#[test]
fn generated_computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    let range = std::env::var("FENCESMITH_SEEDS").unwrap_or_else(|_| "0..6".to_string());
    let (from, to) = range.split_once("..").expect("FENCESMITH_SEEDS=from..to");
    for seed in from.parse::<u64>().unwrap()..to.parse::<u64>().unwrap() {
        compare_with_gcc(&format!("seed {seed}"), &generate::computation(seed));
    }
}

/// Every benchmark is read, and its IR is well formed.
#[test]
fn benchmarks_are_read() {
    for path in benchmarks() {
        let options = options_of(&path);
        match read(&path, &options) {
            Ok(unit) => assert_eq!(verify(&unit.program).err().map(|f| format!("{f:?}")), None, "{}", path.display()),
            Err(failure) => panic!("{}\n{}", path.display(), complaints(&failure)),
        }
    }
}

/// Text put at every point of every benchmark at once gives a file that gcc accepts and that has the same accesses.
#[test]
fn every_point_takes_a_fence() {
    let gcc = has_gcc();
    let marks = [
        "fence_here(); ",
        "{ fence_here(); ",
        " }",
        "(fence_here(), (",
        "))",
        "{ ",
        " fence_here(); }",
        ", fence_here()",
    ];
    let scratch = tempfile::tempdir().unwrap();
    let mut files = benchmarks();
    files.extend(c_files("tests/frontend/points"));
    for path in files {
        let options = options_of(&path);
        let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
        let patched = scratch.path().join("patched.c");
        let text = marked(&unit, FileId(0), marks);
        std::fs::write(&patched, format!("static inline void fence_here(void) {{}}\n{text}")).unwrap();
        let again = read(&patched, &options)
            .unwrap_or_else(|failure| panic!("{}\n{}\n{text}", path.display(), complaints(&failure)));
        let texts = |unit: &Unit| unit.program.sites.iter().map(|s| s.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&again).len(), texts(&unit).len(), "{}\n{text}", path.display());
        if gcc {
            let defines = options.preprocessing.defines.iter().map(|(name, value)| match value {
                Some(value) => format!("-D{name}={value}"),
                None => format!("-D{name}"),
            });
            let mut command = Command::new("gcc");
            command.args(["-w", "-fsyntax-only", "-I"]).arg(path.parent().unwrap()).args(defines).arg(&patched);
            let output = command.output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}\n{complaint}\n{text}", path.display());
        }
    }
}

/// Files that are included, one of them twice, headers of the user, patched text, and defined names.
#[test]
fn included_files_have_their_own_places() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    std::fs::create_dir_all(at("include/deep")).unwrap();
    std::fs::write(
        at("include/deep/code.c"),
        "#include \"../shared.h\"\nint NAME(void)\n{\n\tset(LIMIT);\n\treturn x;\n}\n",
    )
    .unwrap();
    std::fs::write(at("main.c"), "#include <shared.h>\nint x;\n#define NAME one\n#include \"include/deep/code.c\"\n#undef NAME\n#define NAME two\n#include \"include/deep/code.c\"\nint main(void)\n{\n\treturn one() + two();\n}\n").unwrap();
    // The header is included by two names; its places are there once because it is one file.
    std::fs::write(
        at("include/shared.h"),
        "#pragma once\nextern int x;\nstatic inline void set(int v)\n{\n\tx = v;\n}\n",
    )
    .unwrap();
    let mut options = ReadOptions {
        preprocessing: Preprocessing {
            include_dirs: vec![at("include")],
            defines: vec![("LIMIT".to_string(), Some("7".to_string()))],
            ..Preprocessing::default()
        },
        ..ReadOptions::default()
    };
    let unit = read(&at("main.c"), &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    let places = |unit: &Unit| {
        let mut out = String::new();
        for point in &unit.program.points {
            let Placement::Statement { at } = point.placement else { continue };
            let position = unit.sources.position(at.file, at.start);
            let name = unit.sources.path(at.file).file_name().unwrap().to_string_lossy().into_owned();
            out.push_str(&format!("{name}:{}:{}\n", position.line, position.column));
        }
        out
    };
    expect![[r#"
        main.c:10:2
        code.c:4:2
        code.c:5:2
        shared.h:5:2
        shared.h:6:1
    "#]]
    .assert_eq(&places(&unit));
    // Text that is not on disk yet.
    let header = std::fs::canonicalize(at("include/shared.h")).unwrap();
    let patched = "#pragma once\nextern int x;\nstatic inline void set(int v)\n{\n\t__sync_synchronize(); x = v;\n}\n";
    options.overlay = BTreeMap::from([(header, patched.to_string())]);
    let unit = read(&at("main.c"), &options).unwrap();
    assert_eq!(accesses(&unit, "set"), "F  seq_cst\nW x\n");
}

/// The headers of the system are read where the user asks for them.
/// The system's `errno` is a number of each thread; the compiler's headers for vectors stay outside.
#[test]
fn system_headers_with_errno_and_intrinsics() {
    if !has_gcc() || !Path::new("/usr/include/pthread.h").exists() {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("main.c");
    let text = "#include <errno.h>\n#include <assert.h>\n#include <x86intrin.h>\nint main(void)\n{\n\terrno = 3;\n\t_mm_mfence();\n\tassert(errno == 3);\n\treturn 0;\n}\n";
    std::fs::write(&path, text).unwrap();
    let options = ReadOptions { system_headers: true, ..ReadOptions::default() };
    let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    assert!(unit.program.globals.iter().any(|global| global.name == "errno" && global.thread_local));
}

#[test]
fn system_headers_on_request() {
    if !has_gcc() || !Path::new("/usr/include/pthread.h").exists() {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("main.c");
    let text = "#include <stdio.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n#include <stdlib.h>\natomic_int x;\nint main(void)\n{\n\tatomic_store_explicit(&x, 1, memory_order_release);\n\tassert(atomic_load(&x) == 1);\n\treturn x;\n}\n";
    std::fs::write(&path, text).unwrap();
    let options = ReadOptions { system_headers: true, ..ReadOptions::default() };
    let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    expect![[r#"
        W *__atomic_store_ptr release
        R *__atomic_load_ptr seq_cst
        R x seq_cst
    "#]]
    .assert_eq(&accesses(&unit, "main"));
    expect![[r#"
        #include <stdio.h>
        #include <pthread.h>
        #include <stdatomic.h>
        #include <assert.h>
        #include <stdlib.h>
        atomic_int x;
        int main(void)
        {
        	@;atomic_store_explicit(&x, 1, memory_order_release);
        	@;assert(atomic_load(&x) == 1);
        	@;return x;
        }
    "#]]
    .assert_eq(&marked(&unit, FileId(0), MARKS));
}

/// Unreadable files and undecodable text.
#[test]
fn unreadable_input() {
    let scratch = tempfile::tempdir().unwrap();
    let missing = scratch.path().join("missing.c");
    let failure = read(&missing, &ReadOptions::default()).unwrap_err();
    assert!(failure.diagnostics[0].message.starts_with("cannot read "), "{:?}", failure.diagnostics);
    let failure = read(scratch.path(), &ReadOptions::default()).unwrap_err();
    assert!(failure.diagnostics[0].message.starts_with("cannot read "), "{:?}", failure.diagnostics);
    let latin = scratch.path().join("latin.c");
    std::fs::write(&latin, b"int main(void) { int caf\xe9; }").unwrap();
    let failure = read(&latin, &ReadOptions::default()).unwrap_err();
    assert_eq!(complaints(&failure), "1:22: source is not valid UTF-8 here\n");
}

/// Text with a piece missing or doubled is read or refused, never met with a panic.
#[test]
fn damaged_text_is_no_internal_error() {
    let rounds: usize = std::env::var("FENCESMITH_ROUNDS").map_or(25, |rounds| rounds.parse().unwrap());
    let mut state = 88_172_645_463_325_252u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % bound.max(1)
    };
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let mut texts = vec![std::fs::read_to_string(directory("tests/frontend/points/odd.c")).unwrap()];
    for path in c_files("tests/frontend/computations") {
        let main = "int main(void) { test(); }\n";
        texts.push(format!("{prelude}{}{main}", std::fs::read_to_string(path).unwrap()));
    }
    for text in &texts {
        let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for _ in 0..rounds {
            let (at, count, to) = (below(words.len()), 1 + below(3), below(words.len()));
            let mut damaged = words.clone();
            let piece: Vec<&str> = damaged.drain(at..(at + count).min(words.len())).collect();
            if below(2) == 0 {
                damaged.splice(to.min(damaged.len())..to.min(damaged.len()), piece);
            }
            let damaged = damaged.concat();
            if let Err(failure) = read_text(&damaged) {
                let complaints = complaints(&failure);
                assert!(!failure.diagnostics.is_empty());
                assert!(!complaints.contains("internal error"), "{complaints}\n{damaged}");
            }
        }
    }
}

/// C leaves the order of these operands open, as gcc's own choice shows for arguments: the verdict rests on the one that is taken.
#[test]
fn operands_in_any_order_are_warned_of_where_others_may_see_it() {
    let program = |statement: &str| {
        format!(
            "#include <stdatomic.h>\nstatic volatile int v, w; static atomic_int a, b; static int p, q;\n\
             static int f(void) {{ return p++; }}\nstatic int add(int x, int y) {{ return x + y; }}\n\
             static int fib(int n) {{ return n < 2 ? n : fib(n - 1) + fib(n - 2); }}\n\
             int main(void) {{ {statement} return add(1, q); }}\n"
        )
    };
    let warned = |statement: &str| {
        let warnings = read_ok(&program(statement)).warnings;
        warnings.iter().filter(|warning| warning.message.contains("from left to right")).count()
    };
    for statement in [
        "q = v + w;",
        "q = a - b;",
        "q = atomic_load(&a) == atomic_load(&b);",
        "if (v < w) q = 1;",
        "q = f() + f();",
        "add(v, w);",
        "add((v = 1), a);",
        "q = add(f(), 2 * f());",
        "(&p)[v] = w;",
    ] {
        assert_eq!(warned(statement), 1, "{statement}");
    }
    for statement in [
        "q = v && w;",
        "q = (v, w);",
        "q = v ? w : a;",
        "q = p + v;",
        "v = w;",
        "q = sizeof(v) + w;",
        "add(p, v);",
        "f(); f();",
        "q = add(1, 2) + fib(3);",
        "q = f() + fib(p);",
        "atomic_store(&a, atomic_load(&b));",
    ] {
        assert_eq!(warned(statement), 0, "{statement}");
    }
}

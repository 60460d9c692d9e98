//! Where fences go: the order among equally good repairs, and what the user may say about it.
//!
//! Each program in `tests/places` says in its first line how `suggest` is called; beside it stands the change that is
//! expected (`UPDATE_EXPECT=1` writes it anew).

use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect_file;

/// The change that `suggest` proposes, and what else the report says after the first line of the verdict.
fn suggested(folder: &str, program: &str) -> (String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places").join(folder);
    let text = std::fs::read_to_string(folder.join(program)).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// suggest: ")).unwrap();
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", program, "--quiet", "--cross-check=false", "--root", "."])
            .args(options.split_whitespace())
            .args(more)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{program}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    };
    (run(&["--diff"]), run(&[]))
}

fn goes_where_expected(program: &str) {
    let (diff, _) = suggested("", program);
    expect_file![format!("../places/{}.diff", program.trim_end_matches(".c"))].assert_eq(&diff);
}

#[test]
fn every_level_of_the_order_decides() {
    for program in [
        "called-once.c",
        "harness.c",
        "statement.c",
        "do-while.c",
        "loop.c",
        "first-clause.c",
        "macro.c",
        "macro-uses.c",
        "macro-parameter.c",
        "macro-comma.c",
        "nearest.c",
        "pragma.c",
        "comma.c",
        "depth.c",
        "macro-twice.c",
        "macro-loops.c",
        "macro-lines.c",
        "macro-within-macro.c",
        "retry.c",
        "primitive.c",
        "bare.c",
        "guard.c",
        "relax.c",
        "label.c",
        "label-inside.c",
        "statement-expression-inside.c",
        "statement-expression-before.c",
    ] {
        goes_where_expected(program);
    }
    expect_file!["../places/system.diff"].assert_eq(&suggested("system", "m.c").0);
}

/// What a comment says is true of the place where it stands, in names that mean something there; the report says the same.
#[test]
fn comments_are_true_of_their_place() {
    for (program, first) in [
        ("rounds.c", "write n->next (rounds.c:20:3) before write top"),
        ("failed-exchange.c", "write counter (failed-exchange.c"),
        ("other-names.c", "write *(volatile int *)target (other-names.c:13:2) before write p->left"),
    ] {
        goes_where_expected(program);
        let (_, report) = suggested("", program);
        let orders = report.lines().find_map(|line| line.trim_start().strip_prefix("= orders: "));
        assert!(orders.is_some_and(|orders| orders.starts_with(first)), "{report}");
    }
}

/// A file into which nothing can be written is named, and not an option that would not help either.
#[test]
fn that_a_file_is_no_text_is_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places/statement.c")).unwrap();
    std::fs::write(folder.path().join("latin1.c"), [&text[..], b"/* caf\xe9 */\n"].concat()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(["suggest", "latin1.c", "--model", "tso", "--quiet", "--cross-check=false"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{report}");
    let reason = "no fence is written into latin1.c, as the file is not UTF-8 text (convert it to UTF-8)";
    assert!(report.contains(reason) && !report.contains("--split"), "{report}");
}

/// A fence at the beginning of the body of a macro would be all that stands below an `if` somewhere.
#[test]
fn a_body_takes_no_fence_where_a_use_of_it_is_a_single_statement() {
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(["suggest", "macro-within-macro-below-if.c", "--model", "pso", "--quiet", "--cross-check=false"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
}

/// A diff that no folder takes is none: what `--in-place` refuses is refused here, with the same help.
#[test]
fn a_diff_names_no_file_outside_of_the_project() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places/project");
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", "test/all.c", "-I", "include", "--model", "tso", "--root", "test", "--cross-check=false"])
            .args(more)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (_, refused) = run(&["--quiet", "--in-place"]);
    let help = refused.lines().find(|line| line.contains("help: ")).unwrap();
    assert!(help.contains("--no-fences-in include/lock.h"), "{refused}");
    for more in [&["--quiet", "--diff"][..], &["--diff"], &["--diff", "--format", "json"]] {
        let (report, said) = run(more);
        assert!(!report.contains("+++ b/") && report.contains("lock.h"), "{report}");
        assert!(said.contains("a fence goes into include/lock.h, which is not below"), "{said}");
        assert!(said.contains(help), "{said}");
    }
}

#[test]
fn costs_and_places_may_be_given() {
    for program in ["cost.c", "weight.c", "weight-cost.c", "fences-in.c", "no-fences-in.c"] {
        goes_where_expected(program);
    }
}

/// An order that a macro is given, or that has a name of the program's own, is written where it is used.
#[test]
fn orders_are_raised_where_they_are_written() {
    for program in ["order-given.c", "order-alias.c"] {
        goes_where_expected(program);
    }
}

#[test]
fn fences_are_spelled_as_the_file_spells_them() {
    for program in [
        "stdatomic.c",
        "stdatomic-comment.c",
        "stdatomic-deep.c",
        "no-fence-by-name.c",
        "fence-text.c",
        "header.c",
        "no-comments.c",
        "idiom-deep.c",
        "idiom-mixed.c",
        "idiom-stronger.c",
        "idiom-own.c",
        "idiom-inline.c",
        "idiom-release.c",
        "idiom-wmb.c",
        "stdatomic-assembly.c",
    ] {
        goes_where_expected(program);
    }
}

/// The program with its fence is right in the other configuration, too, and the compiler sees nothing in either.
#[test]
fn what_directives_leave_out_stays_as_it_is() {
    for (program, define) in
        [("conditional-else.c", "DEBUG"), ("conditional-if.c", "GUARD"), ("conditional-outside.c", "UNCONDITIONAL")]
    {
        goes_where_expected(program);
        let define = format!("-D{define}");
        let patched = patched(program);
        for defines in [&[][..], &[define.as_str()], &["-DCOUNT", define.as_str()]] {
            let checked = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
                .arg("check")
                .arg(&patched)
                .args(["--model", "tso", "--quiet"])
                .args(defines)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert_eq!(checked.status.code(), Some(0), "{program} with {defines:?}");
            compiles(&patched, defines);
        }
    }
}

#[test]
fn declarations_stay_in_front_of_statements_where_they_must() {
    for program in ["declarations.c", "declarations-before.c"] {
        goes_where_expected(program);
        compiles(&patched(program), &["-std=gnu99", "-Wdeclaration-after-statement", "-Wno-unused-value"]);
    }
}

/// A program with what `suggest` writes into it.
fn patched(program: &str) -> tempfile::TempPath {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places");
    let text = std::fs::read_to_string(folder.join(program)).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// suggest: ")).unwrap();
    let out = tempfile::Builder::new().suffix(".c").tempfile().unwrap().into_temp_path();
    let status = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(["suggest", program, "--quiet", "--cross-check=false", "--force", "-o"])
        .arg(&out)
        .args(options.split_whitespace())
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(status.status.code(), Some(1), "{program}: {}", String::from_utf8_lossy(&status.stderr));
    out
}

/// gcc has nothing to say of a program.
fn compiles(program: &Path, flags: &[&str]) {
    let gcc =
        Command::new("gcc").args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only"]).args(flags).arg(program).output();
    let gcc = gcc.unwrap();
    assert!(gcc.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&gcc.stderr));
}

#[test]
fn a_statement_is_taken_apart_where_that_is_allowed() {
    for program in SPLIT {
        goes_where_expected(program);
    }
}

const SPLIT: [&str; 6] =
    ["split.c", "split-twice.c", "split-return.c", "split-pointer.c", "split-label.c", "split-macro.c"];

#[test]
fn what_is_taken_apart_compiles_without_a_warning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places");
    for program in SPLIT {
        let text = std::fs::read_to_string(folder.join(program)).unwrap();
        let options = text.lines().next().and_then(|line| line.strip_prefix("// suggest: ")).unwrap();
        let out = tempfile::tempdir().unwrap().path().with_extension("c");
        let status = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", program, "--quiet", "--cross-check=false", "-o"])
            .arg(&out)
            .args(options.split_whitespace())
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(status.status.code(), Some(1), "{program}: {}", String::from_utf8_lossy(&status.stderr));
        // A declaration behind a label is none before C23.
        let gcc = Command::new("gcc")
            .args(["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
            .arg(&out)
            .output()
            .unwrap();
        assert!(gcc.status.success(), "{program}: {}", String::from_utf8_lossy(&gcc.stderr));
        std::fs::remove_file(&out).unwrap();
    }
}

/// What a macro evaluates twice would be evaluated once with a temporary, what it has in a string would be another string, and with a
/// directive in it a statement is another one elsewhere: there is no repair then, and none that changes what the program does.
#[test]
fn what_would_mean_something_else_gets_no_temporary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places");
    for program in ["split-macro-twice.c", "split-macro-string.c", "split-directive.c"] {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", program, "--model", "tso", "--split", "--quiet", "--cross-check=false"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{program}: {text}");
        assert!(text.contains("no statement boundary between them"), "{program}: {text}");
    }
}

#[test]
fn a_dearer_repair_is_called_so() {
    let (_, report) = suggested("", "no-fences-in.c");
    assert!(report.contains("2 fences make"), "{report}");
    assert!(report.contains("With fences anywhere, 1 fence of cost 10 would do."), "{report}");
    let (_, report) = suggested("", "called-once.c");
    assert!(!report.contains("With fences anywhere"), "{report}");
}

/// Whatever is minimised, and whoever answers.
#[test]
fn a_dearer_repair_is_called_so_in_each_way_of_asking() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/places");
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", "no-fences-in.c", "--model", "tso", "--quiet", "--cross-check=false"])
            .args(more)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for way in [["--minimize", "pairs"], ["--minimize", "cost"], ["--property", "assertions,deadlock"]] {
        let (code, report) = run(&[way[0], way[1], "--no-fences-in", "raise*"]);
        assert_eq!(code, Some(1), "{way:?}: {report}");
        assert!(report.contains("With fences anywhere, 1 fence of cost 10 would do."), "{way:?}: {report}");
        let (code, report) = run(&[way[0], way[1], "--fences-in", "t1"]);
        assert_eq!(code, Some(3), "{way:?}: {report}");
        assert!(report.contains("`--fences-in` and `--no-fences-in` allow them"), "{way:?}: {report}");
        assert!(report.contains("With fences anywhere, 1 fence of cost 10 would do."), "{way:?}: {report}");
    }
}

#[test]
fn locks_and_structures_are_repaired_and_not_their_harness() {
    for program in ["dekker-in-a-struct.c", "seqlock.c", "ticket-lock.c"] {
        goes_where_expected(program);
    }
    expect_file!["../places/project.diff"].assert_eq(&suggested("project", "test/all.c").0);
    expect_file!["../places/headers.diff"].assert_eq(&suggested("headers", "m.c").0);
}

/// Given costs that lead elsewhere, by what they would have cost without being given.
#[test]
fn what_given_costs_make_dearer_is_told() {
    let (_, report) = suggested("", "weight.c");
    assert!(!report.contains("By the model's own costs"), "as cheap: {report}");
    let (_, report) = suggested("", "weight-cost.c");
    assert!(
        report.contains("By the model's own costs, 1 fence of cost 10 would do in place of 2 fences of cost 20."),
        "{report}"
    );
}

//! Files that `suggest` writes: all or none, whole, nothing that must stay, and a diff that applies.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fencesmith::patch::write::{Before, Change, Folders, write_files};
use tempfile::TempDir;

#[cfg(unix)]
mod killed;

const HEADS: &str = "#include <assert.h>\n#include <pthread.h>\nvolatile int x, y;\nint r1, r2;\n";
const T1: &str = "static void *t1(void *p)\n{\n\tx = 1;\n\tr1 = y;\n\treturn 0;\n}\n";
const T2: &str = "static void *t2(void *p)\n{\n\ty = 1;\n\tr2 = x;\n\treturn 0;\n}\n";
const MAIN: &str = "int main(void)\n{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, t1, 0);\n\tpthread_create(&b, 0, t2, 0);\n\
                    \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(r1 || r2);\n\treturn 0;\n}\n";

/// Store buffering in one file.
fn whole() -> String {
    format!("{HEADS}{T1}{T2}{MAIN}")
}

/// A folder with store buffering in a file and two headers of one name.
fn split() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let main = format!("{HEADS}#include \"a/h.h\"\n#include \"b/h.h\"\n{MAIN}");
    for (name, text) in [("m.c", main.as_str()), ("a/h.h", T1), ("b/h.h", T2)] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn suggest(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    command.args(["suggest", "--model", "tso", "--cross-check=false"]).args(arguments);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn ends(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = suggest(folder, arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{arguments:?}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

/// All files below a folder with their texts.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    found.sort();
    found
}

fn fences(text: &str) -> usize {
    text.matches("__sync_synchronize();").count()
}

#[test]
fn one_file_cannot_hold_the_fences_of_several() {
    let folder = split();
    let before = files(folder.path());
    let (stdout, stderr) = ends(folder.path(), &["m.c", "--output", "out.c"], 2);
    assert!(stdout.starts_with("repaired: 2 fences"), "the report is printed all the same: {stdout}");
    assert!(stderr.contains("which `--output` cannot hold") && stderr.contains("--output-dir"), "{stderr}");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_tree_is_copied_so_that_it_compiles_as_it_lies() {
    let folder = split();
    let (stdout, _) = ends(folder.path(), &["m.c", "--output-dir", "out", "--quiet"], 1);
    assert!(stdout.contains("Written: out/m.c, out/a/h.h, out/b/h.h\n"), "{stdout}");
    let there = files(&folder.path().join("out"));
    let counts: Vec<(&str, usize)> = there.iter().map(|(name, text)| (name.as_str(), fences(text))).collect();
    assert_eq!(counts, [("a/h.h", 1), ("b/h.h", 1), ("m.c", 0)]);
    ends(&folder.path().join("out"), &["m.c"], 0);
    let (_, stderr) = ends(folder.path(), &["m.c", "--output-dir", "out"], 2);
    assert!(stderr.contains("exists") && stderr.contains("--force"), "{stderr}");
    assert_eq!(files(&folder.path().join("out")), there);
    ends(folder.path(), &["m.c", "--output-dir", "out", "--force"], 1);
    assert_eq!(files(&folder.path().join("out")), there);
}

#[test]
fn headers_above_the_file_are_copied_with_it() {
    let folder = split();
    let main = fs::read_to_string(folder.path().join("m.c")).unwrap().replace("#include \"", "#include \"../");
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/m.c"), main).unwrap();
    ends(folder.path(), &["src/m.c", "--output-dir", "out"], 1);
    assert_eq!(files(&folder.path().join("out")).len(), 3);
    ends(&folder.path().join("out"), &["src/m.c"], 0);
}

/// A header that is a link, and one in a folder that is a link: the copy has files where they are looked for.
#[test]
#[cfg(unix)]
fn what_links_lead_to_is_copied_to_where_it_is_looked_for() {
    let folder = split();
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(from, folder.path().join(to)).unwrap();
    fs::create_dir(folder.path().join("inc")).unwrap();
    fs::rename(folder.path().join("a/h.h"), folder.path().join("a/real.h")).unwrap();
    link("../a/real.h", "inc/h.h");
    link("b", "other");
    let main = fs::read_to_string(folder.path().join("m.c")).unwrap();
    let main = main.replace("\"a/h.h\"", "<h.h>").replace("\"b/h.h\"", "\"other/h.h\"");
    fs::write(folder.path().join("m.c"), main).unwrap();
    ends(folder.path(), &["m.c", "-Iinc", "--output-dir", "out"], 1);
    let out = folder.path().join("out");
    let there = files(&out);
    let names: Vec<&str> = there.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a/real.h", "b/h.h", "inc/h.h", "m.c", "other/h.h"]);
    assert_eq!((&there[0].1, &there[1].1), (&there[2].1, &there[4].1));
    assert!(there.iter().all(|(name, text)| fences(text) == usize::from(name != "m.c")));
    // It is right as it lies, and it compiles.
    ends(&out, &["m.c", "-Iinc"], 0);
    let status = Command::new("gcc").args(["-fsyntax-only", "-Iinc", "m.c"]).current_dir(&out).status().unwrap();
    assert!(status.success());
    assert!(folder.path().join("inc/h.h").is_symlink() && fences(&files(folder.path())[0].1) == 0);
}

/// A copy under another name includes the text that is not patched: what was checked is not what would be there.
#[test]
fn a_file_that_includes_itself_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("#ifndef PART\n{HEADS}#define PART\n#include \"a.c\"\n{MAIN}#else\n{T1}{T2}#endif\n");
    fs::write(folder.path().join("a.c"), &text).unwrap();
    let (stdout, stderr) = ends(folder.path(), &["a.c", "--output", "out.c"], 2);
    assert!(stdout.starts_with("repaired: 2 fences"), "{stdout}");
    assert!(stderr.contains("another program where it lies") && stderr.contains("nothing was written"), "{stderr}");
    assert_eq!(files(folder.path()), [("a.c".to_string(), text)]);
    ends(folder.path(), &["a.c", "--in-place"], 1);
    ends(folder.path(), &["a.c"], 0);
}

/// The name of the file is a part of the program: it is another one under another name, and right.
#[test]
fn a_program_with_its_name_in_it_has_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let text = whole().replace("int main(void)\n{", "const char *name = __FILE__;\nint main(void)\n{\n\t(void)*name;");
    assert!(text.contains("__FILE__"));
    fs::write(folder.path().join("a.c"), text).unwrap();
    ends(folder.path(), &["a.c", "--output", "longer-name.c"], 1);
    ends(folder.path(), &["longer-name.c"], 0);
}

/// What the text looks for belongs to a copy, and is what is there.
#[test]
fn what_is_looked_for_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let text = whole().replace(HEADS, &format!("{HEADS}#if __has_include(\"strong.h\")\n#define STRONG\n#endif\n"));
    // Without the header the first thread has no fence.
    let text = text.replacen("r1 = y", "\n#ifdef STRONG\n\t__sync_synchronize();\n#endif\n\tr1 = y", 1);
    assert!(text.contains("ifdef STRONG"), "{text}");
    fs::write(folder.path().join("a.c"), text).unwrap();
    fs::write(folder.path().join("strong.h"), "/* nothing */\n").unwrap();
    let (stdout, _) = ends(folder.path(), &["a.c", "--output-dir", "out"], 1);
    assert!(stdout.contains("Written: out/a.c, out/strong.h\n"), "{stdout}");
    ends(&folder.path().join("out"), &["a.c"], 0);
}

/// A header that is read once under two names would be read twice where it is two files.
#[test]
#[cfg(unix)]
fn one_header_by_two_names_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let main = format!("{HEADS}#include \"inc/h.h\"\n#include \"lnk/h.h\"\n{MAIN}");
    for name in ["inc", "lnk"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("m.c"), main).unwrap();
    fs::write(folder.path().join("inc/h.h"), format!("#pragma once\n{T1}{T2}")).unwrap();
    std::os::unix::fs::symlink("../inc/h.h", folder.path().join("lnk/h.h")).unwrap();
    let (_, stderr) = ends(folder.path(), &["m.c", "--output-dir", "out"], 2);
    assert!(stderr.contains("no program where it lies") && stderr.contains("redefinition"), "{stderr}");
    assert!(!folder.path().join("out").exists());
    ends(folder.path(), &["m.c", "--in-place"], 1);
}

#[test]
fn a_copy_that_does_not_find_its_headers_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), format!("#include \"heads.h\"\n{T1}{T2}{MAIN}")).unwrap();
    fs::write(folder.path().join("heads.h"), HEADS).unwrap();
    fs::create_dir(folder.path().join("other")).unwrap();
    let (_, stderr) = ends(folder.path(), &["m.c", "--output", "other/m.c"], 1);
    assert!(stderr.contains("other/m.c is no program where it lies") && stderr.contains("-iquote"), "{stderr}");
    ends(folder.path(), &["other/m.c", "-iquote", "."], 0);
}

#[test]
fn nothing_that_exists_is_overwritten_unless_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    fs::write(folder.path().join("out.c"), "mine\n").unwrap();
    let (stdout, stderr) = ends(folder.path(), &["m.c", "--output", "out.c"], 2);
    assert!(stdout.starts_with("repaired") && stderr.contains("out.c exists"), "{stdout}{stderr}");
    assert_eq!(fs::read_to_string(folder.path().join("out.c")).unwrap(), "mine\n");
    ends(folder.path(), &["m.c", "--output", "out.c", "--force"], 1);
    assert_eq!(fences(&fs::read_to_string(folder.path().join("out.c")).unwrap()), 2);
    let (_, stderr) = ends(folder.path(), &["m.c", "--output", "no/out.c"], 2);
    assert!(stderr.contains("cannot write no"), "{stderr}");
    let (stdout, stderr) = ends(folder.path(), &["m.c", "--output", "/dev/stdout", "--quiet"], 1);
    assert!(fences(&stdout) == 2 && stderr.contains("repaired: "), "{stdout}{stderr}");
    ends(folder.path(), &["m.c", "--output", "/dev/null"], 1);
}

/// What cannot be written is said once and before the search, and the report comes all the same, also as JSON.
#[test]
fn outputs_are_looked_at_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    fs::write(folder.path().join("file"), "mine\n").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("folder/file"), "mine\n").unwrap();
    let before = files(folder.path());
    let suggest = [
        ("--output no/e.c", "cannot write no/e.c"),
        ("--output folder", "cannot write folder: it is a directory"),
        ("--output-dir file", "cannot write file"),
        ("--svg no/e.svg", "cannot write no/e.svg"),
        ("--svg file", "file exists and is no drawing"),
        ("--dot folder", "cannot write folder"),
        ("--dot e --svg e", "name one file"),
        ("--proof folder", "there is something in folder"),
    ];
    let check = ["--svg no/e.svg", "--dot folder"];
    let explore = [("--dot file", "cannot write file"), ("--save no/e", "cannot write no/e")];
    let asked =
        suggest.iter().map(|(options, said)| (format!("suggest --cross-check=false {options}"), *said, "repaired"));
    let asked = asked.chain(check.iter().map(|options| (format!("check {options}"), "cannot write", "violation")));
    let asked = asked.chain(explore.iter().map(|(options, said)| (format!("explore {options}"), *said, "violation")));
    for (command, said, verdict) in asked {
        let run = |more: &str| {
            let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
                .args(format!("{command} m.c --model tso {more}").split_whitespace())
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}");
            (text(output.stdout), text(output.stderr))
        };
        let (stdout, stderr) = run("--verbose");
        assert!(stdout.starts_with(verdict), "{command}: {stdout}{stderr}");
        let (at, phases) = (stderr.find(said), stderr.find(" s] "));
        assert!(at.is_some() && phases.is_some() && at < phases, "{command}: {stderr}");
        assert_eq!(stderr.matches(said).count(), 1, "{command}: {stderr}");
        let (json, _) = run("--format json");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["verdict"], verdict, "{command}");
        assert!(json["warnings"].to_string().contains(said), "{command}: {json}");
        assert_eq!(files(folder.path()), before, "{command}");
    }
}

#[test]
fn what_lies_outside_of_the_project_is_not_changed() {
    let folder = split();
    fs::create_dir(folder.path().join("inner")).unwrap();
    let main = fs::read_to_string(folder.path().join("m.c")).unwrap().replace("#include \"", "#include \"../");
    fs::write(folder.path().join("inner/m.c"), main).unwrap();
    let before = files(folder.path());
    let (stdout, stderr) = ends(folder.path(), &["inner/m.c", "--in-place"], 2);
    assert!(stderr.contains("h.h, which is not below ") && stderr.contains("--root"), "{stderr}");
    assert!(stdout.starts_with("repaired"), "{stdout}");
    assert_eq!(files(folder.path()), before);
    ends(folder.path(), &["inner/m.c", "--in-place", "--root", "."], 1);
    assert_eq!(files(folder.path()).iter().map(|(_, text)| fences(text)).sum::<usize>(), 2);
}

#[test]
fn folders_in_which_nothing_could_be_written_are_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let (full, empty) = (folder.path().join("a/b/full.c"), folder.path().join("a/c/empty.c"));
    let made = Folders::of([full.as_path(), empty.as_path()]).unwrap();
    fs::write(&full, "").unwrap();
    drop(made);
    assert!(full.exists() && !folder.path().join("a/c").exists());
}

#[test]
fn a_fence_text_that_does_more_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sb.c"), whole()).unwrap();
    for text in [
        "full=x = 1; __sync_synchronize();",
        "full=if (r1) __sync_synchronize()",
        "full=r1++; __sync_synchronize()",
        // What follows on the line would be a comment.
        "full=__sync_synchronize(); // order",
        "full=__sync_synchronize(); /* order",
        "full=__sync_synchronize(); \\",
    ] {
        let (_, stderr) = ends(folder.path(), &["sb.c", "--fence-text", text], 2);
        assert!(stderr.contains("does more than a fence"), "{stderr}");
    }
    ends(folder.path(), &["sb.c", "--fence-text", "full=__asm__ __volatile__(\"mfence\" ::: \"memory\")"], 1);
}

#[test]
fn a_file_that_changed_meanwhile_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.c", "b.c"].map(|name| folder.path().join(name));
    paths.iter().for_each(|path| fs::write(path, "old\n").unwrap());
    let change = |path, before| Change { path, text: "new\n", before };
    let changes = [change(&*paths[0], Before::Text("old\n")), change(&*paths[1], Before::Text("other\n"))];
    let error = write_files(&changes).unwrap_err();
    assert!(error.message.ends_with("b.c has changed since it was read"), "{error:?}");
    assert_eq!(files(folder.path()), [("a.c".into(), "old\n".into()), ("b.c".into(), "old\n".into())]);
}

#[test]
#[cfg(unix)]
fn hard_links_stay_one_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    fs::hard_link(folder.path().join("m.c"), folder.path().join("same.c")).unwrap();
    ends(folder.path(), &["m.c", "--in-place"], 1);
    let text = fs::read_to_string(folder.path().join("same.c")).unwrap();
    assert_eq!((fences(&text), text), (2, fs::read_to_string(folder.path().join("m.c")).unwrap()));
}

/// Where the text does not fit, a clear message, and every file as it was.
#[test]
#[cfg(unix)]
fn a_full_disk_changes_nothing() {
    let folder = split();
    let padding = "/* as long as this */\n".repeat(400);
    let header = fs::read_to_string(folder.path().join("b/h.h")).unwrap() + &padding;
    fs::write(folder.path().join("b/h.h"), header).unwrap();
    let before = files(folder.path());
    // The first file fits and the second does not.
    for arguments in ["m.c --in-place", "m.c --output-dir out"] {
        let command = format!(
            "ulimit -f 4; exec {} suggest --model tso --cross-check=false {arguments}",
            env!("CARGO_BIN_EXE_fencesmith")
        );
        let output = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {stdout}{stderr}");
        assert!(stdout.starts_with("repaired: 2 fences"), "the report is printed all the same: {stdout}");
        assert!(stderr.contains("cannot write") && stderr.contains("h.h: "), "{stderr}");
        assert!(stderr.contains("make room for it; what was there is as it was"), "{stderr}");
        assert_eq!(files(folder.path()), before, "{arguments}");
    }
    let single = tempfile::tempdir().unwrap();
    fs::write(single.path().join("m.c"), whole()).unwrap();
    let (stdout, stderr) = ends(single.path(), &["m.c", "--output", "/dev/full"], 2);
    assert!(stdout.starts_with("repaired") && stderr.contains("cannot write /dev/full: "), "{stdout}{stderr}");
}

/// Where a folder or a file must not be written to, the same. The superuser may write everywhere, and so becomes somebody else.
#[test]
#[cfg(unix)]
fn what_is_read_only_is_left_alone() {
    use std::os::unix::fs::{PermissionsExt, chown};
    let folder = split();
    let before = files(folder.path());
    let mode = |path: &str, mode| {
        fs::set_permissions(folder.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("b", 0o555);
    let closed = folder.path().join("b");
    let is_super = fs::write(closed.join("probe"), "").is_ok();
    let mut nobody: Vec<&str> = Vec::new();
    if is_super {
        fs::remove_file(closed.join("probe")).unwrap();
        mode(".", 0o755);
        for entry in walkdir::WalkDir::new(folder.path()) {
            chown(entry.unwrap().path(), Some(65534), Some(65534)).unwrap();
        }
        nobody = vec!["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    }
    let run = |more: &[&str]| {
        let mut words = nobody.clone();
        words.extend([env!("CARGO_BIN_EXE_fencesmith"), "suggest", "--model", "tso", "--cross-check=false", "m.c"]);
        words.extend(more);
        Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).stdin(Stdio::null()).output()
    };
    if is_super && !run(&[]).is_ok_and(|output| output.status.code() == Some(1)) {
        eprintln!("skipped: the superuser may write everywhere, and nobody else may run the program");
        return;
    }
    let refused = |arguments: &[&str], why: &str| {
        let output = run(arguments).unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stdout}{stderr}");
        assert!(stdout.starts_with("repaired") && stderr.contains(why), "{stdout}{stderr}");
        assert!(stderr.contains("check that the file and its directory may be written to"), "{stderr}");
        assert!(!stderr.contains(".fencesmith-"), "{stderr}");
        assert_eq!(files(folder.path()), before);
    };
    refused(&["--in-place"], "cannot write b/h.h: Permission denied");
    refused(&["--output-dir", "b/out"], "cannot write b/out: Permission denied");
    refused(&["--output", "b/out.c"], "cannot write b/out.c: Permission denied");
    mode("b", 0o755);
    mode("b/h.h", 0o444);
    refused(&["--in-place"], "cannot write b/h.h: it is write-protected");
}

/// Applies the diff of a run in `folder` with both programs that people use.
#[cfg(unix)]
fn applies(folder: &Path, arguments: &[&str]) {
    let mut options = arguments.to_vec();
    options.extend(["--quiet", "--diff", "--root", "."]);
    let (diff, _) = ends(folder, &options, 1);
    let before = files(folder);
    for (program, back) in [(["git", "apply"], "-R"), (["patch", "-p1"], "-R")] {
        for direction in [None, Some(back)] {
            let mut command = Command::new(program[0]);
            command.arg(program[1]).args(direction).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null());
            let Ok(mut running) = command.spawn() else {
                eprintln!("skipped: there is no {}", program[0]);
                return;
            };
            std::io::Write::write_all(&mut running.stdin.take().unwrap(), diff.as_bytes()).unwrap();
            assert!(running.wait().unwrap().success(), "{program:?} refuses\n{diff}");
            let expected = if direction.is_none() { 2 } else { 0 };
            let found: usize = files(folder).iter().map(|(_, text)| fences(text)).sum();
            assert_eq!(found, expected, "{program:?}\n{diff}");
        }
        assert_eq!(files(folder), before);
    }
}

#[test]
#[cfg(unix)]
fn diffs_apply_whatever_the_paths_are() {
    let folder = split();
    let absolute = folder.path().join("m.c");
    for path in ["m.c", "./a/../m.c", absolute.to_str().unwrap()] {
        applies(folder.path(), &[path]);
    }
    for name in ["with blank.c", "tab\there.c", "quote\".c", "ümlaut.c"] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a b")).unwrap();
        fs::write(folder.path().join("a b").join(name), whole()).unwrap();
        applies(folder.path(), &[&format!("a b/{name}")]);
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole().trim_end()).unwrap();
    applies(folder.path(), &["m.c"]);
    fs::write(folder.path().join("m.c"), whole().replace('\n', "\r\n")).unwrap();
    applies(folder.path(), &["m.c"]);
    fs::write(folder.path().join("m.c"), whole().replace("x = 1;", "x = 1; /* \r */")).unwrap();
    applies(folder.path(), &["m.c"]);
}

/// A drawing takes the place of a drawing, and of nothing else.
#[test]
fn drawings_overwrite_drawings_alone() {
    let folder = split();
    let before = files(folder.path());
    for option in ["--dot", "--svg"] {
        for target in ["m.c", "a/h.h"] {
            let (_, said) = ends(folder.path(), &[option, target, "m.c"], 2);
            assert!(said.contains(&format!("{target} exists and is no drawing")), "{said}");
        }
        for _ in 0..2 {
            ends(folder.path(), &[option, "drawing", "m.c"], 1);
        }
        fs::remove_file(folder.path().join("drawing")).unwrap();
    }
    assert_eq!(files(folder.path()), before);
}

/// Nothing that the program is read from is overwritten by the program with its fences, not even by force.
#[test]
fn the_output_is_no_file_that_was_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), format!("#include \"own.h\"\n{}", whole())).unwrap();
    fs::write(folder.path().join("own.h"), "#define OWN 1\n").unwrap();
    let before = files(folder.path());
    let (_, said) = ends(folder.path(), &["--output", "own.h", "--force", "m.c"], 2);
    assert!(said.contains("own.h, which the program is read from"), "{said}");
    assert_eq!(files(folder.path()), before);
}

/// What is reported names files as text.
#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"lat\xe9.c");
    if fs::write(folder.path().join(name), whole()).is_err() {
        eprintln!("skipped: names are text here");
        return;
    }
    let output = suggest(folder.path(), &["--in-place"]).arg(name).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(3) && said.contains("the name of the file is not UTF-8"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), whole());
}

/// The Concurrency Kit is no library of C, but nobody patches what a system has installed.
#[test]
fn headers_of_the_system_are_not_changed() {
    if !Path::new("/usr/include/ck_pr.h").exists() {
        eprintln!("skipped: there is no Concurrency Kit");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks/ck");
    for name in ["cas.c", "nofence.h"] {
        fs::copy(from.join(name), folder.path().join(name)).unwrap();
    }
    let options =
        ["-DNO_CK_FENCES=1", "-DCK_USE_CC_BUILTINS=1", "-DCK_MD_PSO=1", "--model", "pso", "cas.c", "--in-place"];
    let run = |further: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
        command.arg("suggest").args(options).args(further).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = run(&["--fences-in", "/usr/include/*"]);
    assert!(code == Some(2) && said.contains("--no-fences-in '/usr/include/*'"), "{said}");
    let (code, said) = run(&[]);
    assert_eq!(code, Some(1), "{said}");
    let patched = fs::read_to_string(folder.path().join("cas.c")).unwrap();
    assert!(patched.contains("__atomic_thread_fence(__ATOMIC_RELEASE);"), "{patched}");
}

/// Standard output takes the program as it comes, also where it leads to a file, and the report behind it.
#[test]
#[cfg(unix)]
fn standard_output_takes_the_program_and_standard_error_the_report() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    for target in ["> out.txt", ">> out.txt", "| cat > out.txt"] {
        let _ = fs::remove_file(folder.path().join("out.txt"));
        let command = format!(
            "{} suggest m.c --model tso --cross-check=false --quiet -o /dev/stdout {target}",
            env!("CARGO_BIN_EXE_fencesmith")
        );
        let ended = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
        let text = fs::read_to_string(folder.path().join("out.txt")).unwrap();
        assert!(text.starts_with(HEADS) && text.ends_with("}\n") && fences(&text) == 2, "{target}: {text}");
        let report = String::from_utf8_lossy(&ended.stderr);
        assert!(report.contains("The patched program was read again and is correct."), "{target}: {report}");
    }
}

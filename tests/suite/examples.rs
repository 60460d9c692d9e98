//! The examples in `docs/examples`: what they start is understood, and the hook stops what it should stop.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use walkdir::WalkDir;
use yaml_rust2::{Yaml, YamlLoader};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples")
}

fn yaml(name: &str) -> Yaml {
    let text = fs::read_to_string(examples().join(name)).unwrap();
    YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}")).remove(0)
}

/// Runs a command with the program that was just built on the path, and nothing of the user's configuration of git.
fn run(program: &str, arguments: &[&str], folder: &Path) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_fencesmith")).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path))).unwrap();
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "reader")))
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "reader@example.org")))
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A copy of the project that the examples are about.
fn project() -> tempfile::TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let to = tempfile::tempdir().unwrap();
    for entry in WalkDir::new(&from).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let target = to.path().join(entry.path().strip_prefix(&from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(entry.path(), target).unwrap();
    }
    to
}

#[test]
fn the_workflow_checks_and_uploads_whatever_comes_of_it() {
    let workflow = yaml("fences.yml");
    let steps = workflow["jobs"]["fences"]["steps"].as_vec().unwrap();
    let commands = steps.iter().filter_map(|step| step["run"].as_str());
    let own: Vec<&str> = commands.filter(|command| command.starts_with("fencesmith ")).collect();
    assert_eq!(own.len(), 1, "{own:?}");
    let project = project();
    let output = run("sh", &["-e", "-c", own[0]], project.path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}: {errors}", own[0]);

    let upload = steps.last().unwrap();
    assert!(upload["uses"].as_str().unwrap().starts_with("github/codeql-action/upload-sarif@"));
    assert!(upload["if"].as_str().unwrap().contains("!cancelled()"));
    assert_eq!(workflow["permissions"]["security-events"].as_str(), Some("write"));
    let log = upload["with"]["sarif_file"].as_str().unwrap();
    let is_log = || -> bool {
        let text = fs::read_to_string(project.path().join(log)).unwrap();
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        log["version"] == "2.1.0"
    };
    assert!(is_log());
    // No verdict is told in the log, too.
    let undecided = own[0].replace("--timeout 600", "--unwind-limit 1 --timeout 600");
    assert_ne!(undecided, own[0]);
    run("sh", &["-e", "-c", &undecided], project.path());
    assert!(is_log());
}

#[test]
fn the_entry_for_pre_commit_is_understood() {
    let config = yaml("pre-commit-config.yaml");
    let hook = &config["repos"][0]["hooks"][0];
    assert_eq!((config["repos"][0]["repo"].as_str(), hook["language"].as_str()), (Some("local"), Some("system")));
    let entry = hook["entry"].as_str().unwrap();
    let output = run("sh", &["-c", entry], project().path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{entry}: {errors}");
}

/// Store buffering, with a text between the write and the read of the first thread.
fn program(between: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nvolatile int x, y;\nint r1, r2;\n\
static void *t1(void *p)\n{{\n\tx = 1;\n{between}\tr1 = y;\n\treturn p;\n}}\n\
static void *t2(void *p)\n{{\n\ty = 1;\n\t__sync_synchronize();\n\tr2 = x;\n\treturn p;\n}}\n\
int main(void)\n{{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, t1, 0);\n\tpthread_create(&b, 0, t2, 0);\n\
\tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(r1 || r2);\n\treturn 0;\n}}\n"
    )
}

#[test]
fn the_hook_stops_a_commit_without_its_fence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let git = |arguments: &[&str]| {
        let output = run("git", arguments, folder);
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout),
        )
    };
    assert!(git(&["init", "--quiet", "."]).0);
    let hook = folder.join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::copy(examples().join("pre-commit"), &hook).unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();

    fs::write(folder.join(".fences"), "# what is checked\nsub/sb.c --model tso\n").unwrap();
    fs::create_dir(folder.join("sub")).unwrap();
    let file = folder.join("sub/sb.c");
    let (good, bad) = (program("\t__sync_synchronize();\n"), program(""));
    fs::write(&file, &bad).unwrap();
    assert!(git(&["add", "."]).0);
    let (done, said) = git(&["commit", "--quiet", "-m", "without"]);
    assert!(!done && said.contains("violation: sub/sb.c"), "{said}");

    // What counts is what is committed.
    fs::write(&file, &good).unwrap();
    assert!(git(&["add", "."]).0);
    fs::write(&file, &bad).unwrap();
    let (done, said) = git(&["commit", "--quiet", "-m", "with"]);
    assert!(done, "{said}");
    let (done, said) = git(&["commit", "--quiet", "-a", "-m", "without again"]);
    assert!(!done && said.contains("violation: sub/sb.c"), "{said}");

    // Without C in it there is nothing to check.
    fs::write(folder.join("notes"), "text\n").unwrap();
    assert!(git(&["add", "notes"]).0);
    let (done, said) = git(&["commit", "--quiet", "-m", "notes"]);
    assert!(done, "{said}");
}

//! Runs that are killed: every file is whole, the old text or the new one, and no other is left. `scripts/kills` does the same a thousand times.

use super::*;

/// Whoever ends the program at a bad moment finds every file whole, and no other.
///
/// `FENCESMITH_KILLS` says how often that is tried.
#[test]
fn a_killed_run_leaves_every_file_whole() {
    let kills: u32 = std::env::var("FENCESMITH_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let folder = split();
    let old = files(folder.path());
    let start = std::time::Instant::now();
    ends(folder.path(), &["m.c", "--in-place"], 1);
    let whole = start.elapsed();
    let new = files(folder.path());
    let mut finished = 0;
    for kill in 0..kills {
        for (name, text) in &old {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut run = suggest(folder.path(), &["m.c", "--in-place"]).stdout(Stdio::null()).spawn().unwrap();
        // Most of the moments are near the end, when files are written.
        let share = 0.5 + 0.6 * f64::from(kill) / f64::from(kills);
        std::thread::sleep(whole.mul_f64(share));
        run.kill().unwrap();
        finished += u32::from(run.wait().unwrap().code().is_some());
        // What is to replace a file needs a name of its own between two system calls; after a kill just there a shell takes it away.
        until_gone(|| count(folder.path()) > old.len());
        let now = files(folder.path());
        assert_eq!(now.len(), old.len(), "something is left over: {now:?}");
        for ((file, old), new) in now.iter().zip(&old).zip(&new) {
            assert!(file == old || file == new, "{file:?} is neither old nor new");
        }
    }
    assert!(finished < kills.max(1), "no run was killed before it ended");
}

/// How many files there are, some of which may just be going away.
fn count(folder: &Path) -> usize {
    walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.path().is_file()).count()
}

/// Gives what is left of a killed run a while to go away.
fn until_gone(is_there: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while is_there() && start.elapsed() < std::time::Duration::from_secs(20) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// A copy of the tree is made of whole files, in folders that are not empty, at whatever moment the program is killed.
#[test]
fn a_killed_run_leaves_no_half_of_a_copy() {
    let kills: u32 = std::env::var("FENCESMITH_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    let folder = split();
    let old = files(folder.path());
    let start = std::time::Instant::now();
    ends(folder.path(), &["m.c", "--output-dir", "out"], 1);
    let whole = start.elapsed();
    let out = folder.path().join("out");
    let new = files(&out);
    for kill in 0..kills {
        let _ = fs::remove_dir_all(&out);
        let mut run = suggest(folder.path(), &["m.c", "--output-dir", "out"]).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(0.5 + 0.6 * f64::from(kill) / f64::from(kills)));
        run.kill().unwrap();
        run.wait().unwrap();
        let empty = || {
            let entries = walkdir::WalkDir::new(folder.path()).into_iter().flatten();
            let mut folders = entries.map(walkdir::DirEntry::into_path).filter(|path| path.is_dir());
            folders.find(|path| fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none()))
        };
        until_gone(|| empty().is_some());
        assert_eq!(empty(), None, "an empty folder is left over");
        if out.exists() {
            for file in files(&out) {
                assert!(new.contains(&file), "{file:?} is not whole, or left over");
            }
        }
    }
    let _ = fs::remove_dir_all(&out);
    assert_eq!(files(folder.path()), old);
}

/// What is there for a moment goes with the process, at whatever moment that is killed: where each step of writing takes long, it is
/// seen to be there, and then not.
#[test]
#[cfg(target_os = "linux")]
fn what_is_there_for_a_moment_goes_with_the_process() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: there is no strace");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    // The call that would give the new text its target's name kills the process.
    let output = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "-e", "inject=rename,renameat,renameat2:signal=KILL:error=EIO"])
        .arg(env!("CARGO_BIN_EXE_fencesmith"))
        .args(["suggest", "m.c", "--model", "tso", "--cross-check=false", "--in-place"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!output.status.success(), "it is killed: {}", String::from_utf8_lossy(&output.stdout));
    until_gone(|| count(folder.path()) > 1);
    assert_eq!(files(folder.path()), [("m.c".to_string(), whole())]);
}

/// What a killed process has left goes away with the next run; what somebody may still need stays.
#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_run_has_left_is_swept_away() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.c"), whole()).unwrap();
    // No process has so high a number.
    let (gone, alive) = (i32::MAX, std::process::id());
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for (name, age) in [
        (format!(".fencesmith-{gone}-0"), Some(old)),
        (format!(".fencesmith-{gone}-1"), None),
        (format!(".fencesmith-{alive}-0"), Some(old)),
        (".fencesmith-notes-0".to_string(), Some(old)),
    ] {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        if let Some(age) = age {
            file.set_modified(age).unwrap();
        }
    }
    ends(folder.path(), &["m.c", "--in-place"], 1);
    let mut left: Vec<String> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
    left.sort();
    let mut expected =
        vec![format!(".fencesmith-{gone}-1"), format!(".fencesmith-{alive}-0"), ".fencesmith-notes-0".to_string()];
    expected.push("m.c".to_string());
    expected.sort();
    assert_eq!(left, expected);
}

//! Patched texts on disk: files are replaced whole, keep their permissions, and stay as they were when one cannot be written.

use fencesmith::patch::write::{self, Change, write_files};

use super::*;

#[test]
fn a_file_is_created_and_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out.c");
    write_file(&path, "one\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\n");
    write_file(&path, "two\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
#[cfg(unix)]
fn permissions_stay_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let real = directory.path().join("real.c");
    let link = directory.path().join("link.c");
    fs::write(&real, "one\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.c", &link).unwrap();
    write_file(&link, "two\n").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "two\n");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
#[cfg(unix)]
fn a_new_file_is_readable_as_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("usual.c"), "").unwrap();
    write_file(&directory.path().join("ours.c"), "").unwrap();
    let mode = |name: &str| fs::metadata(directory.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("ours.c"), mode("usual.c"));
}

#[test]
fn what_cannot_be_written_is_said_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("no/such/out.c");
    let error = write_file(&missing, "x").unwrap_err();
    assert!(error.message.starts_with("cannot write ") && error.help.is_some(), "{error:?}");
    let error = write_file(directory.path(), "x").unwrap_err();
    assert!(error.message.ends_with("it is a directory"), "{error:?}");
    let protected = directory.path().join("protected.c");
    fs::write(&protected, "one\n").unwrap();
    let mut permissions = fs::metadata(&protected).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).unwrap();
    let error = write_file(&protected, "two\n").unwrap_err();
    assert!(error.message.ends_with("it is write-protected"), "{error:?}");
    assert_eq!(fs::read_to_string(&protected).unwrap(), "one\n");
}

/// The second would overwrite the fences of the first.
#[test]
fn one_file_under_two_names_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("sub")).unwrap();
    let error = replace(&two_files(directory.path(), "sub/../a.c"));
    assert!(error.unwrap_err().message.contains("are the same file"));
    assert_eq!(fs::read_to_string(directory.path().join("a.c")).unwrap(), "x = 1;\n");
}

fn replace(patch: &Patch) -> Result<(), Diagnostic> {
    let changes = patch.files.iter().map(|file| Change {
        path: &file.path,
        text: &file.patched,
        before: write::Before::Text(&file.original),
    });
    write_files(&changes.collect::<Vec<_>>())
}

fn two_files(directory: &Path, second: &str) -> Patch {
    let mut sources = Sources::default();
    let first = directory.join("a.c");
    fs::write(&first, "x = 1;\n").unwrap();
    let insertions: Vec<Insertion> = [first, directory.join(second)]
        .into_iter()
        .map(|path| {
            if path.parent().is_some_and(Path::exists) {
                fs::write(&path, "x = 1;\n").unwrap();
            }
            let file = sources.add(path, "x = 1;\n");
            let at = Span { file, start: 0, end: 0 };
            Insertion::new(Placement::Statement { at }, FENCE)
        })
        .collect();
    apply(&sources, &insertions).unwrap()
}

#[test]
fn all_files_are_replaced_or_none() {
    let directory = tempfile::tempdir().unwrap();
    let first = directory.path().join("a.c");
    assert!(replace(&two_files(directory.path(), "no/b.c")).is_err());
    assert_eq!(fs::read_to_string(&first).unwrap(), "x = 1;\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left beside it");
    replace(&two_files(directory.path(), "b.c")).unwrap();
    for name in ["a.c", "b.c"] {
        let text = fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(text, "__sync_synchronize();\nx = 1;\n");
    }
}

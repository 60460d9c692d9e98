//! Where a patch is written.
//!
//! In: a patch and a [`Writing`]. Out: files, all of them or none, which hold exactly the text that was checked. It must
//! not know how the patch came about.

use std::path::{Component, Path, PathBuf};
use std::time::Instant;

use super::Request;
use super::copied::{self, Copied, Wrong};
use crate::diag::{Diagnostic, Sources};
use crate::frontend::plain;
use crate::intake::{self, Writer};
use crate::patch::write::{
    Before, Change, Folders, can_be_written, exists, folder_takes_files, is_standard, write_files,
};
use crate::patch::{Patch, PatchedFile};
use crate::progress::Observer;

/// Where the patched program goes.
#[derive(Clone, Debug, Default)]
pub enum Destination {
    /// Nowhere; the patch is only reported.
    #[default]
    None,
    /// Over the original files.
    InPlace,
    /// To this file, if only the input changes.
    File(PathBuf),
    /// Into this folder: all files that were read, with their folders.
    Directory(PathBuf),
}

/// How the patched program is written.
#[derive(Clone, Debug, Default)]
pub struct Writing {
    pub destination: Destination,
    /// The files of the program that the user has named.
    pub files: Vec<PathBuf>,
    /// The folder outside of which nothing is changed; that of the project if it is not given.
    pub root: Option<PathBuf>,
    /// Overwrite what exists.
    pub force: bool,
}

/// Looks whether something can be written at all, before anybody waits for what.
///
/// # Errors
/// The file is there and `--force` is not; a file or a folder cannot be written to.
pub fn prepare(writing: &Writing) -> Result<(), Diagnostic> {
    match &writing.destination {
        Destination::File(path) if is_standard(path) => Ok(()),
        Destination::File(path) => {
            if std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) && !writing.force {
                return Err(exists(path));
            }
            can_be_written(path)
        }
        Destination::Directory(path) => folder_takes_files(path),
        // Which files change only the search can say.
        Destination::None | Destination::InPlace => Ok(()),
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The folder that a project is in: that of its repository or of its build database, or else the one that all files are below that the
/// user has named. Files that have nothing in common but the root of the file system are in no project: the first one's folder is it then.
pub fn root(writing: &Writing) -> PathBuf {
    if let Some(root) = &writing.root {
        return root.canonicalize().unwrap_or_else(|_| root.clone());
    }
    let here = || std::env::current_dir().unwrap_or_default();
    let folder = |file: &PathBuf| {
        let file = file.canonicalize().unwrap_or_else(|_| here().join(file));
        file.parent().unwrap_or(Path::new("/")).to_path_buf()
    };
    let Some(own) = writing.files.first().map(folder) else { return here() };
    let marked = |mark: &str| own.ancestors().find(|folder| folder.join(mark).exists()).map(Path::to_path_buf);
    let folders: Vec<PathBuf> = writing.files.iter().map(folder).collect();
    let common = || own.ancestors().find(|above| folders.iter().all(|folder| folder.starts_with(above)));
    marked(".git")
        .or_else(|| marked("compile_commands.json"))
        .or_else(|| common().filter(|common| common.parent().is_some()).map(Path::to_path_buf))
        .unwrap_or(own)
}

/// A patched program that is to be written.
pub struct Patched<'p> {
    /// What the program was read by.
    pub request: &'p Request,
    pub patch: &'p Patch,
    pub sources: &'p Sources,
    /// When the run began: its time limit is for this, too.
    pub start: Instant,
}

/// What was written.
#[derive(Debug, Default)]
pub struct Written {
    pub files: Vec<PathBuf>,
    /// What the user should know of it.
    pub warning: Option<Diagnostic>,
}

/// Writes the patched files where they go, and looks whether they are there.
///
/// # Errors
/// They cannot be written, or would overwrite what they must not, or would make another program than the one that was checked.
pub fn write(writing: &Writing, patched: &Patched<'_>, observer: &mut dyn Observer) -> Result<Written, Diagnostic> {
    let Patched { request, patch, sources, start } = *patched;
    let mut root = root(writing);
    let copies = match &writing.destination {
        Destination::None => return Ok(Written::default()),
        Destination::InPlace => in_place(patch, &root)?,
        Destination::File(target) => vec![alone(target, patch, sources)?],
        Destination::Directory(target) => {
            let copies;
            (copies, root) = tree(target, patch, sources, Mirrored { root, exact: writing.root.is_some() })?;
            copies
        }
    };
    let texts = copies.iter().map(|copy| (copy.path.as_path(), copy.text)).collect();
    let looked = match &writing.destination {
        Destination::File(target) if !is_standard(target) => {
            let moved = |path: &Path| (path == request.path).then(|| target.clone());
            copied::makes_the_same(request, patch, (&Copied { texts, moved: &moved }, start), observer)
        }
        Destination::Directory(target) => {
            let moved = |path: &Path| below(path, &root).map(|inside| target.join(inside));
            copied::makes_the_same(request, patch, (&Copied { texts, moved: &moved }, start), observer)
        }
        Destination::None | Destination::InPlace | Destination::File(_) => Ok(()),
    };
    let warning = match (looked, &writing.destination) {
        (Ok(()), _) => None,
        // Whoever compiles it may say where the headers are.
        (Err(Wrong::Unreadable(error)), Destination::File(target)) => Some(
            Diagnostic::warning(format!("{} is no program where it lies: {}", target.display(), error.message))
                .help("compile it as if it lay beside the original (`-iquote`), or write the patch with `--output-dir` or `--in-place`"),
        ),
        (Err(wrong), _) => return Err(another(&wrong)),
    };
    let _folders = match &writing.destination {
        Destination::Directory(_) => Folders::of(copies.iter().map(|copy| copy.path.as_path()))?,
        Destination::None | Destination::InPlace | Destination::File(_) => Folders::default(),
    };
    let changes = copies.iter().map(|copy| {
        let before = match (&writing.destination, writing.force) {
            (Destination::InPlace, _) => Before::Text(copy.read),
            (_, true) => Before::Anything,
            (_, false) => Before::Nothing,
        };
        Change { path: &copy.path, text: copy.text, before }
    });
    write_files(&changes.collect::<Vec<_>>())?;
    copies.iter().try_for_each(|copy| holds(&copy.path, copy.text))?;
    Ok(Written { files: copies.into_iter().map(|copy| copy.path).collect(), warning })
}

/// What would be written is not what was checked.
fn another(wrong: &Wrong) -> Diagnostic {
    let error = match wrong {
        Wrong::Unreadable(error) => {
            Diagnostic::error(format!("the copy would be no program where it lies: {}", error.message))
        }
        Wrong::Other => Diagnostic::error("the copy would be another program where it lies, and not a right one"),
    };
    let why = "what it includes is found by other names there, or includes the text that is not patched";
    error
        .note(why, None)
        .note("nothing was written", None)
        .help("`--in-place` changes the files where they are, `--diff` shows the change")
}

/// Whether a diff applies in the project's folder.
///
/// # Errors
/// A file changes that is not below it, which no path of a diff can name.
pub fn applies(writing: &Writing, patch: &Patch) -> Result<(), Diagnostic> {
    let root = root(writing);
    match patch.files.iter().find(|file| below(&file.path, &root).is_none()) {
        // What came from the standard input has no folder.
        Some(file) if file.path.is_file() => {
            let error = outside(file, &root, "that may be changed");
            Err(error.note("a diff that begins at that folder cannot name the file", None))
        }
        _ => Ok(()),
    }
}

/// A text and where it goes.
struct Copy<'p> {
    path: PathBuf,
    text: &'p str,
    /// What was read.
    read: &'p str,
}

/// Whether the files that change are still there: of what is gone nobody can say where it was.
fn are_there(patch: &Patch) -> Result<(), Diagnostic> {
    match patch.files.iter().find(|file| std::fs::metadata(&file.path).is_err()) {
        None => Ok(()),
        Some(file) => Err(Diagnostic::error(format!("{} has gone since it was read", file.path.display()))
            .note("nothing was written", None)
            .help("run the command again")),
    }
}

fn in_place<'p>(patch: &'p Patch, root: &Path) -> Result<Vec<Copy<'p>>, Diagnostic> {
    are_there(patch)?;
    if let Some(file) = patch.files.iter().find(|file| below(&file.path, root).is_none()) {
        return Err(outside(file, root, "that may be changed").note("nothing was written", None));
    }
    let copies = patch.files.iter().map(|file| {
        let (read, text) = as_on_disk(&file.path, &file.original, &file.patched);
        Copy { path: file.path.clone(), text, read }
    });
    Ok(copies.collect())
}

/// The texts without the line that the reader puts behind a last line which ends in a backslash.
fn as_on_disk<'t>(path: &Path, read: &'t str, text: &'t str) -> (&'t str, &'t str) {
    let without = read.strip_suffix("\n\n").zip(text.strip_suffix("\n\n"));
    without
        .filter(|(read, _)| intake::bytes(path, Writer::People).is_ok_and(|disk| disk == read.as_bytes()))
        .unwrap_or((read, text))
}

/// The one file that changes, under another name.
fn alone<'p>(target: &Path, patch: &'p Patch, sources: &Sources) -> Result<Copy<'p>, Diagnostic> {
    let input = sources.files().next().map(|(_, file)| file.path.as_path());
    if let Some((_, file)) = sources.files().find(|(_, file)| is_same(&file.path, target)) {
        return Err(Diagnostic::error(format!(
            "`--output` names {}, which the program is read from",
            file.path.display()
        ))
        .note("nothing was written", None)
        .help("use `--in-place` to change the source files"));
    }
    match patch.files.as_slice() {
        [file] if Some(file.path.as_path()) == input => {
            Ok(Copy { path: target.to_path_buf(), text: &file.patched, read: &file.original })
        }
        files => {
            let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
            Err(Diagnostic::error(format!("the fences go into {}, which `--output` cannot hold", names.join(" and ")))
                .note("nothing was written", None)
                .help("`--output-dir DIR` writes a copy of all files, `--in-place` changes them"))
        }
    }
}

/// The folder whose tree is copied.
struct Mirrored {
    root: PathBuf,
    /// The user named it.
    exact: bool,
}

/// All files that were read or looked for, with their folders, the patched ones with their fences: a tree that compiles as it lies. With it the
/// folder that it is a copy of.
fn tree<'p>(
    target: &Path,
    patch: &'p Patch,
    sources: &'p Sources,
    mirrored: Mirrored,
) -> Result<(Vec<Copy<'p>>, PathBuf), Diagnostic> {
    are_there(patch)?;
    let Mirrored { mut root, exact } = mirrored;
    let project = root.clone();
    // A project may lie where the system's files are, too.
    let is_own = |path: &Path| !of_system(path) || below(path, &project).is_some();
    let on_disk = sources.needed().filter(|file| file.path.is_file() && is_own(&file.path));
    let read: Vec<(&Path, &str)> = on_disk.map(|file| (file.path.as_path(), &*file.text)).collect();
    if !exact {
        // A header beside the project's folder, found by a relative path, belongs to what compiles.
        for (path, _) in &read {
            let known = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            let common = known.ancestors().find(|folder| root.starts_with(folder)).map(Path::to_path_buf);
            root = common.filter(|common| common.parent().is_some()).unwrap_or(root);
        }
    }
    if let Some(file) = patch.files.iter().find(|file| below(&file.path, &root).is_none()) {
        return Err(outside(file, &root, "that is to be copied").note("nothing was written", None));
    }
    let mut copies: Vec<Copy<'p>> = Vec::new();
    for (path, text) in read {
        let Some(inside) = below(path, &root) else { continue };
        let patched = patch.files.iter().find(|file| below(&file.path, &root).as_ref() == Some(&inside));
        let text_there = patched.map_or(text, |file| &file.patched);
        for name in std::iter::once(inside).chain(links(path, &root)) {
            let path_there = target.join(name);
            if copies.iter().all(|copy| copy.path != path_there) {
                copies.push(Copy { path: path_there, text: text_there, read: text });
            }
        }
    }
    Ok((copies, root))
}

/// Whether a file belongs to the system.
fn of_system(path: &Path) -> bool {
    ["/usr", "/lib", "/etc", "/opt"].iter().any(|system| path.starts_with(system))
}

/// The paths below a folder by which a file was found that links lead to: a copy has no links, so that it needs the file there, too.
fn links(path: &Path, root: &Path) -> Vec<PathBuf> {
    let beside = path.file_name().and_then(|name| Some(path.parent()?.canonicalize().ok()?.join(name)));
    let as_written = std::path::absolute(path).ok().map(|path| plain(&path));
    // Behind a link a `..` may lead elsewhere.
    let is_same = |name: &PathBuf| name.canonicalize().ok() == path.canonicalize().ok();
    let named = beside.into_iter().chain(as_written).filter(is_same);
    named.filter_map(|name| name.strip_prefix(root).map(Path::to_path_buf).ok()).collect()
}

/// The path of a file below a folder.
fn below(path: &Path, root: &Path) -> Option<PathBuf> {
    let known = path.canonicalize().ok()?;
    let inside = known.strip_prefix(root).ok()?;
    inside.components().all(|part| matches!(part, Component::Normal(_))).then(|| inside.to_path_buf())
}

fn outside(file: &PatchedFile, root: &Path, what: &str) -> Diagnostic {
    let (name, root) = (file.path.display(), root.display());
    let help = match file.path.ancestors().skip(1).find(|folder| folder.ends_with("include") && of_system(folder)) {
        Some(folder) => format!(
            "`--no-fences-in '{}/*'` keeps the fences out of headers that are not the project's; otherwise give the project a \
             copy of that header",
            folder.display()
        ),
        None => format!(
            "`--root DIR` names a folder with all {what}; `--no-fences-in {name}` keeps the fences out of that file"
        ),
    };
    Diagnostic::error(format!("a fence goes into {name}, which is not below {root}")).help(help)
}

/// Whether a file was written as it was meant: what was checked is what is there.
fn holds(path: &Path, text: &str) -> Result<(), Diagnostic> {
    if is_standard(path) || std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(());
    }
    match std::fs::read(path) {
        Ok(found) if found == text.as_bytes() => Ok(()),
        Ok(_) => Err(Diagnostic::error(format!("{} does not hold what was written to it", path.display()))),
        Err(error) => Err(Diagnostic::error(format!("cannot read {} again: {error}", path.display()))),
    }
}

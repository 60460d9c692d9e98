//! Model files that others publish: what is read in the place of what they include, and the TOML files for them.

use std::fs;
use std::path::Path;

use fencesmith::model::Model;

use super::find;

/// A file that is included may have another one read in its place, and `with` has one choice.
#[test]
fn other_files_are_read_instead() {
    let toml = fs::read_to_string("encodings/tso.toml").expect("a model file");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tso.toml");
    let axioms = fs::read_to_string("encodings/tso.cat").expect("axioms");
    let title = axioms.find('\n').expect("a title");
    let include = "\ninclude \"away.cat\"\nassert empty chosen \\ po as it\nempty chosen as none\n";
    fs::write(directory.path().join("tso.cat"), format!("{}{include}{}", &axioms[..title], &axioms[title..]))
        .expect("written");
    let read = |instead: &str, here: &str| {
        fs::write(&path, toml.replace("axioms =", &format!("{instead}\naxioms ="))).expect("written");
        fs::write(directory.path().join("here.cat"), here).expect("written");
        find(path.to_str().expect("a path in UTF-8")).map(drop)
    };
    let instead = "instead = { \"away.cat\" = \"here.cat\" }";
    assert_eq!(read(instead, "let enumerated r = 0\nwith chosen from (enumerated po)"), Ok(()));
    for (instead, here, why) in [
        ("", "let chosen = 0", "away.cat"),
        ("instead = { \"away.cat\" = \"gone.cat\" }", "let chosen = 0", "gone.cat"),
        (instead, "with chosen from linearisations(W, co)", "`linearisations`"),
        (instead, "with chosen 0", "expected `from`"),
        (instead, "let chosen = R", "joins the set `chosen` with the relation"),
        // What is included has to hold: `empty` of all of program order is an axiom like any other.
        (instead, "let chosen = po", ""),
    ] {
        let errors = read(instead, here).expect_err(here);
        assert!(errors.iter().any(|error| error.contains(why)), "{here}: {errors:?}");
    }
}

/// Each TOML file for axioms that others publish: it is read but for these, which are not part of the project.
#[test]
fn the_files_for_published_axioms_name_them() {
    let mut found = 0;
    for folder in ["herd", "dat3m"] {
        for entry in fs::read_dir(Path::new("encodings/published").join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let errors = find(path.to_str().expect("a path in UTF-8")).err().unwrap_or_default();
            let [error] = errors.as_slice() else { panic!("{}: {errors:?}", path.display()) };
            assert!(
                error.contains("cannot read the axioms encodings/published/") && error.contains(".cat: "),
                "{error}"
            );
            found += 1;
        }
    }
    assert!(found > 10);
}

/// What is recursive for the sake of being transitive is a closure, and one that must not have an event before itself has no cycle: a model
/// written so is the same.
#[test]
fn a_closure_written_by_recursion_is_one() {
    let toml = fs::read_to_string("encodings/tso.toml").expect("a model file");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tso.toml");
    fs::write(&path, toml).expect("written");
    let axioms = fs::read_to_string("encodings/tso.cat").expect("axioms");
    let global = axioms.lines().find(|line| line.ends_with(" as global-order")).expect("the order of memory");
    let operand = global.trim_start_matches("acyclic ").trim_end_matches(" as global-order");
    let read = |lines: &str| {
        fs::write(directory.path().join("tso.cat"), axioms.replace(global, lines)).expect("written");
        find(path.to_str().expect("a path in UTF-8")).unwrap_or_else(|errors| panic!("{lines}: {errors:?}"))
    };
    let parts = |model: &Model| {
        let axiom = model.axioms().iter().find(|axiom| axiom.name == "global-order").expect("the axiom");
        let parts: Vec<String> = axiom.parts.iter().map(|part| part.label.clone()).collect();
        (axiom.kind.keyword(), parts)
    };
    let usual = parts(&read(global));
    assert_eq!(usual.0, "acyclic");
    assert!(usual.1.len() > 1);
    for lines in [
        format!("let rec ob = {operand} | ob; ob\nirreflexive ob as global-order"),
        format!("let rec ob = ob; ob | {operand}\nacyclic ob as global-order"),
        format!("let ob = ({operand})+\nirreflexive ob as global-order"),
    ] {
        assert_eq!(parts(&read(&lines)), usual, "{lines}");
    }
    // What names itself besides is no closure, and what is none may have an event before itself in its own steps alone.
    let lines = format!("let rec ob = {operand} | ob; ob | (ob & po); rf\nirreflexive ob as global-order");
    assert_eq!(parts(&read(&lines)).0, "irreflexive");
}

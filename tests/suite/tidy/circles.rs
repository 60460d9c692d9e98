//! No circles of imports: of the files that stand side by side in a folder, each with what is below it, none needs itself
//! by way of others.
//!
//! A file may use what the file above it defines, and that one may hand on what is below it: a file and the folder of its
//! name are one thing.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::{assert_none, sources, words};

/// The module of a file, from the root of the crate.
fn module(path: &str) -> Vec<String> {
    let inside = path.strip_prefix("src/").unwrap_or(path).trim_end_matches(".rs");
    inside.split('/').filter(|part| *part != "mod").map(str::to_string).collect()
}

/// The paths of a tree of imports, below a prefix.
fn branches(prefix: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (path, inside) = match part.split_once('{') {
            Some((path, inside)) => (path, inside.strip_suffix('}')),
            None => (part.split(" as ").next().unwrap_or(part), None),
        };
        let mut path: Vec<String> =
            prefix.iter().cloned().chain(path.split("::").map(|p| p.trim().to_string())).collect();
        path.retain(|part| !part.is_empty());
        match inside {
            Some(inside) => branches(&path, inside, found),
            None => found.push(path),
        }
    }
}

/// The paths that some code names: those that it hands on with `pub use`, and all others.
fn paths(code: &str) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let (mut handed_on, mut used) = (Vec::new(), Vec::new());
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let at = statement.rfind("use ").filter(|at| {
            let before = statement[..*at].trim_end_matches(' ');
            before.is_empty() || before.ends_with(['\n', '{', '}', ';', ']', ')']) || before.ends_with("pub")
        });
        let Some(at) = at else {
            rest.push_str(statement);
            continue;
        };
        let is_public = statement[..at].lines().last().is_some_and(|line| line.trim_start().starts_with("pub"));
        let tree = statement[at + 4..].trim_end_matches(';').replace('\n', " ");
        branches(&[], &tree, if is_public { &mut handed_on } else { &mut used });
        rest.push_str(&statement[..at]);
    }
    for (word, after) in words(&rest).filter(|(word, _)| ["crate", "super"].contains(word)) {
        let path = after.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or("");
        let path = path.split("::").filter(|part| !part.is_empty()).map(str::to_string);
        used.push(std::iter::once(word.to_string()).chain(path).collect());
    }
    (handed_on, used)
}

/// The module that a path from another module leads to or into.
fn target(modules: &BTreeSet<Vec<String>>, from: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut full = from.to_vec();
    let mut rest = path;
    match rest.first().map(String::as_str)? {
        "crate" => {
            full.clear();
            rest = &rest[1..];
        }
        "super" | "self" => {
            while let Some(first @ ("super" | "self")) = rest.first().map(String::as_str) {
                if first == "super" {
                    full.pop();
                }
                rest = &rest[1..];
            }
        }
        first => {
            full.push(first.to_string());
            if !modules.contains(&full) {
                return None;
            }
            full.pop();
        }
    }
    full.extend(rest.iter().cloned());
    while !full.is_empty() && !modules.contains(&full) {
        full.pop();
    }
    (!full.is_empty() && full != from).then_some(full)
}

/// The imports between things that stand side by side, by the folder that they stand in.
type Levels = BTreeMap<Vec<String>, BTreeSet<(String, String)>>;

fn levels(files: &[(Vec<String>, String)]) -> Levels {
    let modules: BTreeSet<Vec<String>> = files.iter().map(|(module, _)| module.clone()).collect();
    let mut levels = Levels::new();
    for (module, code) in files {
        let (handed_on, used) = paths(code);
        let targets = |paths: Vec<Vec<String>>| {
            paths.into_iter().filter_map(|path| target(&modules, module, &path)).collect::<Vec<_>>()
        };
        let outside = targets(handed_on).into_iter().filter(|target| !target.starts_with(module));
        for target in targets(used).into_iter().chain(outside) {
            let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            // What is above or below is the same thing.
            if common < module.len() && common < target.len() {
                let import = (module[common].clone(), target[common].clone());
                levels.entry(module[..common].to_vec()).or_default().insert(import);
            }
        }
    }
    levels
}

/// The circles, each as the sorted names of what is in it.
fn circles(levels: &Levels) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (folder, imports) in levels {
        let names: BTreeSet<&str> = imports.iter().flat_map(|(from, to)| [from.as_str(), to]).collect();
        let mut graph = DiGraph::<&str, ()>::new();
        let nodes: BTreeMap<&str, _> = names.into_iter().map(|name| (name, graph.add_node(name))).collect();
        graph.extend_with_edges(imports.iter().map(|(from, to)| (nodes[from.as_str()], nodes[to.as_str()])));
        for circle in tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > 1) {
            let name = |file: &str| folder.iter().map(String::as_str).chain([file]).collect::<Vec<_>>().join("/");
            let mut names: Vec<String> = circle.into_iter().map(|node| name(graph[node])).collect();
            names.sort();
            found.push(names);
        }
    }
    found
}

#[test]
fn imports_go_in_no_circles() {
    let is_crate = |module: &Vec<String>| !["main", "lib"].contains(&module[0].as_str());
    let files = sources("src", true).into_iter().map(|source| (module(&source.path), source.code));
    let files: Vec<_> = files.filter(|(module, _)| is_crate(module)).collect();
    let found = circles(&levels(&files));
    let found: Vec<String> = found.iter().map(|circle| circle.join(", ")).collect();
    assert_none("circles of imports", &found);
}

#[test]
fn the_search_for_circles_sees_all_forms_of_imports() {
    let file = |module: &str, code: &str| (module.split('/').map(str::to_string).collect(), code.to_string());
    let found = |files: &[(Vec<String>, String)]| circles(&levels(files));
    let a = file("room/a", "use std::fmt;\nuse super::{b::B, c};\nfn f() {}");
    assert_eq!(found(&[a.clone(), file("room/b", "fn g() { crate::room::a::f() }")]), [["room/a", "room/b"]]);
    let through = file("room/c/d", "pub fn f() { super::super::a::f() }");
    let c = file("room/c", "mod d;\npub use d::f;");
    assert_eq!(found(&[a.clone(), c.clone(), through]), [["room/a", "room/c"]]);
    let child = file("room/c/d", "use super::Above;\nuse crate::{room::c::Other, diag::Span};");
    assert!(found(&[a, c, child]).is_empty());
}

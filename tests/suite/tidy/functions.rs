//! No function is long but a flat match: one that hands each case to something else, or does it in a few lines.

use super::{assert_none, sources};

const LONGEST_FUNCTION: usize = 90;

/// The lines that an arm of a flat match has at most, and those that a function has beside it.
const LONGEST_ARM: usize = 9;
const BESIDE: usize = 25;

/// A function as it is formatted.
struct Function<'t> {
    name: &'t str,
    lines: Vec<&'t str>,
    indent: usize,
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of the function that begins in a line.
fn begun(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_prefix = |word: &str| word.starts_with("pub") || ["const", "in"].contains(&word) || word.ends_with(')');
    before.split_whitespace().all(is_prefix).then(|| after.split(['(', '<']).next().unwrap_or(after))
}

/// The functions of a text that end on a line of their own.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = begun(line) else { continue };
        let indent = indent(line);
        let is_over = |line: &&str| self::indent(line) <= indent && line.ends_with([';', '}']);
        let Some(length) = lines[start..].iter().position(is_over).map(|at| at + 1) else { continue };
        if lines[start + length - 1].trim() == "}" {
            found.push(Function { name, lines: lines[start..start + length].to_vec(), indent });
        }
    }
    found
}

/// Whether a function is one match, and its arms are short.
fn is_flat(function: &Function<'_>) -> bool {
    let Function { lines, indent: own, .. } = function;
    let Some(start) =
        lines.iter().position(|line| indent(line) == own + 4 && line.contains("match ") && line.ends_with('{'))
    else {
        return false;
    };
    let Some(length) = lines[start + 1..].iter().position(|line| indent(line) == own + 4) else { return false };
    let inside = &lines[start + 1..=start + length];
    let begins = |line: &str| indent(line) == own + 8 && !line.trim_start().starts_with(['}', ')', ']', '|']);
    let starts: Vec<usize> = (0..inside.len()).filter(|at| begins(inside[*at])).chain([inside.len()]).collect();
    let longest = starts.windows(2).map(|pair| code(&inside[pair[0]..pair[1]])).max().unwrap_or(0);
    longest <= LONGEST_ARM && lines.len() - length <= BESIDE
}

/// The lines of an arm that are not alternatives of its pattern.
fn code(arm: &[&str]) -> usize {
    arm.iter().filter(|line| !line.trim_start().starts_with('|')).count()
}

#[test]
fn no_function_is_long_but_a_flat_match() {
    let mut found = Vec::new();
    for source in sources("src", true) {
        for function in functions(&source.text) {
            if function.lines.len() > LONGEST_FUNCTION && !is_flat(&function) {
                found.push(format!("{}: `{}` ({} lines)", source.path, function.name, function.lines.len()));
            }
        }
    }
    assert_none(&format!("functions of more than {LONGEST_FUNCTION} lines"), &found);
}

#[test]
fn the_search_for_long_functions_sees_where_they_end() {
    let arm = "        1 => {\n            a();\n        }\n";
    let flat =
        format!("pub(crate) fn flat(x: u8) {{\n    match x {{\n{}        _ => {{}}\n    }}\n}}\n", arm.repeat(40));
    let long = format!(
        "impl A {{\n    const fn long<T>() {{\n{}    }}\n\n    fn short() {{}}\n}}\n",
        "        a();\n".repeat(95)
    );
    let text = format!("{flat}{long}fn last(\n    x: u8,\n) -> u8 {{\n    x\n}}\n");
    let found = functions(&text);
    let seen: Vec<_> = found.iter().map(|f| (f.name, f.lines.len(), is_flat(f))).collect();
    assert_eq!(seen, [("flat", 125, true), ("long", 97, false), ("last", 5, false)]);
}

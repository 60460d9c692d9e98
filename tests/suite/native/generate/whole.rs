//! The text around the threads' statements: declarations, helpers, thread functions, and a `main` that starts and joins.

use std::fmt::Write as _;

use super::shape::{Results, Shape, Topology};
use super::statements::{Item, Writer};
use super::{Draft, Program, Record};
use crate::native::features::Features;

const HEADERS: &str = "#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n\
    #include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n_Bool __VERIFIER_nondet_bool(void);\n\n";

/// The program of a draft.
pub fn write(draft: &Draft) -> Program {
    let features = Features::new();
    let mut shape = Shape::new(&draft.shape, &features);
    if draft.threads.len() < 2 {
        shape.topology = Topology::Flat;
    }
    let mut writer = Writer::new(&shape, &features);
    // The twins run the first body; the second one is not there.
    let bodies: Vec<&Vec<Record>> = match shape.topology {
        Topology::Twins => draft.threads.iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, body)| body).collect(),
        _ => draft.threads.iter().collect(),
    };
    let mut functions = Vec::new();
    for (index, body) in bodies.iter().enumerate() {
        function(&mut writer, index, body);
        functions.push(std::mem::take(&mut writer.out));
    }
    // A thread that starts another one stands behind it.
    functions.reverse();
    let threads = draft.threads.len();
    let main = main_function(&shape, threads);
    let mut text = HEADERS.to_string();
    if writer.used.contains(&Item::Pointer) {
        writer.used.extend([Item::X, Item::Y]);
    }
    for item in &writer.used {
        text.push_str(&writer.declaration(*item));
    }
    if shape.results == Results::Global {
        let _ = writeln!(text, "int $out[{threads}];");
    }
    if matches!(shape.topology, Topology::HandedOn | Topology::Nested) {
        text.push_str("pthread_t $handle;\n");
    }
    text.push('\n');
    for item in writer.used.clone() {
        if let Item::Helper(helper) = item {
            text.push_str(&helper.text(&shape, writer.points));
            writer.points += 1;
        }
    }
    text.push_str(&functions.concat());
    text.push_str(&main);
    let observables = observables(&writer, threads);
    Program { text, observables, points: writer.points, private_main: shape.results != Results::Local }
}

/// What can be seen at the end.
fn observables(writer: &Writer, threads: usize) -> Vec<String> {
    let result = |thread: usize| match writer.shape.results {
        Results::Global => format!("$out[{thread}]"),
        Results::Returned => format!("(long)j{thread}"),
        Results::Local => format!("results[{thread}]"),
    };
    let mut all: Vec<String> = (0..threads).map(result).collect();
    for item in &writer.used {
        match item {
            Item::X => all.push("$x".to_string()),
            Item::Y => all.push("$y".to_string()),
            Item::Z => all.push("$z".to_string()),
            Item::Array => all.push("$a[1]".to_string()),
            Item::Record => all.extend(["$s.a", "$s.c", "$t.e[1]", "$u.w"].map(str::to_string)),
            _ => {}
        }
    }
    all
}

/// The function that threads of this body run.
fn function(writer: &mut Writer, index: usize, body: &[Record]) {
    let shape = *writer.shape;
    writer.line(&format!("void *$thread{index}(void *argument)"));
    writer.line("{");
    writer.indent += 1;
    writer.line("int r0 = 0, r1 = 0;");
    let slot = if shape.topology == Topology::Twins && index == 0 {
        writer.line("long self = (long)argument;");
        writer.line("r0 = (int)self;");
        "self".to_string()
    } else if shape.topology == Topology::Twins {
        (index + 1).to_string()
    } else {
        index.to_string()
    };
    let starts = index == 0 && matches!(shape.topology, Topology::HandedOn | Topology::Nested);
    // In the middle, so that there is something before and after.
    let middle = body.len() / 2;
    writer.indent -= 1;
    if starts {
        writer.block(&body[..middle]);
        writer.out.push_str("    pthread_create(&$handle, 0, $thread1, 0);\n");
        writer.block(&body[middle..]);
        if shape.topology == Topology::Nested {
            writer.out.push_str("    pthread_join($handle, 0);\n");
        }
    } else {
        writer.block(body);
    }
    if index == 0 && shape.topology == Topology::JoinedByAnother {
        writer.out.push_str("    pthread_join((pthread_t)argument, 0);\n");
    }
    writer.indent += 1;
    let seen = "(r0 & 15) | (r1 & 15) << 4";
    match shape.results {
        Results::Global => {
            writer.line(&format!("$out[{slot}] = {seen};"));
            writer.line("return 0;");
        }
        Results::Returned => writer.line(&format!("return (void *)(long)({seen});")),
        Results::Local => {
            writer.line(&format!("*(int *)argument = {seen};"));
            writer.line("return 0;");
        }
    }
    writer.indent -= 1;
    writer.line("}");
    writer.line("");
}

fn main_function(shape: &Shape, threads: usize) -> String {
    let mut lines = Vec::new();
    let started: Vec<usize> = match shape.topology {
        Topology::HandedOn | Topology::Nested => (0..threads).filter(|thread| *thread != 1).collect(),
        // The handle must be there before it is given away.
        Topology::JoinedByAnother => std::iter::once(1).chain((0..threads).filter(|thread| *thread != 1)).collect(),
        _ => (0..threads).collect(),
    };
    for thread in 0..threads {
        lines.push(format!("pthread_t t{thread};"));
        if shape.results == Results::Returned {
            lines.push(format!("void *j{thread};"));
        }
    }
    if shape.results == Results::Local {
        lines.push(format!("int results[{threads}] = {{ 0 }};"));
    }
    for thread in &started {
        let body = match (shape.topology, thread) {
            (Topology::Twins, 1) => 0,
            (Topology::Twins, 2..) => thread - 1,
            _ => *thread,
        };
        let argument = match (shape.topology, shape.results, thread) {
            (Topology::Twins, _, 0 | 1) => format!("(void *){thread}"),
            (Topology::JoinedByAnother, _, 0) => "(void *)t1".to_string(),
            (_, Results::Local, _) => format!("&results[{thread}]"),
            _ => "0".to_string(),
        };
        lines.push(format!("pthread_create(&t{thread}, 0, $thread{body}, {argument});"));
    }
    for thread in &started {
        if *thread == 1 && shape.topology == Topology::JoinedByAnother {
            continue;
        }
        let result = if shape.results == Results::Returned { format!("&j{thread}") } else { "0".to_string() };
        lines.push(format!("pthread_join(t{thread}, {result});"));
    }
    if shape.topology == Topology::HandedOn {
        lines.push("pthread_join($handle, 0);".to_string());
    }
    lines.push("%".to_string());
    lines.push("return 0;".to_string());
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("int $main(void)\n{{\n{body}}}\n")
}

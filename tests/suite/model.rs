//! The memory models as files: litmus executions under each model, equality with SC where synthesis keeps every pair,
//! and mistakes in model files with their places. The cases are data under `tests/models/`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use fencesmith::diag::{Diagnostic, Sources};
use fencesmith::ids::{EventId, FenceId};
use fencesmith::model::graph::{EventGraph, EventKind};
use fencesmith::model::{Access, Model, ORDERS, Operation, Tag, check};
use proptest::prelude::*;

mod others;

/// What a diagnostic says and where, on one line.
fn line(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let place = diagnostic.span.map_or_else(|| "-".to_string(), |span| sources.describe(span));
    format!("{place}: {}", diagnostic.message)
}

fn find(name: &str) -> Result<Model, Vec<String>> {
    let mut sources = Sources::default();
    Model::find(name, &mut sources).map_err(|errors| errors.iter().map(|e| line(&sources, e)).collect())
}

fn model(name: &str) -> Model {
    // The fourth model is one that the program does not know.
    let name = if name == "rmo" { "tests/models/rmo.toml" } else { name };
    find(name).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

fn consistent(model: &Model, graph: &EventGraph) -> bool {
    check(model, &mut graph.ground()).is_ok()
}

/// A line of `litmus.txt`.
struct Litmus {
    name: String,
    graph: EventGraph,
    verdicts: Vec<(String, bool)>,
}

fn parse_litmus(text: &str) -> Litmus {
    let text = text.replace("||", "/");
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let [name, threads, order, verdicts] = columns[..] else { panic!("four columns are needed: {text}") };
    let location = |letter: &str| "xyz".find(letter).unwrap_or_else(|| panic!("no location {letter}")) as u32;
    let mut graph = EventGraph::new(3);
    let mut writes: HashMap<(u32, String), EventId> = (0..3).map(|l| ((l, "0".into()), graph.initial(l))).collect();
    let mut reads = Vec::new();
    for (thread, events) in threads.split('/').enumerate() {
        let thread = thread as u32;
        let (mut previous, mut last_read) = (None, None);
        for word in events.split_whitespace() {
            if let Some(kind) = word.strip_prefix("F(").and_then(|rest| rest.strip_suffix(')')) {
                graph.fence(thread, &[Tag::named(kind)]);
                continue;
            }
            let (word, kept) = word.strip_prefix('^').map_or((word, false), |rest| (rest, true));
            let (word, dependency) = word.split_once('@').map_or((word, None), |(word, d)| (word, Some(d)));
            let (place, value) = (location(&word[1..2]), word[2..].to_string());
            let (first, last) = match &word[..1] {
                "W" => {
                    let write = graph.write(thread, place);
                    writes.insert((place, value), write);
                    (write, write)
                }
                "R" => {
                    let read = graph.read(thread, place);
                    reads.push((read, place, value));
                    (read, read)
                }
                "U" => {
                    let (old, new) = value.split_once(':').expect("old:new");
                    let (read, write) = graph.rmw(thread, place);
                    reads.push((read, place, old.to_string()));
                    writes.insert((place, new.to_string()), write);
                    (read, write)
                }
                other => panic!("no event {other}"),
            };
            if kept {
                graph.keep(previous.expect("an access before ^"), first);
            }
            if let Some(dependency) = dependency {
                let relation = ["addr", "data", "ctrl"].into_iter().find(|r| *r == dependency).expect("a dependency");
                graph.depend(relation, last_read.expect("a read before @"), first);
            }
            previous = Some(last);
            if graph.kind(first) == EventKind::Read {
                last_read = Some(first);
            }
        }
    }
    for (read, place, value) in reads {
        graph.reads_from(read, writes[&(place, value)]);
    }
    let mut explicit = Vec::new();
    for word in order.split_whitespace() {
        let (place, values) = word.split_once(':').expect("location:values");
        explicit.extend(values.split(',').map(|value| writes[&(location(place), value.to_string())]));
    }
    let others: Vec<EventId> =
        graph.events().filter(|e| graph.kind(*e) == EventKind::Write && !explicit.contains(e)).collect();
    explicit.extend(others);
    graph.order_writes(&explicit);
    let verdicts = verdicts
        .split_whitespace()
        .map(|verdict| {
            let (model, allowed) = verdict.split_once(':').expect("model:verdict");
            (model.to_string(), allowed == "yes")
        })
        .collect();
    Litmus { name: name.to_string(), graph, verdicts }
}

#[test]
fn litmus_executions_are_judged_as_in_the_literature() {
    let text = fs::read_to_string("tests/models/litmus.txt").expect("the litmus tests");
    let mut models: HashMap<String, Model> = HashMap::new();
    let (mut wrong, mut judged) = (Vec::new(), 0);
    for text in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let litmus = parse_litmus(text);
        assert_eq!(litmus.verdicts.len(), 4, "{text}");
        for (name, allowed) in litmus.verdicts {
            let model = models.entry(name.clone()).or_insert_with(|| model(&name));
            judged += 1;
            if consistent(model, &litmus.graph) != allowed {
                wrong.push(format!("{} under {name} should be {}", litmus.name, if allowed { "yes" } else { "no" }));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(judged > 200);
}

#[test]
fn a_broken_axiom_names_itself_and_a_shortest_cycle() {
    let sb = parse_litmus("SB | Wx1 Ry0 || Wy1 Rx0 | | sc:no").graph;
    let broken = check(&model("sc"), &mut sb.ground()).expect_err("SB is not sequentially consistent");
    assert_eq!(broken.to_string(), "sequential-consistency: e3 --po--> e4 --fr--> e5 --po--> e6 --fr--> e3");
    let ids: Vec<u32> = broken.events().iter().map(|event| event.0).collect();
    assert_eq!(ids, [3, 4, 5, 6]);

    let lb = parse_litmus("LB | Rx1 Wy1 || Ry1 Wx1 | | sc:no").graph;
    let broken = check(&model("tso"), &mut lb.ground()).expect_err("LB is not TSO");
    assert_eq!(broken.to_string(), "global-order: e3 --ppo--> e4 --rfe--> e5 --ppo--> e6 --rfe--> e3");

    let fenced = parse_litmus("SB | Wx1 F(full) Ry0 || Wy1 F(full) Rx0 | | sc:no").graph;
    let broken = check(&model("pso"), &mut fenced.ground()).expect_err("the fences forbid it");
    assert_eq!(broken.to_string(), "global-order: e3 --fence--> e5 --fr--> e6 --fence--> e8 --fr--> e3");

    let rmw = parse_litmus("RMW | Ux0:1 || Ux0:2 | | sc:no").graph;
    let broken = check(&model("pso"), &mut rmw.ground()).expect_err("read-modify-writes are atomic");
    assert!(broken.name == "global-order" || broken.name == "atomicity", "{broken}");

    let divided = parse_litmus("RMW | Ux0:1 || Wx2 | x:2,1 | sc:no").graph;
    let broken = check(&model("tso"), &mut divided.ground()).expect_err("read-modify-writes are atomic");
    assert_eq!(broken.to_string(), "atomicity: e3 --rmw & (fre ; coe)--> e4");
}

/// One access of a generated program: a read, a write or a read-modify-write of location 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Read(u32),
    Write(u32),
    Rmw(u32),
}

const STEPS: [Step; 6] = [Step::Read(0), Step::Read(1), Step::Write(0), Step::Write(1), Step::Rmw(0), Step::Rmw(1)];

fn is_first_location(step: Step) -> bool {
    matches!(step, Step::Read(0) | Step::Write(0) | Step::Rmw(0))
}

/// The events of a program, before communication is chosen.
fn skeleton(threads: &[Vec<Step>]) -> EventGraph {
    let mut graph = EventGraph::new(2);
    for (thread, steps) in threads.iter().enumerate() {
        for step in steps {
            match step {
                Step::Read(l) => drop(graph.read(thread as u32, *l)),
                Step::Write(l) => drop(graph.write(thread as u32, *l)),
                Step::Rmw(l) => drop(graph.rmw(thread as u32, *l)),
            }
        }
    }
    graph
}

fn is_write(graph: &EventGraph, event: EventId) -> bool {
    matches!(graph.kind(event), EventKind::Write | EventKind::Initial)
}

/// Every execution graph of a program: each read from each write of its location, the writes in each order.
fn graphs(skeleton: &EventGraph, visit: &mut dyn FnMut(&EventGraph)) {
    fn choose(graph: &mut EventGraph, reads: &[EventId], visit: &mut dyn FnMut(&EventGraph)) {
        let Some((read, rest)) = reads.split_first() else { return visit(graph) };
        let writes: Vec<EventId> =
            graph.events().filter(|e| is_write(graph, *e) && graph.location(*e) == graph.location(*read)).collect();
        for write in writes {
            graph.reads_from(*read, write);
            choose(graph, rest, visit);
        }
    }
    fn order(items: &mut Vec<EventId>, at: usize, visit: &mut dyn FnMut(&[EventId])) {
        if at == items.len() {
            return visit(items);
        }
        for other in at..items.len() {
            items.swap(at, other);
            order(items, at + 1, visit);
            items.swap(at, other);
        }
    }
    let reads: Vec<EventId> = skeleton.events().filter(|e| skeleton.kind(*e) == EventKind::Read).collect();
    let of = |location| -> Vec<EventId> {
        skeleton
            .events()
            .filter(|e| skeleton.kind(*e) == EventKind::Write && skeleton.location(*e) == Some(location))
            .collect()
    };
    order(&mut of(0), 0, &mut |first| {
        order(&mut of(1), 0, &mut |second| {
            let mut graph = skeleton.clone();
            graph.order_writes(&[first, second].concat());
            choose(&mut graph, &reads, visit);
        });
    });
}

/// The graph with every pair held that the model may reorder.
fn keep_all(model: &Model, graph: &EventGraph) -> EventGraph {
    let access = |event| match graph.kind(event) {
        EventKind::Read => Some(Access::Read),
        EventKind::Write => Some(Access::Write),
        EventKind::Fence | EventKind::Initial | EventKind::Mark => None,
    };
    let mut kept = graph.clone();
    for a in graph.events() {
        for b in graph.events().filter(|b| graph.in_program_order(a, *b)) {
            if let (Some(first), Some(second)) = (access(a), access(b))
                && graph.location(a) != graph.location(b)
                && model.relaxes(first, second)
            {
                kept.keep(a, b);
            }
        }
    }
    kept
}

/// Compares the models on every execution of a program; returns how many executions there were.
fn compare(models: &[Model], threads: &[Vec<Step>]) -> usize {
    let mut count = 0;
    graphs(&skeleton(threads), &mut |graph| {
        count += 1;
        let sequential = consistent(&models[0], graph);
        let mut stronger = sequential;
        for model in &models[1..] {
            let plain = consistent(model, graph);
            assert!(plain || !stronger, "{} forbids what a stronger model allows: {graph:?}", model.name());
            stronger = plain;
            let held = consistent(model, &keep_all(model, graph));
            assert_eq!(held, sequential, "{} with every pair kept differs from SC: {graph:?}", model.name());
        }
    });
    count
}

/// How many executions a program has: for each read a write of its location, and the writes in each order.
fn executions(threads: &[Vec<Step>]) -> usize {
    let count = |steps: [Step; 2]| threads.iter().flatten().filter(|step| steps.contains(step)).count();
    let of = |location| {
        let writes = count([Step::Write(location), Step::Rmw(location)]);
        let reads = count([Step::Read(location), Step::Rmw(location)]);
        (1..=writes).product::<usize>() * (writes + 1).pow(reads as u32)
    };
    of(0) * of(1)
}

/// From the strongest to the weakest.
fn all_models() -> Vec<Model> {
    ["sc", "tso", "pso", "rmo"].map(model).into()
}

#[test]
fn with_every_pair_kept_each_model_equals_sc_on_small_programs() {
    let models = all_models();
    let mut judged = 0;
    // Exchanging the threads or the locations changes nothing, so only one of each such group is judged.
    for code in 0..6usize.pow(4) {
        let step = |digit: u32| STEPS[code / 6usize.pow(digit) % 6];
        let rmws = (0..4).filter(|digit| matches!(step(*digit), Step::Rmw(_))).count();
        if code % 36 <= code / 36 && is_first_location(step(0)) && rmws <= 2 {
            judged += compare(&models, &[vec![step(0), step(1)], vec![step(2), step(3)]]);
        }
    }
    for code in 0..4usize.pow(5) {
        let step = |digit: u32| STEPS[code / 4usize.pow(digit) % 4];
        // A second thread that stays at one location is in no cycle through both.
        if is_first_location(step(0)) && is_first_location(step(3)) != is_first_location(step(4)) {
            judged += compare(&models, &[vec![step(0), step(1), step(2)], vec![step(3), step(4)]]);
        }
    }
    assert!(judged > 10_000, "{judged}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn with_every_pair_kept_each_model_equals_sc_on_larger_programs(
        threads in prop::collection::vec(prop::collection::vec(prop::sample::select(&STEPS[..]), 1..=3), 2..=3)
            .prop_filter("few executions", |threads| executions(threads) <= 2000)
    ) {
        compare(&all_models(), &threads);
    }
}

#[test]
fn declarations_are_read() {
    let pso = model("pso");
    assert_eq!(pso.relaxed(), [(Access::Write, Access::Read), (Access::Write, Access::Write)]);
    let full = pso.fence("full").expect("a full fence");
    let light = pso.fence("store-store").expect("a store-store fence");
    assert!(light.cost < full.cost);
    assert_eq!(light.spelling, "__atomic_thread_fence(__ATOMIC_RELEASE);");
    assert!(light.covers(&[(Access::Write, Access::Write)]) && !light.covers(&[(Access::Write, Access::Read)]));
    assert!(full.covers(pso.relaxed()));

    let names = |model: &Model, operation, order| {
        let lowering = model.lowering(operation, order);
        let joined = |tags: Vec<Tag>| tags.iter().map(|tag| tag.name()).collect::<Vec<_>>().join(",");
        let kinds = |ids: &[FenceId]| joined(ids.iter().map(|id| model.kind_name(*id)).collect());
        (kinds(&lowering.before), kinds(&lowering.after), joined(lowering.tags.clone()))
    };
    let triple = |a: &str, b: &str, c: &str| (a.to_string(), b.to_string(), c.to_string());
    assert_eq!(names(&pso, Operation::Store, "release"), triple("store-store", "", ""));
    assert_eq!(names(&pso, Operation::Store, "seq_cst"), triple("store-store", "full", ""));
    assert_eq!(names(&pso, Operation::Fence, "acq_rel"), triple("store-store", "", ""));
    assert_eq!(names(&pso, Operation::Fence, "acquire"), triple("", "", ""));
    let tso = model("tso");
    assert_eq!(names(&tso, Operation::Store, "seq_cst"), triple("", "full", ""));
    assert_eq!(names(&tso, Operation::Store, "release"), triple("", "", ""));
    assert_eq!(names(&tso, Operation::Fence, "seq_cst"), triple("full", "", ""));
    assert_eq!(names(&tso, Operation::Fence, "acq_rel"), triple("", "", ""));
    let rmo = model("rmo");
    assert_eq!(names(&rmo, Operation::Load, "seq_cst"), triple("full", "", "ACQ"));
    assert_eq!(rmo.tags(), ["ACQ", "REL"]);
    for order in ORDERS {
        assert_eq!(names(&model("sc"), Operation::Fence, order), triple("", "", ""));
    }

    assert!(model("sc").forbids_load_buffering());
    assert!(tso.forbids_load_buffering() && pso.forbids_load_buffering() && !rmo.forbids_load_buffering());
    assert!(all_models().iter().all(Model::is_monotone));
    assert!(tso.polarity("rf").positive && !tso.polarity("rf").negative);
    assert!(tso.polarity("W").negative);
}

#[test]
fn a_model_is_explained() {
    let text = model("pso").explain();
    for expected in [
        "a write may be overtaken by a later read",
        "store-store  orders W->W, cost 9",
        "__atomic_thread_fence(__ATOMIC_RELEASE);",
        "store (seq_cst): store-store; store; full",
        "fence (release, acq_rel): store-store",
        "acyclic ppo | kept | fence",
        "SPARC Architecture Manual",
    ] {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
    let text = model("rmo").explain();
    assert!(text.contains("store (release, seq_cst): store[REL]") && text.contains("(needs <stdatomic.h>)"), "{text}");
}

#[test]
fn an_unknown_name_lists_the_models() {
    let mut sources = Sources::default();
    let errors = Model::find("tos", &mut sources).expect_err("there is no such model");
    assert_eq!(errors[0].message, "there is no memory model named `tos`");
    let help = errors[0].help.as_deref().unwrap_or_default();
    let names = Model::builtin_names();
    assert!(help.starts_with("did you mean `tso`?") && help.contains(&names.join(", ")), "{help}");
    let errors = Model::find("nowhere/mine.toml", &mut sources).expect_err("there is no such file");
    assert!(errors[0].message.starts_with("cannot read the memory model nowhere/mine.toml"), "{}", errors[0].message);
    for name in ["arm7", "arm8", "cortex-a9", "imm", "nofence", "power", "pso", "rc11", "riscv", "sc", "tso", "weak"] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
}

fn bad_models() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir("tests/models/bad")
        .expect("the malformed models")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn mistakes_in_model_files_are_reported_with_their_places() {
    let mut wrong = Vec::new();
    let paths = bad_models();
    assert!(paths.len() > 40);
    for path in paths {
        let text = fs::read_to_string(&path).expect("a model file");
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        let name = path.to_str().expect("a path in UTF-8");
        let prefix = format!("{}/", path.parent().unwrap_or(Path::new("")).display());
        let errors = match find(name) {
            Ok(_) => vec!["it was accepted".to_string()],
            Err(errors) => errors.iter().map(|error| error.replace(&prefix, "")).collect(),
        };
        if errors != expected {
            wrong.push(format!("{name}\n  expected {expected:#?}\n  found {errors:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Axioms that others wrote do not have `kept`; the TOML file says where it belongs.
#[test]
fn what_is_kept_can_be_added_to_axioms_that_do_not_have_it() {
    let toml = fs::read_to_string("encodings/pso.toml").expect("a model file");
    let cat = fs::read_to_string("encodings/pso.cat").expect("its axioms");
    let own = model("pso");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("pso.toml");
    fs::write(directory.path().join("pso.cat"), cat.replace(" | kept", "")).expect("written");
    let name = path.to_str().expect("a path in UTF-8");
    fs::write(&path, &toml).expect("written");
    assert!(find(name).is_err_and(|errors| errors[0].contains("allow pairs to be reordered that synthesis keeps")));
    fs::write(&path, toml.replace("axioms =", "kept_in = [\"fence\"]\naxioms =")).expect("written");
    let added = model(name);
    let mut judged = 0;
    for code in 0..6usize.pow(4) {
        let step = |digit: u32| STEPS[code / 6usize.pow(digit) % 6];
        // Exchanging the threads or the locations changes nothing.
        let rmws = (0..4).filter(|digit| matches!(step(*digit), Step::Rmw(_))).count();
        if code % 36 > code / 36 || !is_first_location(step(0)) || rmws > 1 {
            continue;
        }
        graphs(&skeleton(&[vec![step(0), step(1)], vec![step(2), step(3)]]), &mut |graph| {
            for graph in [graph, &keep_all(&own, graph)] {
                assert_eq!(consistent(&own, graph), consistent(&added, graph), "{graph:?}");
                judged += 1;
            }
        });
    }
    assert!(judged > 1_000, "{judged}");
}

/// What options of a simulator decide is decided as if none were set, in statements and in expressions, and in a file that is read before
/// the axioms, too: what is chosen is resolved, and the rest need not be known.
#[test]
fn no_option_of_a_simulator_is_set() {
    let toml = fs::read_to_string("encodings/tso.toml").expect("a model file");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tso.toml");
    fs::copy("encodings/tso.cat", directory.path().join("tso.cat")).expect("copied");
    fs::write(&path, toml.replace("axioms =", "declarations = \"before.bell\"\naxioms =")).expect("written");
    let read = |declarations: String| {
        fs::write(directory.path().join("before.bell"), declarations).expect("written");
        find(path.to_str().expect("a path in UTF-8")).map(drop)
    };
    for (condition, holds) in [
        ("\"a\"", false),
        ("not \"a\"", true),
        ("~\"a\"", true),
        ("not not \"a\"", false),
        ("\"a\" || not \"b\"", true),
        ("\"a\" && not \"b\"", false),
        ("not \"a\" && not \"b\"", true),
        ("\"a\" && \"b\" || not \"c\"", true),
        ("not \"c\" || \"a\" && \"b\"", true),
        ("not (\"a\" || not \"b\")", false),
    ] {
        for text in [
            format!("if {condition} then empty nobody-knows as it end"),
            format!("if not ({condition}) empty po \\ po as that else empty nobody-knows as it end"),
            format!("let it = po | (if {condition} then nobody-knows else 0)"),
            format!("let it = if not ({condition}) then 0 else nobody-knows; po"),
        ] {
            let is_chosen = read(text.clone());
            assert_eq!(is_chosen.is_err(), holds, "{text}: {is_chosen:?}");
            assert!(is_chosen.err().is_none_or(|errors| errors[0].contains("`nobody-knows` is not defined")), "{text}");
        }
    }
    // A closure before a choice stays one.
    assert_eq!(read("let it = po*\nif \"a\" then let that = nobody-knows end".to_string()), Ok(()));
    // Values are nobody's business here; a flag may ask for them, and an axiom may not.
    assert_eq!(read("flag ~empty different-values(rf) as wrong".to_string()), Ok(()));
    for (text, why) in [
        ("empty different-values(rf) as wrong", "`different-values` is not defined"),
        ("let it = (if a then po else 0)", "an option in double quotes"),
        ("let it = (if \"a\" & \"b\" then po else 0)", "expected"),
        ("let it = po ; if \"a\" then po else 0", "a set or a relation"),
    ] {
        let errors = read(text.to_string()).expect_err(text);
        assert!(errors.iter().any(|error| error.contains(why)), "{text}: {errors:?}");
    }
    fs::remove_file(directory.path().join("before.bell")).expect("there");
    let errors = find(path.to_str().expect("a path in UTF-8")).expect_err("nothing to read");
    assert!(errors[0].contains("before.bell"), "{errors:?}");
}

#[test]
fn the_worked_example_of_the_readme_is_a_model() {
    let readme = fs::read_to_string("encodings/README.md").expect("the README");
    let block = |start: &str| {
        let from = readme.find(start).unwrap_or_else(|| panic!("{start} is missing")) + start.len();
        readme[from..].split("```").next().unwrap_or_default().to_string()
    };
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("mine.toml");
    fs::write(&path, block("`mine.toml`\n\n```toml\n")).expect("written");
    fs::write(directory.path().join("mine.cat"), block("`mine.cat`\n\n```\n")).expect("written");
    let mine = model(path.to_str().expect("a path in UTF-8"));
    let sb = |first: &str| {
        parse_litmus(&format!("SB | {first} Ry0 || {first_y} Rx0 | | -:-", first_y = first.replace('x', "y")))
    };
    assert!(consistent(&mine, &sb("Wx1").graph));
    assert!(consistent(&mine, &sb("Ux0:1").graph));
    assert!(!consistent(&mine, &sb("Wx1 F(drain)").graph));

    // And the mistakes that it warns of are found.
    let cat = block("`mine.cat`\n\n```\n");
    for (from, to) in [("| kept ", ""), ("(po & (M * M))", "po"), ("drain", "drian")] {
        fs::write(directory.path().join("mine.cat"), cat.replacen(from, to, 1)).expect("written");
        let accepted = find(path.to_str().expect("a path in UTF-8")).is_ok();
        // The only fence kind orders everything anyway, so the fences in `po` do no harm here.
        assert_eq!(accepted, to == "po", "{from} -> {to}");
    }
}

/// An access comes late where something overtakes it that its thread does next: a write where writes overtake writes, a read where
/// they overtake reads.
#[test]
fn models_say_which_accesses_may_be_late() {
    let expected = [
        ("sc", [false, false]),
        ("tso", [false, false]),
        ("pso", [false, true]),
        ("rc11", [false, true]),
        ("arm8", [true, true]),
        ("riscv", [true, true]),
        ("power", [true, true]),
        ("arm7", [true, true]),
        ("imm", [true, true]),
        ("lkmm", [true, true]),
    ];
    for (name, [reads, writes]) in expected {
        let late = [Access::Read, Access::Write].map(|kind| model(name).may_be_late(kind));
        assert_eq!(late, [reads, writes], "{name}");
    }
}

//! Repairs of litmus tests: the textbook's shapes with what they need, and that nothing less would do.

use std::fs;
use std::path::{Path, PathBuf};

use fencesmith::diag::Sources;
use fencesmith::drive::litmus::repair::{LitmusRepair, RepairRequest, repair};
use fencesmith::drive::outcome::Objective;
use fencesmith::limits::StopToken;
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use fencesmith::{enumerate, litmus};

use crate::headers;

fn reaches(text: &str, model: &Model) -> bool {
    let test = litmus::read(Path::new("test.litmus"), text, &mut Sources::default()).expect("a test");
    enumerate::decide(&test, model, &StopToken::default()).expect("decided").is_reached
}

/// The changes and what they cost, `-` where nothing is needed.
fn found(path: &Path, model: &Model, objective: Objective) -> String {
    let text = fs::read_to_string(path).expect("a test");
    let request = RepairRequest { path, text: &text, model, objective, stop: StopToken::default() };
    match repair(&request, &mut Silent)
        .unwrap_or_else(|failure| panic!("{}: {:?}", path.display(), failure.diagnostics))
    {
        LitmusRepair::Safe => "-".to_string(),
        LitmusRepair::Repaired { text: patched, edits } => {
            assert!(!reaches(&patched, model), "{}", path.display());
            let cost: u64 = edits.iter().map(|edit| edit.cost).sum();
            check_least(&text, model, objective, (edits.len(), cost));
            let mut all: Vec<String> =
                edits.iter().map(|edit| format!("P{} {}", edit.thread, edit.instruction)).collect();
            all.sort();
            format!("{}, cost {cost}", all.join(", "))
        }
        other => panic!("{}: {other:?}", path.display()),
    }
}

/// Fences with what they cost.
type Fences = Vec<(&'static str, u64)>;
/// Instructions, what they may become, and what that costs.
type Instructions = Vec<(&'static str, &'static str, u64)>;

/// The fences of a dialect, and instructions that others may become; written down once more.
fn spellings(text: &str) -> (Fences, Instructions) {
    match text.split_whitespace().next() {
        Some("X86") => (vec![("MFENCE", 10)], vec![]),
        Some("PPC") => (vec![("sync", 10), ("lwsync", 5)], vec![]),
        Some("RISCV") => (vec![("fence rw,rw", 10), ("fence.tso", 8), ("fence r,rw", 5), ("fence rw,w", 5)], vec![]),
        _ => (
            vec![("DMB ISH", 10), ("DMB ISHLD", 5)],
            vec![("LDR ", "LDAPR ", 2), ("LDR ", "LDAR ", 6), ("STR ", "STLR ", 2)],
        ),
    }
}

/// The same of a test in C.
fn spellings_of_c(text: &str) -> (Fences, Instructions) {
    if !text.contains("memory_order") {
        return (vec![("smp_mb();", 10), ("smp_rmb();", 5), ("smp_wmb();", 5)], vec![]);
    }
    let fences = vec![
        ("atomic_thread_fence(memory_order_seq_cst);", 10),
        ("atomic_thread_fence(memory_order_acq_rel);", 6),
        ("atomic_thread_fence(memory_order_acquire);", 5),
        ("atomic_thread_fence(memory_order_release);", 5),
    ];
    let orders = vec![
        ("load", "memory_order_acquire", 2),
        ("load", "memory_order_seq_cst", 6),
        ("store", "memory_order_release", 2),
        ("store", "memory_order_seq_cst", 6),
        ("fetch_add", "memory_order_acquire", 2),
        ("fetch_add", "memory_order_release", 2),
        ("fetch_add", "memory_order_acq_rel", 3),
        ("exchange", "memory_order_acquire", 2),
        ("exchange", "memory_order_release", 2),
        ("exchange", "memory_order_acq_rel", 3),
    ];
    (fences, orders)
}

/// Every text in C with one change more: a fence in a new line before any statement, or another order.
fn one_more_in_c(text: &str) -> Vec<(String, u64)> {
    let (fences, orders) = spellings_of_c(text);
    let lines: Vec<&str> = text.lines().collect();
    let code = |line: &str| {
        line.split("//").next().and_then(|line| line.split("/*").next()).unwrap_or("").trim_end().to_string()
    };
    let end = lines.iter().position(|line| line.starts_with("exists")).expect("a condition");
    let mut all = Vec::new();
    for row in 1..end {
        // A statement without braces belongs to the line above.
        let begins = [';', '{', '}'].iter().any(|sign| code(lines[row - 1]).ends_with(*sign));
        if !code(lines[row]).ends_with(';') || !begins {
            continue;
        }
        for (fence, cost) in &fences {
            let mut new = lines.clone();
            new.insert(row, *fence);
            all.push((new.join("\n") + "\n", *cost));
        }
    }
    for row in 1..end {
        for (call, order, cost) in &orders {
            let is_it =
                lines[row].contains(&format!("atomic_{call}_explicit")) && lines[row].contains("memory_order_relaxed");
            if is_it {
                let stronger = lines[row].replacen("memory_order_relaxed", order, 1);
                let mut new = lines.clone();
                new[row] = &stronger;
                all.push((new.join("\n") + "\n", *cost));
            }
        }
    }
    all
}

/// Every text with one change more, and what that costs: a fence in a new line of any thread, or another instruction.
fn one_more(text: &str) -> Vec<(String, u64)> {
    if text.starts_with("C ") {
        return one_more_in_c(text);
    }
    let (fences, instructions) = spellings(text);
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.trim_start().starts_with("P0")).expect("the threads");
    let rows: Vec<usize> = (head + 1..lines.len()).take_while(|at| lines[*at].trim_end().ends_with(';')).collect();
    let threads = lines[head].split('|').count();
    let joined = |lines: Vec<String>| lines.join("\n") + "\n";
    let mut all = Vec::new();
    for row in &rows {
        for thread in 0..threads {
            for (fence, cost) in &fences {
                let mut new: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
                let mut cells = vec![String::new(); threads];
                cells[thread] = (*fence).to_string();
                new.insert(*row, cells.join("|") + ";");
                all.push((joined(new), *cost));
            }
            let cells: Vec<&str> = lines[*row].trim_end().trim_end_matches(';').split('|').collect();
            for (from, to, cost) in &instructions {
                if cells.get(thread).is_some_and(|cell| cell.trim_start().starts_with(from)) {
                    let mut new: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
                    let mut changed: Vec<String> = cells.iter().map(|cell| (*cell).to_string()).collect();
                    changed[thread] = changed[thread].replacen(from, to, 1);
                    new[*row] = changed.join("|") + ";";
                    all.push((joined(new), *cost));
                }
            }
        }
    }
    all
}

/// No text with fewer changes, or as many that cost less, will do; one change is tried, and two for the smallest tests.
fn check_least(text: &str, model: &Model, objective: Objective, found: (usize, u64)) {
    let key = |count: usize, cost: u64| match objective {
        Objective::Cost => (cost, count as u64),
        _ => (count as u64, cost),
    };
    let limit = key(found.0, found.1);
    let is_small = !text.contains("P2") && text.lines().count() < if text.starts_with("C ") { 16 } else { 12 };
    for (once, first) in one_more(text) {
        if key(1, first) < limit {
            assert!(reaches(&once, model), "cheaper than {found:?}:\n{once}");
        }
        // Two changes of a larger test are some thousands of texts.
        if key(2, first + 1) >= limit || !is_small {
            continue;
        }
        for (twice, second) in one_more(&once) {
            if key(2, first + second) < limit {
                assert!(reaches(&twice, model), "cheaper than {found:?}:\n{twice}");
            }
        }
    }
}

#[test]
fn textbook_shapes_get_what_the_textbook_says() {
    let folder = Path::new("tests/litmus/repairs");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("tests").map(|entry| entry.expect("one").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    files.sort();
    let mut said = String::new();
    for path in &files {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let model = headers::model(name.split('_').next().unwrap_or(name));
        // Only what store buffering needs differs.
        let objectives = [Objective::Fences, Objective::Cost];
        for objective in &objectives[..if name.ends_with("_sb") { 2 } else { 1 }] {
            said.push_str(&format!("{name} {}: {}\n", objective.name(), found(path, &model, *objective)));
        }
    }
    let golden = folder.join("expected.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&golden, &said).expect("written");
    }
    assert_eq!(said, fs::read_to_string(&golden).expect("what is expected"));
}

/// A fence before a branch serves both of its arms.
#[test]
fn one_fence_serves_two_arms() {
    let text = "AArch64 arms\n{\n0:X4=x; 0:X5=y; 0:X6=z;\n1:X4=x; 1:X5=y;\n2:X4=x; 2:X6=z;\n}\n\
                P0 | P1 | P2 ;\n MOV W1,#1 | LDR W0,[X5] | MOV W1,#1 ;\n LDR W3,[X6] | DMB ISH | STR W1,[X6] ;\n \
                STR W1,[X4] | LDR W2,[X4] | ;\n CBNZ W3,L | | ;\n STR W1,[X5] | | ;\n B E | | ;\n \
                L: | | ;\n STR W1,[X5] | | ;\n E: | | ;\nexists (1:X0=1 /\\ 1:X2=0)\n";
    let model = headers::model("arm8");
    let path = Path::new("arms.litmus");
    assert!(reaches(text, &model));
    let request = RepairRequest { path, text, model: &model, objective: Objective::Fences, stop: StopToken::default() };
    let Ok(LitmusRepair::Repaired { text: patched, edits }) = repair(&request, &mut Silent) else { panic!("repaired") };
    assert_eq!(edits.len(), 1, "{patched}");
    assert!(edits[0].is_fence && edits[0].at.starts_with("CBNZ"), "{edits:?}");
    assert!(!reaches(&patched, &model));
}

/// In a loop a fence before the first access stands behind the accesses of the round before, whatever arm these are in.
#[test]
fn a_fence_before_the_first_access_of_a_loop() {
    let text = "PPC loop\n{\n0:r4=x; 0:r5=y;\n1:r4=x; 1:r5=z; 1:r6=y;\n2:r7=z;\n}\n\
                P0 | P1 | P2 ;\n li r1,1 | li r3,0 | li r1,1 ;\n stw r1,0(r4) | L: | stw r1,0(r7) ;\n \
                lwsync | lwz r0,0(r5) | ;\n stw r1,0(r5) | cmpwi r3,0 | ;\n | bne E | ;\n | li r3,1 | ;\n \
                | or r5,r4,r4 | ;\n | cmpwi r0,0 | ;\n | beq A | ;\n | lwz r2,0(r6) | ;\n | b L | ;\n \
                | A: | ;\n | lwz r2,0(r6) | ;\n | b L | ;\n | E: | ;\nexists (1:r2=1 /\\ 1:r0=0)\n";
    let model = headers::model("power");
    let path = Path::new("loop.litmus");
    assert!(reaches(text, &model));
    let request = RepairRequest { path, text, model: &model, objective: Objective::Fences, stop: StopToken::default() };
    let Ok(LitmusRepair::Repaired { text: patched, edits }) = repair(&request, &mut Silent) else { panic!("repaired") };
    assert_eq!(edits.len(), 1, "{patched}");
    assert!(edits[0].is_fence && edits[0].at.starts_with("lwz r0"), "{edits:?}");
    assert!(!reaches(&patched, &model));
}

#[test]
fn labels_remarks_and_annotations_stay() {
    let text = "AArch64 labels\n{\n0:X4=x; 0:X5=y;\n1:X4=x; 1:X5=y;\n}\n P0 | P1 ;\n MOV W1,#1 | LDAR W0,[X5] ;\n \
                L: STR W1,[X4] (* data *) | CBNZ W0,M ;\n STR W1,[X5] | M: ;\n | LDR W2,[X4] ;\nexists (1:X0=1 /\\ 1:X2=0)\n";
    let model = headers::model("arm8");
    let path = Path::new("labels.litmus");
    let request = RepairRequest { path, text, model: &model, objective: Objective::Cost, stop: StopToken::default() };
    let Ok(LitmusRepair::Repaired { text: patched, edits }) = repair(&request, &mut Silent) else { panic!("repaired") };
    assert_eq!(edits.iter().map(|edit| edit.instruction.as_str()).collect::<Vec<_>>(), ["STLR W1,[X5]"]);
    assert!(patched.contains("L:") && patched.contains("(* data *)") && patched.contains("M:"), "{patched}");
    assert!(!reaches(&patched, &model) && reaches(text, &model));
}

#[test]
fn what_no_instruction_helps_is_unrepairable() {
    let model = headers::model("tso");
    let stop = StopToken::default;
    let text = "X86 alone\n{ x=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[x] ;\nexists (1:EAX=1)\n";
    let path = Path::new("alone.litmus");
    let request = RepairRequest { path, text, model: &model, objective: Objective::Fences, stop: stop() };
    assert!(matches!(repair(&request, &mut Silent), Ok(LitmusRepair::Unrepairable)));
    let text = "C c\n{ }\nP0(int *x) { *x = 1; }\nexists (x=1)\n";
    let request = RepairRequest { path, text, model: &model, objective: Objective::Fences, stop: stop() };
    assert!(matches!(repair(&request, &mut Silent), Ok(LitmusRepair::Unrepairable)));
}

/// The repair of a test in C that needs one fence in the first thread at most.
fn of_c(first: &str, model: &str) -> (String, Vec<String>) {
    let second = match model {
        "lkmm" => "WRITE_ONCE(*x, 1); smp_mb(); WRITE_ONCE(*y, 1);",
        _ => "atomic_store_explicit(x, 1, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_release);",
    };
    let text = format!(
        "C one\n{{ }}\nP0(atomic_int *x, atomic_int *y) {{{first}}}\nP1(atomic_int *x, atomic_int *y) {{ {second} }}\n\
         exists (0:r0=1 /\\ 0:r1=0)\n"
    );
    let text = if model == "lkmm" { text.replace("atomic_int", "int") } else { text };
    let model = headers::model(model);
    let path = Path::new("one.litmus");
    assert!(reaches(&text, &model), "{text}");
    let request =
        RepairRequest { path, text: &text, model: &model, objective: Objective::Fences, stop: StopToken::default() };
    match repair(&request, &mut Silent) {
        Ok(LitmusRepair::Repaired { text: patched, edits }) => {
            assert!(!reaches(&patched, &model), "{patched}");
            let rest = patched.split_once("P0").and_then(|(_, rest)| rest.split_once("P1")).expect("two threads").0;
            let body = rest.split_once('{').expect("a body").1.trim_end().trim_end_matches('}').to_string();
            (body, edits.into_iter().map(|edit| format!("{} / {}", edit.instruction, edit.at)).collect())
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// Statements without braces get some, a loop's condition has its fence at the end of the body, remarks stay, and an order is raised
/// where there is one.
#[test]
fn edits_in_c_stand_where_the_text_has_them() {
    let cases = [
        (
            " int r0 = rcu_dereference(*y); int r1 = READ_ONCE(*x); ",
            " int r0 = rcu_dereference(*y); smp_rmb(); int r1 = READ_ONCE(*x); ",
        ),
        (
            "\n\tint r1 = 2;\n\tint r0 = rcu_dereference(*y);\n\tif (r0) /* late */\n\t\tr1 = READ_ONCE(*x);\n",
            "\n\tint r1 = 2;\n\tint r0 = rcu_dereference(*y);\n\tif (r0) /* late */\n\t\t{ smp_rmb(); r1 = READ_ONCE(*x); }\n",
        ),
        (
            "\n\tint r0 = rcu_dereference(*y);\n\tint r1;\n\n\tr1 = READ_ONCE(*x); // later\n",
            "\n\tint r0 = rcu_dereference(*y);\n\tint r1;\n\n\tsmp_rmb();\n\tr1 = READ_ONCE(*x); // later\n",
        ),
    ];
    for (before, after) in cases {
        let (body, edits) = of_c(before, "lkmm");
        assert_eq!(body, after, "{edits:?}");
    }
    let load = "atomic_load_explicit(y, memory_order_relaxed)";
    let (body, edits) = of_c(&format!(" int r0 = {load}; int r1 = *x; "), "rc11");
    assert_eq!(body, " int r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = *x; ");
    assert_eq!(edits, [format!("atomic_load_explicit(y, memory_order_acquire) / {load}")]);
    // Two accesses of one statement have no place between them, but each has its order.
    let (body, edits) = of_c(
        " int r0 = atomic_exchange_explicit(y, 1, memory_order_release), r1 = atomic_load_explicit(x, memory_order_relaxed); ",
        "rc11",
    );
    assert!(body.contains("atomic_exchange_explicit(y, 1, memory_order_acq_rel)"), "{body} {edits:?}");
}

/// An instruction that orders and that a model does not name would order nothing.
#[test]
fn a_test_whose_fences_a_model_does_not_name_is_not_decided() {
    let text = fs::read_to_string("tests/litmus/power/iriw_sync.litmus").expect("a test");
    let test = litmus::read(Path::new("iriw.litmus"), &text, &mut Sources::default()).expect("read");
    let decide = |name: &str| enumerate::decide(&test, &headers::model(name), &StopToken::default());
    assert!(decide("power").is_ok() && decide("sc").is_ok());
    let why = decide("arm8").expect_err("arm8 has no sync").to_string();
    assert!(why.contains("`sync`"), "{why}");
}

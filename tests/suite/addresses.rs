//! Addresses. What hangs on where the objects lie is "unknown", and nothing else is: each program says in its first line what both
//! engines say about it, under every model.

use std::fs;

use crate::headers::{self, MODELS};
use fencesmith::diag::Sources;
use fencesmith::drive::verdict::{Verdict, Why};
use fencesmith::drive::{ExploreSettings, Request, check, explore};
use fencesmith::exec::addresses;
use fencesmith::frontend::WeakExchange;
use fencesmith::ir::Allocator;
use fencesmith::model::Model;
use fencesmith::progress::Silent;

/// The ABA problem is there only where freed addresses come back, and the verdict without them says so.
#[test]
fn fresh_addresses_are_a_wish() {
    let path = headers::root().join("tests/c/freed_comes_back.c");
    for fresh in [false, true] {
        let mut request = Request::new(&path, Model::find("sc", &mut Sources::default()).expect("a model"));
        request.read.allocator = if fresh { Allocator::Fresh } else { Allocator::Reuses };
        let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        let (explored, _) = explore(&request, &ExploreSettings::default(), &mut Silent)
            .unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        for (verdict, warnings) in [(checked.verdict, checked.warnings), (explored.verdict, explored.warnings)] {
            assert_eq!(matches!(verdict, Verdict::Safe { .. }), fresh, "{verdict:?}");
            let said = |words: &str| warnings.iter().any(|warning| warning.message.contains(words));
            assert_eq!(said("rests on fresh addresses"), fresh);
            assert_eq!(said("come back only to the thread"), !fresh);
        }
    }
}

/// An address that comes back to another thread is not looked at: that is said where addresses are compared, and where there is one.
#[test]
fn what_comes_back_to_other_threads_is_said() {
    let program = |start: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nint *shared;\n\
             void *frees(void *a) {{ free(shared); return a; }}\nint main(void) {{\n pthread_t t;\n int *old = malloc(8), *now;\n\
             if (!old) return 0;\n shared = old;\n {start}\n now = malloc(8);\n assert(!now || now != old);\n (void)t;\n return 0;\n}}\n"
        )
    };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    let other = "pthread_create(&t, 0, frees, 0); pthread_join(t, 0);";
    for (start, is_safe, told) in [(other, true, true), ("frees(0);", false, false)] {
        std::fs::write(&path, program(start)).expect("writable");
        let request = Request::new(&path, Model::find("sc", &mut Sources::default()).expect("a model"));
        let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        assert_eq!(matches!(checked.verdict, Verdict::Safe { .. }), is_safe, "{start}");
        let said = checked.warnings.iter().any(|warning| warning.message.contains("come back only to the thread"));
        assert_eq!(said, told, "{start}");
    }
}

/// A weak compare-and-exchange outside of a loop that is taken for a strong one is told of.
#[test]
fn weak_exchanges_that_are_strong_are_named() {
    for (file, may_fail, told) in [
        ("weak_exchange_as_strong.c", false, true),
        ("weak_exchange_as_strong.c", true, false),
        ("weak_exchange_retried.c", false, false),
    ] {
        let mut request = Request::new(headers::root().join("tests/c").join(file), headers::model("sc"));
        request.read.weak_exchange = if may_fail { WeakExchange::MayFail } else { WeakExchange::AsStrong };
        let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        let warned = checked.warnings.iter().any(|warning| warning.message.contains("may fail without reason"));
        assert_eq!(warned, told, "{file}");
        assert_eq!(matches!(checked.verdict, Verdict::Safe { .. }), !may_fail, "{file}");
    }
}

#[test]
fn address_bits_are_no_facts() {
    let folder = headers::root().join("tests/addresses");
    let mut programs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    let mut wrong = Vec::new();
    for path in programs {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap();
        for model in MODELS {
            let found = Model::find(model, &mut Sources::default());
            let request = Request::new(&path, found.unwrap_or_else(|problems| panic!("{model}: {problems:?}")));
            let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|f| panic!("{path:?}: {:?}", f.diagnostics));
            let (explored, _) = explore(&request, &ExploreSettings::default(), &mut Silent)
                .unwrap_or_else(|f| panic!("{path:?}: {:?}", f.diagnostics));
            for (engine, verdict) in [("check", checked.verdict), ("explore", explored.verdict)] {
                let found = match &verdict {
                    Verdict::Safe { .. } => "safe",
                    Verdict::Violation(_) => "violation",
                    Verdict::Unknown(Why::Other(why)) if why.starts_with(addresses::WHY) => "unknown",
                    Verdict::Unknown(_) => "unknown for another reason",
                };
                if found != expected {
                    wrong.push(format!("{}: {model}: {engine} says {found}, not {expected}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Fences into C text: every placement and every nesting of them, the diff, the files on disk, and real programs
//! that must still compile.
//!
//! The programs here are written with marks: `⟦s⟧` is a place for a statement, `⟦b … b⟧` a body that gets braces,
//! `⟦e … e⟧` one with the fence at its end,
//! `⟦c … c⟧` an expression that gets a comma. The fences are numbered in the order of the marks.

use std::fs;
use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};
use fencesmith::diag::{Diagnostic, FileId, Sources, Span};
use fencesmith::ir::{Before, Earlier, Placement};
use fencesmith::patch::{Insertion, Patch, apply, write_file};
use proptest::prelude::*;

const FENCE: &str = "__sync_synchronize();";
const ASM: &str = "__asm__ volatile (\"mfence\" ::: \"memory\");";

/// Takes the marks out of a program.
fn unmark(marked: &str, file: FileId, fences: &[&str]) -> (String, Vec<Insertion>) {
    let mut text = String::new();
    let mut insertions: Vec<Insertion> = Vec::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut rest = marked;
    while let Some(mark) = rest.find(['⟦', '⟧']) {
        // A closing mark has its letter in front, an opening one behind.
        if rest[mark..].starts_with('⟧') {
            text.push_str(&rest[..mark - 1]);
            let kind = &rest[mark - 1..mark];
            let (index, start) = open.pop().expect("a mark that is closed was opened");
            let span = Span { file, start, end: text.len() as u32 };
            insertions[index].placement = match kind {
                "s" => Placement::Statement { at: span },
                "b" => Placement::Braced { body: span },
                "e" => Placement::BracedEnd { body: span },
                "c" => Placement::Comma { expression: span },
                "d" => Placement::CommaEnd { expression: span },
                _ => panic!("no such mark: {kind}"),
            };
            rest = &rest[mark + '⟧'.len_utf8()..];
        } else {
            text.push_str(&rest[..mark]);
            let after = &rest[mark + '⟦'.len_utf8()..];
            let fence = fences[insertions.len() % fences.len()].to_string();
            open.push((insertions.len(), text.len() as u32));
            insertions.push(Insertion::new(Placement::None, fence));
            // The letter of a statement mark is the one that closes it.
            rest = if after.starts_with('s') { after } else { &after[1..] };
        }
    }
    assert!(open.is_empty(), "every mark is closed");
    text.push_str(rest);
    (text, insertions)
}

fn patch_with(marked: &str, fences: &[&str]) -> Patch {
    let mut sources = Sources::default();
    let (text, insertions) = unmark(marked, FileId(0), fences);
    sources.add("lock.c", text);
    let patch = apply(&sources, &insertions).expect("the marks nest");
    check(&patch, &insertions);
    patch
}

fn check_text(marked: &str, fences: &[&str], expected: Expect) {
    expected.assert_eq(&patch_with(marked, fences).files[0].patched);
}

/// What holds of every patch.
fn check(patch: &Patch, insertions: &[Insertion]) {
    for file in &patch.files {
        let mut kept = String::new();
        let mut end = 0;
        for (range, removed) in file.inserted.iter().zip(&file.removed) {
            assert!(end <= range.start as usize, "inserted ranges ascend");
            kept.push_str(&file.patched[end..range.start as usize]);
            kept.push_str(&file.original[kept.len()..kept.len() + *removed as usize]);
            end = range.end as usize;
        }
        kept.push_str(&file.patched[end..]);
        assert_eq!(kept, *file.original, "what is not inserted is the original");
        for fence in &file.fences {
            let (start, end) = (fence.span.start as usize, fence.span.end as usize);
            let spelling = insertions[fence.insertion].text.trim();
            let written = &file.patched[start..end];
            let expression = spelling.trim_end_matches(';').trim_end();
            assert!(written == spelling || written == expression, "{written:?} is the fence");
            assert!(file.inserted.iter().any(|r| r.start as usize <= start && end <= r.end as usize));
            let line_start: usize =
                file.patched.split_inclusive('\n').take(fence.position.line as usize - 1).map(str::len).sum();
            assert_eq!(line_start + fence.position.column as usize - 1, start);
        }
    }
    for index in 0..insertions.len() {
        let found = patch.files.iter().flat_map(|f| &f.fences).filter(|f| f.insertion == index).count();
        assert_eq!(found, 1, "each insertion has one fence");
        assert!(patch.fence(index).is_some());
    }
}

#[test]
fn a_statement_that_starts_its_line_gets_the_fence_on_a_line_of_its_own() {
    check_text(
        "void f(void) {\n    x = 1;\n    ⟦s⟧r = y;\n}\n",
        &[FENCE],
        expect![[r#"
            void f(void) {
                x = 1;
                __sync_synchronize();
                r = y;
            }
        "#]],
    );
}

#[test]
fn a_statement_inside_a_line_gets_the_fence_before_it() {
    check_text(
        "void f(void) { x = 1; ⟦s⟧r = y; }\nvoid g(void) {\n  out: ⟦s⟧r = y;\n  /* last */ ⟦s⟧x = 2;\n}\n",
        &[FENCE],
        expect![[r#"
            void f(void) { x = 1; __sync_synchronize(); r = y; }
            void g(void) {
              out: __sync_synchronize(); r = y;
              /* last */ __sync_synchronize(); x = 2;
            }
        "#]],
    );
}

#[test]
fn a_fence_at_the_end_of_a_block_is_indented_as_the_block() {
    check_text(
        "void f(void) {\n  x = 1;\n\n⟦s⟧}\n\nvoid g(void) {\n\tif (c) {\n\t\tx = 1;\n\t⟦s⟧}\n}\nvoid h(void)\n{\n⟦s⟧}\n",
        &[FENCE],
        expect![[r#"
            void f(void) {
              x = 1;

              __sync_synchronize();
            }

            void g(void) {
            	if (c) {
            		x = 1;
            		__sync_synchronize();
            	}
            }
            void h(void)
            {
                __sync_synchronize();
            }
        "#]],
    );
}

#[test]
fn a_fence_at_the_end_of_a_block_looks_like_no_part_of_the_statement_before_it() {
    check_text(
        "void f(void) {\n    while (c) {\n        if (d)\n            x = 1;\n    ⟦s⟧}\nout:\n    if (d)\n        x = 1;\n⟦s⟧}\n",
        &[FENCE],
        expect![[r#"
            void f(void) {
                while (c) {
                    if (d)
                        x = 1;
                    __sync_synchronize();
                }
            out:
                if (d)
                    x = 1;
                __sync_synchronize();
            }
        "#]],
    );
    check_text(
        "void f(void) {\n    if (d)\n        x = 1;\n⟦s⟧#pragma omp \\\n          atomic\n    x = 2;\n}\n",
        &[FENCE],
        expect![[r#"
            void f(void) {
                if (d)
                    x = 1;
                __sync_synchronize();
            #pragma omp \
                      atomic
                x = 2;
            }
        "#]],
    );
}

#[test]
fn tabs_and_carriage_returns_stay() {
    let patch = patch_with("int f(void)\r\n{\r\n\tx = 1;\r\n\t⟦s⟧return y;\r\n⟦s⟧}\r\n", &[FENCE]);
    expect![[
        r#""int f(void)\r\n{\r\n\tx = 1;\r\n\t__sync_synchronize();\r\n\treturn y;\r\n\t__sync_synchronize();\r\n}\r\n""#
    ]]
    .assert_eq(&format!("{:?}", patch.files[0].patched));
    let first_line = patch_with("⟦s⟧x = 1;\r\ny = 1;", &[FENCE]);
    assert_eq!(first_line.files[0].patched, "__sync_synchronize();\r\nx = 1;\r\ny = 1;");
}

#[test]
fn a_file_without_a_last_line_end_keeps_it_so() {
    check_text(
        "void f(void) {\n    ⟦s⟧x = 1; }",
        &[FENCE],
        expect![[r#"
            void f(void) {
                __sync_synchronize();
                x = 1; }"#]],
    );
}

#[test]
fn comments_in_other_alphabets_do_not_move_the_place() {
    let patch =
        patch_with("/* zażółć 漢字 */ void f(void) {\n    /* é */ ⟦s⟧x = 1; // ß\n    ⟦s⟧y = 1;\n}\n", &[FENCE]);
    expect![[r#"
        /* zażółć 漢字 */ void f(void) {
            /* é */ __sync_synchronize(); x = 1; // ß
            __sync_synchronize();
            y = 1;
        }
    "#]]
    .assert_eq(&patch.files[0].patched);
    let places: Vec<(u32, u32)> = patch.files[0].fences.iter().map(|f| (f.position.line, f.position.column)).collect();
    assert_eq!(places, [(2, 14), (3, 5)]);
}

#[test]
fn a_macro_definition_stays_on_its_lines() {
    check_text(
        "#define LOCK(l) do { \\\n    l = 1; \\\n    ⟦s⟧l = 2; \\\n    ⟦s⟧} while (0)\n#define ONE ⟦s⟧x = 1\n  # define TWO \\\n  ⟦s⟧x = 2\n",
        &[FENCE],
        expect![[r#"
            #define LOCK(l) do { \
                l = 1; \
                __sync_synchronize(); \
                l = 2; \
                __sync_synchronize(); } while (0)
            #define ONE __sync_synchronize(); x = 1
              # define TWO \
              __sync_synchronize(); \
              x = 2
        "#]],
    );
    let crlf = patch_with("#define L \\\r\n  ⟦s⟧x = 1; \\\r\n  y = 1\r\n", &[FENCE]);
    assert_eq!(crlf.files[0].patched, "#define L \\\r\n  __sync_synchronize(); \\\r\n  x = 1; \\\r\n  y = 1\r\n");
}

/// Each line of a macro has its own width in front of the backslash, also where several lines come in at one place.
#[test]
fn several_fences_at_one_place_of_a_macro_keep_the_backslashes_in_line() {
    check_text(
        "#define LOCK(l) do {           \\\n    l = 1;                     \\\n    ⟦s⟧⟦s⟧l = 2;                     \\\n  } while (0)\n",
        &["a_longer_fence();", "fence();"],
        expect![[r#"
            #define LOCK(l) do {           \
                l = 1;                     \
                a_longer_fence();          \
                fence();                   \
                l = 2;                     \
              } while (0)
        "#]],
    );
}

#[test]
fn an_expression_gets_a_comma() {
    check_text(
        "while (⟦cload(&y)c⟧ == 1 && ⟦cxc⟧)\n    ;\nfor (i = 0; i < n; ⟦ci++c⟧)\n    f(⟦c*pc⟧, ⟦cx = 1c⟧);\nreturn ⟦cyc⟧;\n",
        &[FENCE],
        expect![[r#"
                while ((__sync_synchronize(), load(&y)) == 1 && (__sync_synchronize(), x))
                    ;
                for (i = 0; i < n; (__sync_synchronize(), i++))
                    f((__sync_synchronize(), *p), (__sync_synchronize(), x = 1));
                return (__sync_synchronize(), y);
        "#]],
    );
}

#[test]
fn a_fence_that_is_no_expression_is_wrapped_in_a_statement_expression() {
    check_text(
        "⟦s⟧if (⟦cyc⟧)\n    ⟦bx = 1;b⟧\n",
        &[ASM],
        expect![[r#"
            __asm__ volatile ("mfence" ::: "memory");
            if ((({ __asm__ volatile ("mfence" ::: "memory"); }), y)) {
                __asm__ volatile ("mfence" ::: "memory");
                x = 1;
            }
        "#]],
    );
    for (text, expected) in [
        ("atomic_thread_fence(memory_order_seq_cst);", "(atomic_thread_fence(memory_order_seq_cst), x)"),
        ("asmfence() ;", "(asmfence(), x)"),
        ("asm(\"\");", "(({ asm(\"\"); }), x)"),
        ("f(); g();", "(({ f(); g(); }), x)"),
        ("do fence(); while (0);", "(({ do fence(); while (0); }), x)"),
        ("{ fence(); }", "(({ { fence(); } }), x)"),
        ("FENCE_MACRO", "(({ FENCE_MACRO }), x)"),
    ] {
        assert_eq!(patch_with("⟦cxc⟧", &[text]).files[0].patched, expected);
    }
}

#[test]
fn two_fences_at_one_place_both_stand_there() {
    check_text(
        "⟦s⟧⟦s⟧x = 1;\nif (⟦c⟦cyc⟧c⟧) ⟦b⟦bx = 1;b⟧b⟧\n",
        &["one();", "two();"],
        expect![[r#"
                one();
                two();
                x = 1;
                if ((one(), two(), y)) { one(); two(); x = 1; }
        "#]],
    );
    check_text(
        "if (⟦c⟦cyc⟧c⟧) z();\n",
        &[FENCE, ASM],
        expect![[r#"
        if ((__sync_synchronize(), ({ __asm__ volatile ("mfence" ::: "memory"); }), y)) z();
    "#]],
    );
}

#[test]
fn the_same_fence_asked_for_twice_is_written_once() {
    let patch = patch_with("⟦s⟧⟦s⟧x = ⟦c⟦cyc⟧c⟧;", &[FENCE]);
    expect![[r#"
        __sync_synchronize();
        x = (__sync_synchronize(), y);"#]]
    .assert_eq(&patch.files[0].patched);
    assert_eq!(patch.fence(0).unwrap().1.span, patch.fence(1).unwrap().1.span);
}

#[test]
fn placements_nest() {
    check_text(
        "if (c)\n    ⟦bx = ⟦c⟦cyc⟧ + ⟦czc⟧c⟧;b⟧\n⟦s⟧⟦c⟦cload(&x)c⟧ + 1c⟧;\nx = ({ ⟦s⟧y = ⟦czc⟧; ⟦cyc⟧; });\nif (a) ⟦bif (⟦cbc⟧) ⟦b⟦cx = 1c⟧;b⟧b⟧\n",
        &[FENCE],
        expect![[r#"
            if (c) {
                __sync_synchronize();
                x = (__sync_synchronize(), (__sync_synchronize(), y) + (__sync_synchronize(), z));
            }
            __sync_synchronize();
            (__sync_synchronize(), (__sync_synchronize(), load(&x)) + 1);
            x = ({ __sync_synchronize(); y = (__sync_synchronize(), z); (__sync_synchronize(), y); });
            if (a) { __sync_synchronize(); if ((__sync_synchronize(), b)) { __sync_synchronize(); (__sync_synchronize(), x = 1); } }
        "#]],
    );
}

/// In front of the braces the fence would become the body itself.
#[test]
fn a_statement_in_front_of_a_body_that_gets_braces_stands_inside_them() {
    check_text(
        "if (c)\n    ⟦s⟧⟦bx = 1;b⟧\n",
        &["one();", "two();"],
        expect![[r#"
            if (c) {
                two();
                one();
                x = 1;
            }
        "#]],
    );
}

#[test]
fn what_ends_is_closed_before_what_begins() {
    check_text(
        "if (c) ⟦bx;b⟧⟦s⟧y;⟦cz c⟧⟦cw c⟧",
        &[FENCE],
        expect![
            "if (c) { __sync_synchronize(); x; }__sync_synchronize(); y;(__sync_synchronize(), z )(__sync_synchronize(), w )"
        ],
    );
}

#[test]
fn several_files_are_patched_and_one_diff_shows_them() {
    let mut sources = Sources::default();
    let (lock, a) = unmark("int lock;\nvoid f(void) {\n    lock = 1;\n    ⟦s⟧lock = 2;\n}\n", FileId(0), &[FENCE]);
    let (main, b) = unmark("#include \"lock.h\"\nint main(void) { return ⟦clockc⟧; }", FileId(1), &[FENCE]);
    sources.add("/srv/lock.h", lock.clone());
    sources.add("src/main.c", main);
    // The header once more, as an include without a guard gives it.
    sources.add("/srv/lock.h", lock);
    let mut again = a.clone();
    if let Placement::Statement { at } = &mut again[0].placement {
        at.file = FileId(2);
    }
    let insertions: Vec<Insertion> = b.into_iter().chain(a).chain(again).collect();
    let patch = apply(&sources, &insertions).unwrap();
    check(&patch, &insertions);
    assert_eq!(patch.files.iter().map(|f| f.file).collect::<Vec<_>>(), [FileId(0), FileId(1)]);
    assert_eq!(patch.fence(0).unwrap().0.file, FileId(1));
    assert_eq!(patch.fence(1).unwrap().1.span, patch.fence(2).unwrap().1.span);
    expect![[r#"
        --- a/srv/lock.h
        +++ b/srv/lock.h
        @@ -1,5 +1,6 @@
         int lock;
         void f(void) {
             lock = 1;
        +    __sync_synchronize();
             lock = 2;
         }
        --- a/src/main.c
        +++ b/src/main.c
        @@ -1,2 +1,2 @@
         #include "lock.h"
        -int main(void) { return lock; }
        \ No newline at end of file
        +int main(void) { return (__sync_synchronize(), lock); }
        \ No newline at end of file
    "#]]
    .assert_eq(&patch.diff(Path::new("")));
}

/// Whatever a fence is written as, and with one in front of a part that ends there, too.
#[test]
fn behind_the_first_clause_of_a_for_stands_a_fence_and_a_comma() {
    check_text(
        "void f(void) {\n\tfor (⟦dx = 1, ⟦cy = 2c⟧d⟧; z; )\n\t\t;\n\tfor (⟦dx = 1d⟧; z; ) ;\n}\n",
        &[FENCE, FENCE, ASM],
        expect![[r#"
            void f(void) {
            	for (x = 1, (__sync_synchronize(), y = 2), __sync_synchronize(); z; )
            		;
            	for (x = 1, ({ __asm__ volatile ("mfence" ::: "memory"); }); z; ) ;
            }
        "#]],
    );
}

#[test]
fn no_insertions_change_nothing() {
    let patch = apply(&Sources::default(), &[]).unwrap();
    assert!(patch.is_empty());
    assert_eq!(patch.diff(Path::new("")), "");
}

#[test]
fn a_place_outside_c_is_refused() {
    let error = apply(&Sources::default(), &[Insertion::new(Placement::None, FENCE)]);
    assert!(error.unwrap_err().message.contains("not in any C file"));
}

#[test]
fn enclosures_that_cross_are_refused() {
    let mut sources = Sources::default();
    let file = sources.add("lock.c", "x = a + b + c;");
    let comma = |start, end| Insertion::new(Placement::Comma { expression: Span { file, start, end } }, FENCE);
    let error = apply(&sources, &[comma(4, 9), comma(8, 13)]).unwrap_err();
    assert!(error.message.contains("overlap"));
    assert_eq!(error.span, Some(Span { file, start: 8, end: 13 }));
    assert_eq!(error.notes[0].1, Some(Span { file, start: 4, end: 9 }));
}

#[test]
fn a_diff_is_what_patch_applies() {
    let directory = tempfile::tempdir().unwrap();
    let text = "void f(void) {\r\n\tx = 1;\r\n\t⟦s⟧y = ⟦cxc⟧;\r\n}";
    let patch = patch_with(text, &[FENCE]);
    fs::write(directory.path().join("lock.c"), patch.files[0].original.as_bytes()).unwrap();
    fs::write(directory.path().join("change.diff"), patch.diff(Path::new(""))).unwrap();
    let output = Command::new("git")
        .args(["apply", "-p1", "change.diff"])
        .current_dir(directory.path())
        .output()
        .expect("this test needs git");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(directory.path().join("lock.c")).unwrap(), patch.files[0].patched);
}

mod braces;
mod comments;
mod on_disk;
mod real_programs;
mod temporaries;

/// What is left of a range without the white space and the continued lines at its ends: no part of a program ends in them.
fn trimmed(text: &str, start: u32, end: u32) -> (u32, u32) {
    let blank = |c: char| c.is_whitespace() || c == '\\';
    let part = text[start as usize..end as usize].trim_end_matches(blank);
    let kept = part.trim_start_matches(blank);
    (start + (part.len() - kept.len()) as u32, start + part.len() as u32)
}

/// A text of lines with tabs, carriage returns, continued lines and other alphabets, and placements in it that are
/// disjoint or nested.
fn arbitrary_patch() -> impl Strategy<Value = (String, Vec<Insertion>)> {
    let line = prop::sample::select(vec![
        "x = 1;",
        "    y = 2;",
        "\tz();",
        "#define A x",
        "  } ",
        "{",
        "é = ß; // 漢",
        "    b \\",
        "if (c)",
        "  do",
        "",
        "/* c */ d;",
    ]);
    let end = prop::sample::select(vec!["\n", "\r\n", "\n", ""]);
    let text = prop::collection::vec((line, end), 1..12)
        .prop_map(|lines| lines.into_iter().map(|(a, b)| format!("{a}{b}")).collect::<String>());
    let place = (0..5usize, any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3usize);
    (text, prop::collection::vec(place, 0..12)).prop_map(|(text, places)| {
        let file = FileId(0);
        let offsets: Vec<u32> =
            text.char_indices().map(|(i, _)| i as u32).chain(std::iter::once(text.len() as u32)).collect();
        let mut taken: Vec<(u32, u32)> = Vec::new();
        let mut insertions = Vec::new();
        for (kind, a, b, fence) in places {
            let (a, b) = (offsets[a.index(offsets.len())], offsets[b.index(offsets.len())]);
            let (start, end) = trimmed(&text, a.min(b), a.max(b));
            let span = Span { file, start, end };
            let placement = if kind == 0 {
                Placement::Statement { at: span }
            } else {
                let crosses = |(s, e): &(u32, u32)| {
                    (*s < start && start < *e && *e < end) || (start < *s && *s < end && end < *e)
                };
                if start == end || taken.iter().any(crosses) {
                    continue;
                }
                taken.push((start, end));
                match kind {
                    1 => Placement::Braced { body: span },
                    2 => Placement::BracedEnd { body: span },
                    3 => Placement::CommaEnd { expression: span },
                    _ => Placement::Comma { expression: span },
                }
            };
            let comment = ["a before b".to_string(), "c before d".to_string()];
            let comment = comment[..fence].to_vec();
            let header = (fence == 1).then(|| "fence.h".to_string());
            insertions.push(Insertion { comment, header, ..Insertion::new(placement, ["f();", FENCE, ASM][fence]) });
        }
        (text, insertions)
    })
}

proptest! {
    #[test]
    fn taking_out_what_was_inserted_gives_the_original((text, insertions) in arbitrary_patch()) {
        let mut sources = Sources::default();
        sources.add("lock.c", text.clone());
        let patch = apply(&sources, &insertions).expect("the placements nest");
        prop_assert_eq!(patch.files.len(), usize::from(!insertions.is_empty()));
        check(&patch, &insertions);
        // What is opened is closed, in the right order.
        for file in &patch.files {
            let mut open = Vec::new();
            let bare = file.inserted.iter().map(|r| &file.patched[r.start as usize..r.end as usize]).collect::<String>();
            let bare = bare.replace(ASM, "").replace(FENCE, "").replace("__sync_synchronize()", "").replace("f()", "");
            for c in bare.chars() {
                match c {
                    '(' | '{' => open.push(c),
                    ')' => prop_assert_eq!(open.pop(), Some('(')),
                    '}' => prop_assert_eq!(open.pop(), Some('{')),
                    _ => {}
                }
            }
            prop_assert!(open.is_empty());
        }
    }
}

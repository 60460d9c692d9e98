//! What stands beside a fence: its comment, in the file's own style, and the line that includes the header it needs.

use super::*;

/// Fences that say what they order and need a header.
fn told(marked: &str, parts: &[&str], header: Option<&str>) -> Patch {
    let mut sources = Sources::default();
    let (text, mut insertions) = unmark(marked, FileId(0), &[FENCE]);
    for insertion in &mut insertions {
        insertion.comment = parts.iter().map(|part| (*part).to_string()).collect();
        insertion.header = header.map(str::to_string);
    }
    sources.add("lock.c", text);
    let patch = apply(&sources, &insertions).expect("the marks nest");
    check(&patch, &insertions);
    patch
}

fn check_told(marked: &str, parts: &[&str], header: Option<&str>, expected: Expect) {
    expected.assert_eq(&told(marked, parts, header).files[0].patched);
}

#[test]
fn a_comment_stands_behind_the_fence_in_the_style_of_the_file() {
    check_told(
        "void f(void) {\n    x = 1;\n    ⟦s⟧r = y;\n}\n",
        &["x before y"],
        None,
        expect![[r#"
            void f(void) {
                x = 1;
                __sync_synchronize(); /* x before y */
                r = y;
            }
        "#]],
    );
    check_told(
        "// A lock.\nvoid f(void) {\n\tx = 1; // why\n\t⟦s⟧r = y;\n}\n",
        &["x before y", "z before w"],
        None,
        expect![[r#"
            // A lock.
            void f(void) {
            	x = 1; // why
            	__sync_synchronize(); // x before y; z before w
            	r = y;
            }
        "#]],
    );
}

#[test]
fn a_comment_that_is_too_long_goes_above_or_says_less() {
    let long = "a_long_name_of_a_field before another_long_name_of_it";
    let text = "void f(void) {\n    x = 1;\n    ⟦s⟧r = y;\n}\n";
    check_told(
        text,
        &[long],
        None,
        expect![[r#"
        void f(void) {
            x = 1;
            /* a_long_name_of_a_field before another_long_name_of_it */
            __sync_synchronize();
            r = y;
        }
    "#]],
    );
    check_told(
        text,
        &[long, "something before something else"],
        None,
        expect![[r#"
        void f(void) {
            x = 1;
            /* a_long_name_of_a_field before another_long_name_of_it and more */
            __sync_synchronize();
            r = y;
        }
    "#]],
    );
}

#[test]
fn among_other_text_the_comment_is_one_that_ends() {
    check_told(
        "// A lock.\n// Two.\nvoid f(void) { x = 1; ⟦s⟧r = y; }\nvoid g(void) { if (⟦cyc⟧) ⟦bx = 1;b⟧ }\n",
        &["x before y"],
        None,
        expect![[r#"
            // A lock.
            // Two.
            void f(void) { x = 1; __sync_synchronize(); /* x before y */ r = y; }
            void g(void) { if ((__sync_synchronize() /* x before y */, y)) { __sync_synchronize(); /* x before y */ x = 1; } }
        "#]],
    );
}

#[test]
fn a_macro_body_gets_no_comment() {
    let marked = "#define L(l) do { \\\n    l = 1; \\\n    ⟦s⟧l = 2; \\\n} while (0)\n#define ONE ⟦cx = 1c⟧\n";
    check_told(
        marked,
        &["l before l"],
        None,
        expect![[r#"
            #define L(l) do { \
                l = 1; \
                __sync_synchronize(); \
                l = 2; \
            } while (0)
            #define ONE (__sync_synchronize(), x = 1)
        "#]],
    );
}

#[test]
fn a_header_is_included_once_and_where_it_is_missing() {
    check_told(
        "/* A lock. */\n#include <assert.h>\n\nvoid f(void) {\n    ⟦s⟧x = 1;\n    ⟦s⟧y = 1;\n}\n",
        &[],
        Some("stdatomic.h"),
        expect![[r#"
            /* A lock. */
            #include <assert.h>
            #include <stdatomic.h>

            void f(void) {
                __sync_synchronize();
                x = 1;
                __sync_synchronize();
                y = 1;
            }
        "#]],
    );
    let there = "#include <stdatomic.h>\nvoid f(void) {\n    ⟦s⟧x = 1;\n}\n";
    assert_eq!(told(there, &[], Some("stdatomic.h")).files[0].patched.matches("#include").count(), 1);
    let crlf = "#include <a.h>\r\nvoid f(void) {\r\n    ⟦s⟧x = 1;\r\n}\r\n";
    let patched = &told(crlf, &[], Some("b.h")).files[0].patched;
    assert!(patched.starts_with("#include <a.h>\r\n#include <b.h>\r\nvoid"), "{patched}");
}

#[test]
fn a_header_that_another_file_includes_is_there() {
    let mut sources = Sources::default();
    let (text, mut insertions) = unmark("#include \"all.h\"\nvoid f(void) { ⟦s⟧x = 1; }\n", FileId(0), &[FENCE]);
    insertions[0].header = Some("stdatomic.h".to_string());
    sources.add("lock.c", text);
    sources.add("include/all.h", "#include \"more.h\"\n");
    sources.add("include/more.h", "#include <stdatomic.h>\n");
    let patch = apply(&sources, &insertions).unwrap();
    assert!(!patch.files[0].patched.contains("stdatomic.h"));
}

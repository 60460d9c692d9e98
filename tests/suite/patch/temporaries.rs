//! Statements that are taken apart: what is evaluated before the fence gets temporaries.

use super::*;

/// A macro of another file may name what a temporary would hide.
#[test]
fn temporaries_hide_nothing_that_macros_name() {
    let mut sources = Sources::default();
    sources.add("lock.h", "static int earlier = 100;\n#define GET() (y + earlier)\n");
    let text = "void f(void)\n{\n    r = x++ + GET();\n}\n";
    let file = sources.add("lock.c", text);
    let span = |part: &str| {
        let start = text.find(part).expect("it is there") as u32;
        Span { file, start, end: start + part.len() as u32 }
    };
    let at = Span { end: span("r =").start, ..span("r =") };
    let earlier = vec![Earlier { span: span("x++"), ty: "int" }];
    let split = Placement::Split { before: Before::Statement { at }, earlier };
    let insertions = [Insertion::new(split, "fence();")];
    let patch = apply(&sources, &insertions).expect("it can be taken apart");
    check(&patch, &insertions);
    let patched = &patch.files[0].patched;
    assert!(patched.contains("int earlier2 = x++;") && patched.contains("r = earlier2 + GET();"), "{patched}");
}

/// An order that is raised where its access gets a temporary moves with it, and each is found where it stands.
#[test]
fn orders_move_with_the_accesses_that_get_temporaries() {
    let text = "void f(void)\n{\n    r = GET(&y, relaxed) * 2 + GET(&z, relaxed) + x;\n}\n";
    let mut sources = Sources::default();
    let file = sources.add("lock.c", text);
    let span = |part: &str, from: usize| {
        let start = (from + text[from..].find(part).expect("it is there")) as u32;
        Span { file, start, end: start + part.len() as u32 }
    };
    let behind = text.find("GET(&z").expect("it is there");
    let earlier = [span("GET(&y, relaxed)", 0), span("GET(&z, relaxed)", behind)];
    let at = Span { end: span("r =", 0).start, ..span("r =", 0) };
    let split = |count: usize| Placement::Split {
        before: Before::Statement { at },
        earlier: earlier[..count].iter().map(|span| Earlier { span: *span, ty: "int" }).collect(),
    };
    let insertions = [
        Insertion::new(split(2), "second();"),
        Insertion::new(Placement::Order { argument: span("relaxed", behind) }, "acquire"),
        Insertion::new(Placement::Order { argument: span("relaxed", 0) }, "acquire"),
        Insertion::new(split(1), "first();"),
    ];
    let patch = apply(&sources, &insertions).expect("it can be taken apart");
    check(&patch, &insertions);
    expect![[r#"
        void f(void)
        {
            int earlier = GET(&y, acquire);
            first();
            int earlier2 = GET(&z, acquire);
            second();
            r = earlier * 2 + earlier2 + x;
        }
    "#]]
    .assert_eq(&patch.files[0].patched);
    let line = |insertion| patch.fence(insertion).expect("it is written").1.position.line;
    assert_eq!([0, 1, 2, 3].map(line), [6, 5, 3, 4]);
}

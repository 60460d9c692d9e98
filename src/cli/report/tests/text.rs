//! The text form of the reports.

use super::*;

fn check_text(verdict: Verdict, expected: Expect) {
    let report = check_report(verdict);
    expected.assert_eq(&shown(|context| check(Format::Text, &report, context), |_| {}));
}

#[test]
fn text_of_checks() {
    check_text(
        Verdict::Safe { bound: 2 },
        expect![[r#"
        safe: dir/a b.c is correct under M, with loops that run up to 2 times

        4 queries, bound 2, 0.25 s
    "#]],
    );
    check_text(
        Verdict::Unknown(unwinding()),
        expect![[r#"
            unknown: the loop at dir/a b.c:4:18 may run 16 times or more
            help: raise the bound with `--unwind-loop dir/a b.c:4=32`, or of all loops with `--unwind` or `--unwind-limit`

            4 queries, bound 2, 0.25 s
        "#]],
    );
    check_text(
        Verdict::Unknown(Why::from(Limit::Time)),
        expect![[r#"
        unknown: the time limit passed before there was an answer
        help: raise `--timeout`

        4 queries, bound 2, 0.25 s
    "#]],
    );
    check_text(
        Verdict::Violation(Box::new(execution())),
        expect![[r#"
            violation: dir/a b.c is wrong under M

            error[assertion]: assertion violated: a == 1, in T0 main
             --> dir/a b.c:8:2
              |
            8 |     assert(a == 1);
              |     ^^^^^^^^^^^^^^ a = 305419896

              step  line  T0 main                      T1 left                                  source
                 1  3                                  read x = 1 (own step 3)                  x = 1;
                 2  4                                  read y = 0 (initial) [early 1]           a = y; /* é */ c++;
                 3  3                                  write x = 1 [late 1]                     x = 1;
                 4                                     fence full
                 5  4                                  update c from -1 to 305419896 (initial)  a = y; /* é */ c++;
                 6  8     read c = 305419896 (step 5)                                           assert(a == 1);

            Reordered:
              1. write x (dir/a b.c:3:2) takes effect after read y (dir/a b.c:4:6), which the program has later

            4 queries, bound 2, 0.25 s
        "#]],
    );
}

#[test]
fn text_of_a_repair() {
    let report = suggest_report(repaired(), Objective::Fences);
    let text = |change: &dyn Fn(&mut Context<'_>)| shown(|context| suggest(Format::Text, &report, context), change);
    expect![[r#"
        repaired: 1 fence makes dir/a b.c correct under M, with loops that run up to 2 times

        fence 1 of 1: fence(); (full)
         --> dir/a b.c:4:2
          |
        4 |     a = y; /* é */ c++;
          |     ^ `fence();` goes here
          |
          = orders: write x (dir/a b.c:3:2) before read y (dir/a b.c:4:6)
          = without it: read y = 0 can come before write x = 1; then `a == 1` fails, with a = 305419896
          = note: it could stand better

        The patched program was read again and is correct.

        Without the fences

        error[assertion]: assertion violated: a == 1, in T0 main
         --> dir/a b.c:8:2
          |
        8 |     assert(a == 1);
          |     ^^^^^^^^^^^^^^ a = 305419896

          step  line  T0 main                      T1 left                                  source
             1  3                                  read x = 1 (own step 3)                  x = 1;
             2  4                                  read y = 0 (initial) [early 1]           a = y; /* é */ c++;
             3  3                                  write x = 1 [late 1]                     x = 1;
             4                                     fence full
             5  4                                  update c from -1 to 305419896 (initial)  a = y; /* é */ c++;
             6  8     read c = 305419896 (step 5)                                           assert(a == 1);

        Reordered:
          1. write x (dir/a b.c:3:2) takes effect after read y (dir/a b.c:4:6), which the program has later

        7 reorderable pairs, 1 culprit, 4 queries, bound 2, 0.25 s

        --- a/dir/a b.c	
        +++ b/dir/a b.c	
        @@ -1,6 +1,7 @@
         void *left(void *arg)
         {
         	x = 1;
        +	fence();
         	a = y; /* é */ c++;
         }
         int main(void)
    "#]]
    .assert_eq(&text(&|context| context.diff = true));
    // Quiet: the verdict and the fences; with the diff, what `patch` reads.
    expect![[r#"
        repaired: 1 fence makes dir/a b.c correct under M, with loops that run up to 2 times

        fence 1 of 1: fence(); (full)
         --> dir/a b.c:4:2
          |
        4 |     a = y; /* é */ c++;
          |     ^ `fence();` goes here
          |
          = orders: write x (dir/a b.c:3:2) before read y (dir/a b.c:4:6)
          = without it: read y = 0 can come before write x = 1; then `a == 1` fails, with a = 305419896
          = note: it could stand better

        The patched program was read again and is correct.
    "#]]
    .assert_eq(&text(&|context| context.quiet = true));
    let quiet_diff = text(&|context| (context.quiet, context.diff) = (true, true));
    assert!(quiet_diff.starts_with("--- a/dir/a b.c\t\n+++ b/dir/a b.c\t\n@@"), "{quiet_diff}");
    let written = ["out.c".into()];
    let text = shown(
        |context| suggest(Format::Text, &report, &Context { written: &written, ..*context }),
        |context| context.quiet = true,
    );
    assert!(text.ends_with("Written: out.c\n"), "{text}");
}

#[test]
fn text_of_a_repair_by_pairs() {
    let report = suggest_report(repaired(), Objective::Pairs);
    let text = shown(|context| suggest(Format::Text, &report, context), |_| {});
    assert!(text.starts_with("repaired: 1 pair kept in order by 1 fence makes dir/a b.c correct under M"), "{text}");
    assert!(
        text.contains("\nPairs kept in order\n  write x (dir/a b.c:3:2) before read y (dir/a b.c:4:6)\n"),
        "{text}"
    );
}

#[test]
fn text_of_other_suggestions() {
    let text = |suggestion| {
        let report = suggest_report(suggestion, Objective::Fences);
        shown(|context| suggest(Format::Text, &report, context), |context| context.quiet = true)
    };
    assert_eq!(
        text(Suggestion::Safe { bound: 3 }),
        "safe: dir/a b.c is correct under M and needs no fence, with loops that run up to 3 times\n"
    );
    let counterexample = Box::new(execution());
    let reason = "it is wrong when nothing is reordered".to_string();
    assert_eq!(
        text(Suggestion::Unrepairable { counterexample, reason }),
        "unrepairable: fences cannot make dir/a b.c correct under M\nit is wrong when nothing is reordered\n"
    );
    assert_eq!(
        text(Suggestion::Unknown(Why::ReorderBound(1))),
        "unknown: the search ended at counterexamples with 1 reordering\nhelp: raise `--k2`, or leave it out\n"
    );
}

#[test]
fn colours_change_nothing_else() {
    let report = suggest_report(repaired(), Objective::Fences);
    let text = |colored| {
        let change =
            |context: &mut Context<'_>| (context.colored, context.diff, context.verbose) = (colored, true, true);
        shown(|context| suggest(Format::Text, &report, context), change)
    };
    let mut plain = String::new();
    let colored = text(true);
    assert_ne!(colored, text(false));
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').expect("an escape code ends").1;
    }
    plain.push_str(rest);
    assert_eq!(plain, text(false));
}

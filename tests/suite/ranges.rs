//! Checks of arithmetic that always hold are left out: on generated programs with counters that stay in bounds, and with such that
//! do not, what memory holds at the end is what it holds with them. A check that is left out and could fail shows as an end that
//! was none.

use crate::chooser::Chooser;
use crate::counted::{shortens, try_drafts};
use fencesmith::exec::ranges;
use fencesmith::model::Model;

const LOOPS: [&str; 5] = [
    "while (!atomic_load(&x)) { BODY }",
    "for (int i = 0; i < 4; i++) { BODY }",
    "do { BODY } while (atomic_load(&x) != 2);",
    "for (unsigned i = 3; i > 0; i--) { BODY if (atomic_load(&x)) break; }",
    "for (int i = 0; i < 2; i++) { for (int j = 0; j < 2; j++) { BODY } if (atomic_load(&x) == 2) continue; k += i; }",
];

const STEPS: [&str; 24] = [
    "k = k < 12 ? k * 2 + 1 : k - 3;",
    "k = m == 1 ? k + 5 : 2;",
    "if (k < 6) k++;",
    "if (k > 30) k = 30;",
    "k = k < 5 ? k + 1 : k;",
    "k *= 2; if (k > 64) k = 64;",
    "k -= 1;",
    "if (k & 1) k += 3; else k >>= 1;",
    "k = (k + 1) % 7;",
    "if (k == 3) k = 29;",
    "if (k != 3 && k < 12) k++;",
    "if (!(k >= 4)) k = 4;",
    "m = atomic_load(&x);",
    "if (m < 3) k = m;",
    "k = -k;",
    "{ int was = k; k = m; if (was >= 0 && was < 31) k = was; }",
    "if (k <= 0) continue;",
    "if (k < 0) k = 0; if (k > 15) k = 15;",
    "switch (k) { case 0: k = 2; break; case 2: k = 30; break; default: k = 1; }",
    "n = k; if (n > 200) n = 200; k = n;",
    "n = k; n += 100; k = n;",
    "k = m ? k : 31;",
    "if (m) { k = 32; break; }",
    "k += 7;",
];

const CHECKS: [&str; 10] = [
    "r += 1 << k;",
    "r += 1u << (k & 31);",
    "r += 100 / k;",
    "if (k < 31 && k >= 0) r += 1 << k;",
    "if (k > 0) r += 8 / k;",
    "if (k <= 40) r ^= 1 << k;",
    "r = 1 << (k > 10 ? 10 : k);",
    "r += 7 % (k + 1);",
    "if (k != m) r += 1 << (k + m);",
    "if (n != 0) r += 5u / n;",
];

fn print(choices: &[u8]) -> String {
    let mut choose = Chooser::of(choices);
    let form = choose.pick(&LOOPS);
    let body: Vec<&str> = (0..choose.pick(&[2, 3, 4, 1]))
        .map(|_| if choose.pick(&[true, true, false]) { choose.pick(&STEPS) } else { choose.pick(&CHECKS) })
        .collect();
    let (body, last) = (body.join(" "), choose.pick(&CHECKS));
    let text = form.replace("BODY", &format!("{{ {body} }} {last}"));
    let (kind, first) = (choose.pick(&["int", "unsigned", "signed char"]), choose.pick(&["0", "1", "5", "31"]));
    let told = choose.pick(&["0", "r"]);
    format!(
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, told;\n\
         static void *left(void *a) {{\n atomic_store(&x, 1);\n atomic_store(&x, 2);\n return a;\n}}\n\
         static void *right(void *a) {{\n {kind} k = {first};\n int m = 0, r = 0;\n unsigned char n = 0;\n {text}\n \
         atomic_store(&told, 10 + ({told} & 0xff));\n (void)m; (void)n; (void)r;\n return a;\n}}\n\
         int main(void) {{\n pthread_t t, u;\n pthread_create(&t, 0, left, 0);\n pthread_create(&u, 0, right, 0);\n \
         pthread_join(t, 0);\n pthread_join(u, 0);\n return 0;\n}}\n"
    )
}

#[test]
fn programs_end_as_they_do_with_the_checks() {
    let without = |choices: &[u8], model: &Model| shortens(&print(choices), model, ranges::drop_certain);
    let used = try_drafts(("ranges", 200, 24), &["sc"], print, without);
    assert!(used >= 40, "a check was left out {used} times only");
}

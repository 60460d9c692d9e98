//! The C reader: what pieces of C compute, where their accesses and fence points stand, and what is refused.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};
use fencesmith::diag::Sources;
use fencesmith::frontend::{Failure, ReadOptions, Unit, read};
use fencesmith::ids::FileId;
use fencesmith::ir::{Op, Order, Placement, verify};

#[path = "frontend/machine.rs"]
mod machine;

/// Writes C text to a file and reads it.
fn read_text(text: &str) -> Result<Unit, Failure> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, text).unwrap();
    read(&path, &ReadOptions::default())
}

/// What went wrong, as `line:column: message`.
fn complaints(failure: &Failure) -> String {
    let describe = |d: &fencesmith::diag::Diagnostic| match d.span {
        Some(span) => {
            let at = failure.sources.position(span.file, span.start);
            format!("{}:{}: {}\n", at.line, at.column, d.message)
        }
        None => format!("{}\n", d.message),
    };
    failure.diagnostics.iter().map(describe).collect()
}

fn read_ok(text: &str) -> Unit {
    let unit = read_text(text).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    if let Err(flaws) = verify(&unit.program) {
        panic!("{flaws:?}\n{text}");
    }
    unit
}

/// A file with every fence point marked: `@;` for a statement, `@{ … @}` for braces, `@( … @)` for a comma.
fn marked(unit: &Unit, file: FileId, marks: [&str; 5]) -> String {
    let [statement, open, close, left, right] = marks;
    // At one place the longer text opens first and closes last.
    let mut inserts: Vec<(u32, i64, &str)> = Vec::new();
    for point in &unit.program.points {
        match &point.placement {
            Placement::Statement { at } if at.file == file => inserts.push((at.start, 0, statement)),
            Placement::Braced { body: span } | Placement::Comma { expression: span } if span.file == file => {
                let braced = matches!(point.placement, Placement::Braced { .. });
                let length = i64::from(span.end - span.start);
                let (before, after) = if braced { (open, close) } else { (left, right) };
                inserts.push((span.start, 2_000_000_000 - length, before));
                inserts.push((span.end, length - 2_000_000_000, after));
            }
            _ => {}
        }
    }
    inserts.sort_by_key(|insert| (insert.0, insert.1));
    let text = &unit.sources.file(file).text;
    let (mut out, mut at) = (String::new(), 0);
    for (place, _, mark) in inserts {
        out.push_str(&text[at..place as usize]);
        out.push_str(mark);
        at = place as usize;
    }
    out.push_str(&text[at..]);
    out
}

const MARKS: [&str; 5] = ["@;", "@{", "@}", "@(", "@)"];

fn check_points(text: &str, expected: Expect) {
    let unit = read_ok(text);
    expected.assert_eq(&marked(&unit, FileId(0), MARKS));
}

/// The accesses of a function, as `R x`, `W x`, `U x` (read-modify-write) or `F`, with their orders.
fn accesses(unit: &Unit, function: &str) -> String {
    let program = &unit.program;
    let function = program.function(program.find_function(function).expect("the function is reached"));
    let mut out = String::new();
    for instr in &function.code {
        let (kind, order, site) = match &instr.op {
            Op::Load { order, site, .. } => ('R', *order, Some(*site)),
            Op::Store { order, site, .. } => ('W', *order, Some(*site)),
            Op::Rmw { order, site, .. } => ('U', *order, Some(*site)),
            Op::CompareExchange { success, failure, site, .. } => {
                let text = &program.site(*site).text;
                out.push_str(&format!("C {text} {}/{}\n", success.name(), failure.name()));
                continue;
            }
            Op::CopyMemory { load, store, size, .. } => {
                let (to, from) = (&program.site(*store).text, &program.site(*load).text);
                out.push_str(&format!("copy {to} <- {from}, {size} bytes\n"));
                continue;
            }
            Op::Fence { order } => ('F', *order, None),
            _ => continue,
        };
        let text = site.map_or("", |site| program.site(site).text.as_str());
        let order = if order == Order::Plain { "" } else { order.name() };
        out.push_str(format!("{kind} {text} {order}").trim_end());
        out.push('\n');
    }
    out
}

fn check_accesses(text: &str, expected: Expect) {
    expected.assert_eq(&accesses(&read_ok(text), "main"));
}

fn check_refused(text: &str, expected: Expect) {
    match read_text(text) {
        Ok(_) => panic!("read without complaint:\n{text}"),
        Err(failure) => expected.assert_eq(&complaints(&failure)),
    }
}

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn c_files(below: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(directory(below))
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no gcc");
    }
    found
}

/// Each file of `tests/frontend/computations` computes the same number here and compiled.
#[test]
fn computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    for path in c_files("tests/frontend/computations") {
        let text = format!("{prelude}{}", std::fs::read_to_string(&path).unwrap());
        let compiled = scratch.path().join("compiled.c");
        let show = "int main(void) { test(); for (u64 i = 0; i < steps; i++) fprintf(stderr, \"%lu: %lx\\n\", lines[i], values[i]); }";
        std::fs::write(&compiled, format!("{text}{show}\n")).unwrap();
        let program = scratch.path().join("compiled");
        let status = Command::new("gcc").args(["-w", "-O1", "-fwrapv", "-o"]).arg(&program).arg(&compiled).status();
        assert!(status.unwrap().success(), "{}", path.display());
        let output = Command::new(&program).output().unwrap();
        let expected = String::from_utf8(output.stderr).unwrap();

        let unit = read_ok(&format!("{text}int main(void) {{ test(); }}\n"));
        let mut machine = machine::Machine::new(&unit.program);
        assert_eq!(machine.run(), Ok(()), "{}", path.display());
        let count = machine.global("steps", 0);
        let mut computed = String::new();
        for step in 0..count {
            computed += &format!("{}: {:x}\n", machine.global("lines", step), machine.global("values", step));
        }
        for (ours, theirs) in computed.lines().zip(expected.lines()) {
            assert_eq!(ours, theirs, "{}: line and value, ours and gcc's", path.display());
        }
        assert_eq!(computed.lines().count(), expected.lines().count(), "{}", path.display());
    }
}

/// Every benchmark is read, and its IR is well formed.
#[test]
fn benchmarks_are_read() {
    let files = c_files("benchmarks");
    assert!(!files.is_empty());
    for path in files {
        let options = ReadOptions { defines: harness_defines(&path), ..ReadOptions::default() };
        match read(&path, &options) {
            Ok(unit) => assert_eq!(verify(&unit.program).err().map(|f| format!("{f:?}")), None, "{}", path.display()),
            Err(failure) => panic!("{}\n{}", path.display(), complaints(&failure)),
        }
    }
}

/// Concurrency Kit's headers are read with the builtins of the compiler, not with its assembly.
fn harness_defines(path: &Path) -> Vec<(String, Option<String>)> {
    let text = std::fs::read_to_string(path).unwrap();
    if text.contains("#include <ck_") {
        vec![("CK_USE_CC_BUILTINS".to_string(), Some("1".to_string()))]
    } else {
        Vec::new()
    }
}

/// Text put at every point of every benchmark at once gives a file that gcc accepts and that has the same accesses.
#[test]
fn every_point_takes_a_fence() {
    let gcc = has_gcc();
    let marks = ["fence_here(); ", "{ fence_here(); ", " }", "(fence_here(), (", "))"];
    let scratch = tempfile::tempdir().unwrap();
    let mut files = c_files("benchmarks");
    files.extend(c_files("tests/frontend/points"));
    for path in files {
        let options = ReadOptions { defines: harness_defines(&path), ..ReadOptions::default() };
        let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
        let patched = scratch.path().join("patched.c");
        let text = marked(&unit, FileId(0), marks);
        std::fs::write(&patched, format!("static inline void fence_here(void) {{}}\n{text}")).unwrap();
        let again = read(&patched, &options)
            .unwrap_or_else(|failure| panic!("{}\n{}\n{text}", path.display(), complaints(&failure)));
        let texts = |unit: &Unit| unit.program.sites.iter().map(|s| s.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&again).len(), texts(&unit).len(), "{}\n{text}", path.display());
        if gcc {
            let output =
                Command::new("gcc").args(["-w", "-fsyntax-only", "-DCK_USE_CC_BUILTINS=1"]).arg(&patched).output();
            let output = output.unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}\n{complaint}\n{text}", path.display());
        }
    }
}

#[test]
fn points_stand_between_statements() {
    check_points(
        r#"int x, y, a[2];
int main(void)
{
	int r = 0, s;
	x = 1;
	r = 2;
	s = y;
	if (x)
		y = 1;
	else if (y)
		y = 2;
	else {
		y = 3;
	}
	while (x && y)
		;
	for (int i = x; a[i]; i += y)
		x = i;
	do
		x--;
	while (y);
	switch (y) {
	case 1: x = 1; break;
	case 2:
	case 3:
		x = 2;
	default:
		y++;
	}
again:
	x = r ? y : s;
	if (x > 5) goto again;
	return x;
}
"#,
        expect![[r#"
            int x, y, a[2];
            int main(void)
            {
            	int r = 0, s;
            	@;x = 1;
            	r = 2;
            	@;s = y;
            	@;if (x)
            		@{y = 1;@}
            	else @{if (y)
            		@{y = 2;@}
            	else {
            		@;y = 3;
            	@;}@}
            	@;while (@(x && @(y@)@))
            		;
            	@;for (int i = x; @(a[i]@); @(i += y@))
            		@{x = i;@}
            	@;do
            		@{x--;@}
            	while (@(y@));
            	@;switch (y) {
            	case 1: @;x = 1; break;
            	case 2:
            	case 3:
            		@;x = 2;
            	default:
            		@;y++;
            	@;}
            again:
            	@;x = r ? @(y@) : s;
            	@;if (x > 5) goto again;
            	@;return x;
            }
        "#]],
    );
}

#[test]
fn points_in_macros_stand_where_a_fence_acts() {
    check_points(
        r#"#include <stdatomic.h>
#include <assert.h>
#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define BOTH(a, b) do { STORE(a, 1); b = 1; a = 2; } while (0)
#define WAIT(x) while (x) { x; }
#define LIKELY(x) (__builtin_expect(!!(x), 1))
#define IF(x) if (x)
#define PAIR x = 1; y = 1
atomic_int x, y;
int z;
int main(void)
{
	STORE(x, 1);
	BOTH(x, z);
	if (LIKELY(y))
		STORE(y, 2);
	WAIT(z);
	IF(z) z = 1;
	PAIR;
	while (LIKELY(x == 1)) z++;
	if (z) BOTH(y, z);
	assert(x == 1 && y == 1);
	return 0;
}
"#,
        expect![[r#"
            #include <stdatomic.h>
            #include <assert.h>
            #define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
            #define BOTH(a, b) do { @;STORE(a, 1); @;b = 1; @;a = 2; @;} while (0)
            #define WAIT(x) while (@(x@)) { @;x; @;}
            #define LIKELY(x) (__builtin_expect(!!(x), 1))
            #define IF(x) if (x)
            #define PAIR x = 1; @;y = 1
            atomic_int x, y;
            int z;
            int main(void)
            {
            	@;STORE(x, 1);
            	@;BOTH(x, z);
            	@;if (LIKELY(y))
            		@{STORE(y, 2);@}
            	@;WAIT(z);
            	@;IF(z) @{z = 1;@}
            	@;PAIR;
            	@;while (@(LIKELY(x == 1)@)) @{z++;@}
            	@;if (z) @{BOTH(y, z);@}
            	@;assert(x == 1 && @(y == 1@));
            	@;return 0;
            }
        "#]],
    );
}

#[test]
fn operators_on_atomic_and_volatile_objects_are_accesses() {
    check_accesses(
        r#"#include <stdatomic.h>
_Atomic int a; volatile int v; int p; _Atomic(int *) q;
struct s { int x; _Atomic long l; volatile struct { int y; } inner; } s, t;
int main(void)
{
	a = 1; a++; a += 2; a |= p; v = a; v++; p = v; q = &p; *q = 3;
	s.l--; s.inner.y = s.x; t = s; struct s u = t;
	return a;
}
"#,
        expect![[r#"
            W a seq_cst
            U a seq_cst
            U a seq_cst
            R p
            U a seq_cst
            R a seq_cst
            W v volatile
            R v volatile
            W v volatile
            R v volatile
            W p
            W q seq_cst
            R q seq_cst
            W *q
            U s.l seq_cst
            R s.x
            W s.inner.y volatile
            copy t <- s, 24 bytes
            copy u+0 <- t, 24 bytes
            R a seq_cst
        "#]],
    );
}

#[test]
fn atomic_calls_keep_their_orders() {
    check_accesses(
        r#"#include <stdatomic.h>
atomic_int a; int p; atomic_flag f; atomic_bool b[2];
int main(void)
{
	int e = 0, *w = &p;
	atomic_store_explicit(&a, 1, memory_order_release);
	atomic_store(&b[p], 1);
	(void)atomic_load_explicit(&a, memory_order_acquire);
	atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);
	atomic_exchange_explicit(&a, 1, memory_order_consume);
	atomic_compare_exchange_strong(&a, &e, 2);
	atomic_compare_exchange_weak_explicit(&a, w, 2, memory_order_acq_rel, memory_order_relaxed);
	atomic_flag_test_and_set(&f); atomic_flag_clear_explicit(&f, memory_order_release);
	atomic_thread_fence(memory_order_acquire); atomic_thread_fence(memory_order_relaxed); atomic_signal_fence(memory_order_seq_cst);
	__atomic_store_n(w, 1, __ATOMIC_RELEASE); __atomic_compare_exchange_n(&p, &e, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
	__sync_fetch_and_or(&p, 4); __sync_lock_test_and_set(&p, 1); __sync_lock_release(&p); __sync_synchronize();
	__sync_bool_compare_and_swap(&p, 1, 2);
	__asm__ volatile("mfence" ::: "memory"); __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
	__asm__ volatile("" ::: "memory"); __asm__ volatile("sfence"); __asm__ volatile("rep; nop");
	__CPROVER_fence("WWfence", "RRfence"); __CPROVER_fence("WRfence");
	return 0;
}
"#,
        expect![[r#"
            W a release
            R p
            W b[p] seq_cst
            R a acquire
            U a relaxed
            U a acquire
            C a seq_cst/seq_cst
            R *w
            C a acq_rel/relaxed
            W *w
            U f seq_cst
            W f release
            F  acquire
            W *w release
            C p release/relaxed
            U p seq_cst
            U p acquire
            W p release
            F  seq_cst
            C p seq_cst/seq_cst
            F  seq_cst
            F  seq_cst
            F  release
            F  release
            F  seq_cst
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for (text, expected) in [
        ("int main(void) { double d = 1.5; return d > 1; }", expect![[r#"
            1:41: floating point is not supported
        "#]]),
        ("__int128 w; int main(void) { w = 3; return w; }", expect![[r#"
            1:30: __int128 is not supported
            1:44: __int128 is not supported
        "#]]),
        ("int main(int c, char **v) { int a[c]; return a[0]; }", expect![[r#"
            1:33: the variable-length array or incomplete type of `a` is not supported
        "#]]),
        ("int main(int c, char **v) { return v[0][0]; }", expect![[r#"
            1:36: the parameter `v` of `main` is not supported
        "#]]),
        (
            "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return 0; }\nint main(void) { return f(1, 2); }",
            expect![[r#"
                1:42: va_start is not supported
            "#]],
        ),
        ("int main(void) { void *l = &&here; goto *l; here: return 0; }", expect![[r#"
            1:28: the address of a label is not supported
            1:36: a computed goto is not supported
        "#]]),
        ("void unknown(void);\nint main(void) {\n  unknown();\n}", expect![[r#"
            3:3: the function `unknown` is neither defined nor known
        "#]]),
        ("extern int x;\nint main(void) { return x; }", expect![[r#"
            1:12: the variable `x` is declared but not defined
        "#]]),
        ("int x;\nint main(void) { __asm__(\"xchg %0, %1\" : \"+r\"(x)); }", expect![[r#"
            2:18: the inline assembly `xchg %0, %1` is not supported
        "#]]),
        (
            "#include <pthread.h>\npthread_cond_t c; pthread_mutex_t m;\nint main(void) { pthread_cond_wait(&c, &m); }",
            expect![[r#"
                3:18: a condition variable (`pthread_cond_wait`) is not supported
            "#]],
        ),
        ("#include <stdlib.h>\nint main(void) { void *p = realloc(0, 4); }", expect![[r#"
            2:28: resizing a heap object (`realloc`) is not supported
        "#]]),
        (
            "#include <string.h>\nchar a[9];\nint main(int c, char **v) { memset(a, 0, c); return strlen(a); }",
            expect![[r#"
                3:29: `memset` with a size that is not constant is not supported
                3:53: a string or input function (`strlen`) is not supported
            "#]],
        ),
        ("_Atomic int a;\nint main(void) { a *= 3; }", expect![[r#"
            2:18: the operator `*=` on an _Atomic object of this type is not supported
        "#]]),
        ("int x;\nint main(void) { goto in; while (x) { in: x--; } goto in; }", expect![[r#"
            2:50: a goto back into a loop is not supported
        "#]]),
        ("#include <threads.h>\nmtx_t m;\nint main(void) { mtx_init(&m, mtx_plain | mtx_recursive); }", expect![[r#"
            3:18: a recursive mutex is not supported
        "#]]),
        ("int main(void) { return undeclared; }", expect![[r#"
            1:25: 'undeclared' undeclared (first use in this function)
        "#]]),
        ("int main(void) { return 1 +; }", expect![[r#"
            1:28: expected an expression, found `;`
        "#]]),
        ("#include <missing.h>\nint main(void) { return 0; }", expect![[r#"
            1:1: `missing.h` file not found
        "#]]),
        ("int x;", expect![[r#"
            1:1: the program has no `main`
        "#]]),
        ("", expect![[r#"
            1:1: the program has no `main`
        "#]]),
        ("#define M(x) (x) + 1.0f\nint y;\nint main(void) {\n  y = M(y);\n}", expect![[r#"
            4:7: floating point is not supported
        "#]]),
        ("static double unused(void) { return 1.0; }\nint f(void);\nint main(void) { return f(); }", expect![[r#"
            3:25: the function `f` is neither defined nor known
        "#]]),
    ] {
        check_refused(text, expected);
    }
}

//! The C reader: what pieces of C compute, where their accesses and fence points stand, and what is refused.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};
use fencesmith::frontend::{Failure, ReadOptions, Unit, read};
use fencesmith::ids::FileId;
use fencesmith::ir::{Op, Order, Placement, verify};

#[path = "frontend/generate.rs"]
mod generate;
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
                let fencesmith::ir::Operand::Const { bits, .. } = size else { panic!("a constant size") };
                out.push_str(&format!("copy {to} <- {from}, {bits} bytes\n"));
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

/// Runs a computation compiled by gcc and here, and compares what it notes, line by line.
fn compare_with_gcc(name: &str, computation: &str) {
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let text = format!("{prelude}{computation}");
    let scratch = tempfile::tempdir().unwrap();
    let (source, program) = (scratch.path().join("compiled.c"), scratch.path().join("compiled"));
    let show = "for (u64 i = 0; i < steps; i++) fprintf(stderr, \"%lu: %lx\\n\", lines[i], values[i]);";
    std::fs::write(&source, format!("{text}int main(void) {{ test(); {show} }}\n")).unwrap();
    let status = Command::new("gcc").args(["-w", "-O1", "-fwrapv", "-o"]).arg(&program).arg(&source).status();
    assert!(status.unwrap().success(), "{name}\n{computation}");
    let output = Command::new(&program).output().unwrap();
    let expected = String::from_utf8(output.stderr).unwrap();

    let unit = read_ok(&format!("{text}int main(void) {{ test(); }}\n"));
    let mut machine = machine::Machine::new(&unit.program);
    assert_eq!(machine.run(), Ok(()), "{name}");
    let mut computed = String::new();
    for step in 0..machine.global("steps", 0) {
        computed += &format!("{}: {:x}\n", machine.global("lines", step), machine.global("values", step));
    }
    for (ours, theirs) in computed.lines().zip(expected.lines()) {
        assert_eq!(ours, theirs, "{name}: line and value, ours and gcc's\n{computation}");
    }
    assert_eq!(computed.lines().count(), expected.lines().count(), "{name}");
    assert!(!computed.is_empty(), "{name}");
}

/// Each file of `tests/frontend/computations` computes the same here and compiled.
#[test]
fn computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    for path in c_files("tests/frontend/computations") {
        compare_with_gcc(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
    }
}

/// Generated programs compute the same here and compiled. `FENCESMITH_SEEDS=a..b` chooses other ones.
#[test]
fn generated_computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    let range = std::env::var("FENCESMITH_SEEDS").unwrap_or_else(|_| "0..6".to_string());
    let (from, to) = range.split_once("..").expect("FENCESMITH_SEEDS=from..to");
    for seed in from.parse::<u64>().unwrap()..to.parse::<u64>().unwrap() {
        compare_with_gcc(&format!("seed {seed}"), &generate::computation(seed));
    }
}

/// Every benchmark is read, and its IR is well formed.
#[test]
fn benchmarks_are_read() {
    for path in benchmarks() {
        let options = options_of(&path);
        match read(&path, &options) {
            Ok(unit) => assert_eq!(verify(&unit.program).err().map(|f| format!("{f:?}")), None, "{}", path.display()),
            Err(failure) => panic!("{}\n{}", path.display(), complaints(&failure)),
        }
    }
}

/// What the header comment of a benchmark says about how it is read: a line `// options: -DNAME=VALUE …`.
fn options_of(path: &Path) -> ReadOptions {
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("// options:")).unwrap_or("");
    let defines = line.split_whitespace().filter_map(|word| word.strip_prefix("-D")).map(|define| {
        let (name, value) = define.split_once('=').map_or((define, None), |(name, value)| (name, Some(value)));
        (name.to_string(), value.map(str::to_string))
    });
    let include_dirs = vec![path.parent().unwrap().to_path_buf()];
    ReadOptions { defines: defines.collect(), include_dirs, ..ReadOptions::default() }
}

/// The benchmarks; those on Concurrency Kit only where its headers are.
fn benchmarks() -> Vec<PathBuf> {
    let mut files = c_files("benchmarks");
    assert!(!files.is_empty());
    if !Path::new("/usr/include/ck_spinlock.h").exists() {
        eprintln!("skipped: Concurrency Kit is not installed (libck-dev)");
        files.retain(|path| !path.parent().unwrap().ends_with("ck"));
    }
    files
}

/// Text put at every point of every benchmark at once gives a file that gcc accepts and that has the same accesses.
#[test]
fn every_point_takes_a_fence() {
    let gcc = has_gcc();
    let marks = ["fence_here(); ", "{ fence_here(); ", " }", "(fence_here(), (", "))"];
    let scratch = tempfile::tempdir().unwrap();
    let mut files = benchmarks();
    files.extend(c_files("tests/frontend/points"));
    for path in files {
        let options = options_of(&path);
        let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
        let patched = scratch.path().join("patched.c");
        let text = marked(&unit, FileId(0), marks);
        std::fs::write(&patched, format!("static inline void fence_here(void) {{}}\n{text}")).unwrap();
        let again = read(&patched, &options)
            .unwrap_or_else(|failure| panic!("{}\n{}\n{text}", path.display(), complaints(&failure)));
        let texts = |unit: &Unit| unit.program.sites.iter().map(|s| s.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&again).len(), texts(&unit).len(), "{}\n{text}", path.display());
        if gcc {
            let defines = options.defines.iter().map(|(name, value)| match value {
                Some(value) => format!("-D{name}={value}"),
                None => format!("-D{name}"),
            });
            let mut command = Command::new("gcc");
            command.args(["-w", "-fsyntax-only", "-I"]).arg(path.parent().unwrap()).args(defines).arg(&patched);
            let output = command.output().unwrap();
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
        (
            "int main(void) { double d = 1.5; return d > 1; }",
            expect![[r#"
            1:41: floating point is not supported
        "#]],
        ),
        (
            "__int128 w; int main(void) { w = 3; return w; }",
            expect![[r#"
            1:30: __int128 is not supported
            1:44: __int128 is not supported
        "#]],
        ),
        (
            "int main(int c, char **v) { int a[c]; return a[0]; }",
            expect![[r#"
            1:33: the variable-length array or incomplete type of `a` is not supported
        "#]],
        ),
        (
            "int main(int c, char **v) { return v[0][0]; }",
            expect![[r#"
            1:36: the parameter `v` of `main` is not supported
        "#]],
        ),
        (
            "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return 0; }\nint main(void) { return f(1, 2); }",
            expect![[r#"
                1:42: va_start is not supported
            "#]],
        ),
        (
            "int main(void) { void *l = &&here; goto *l; here: return 0; }",
            expect![[r#"
            1:28: the address of a label is not supported
            1:36: a computed goto is not supported
        "#]],
        ),
        (
            "void unknown(void);\nint main(void) {\n  unknown();\n}",
            expect![[r#"
            3:3: the function `unknown` is neither defined nor known
        "#]],
        ),
        (
            "extern int x;\nint main(void) { return x; }",
            expect![[r#"
            1:12: the variable `x` is declared but not defined
        "#]],
        ),
        (
            "int x;\nint main(void) { __asm__(\"xchg %0, %1\" : \"+r\"(x)); }",
            expect![[r#"
            2:18: the inline assembly `xchg %0, %1` is not supported
        "#]],
        ),
        (
            "#include <pthread.h>\npthread_cond_t c; pthread_mutex_t m;\nint main(void) { pthread_cond_wait(&c, &m); }",
            expect![[r#"
                3:18: a condition variable (`pthread_cond_wait`) is not supported
            "#]],
        ),
        (
            "#include <stdlib.h>\nint main(void) { void *p = realloc(0, 4); }",
            expect![[r#"
            2:28: resizing a heap object (`realloc`) is not supported
        "#]],
        ),
        (
            "#include <string.h>\nchar a[9];\nint main(int c, char **v) { memset(a, 0, c); return strlen(a); }",
            expect![[r#"
                3:53: a string or input function (`strlen`) is not supported
            "#]],
        ),
        (
            "_Atomic int a;\nint main(void) { a *= 3; }",
            expect![[r#"
            2:18: the operator `*=` on an _Atomic object of this type is not supported
        "#]],
        ),
        (
            "int x;\nint main(void) { goto in; while (x) { in: x--; } goto in; }",
            expect![[r#"
            2:50: a goto back into a loop is not supported
        "#]],
        ),
        (
            "#include <threads.h>\nmtx_t m;\nint main(void) { mtx_init(&m, mtx_plain | mtx_recursive); }",
            expect![[r#"
            3:18: a recursive mutex is not supported
        "#]],
        ),
        (
            "int main(void) { return undeclared; }",
            expect![[r#"
            1:25: 'undeclared' undeclared (first use in this function)
        "#]],
        ),
        (
            "int main(void) { return 1 +; }",
            expect![[r#"
            1:28: expected an expression, found `;`
        "#]],
        ),
        (
            "#include <missing.h>\nint main(void) { return 0; }",
            expect![[r#"
            1:1: `missing.h` file not found
        "#]],
        ),
        (
            "int x;",
            expect![[r#"
            1:1: the program has no `main`
        "#]],
        ),
        (
            "",
            expect![[r#"
            1:1: the program has no `main`
        "#]],
        ),
        (
            "#define M(x) (x) + 1.0f\nint y;\nint main(void) {\n  y = M(y);\n}",
            expect![[r#"
            4:7: floating point is not supported
        "#]],
        ),
        (
            "static double unused(void) { return 1.0; }\nint f(void);\nint main(void) { return f(); }",
            expect![[r#"
            3:25: the function `f` is neither defined nor known
        "#]],
        ),
    ] {
        check_refused(text, expected);
    }
}

/// The instructions of a function without registers and places, one word each.
fn outline(unit: &Unit, function: &str) -> String {
    let function = unit.program.function(unit.program.find_function(function).expect("the function is reached"));
    let mut out = String::new();
    for instr in &function.code {
        let word = match &instr.op {
            Op::Nondet { dst } => format!("nondet {}", function.width(*dst)),
            Op::Call { callee, .. } => match callee {
                fencesmith::ir::Callee::Direct(id) => format!("call {}", unit.program.function(*id).name),
                fencesmith::ir::Callee::Indirect(_) => "call *".to_string(),
            },
            Op::Assume { .. } => "assume".to_string(),
            Op::Assert { property, message, .. } => format!("assert {property:?} {message:?}"),
            Op::Spawn { .. } => "spawn".to_string(),
            Op::Join { dst, .. } => if dst.is_some() { "join to" } else { "join" }.to_string(),
            Op::ExitThread { .. } => "exit".to_string(),
            Op::Lock { .. } => "lock".to_string(),
            Op::TryLock { .. } => "trylock".to_string(),
            Op::Unlock { .. } => "unlock".to_string(),
            Op::AtomicBegin => "{".to_string(),
            Op::AtomicEnd => "}".to_string(),
            Op::Allocate { storage, zeroed, .. } => {
                format!("allocate {storage:?}{}", if *zeroed { " zeroed" } else { "" })
            }
            Op::Free { .. } => "free".to_string(),
            Op::Return(_) => "return".to_string(),
            _ => continue,
        };
        out.push_str(&word);
        out.push('\n');
    }
    out
}

fn check_outline(text: &str, function: &str, expected: Expect) {
    expected.assert_eq(&outline(&read_ok(text), function));
}

#[test]
fn verifier_names_mean_what_they_say() {
    let text = r#"#include <assert.h>
#include <stdlib.h>
extern void abort(void);
void reach_error() { assert(0); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: { reach_error(); abort(); } } return; }
void assume_abort_if_not(int c) { if (!c) { abort(); } }
extern unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool();
int x;
void __VERIFIER_atomic_add(int n) { if (n) return; x += n; }
int main(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_bool();
	assume_abort_if_not(a > 3);
	__VERIFIER_assume(b);
	__CPROVER_assume(c);
	__VERIFIER_assert(a == b);
	__CPROVER_assert(a == b, "they agree");
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_add(2);
	if (rand() == 7) abort();
	if (x) reach_error();
	if (a) exit(1);
	return 0;
}
"#;
    check_outline(
        text,
        "main",
        expect![[r#"
        nondet i32
        nondet i8
        nondet i1
        assume
        assume
        assume
        call __VERIFIER_assert
        assert Assertion "they agree"
        {
        }
        call __VERIFIER_atomic_add
        nondet i32
        assume
        assert ReachError "abort"
        assume
        assert ReachError "reach_error"
        assume
        exit
        return
        return
    "#]],
    );
    check_outline(
        text,
        "__VERIFIER_atomic_add",
        expect![[r#"
        {
        }
        return
        }
        return
    "#]],
    );
    check_outline(
        text,
        "__VERIFIER_assert",
        expect![[r#"
        assert ReachError "reach_error"
        assume
        assert ReachError "abort"
        assume
        return
        return
    "#]],
    );
}

#[test]
fn threads_and_locks() {
    check_outline(
        r#"#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n;
void *worker(void *arg) { if (arg) pthread_exit(arg); return 0; }
int short_worker(void) { return -1; }
int main(void)
{
	pthread_t t[3], one; void *result; long number;
	pthread_attr_t attr; pthread_attr_init(&attr);
	for (long i = 0; i < 3; i++)
		pthread_create(&t[i], &attr, worker, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], &result);
	pthread_create(&one, NULL, (void *(*)(void *))short_worker, NULL);
	pthread_join(one, (void **)&number);
	pthread_join(one, NULL);
	pthread_mutex_init(&n, NULL);
	if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_destroy(&n);
	int *p = malloc(sizeof *p), *q = calloc(2, sizeof *q);
	free(p); free(q);
	usleep(10); printf("%p\n", (void *)p);
	pthread_exit(NULL);
}
"#,
        "main",
        expect![[r#"
            allocate Stack
            allocate Stack
            spawn
            join to
            spawn
            join to
            join
            trylock
            unlock
            lock
            unlock
            allocate Heap
            allocate Heap zeroed
            free
            free
            exit
            return
        "#]],
    );
    check_outline(
        r#"#include <threads.h>
mtx_t m; int worker(void *arg) { mtx_lock(&m); mtx_unlock(&m); return *(int *)arg; }
thread_local int own;
int main(void)
{
	thrd_t t; int r, a = 3;
	mtx_init(&m, mtx_plain);
	thrd_create(&t, worker, &a);
	thrd_join(t, &r);
	if (mtx_trylock(&m) == thrd_busy) thrd_exit(1);
	return own;
}
"#,
        "main",
        expect![[r#"
            allocate Stack zeroed
            spawn
            join to
            trylock
            exit
            return
            return
        "#]],
    );
}

/// Files that are included, one of them twice, headers of the user, patched text, and defined names.
#[test]
fn included_files_have_their_own_places() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    std::fs::create_dir_all(at("include/deep")).unwrap();
    std::fs::write(
        at("include/deep/code.c"),
        "#include \"../shared.h\"\nint NAME(void)\n{\n\tset(LIMIT);\n\treturn x;\n}\n",
    )
    .unwrap();
    std::fs::write(at("main.c"), "#include <shared.h>\nint x;\n#define NAME one\n#include \"include/deep/code.c\"\n#undef NAME\n#define NAME two\n#include \"include/deep/code.c\"\nint main(void)\n{\n\treturn one() + two();\n}\n").unwrap();
    // The header is included by two names; its places are there once because it is one file.
    std::fs::write(
        at("include/shared.h"),
        "#pragma once\nextern int x;\nstatic inline void set(int v)\n{\n\tx = v;\n}\n",
    )
    .unwrap();
    let mut options = ReadOptions {
        include_dirs: vec![at("include")],
        defines: vec![("LIMIT".to_string(), Some("7".to_string()))],
        ..ReadOptions::default()
    };
    let unit = read(&at("main.c"), &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    let places = |unit: &Unit| {
        let mut out = String::new();
        for point in &unit.program.points {
            let Placement::Statement { at } = point.placement else { continue };
            let position = unit.sources.position(at.file, at.start);
            let name = unit.sources.path(at.file).file_name().unwrap().to_string_lossy().into_owned();
            out.push_str(&format!("{name}:{}:{}\n", position.line, position.column));
        }
        out
    };
    expect![[r#"
        main.c:10:2
        code.c:4:2
        code.c:5:2
        shared.h:5:2
        shared.h:6:1
    "#]]
    .assert_eq(&places(&unit));
    // Text that is not on disk yet.
    let header = std::fs::canonicalize(at("include/shared.h")).unwrap();
    let patched = "#pragma once\nextern int x;\nstatic inline void set(int v)\n{\n\t__sync_synchronize(); x = v;\n}\n";
    options.overlay = BTreeMap::from([(header, patched.to_string())]);
    let unit = read(&at("main.c"), &options).unwrap();
    assert_eq!(accesses(&unit, "set"), "F  seq_cst\nW x\n");
}

/// The headers of the system are read where the user asks for them.
#[test]
fn system_headers_on_request() {
    if !has_gcc() || !Path::new("/usr/include/pthread.h").exists() {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("main.c");
    let text = "#include <stdio.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n#include <stdlib.h>\natomic_int x;\nint main(void)\n{\n\tatomic_store_explicit(&x, 1, memory_order_release);\n\tassert(atomic_load(&x) == 1);\n\treturn x;\n}\n";
    std::fs::write(&path, text).unwrap();
    let options = ReadOptions { system_headers: true, ..ReadOptions::default() };
    let unit = read(&path, &options).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    expect![[r#"
        W *__atomic_store_ptr release
        R *__atomic_load_ptr seq_cst
        R x seq_cst
    "#]]
    .assert_eq(&accesses(&unit, "main"));
    expect![[r#"
        #include <stdio.h>
        #include <pthread.h>
        #include <stdatomic.h>
        #include <assert.h>
        #include <stdlib.h>
        atomic_int x;
        int main(void)
        {
        	@;atomic_store_explicit(&x, 1, memory_order_release);
        	@;assert(atomic_load(&x) == 1);
        	@;return x;
        }
    "#]]
    .assert_eq(&marked(&unit, FileId(0), MARKS));
}

/// Unreadable files and undecodable text.
#[test]
fn unreadable_input() {
    let scratch = tempfile::tempdir().unwrap();
    let missing = scratch.path().join("missing.c");
    let failure = read(&missing, &ReadOptions::default()).unwrap_err();
    assert!(failure.diagnostics[0].message.starts_with("cannot read "), "{:?}", failure.diagnostics);
    let failure = read(scratch.path(), &ReadOptions::default()).unwrap_err();
    assert!(failure.diagnostics[0].message.starts_with("cannot read "), "{:?}", failure.diagnostics);
    let latin = scratch.path().join("latin.c");
    std::fs::write(&latin, b"int x; /* caf\xe9 */").unwrap();
    let failure = read(&latin, &ReadOptions::default()).unwrap_err();
    assert_eq!(complaints(&failure), "1:14: the file is not UTF-8 text\n");
}

/// What is declared before it is defined, what is never reached, and names of the library as objects.
#[test]
fn declarations_meet_their_definitions() {
    check_outline(
        r#"#include <stdio.h>
#include <stdlib.h>
static int later(int);
extern int shown;
int tentative; int tentative;
double never(double x) { __int128 wide = 3; goto *(void *)0; return x * 2.5 + wide; }
int main(void)
{
	extern int hidden;
	double rate = 0.5;
	fprintf(stderr, "%f %d\n", rate * 2, later(1)); fputs("text", stdout); fflush(stdout);
	return later(2) + hidden + shown + tentative;
}
static int later(int x) { return x; }
int hidden = 3, shown = 4, tentative = 5;
"#,
        "main",
        expect![[r#"
            call later
            call later
            return
            return
        "#]],
    );
}

/// A local variable that another thread sees is accessed like a global one.
#[test]
fn a_shared_local_variable_has_points() {
    check_points(
        r#"#include <pthread.h>
void *worker(void *arg) { *(int *)arg = 1; return 0; }
int main(void)
{
	int shared = 0, own = 1;
	pthread_t t;
	pthread_create(&t, 0, worker, &shared);
	shared = 2;
	own = 3;
	pthread_join(t, 0);
	return own;
}
"#,
        expect![[r#"
            #include <pthread.h>
            void *worker(void *arg) { @;*(int *)arg = 1; @;return 0; }
            int main(void)
            {
            	@;int shared = 0, own = 1;
            	pthread_t t;
            	@;pthread_create(&t, 0, worker, &shared);
            	@;shared = 2;
            	own = 3;
            	@;pthread_join(t, 0);
            	@;return own;
            }
        "#]],
    );
}

/// Text with a piece missing or doubled is read or refused, never met with a panic.
#[test]
fn damaged_text_is_no_internal_error() {
    let rounds: usize = std::env::var("FENCESMITH_ROUNDS").map_or(25, |rounds| rounds.parse().unwrap());
    let mut state = 88_172_645_463_325_252u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % bound.max(1)
    };
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let mut texts = vec![std::fs::read_to_string(directory("tests/frontend/points/odd.c")).unwrap()];
    for path in c_files("tests/frontend/computations") {
        let main = "int main(void) { test(); }\n";
        texts.push(format!("{prelude}{}{main}", std::fs::read_to_string(path).unwrap()));
    }
    for text in &texts {
        let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for _ in 0..rounds {
            let (at, count, to) = (below(words.len()), 1 + below(3), below(words.len()));
            let mut damaged = words.clone();
            let piece: Vec<&str> = damaged.drain(at..(at + count).min(words.len())).collect();
            if below(2) == 0 {
                damaged.splice(to.min(damaged.len())..to.min(damaged.len()), piece);
            }
            let damaged = damaged.concat();
            if let Err(failure) = read_text(&damaged) {
                let complaints = complaints(&failure);
                assert!(!failure.diagnostics.is_empty());
                assert!(!complaints.contains("internal error"), "{complaints}\n{damaged}");
            }
        }
    }
}

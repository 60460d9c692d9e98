//! What small pieces of C become: points, accesses, calls.

use expect_test::expect;

use super::support::{check_accesses, check_outline, check_points};

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
            		@{@[x = i;@]@}
            	@;do
            		@{@[x--;@]@}
            	while (@(y@));
            	@;switch (y) {
            	case 1: @;x = 1; break;
            	case 2:
            	case 3:
            		@;x = 2;
            	default:
            		@;y++;
            	@;}
            @;again:
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
            	@;while (@(LIKELY(x == 1)@)) @{@[z++;@]@}
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
	a *= 3; a <<= p;
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
            R a relaxed
            C a seq_cst/seq_cst
            R p
            R a relaxed
            C a seq_cst/seq_cst
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
            F  seq_cst
        "#]],
    );
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
            nondet i31
            assert ReachError "abort"
            assume
            assert ReachError "reach_error"
            assume
            return
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
            assert OutOfBounds "a pointer is moved by more bytes than there are"
            detach
            join to
            spawn
            join to
            join
            mutex
            trylock
            unlock
            lock
            unlock
            no lock
            allocate Heap
            allocate Heap
            free
            free
            end all
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
            allocate Block
            mutex
            spawn
            join to
            trylock
            end
            end all
            exit
            return
            return
        "#]],
    );
}

/// A wait whose result nobody looks at returns nothing.
#[test]
fn barriers() {
    check_outline(
        r#"#include <pthread.h>
pthread_barrier_t b;
int main(void)
{
	pthread_barrierattr_t attr;
	pthread_barrierattr_init(&attr);
	if (pthread_barrier_init(&b, &attr, 1) != 0) return 1;
	pthread_barrier_wait(&b);
	(void)pthread_barrier_wait(&b);
	int told = pthread_barrier_wait(&b);
	pthread_barrier_destroy(&b);
	return told == PTHREAD_BARRIER_SERIAL_THREAD || pthread_barrier_wait(&b);
}
"#,
        "main",
        expect![[r#"
            allocate Stack
            barrier
            wait
            wait
            wait to
            no barrier
            wait to
            return
            return
        "#]],
    );
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

/* Every form of expression, in each place where a statement has one. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define READ(name) (*(volatile __typeof__(name) *)&(name))
#define WRITE(name, to) (READ(name) = (to))
#define SAME(a) (a)
#define PAIR(a, b) (a), (b)
#define ADD(a, b) ((a) + (b))
#define SET(to) z = (to)
#define TEXT(a) #a

struct two { int a, b; };
struct deep { struct two in, *to; int many[4]; union { int whole; char bytes[4]; }; unsigned low : 3; };

atomic_int x, y;
atomic_bool flag;
volatile int v, w;
_Atomic(int *) pointer;
int z, q, array[4], table[2][2], *to = &z, **to_to = &to;
unsigned u;
long l;
_Bool b;
char text[8];
double d;
struct deep deep, *at = &deep;

static int one(int a) { return a + z; }
static int two(int a, int c) { return a * c + z; }
static struct two pair(int a, int c) { return (struct two){ a, c }; }
static int *address(int i) { return &array[i & 3]; }
static int (*function)(int) = one;

static int sum(int count, ...)
{
	va_list rest;
	int all = z;
	va_start(rest, count);
	while (count-- > 0) all += va_arg(rest, int);
	va_end(rest);
	return all;
}

/* What stands for itself, and what is put behind it. */
static void postfix(void)
{
	z = 1; z = 'a'; z = q; z = (q); z = ((q)); z = TEXT(q)[0]; z = "text"[x & 3];
	z = array[0]; z = array[x & 3]; z = (x & 3)[array]; z = table[x & 1][y & 1]; array[z & 3] = array[q & 3];
	z = one(q); z = two(x, y); z = one(one(x)); z = function(x); z = (*function)(y); z = (&one)(w); z = sum(2, x, y);
	z = deep.in.a; z = at->in.b; z = at->to->a; z = at->many[x & 3]; z = (*at).whole; z = at->bytes[0]; z = deep.low;
	z = pair(x, y).a; deep.low = 3; deep.low++;
	z++; z--; x++; y--; v++; array[0]++; at->in.a--; (*to)++; *to = z++;
	z = ((struct two){ x, y }).a; z = ((int[]){ x, y, w })[1]; to = &(int){ z }; to = &z;
	deep.in = (struct two){ .b = x, .a = y };
	z = _Generic(z, int: x, default: y);
	z = address(x)[0]; *address(y) = w;
}

/* What stands before its operand. */
static void unary(void)
{
	++z; --z; ++x; --y; ++*to; ++array[z & 3];
	to = &z; to = &array[x & 3]; at = &deep; to_to = &to; z = *to; z = **to_to; **to_to = x; z = *&q; z = *address(x);
	z = +x; z = -y; z = ~w; z = !v; z = !!x; z = - -q; b = !z;
	z = sizeof z; z = sizeof(int); z = (int)sizeof array[x & 3]; z = _Alignof(int);
	z = (int)l; l = (long)x; d = (double)y; z = (int)d; u = (unsigned)w; b = (bool)x; z = (char)q; (void)x; (void)z;
	to = (int *)at; z = *(volatile int *)&q; z = *(int *)(void *)to; z = offsetof(struct deep, to) + x;
}

/* What stands between its operands. */
static void binary(void)
{
	z = x * y; z = x / (y | 1); z = x % (w | 1); z = x + y; z = x - y; z = x << (y & 7); z = x >> 1;
	z = x < y; z = x > y; z = x <= y; z = x >= y; z = x == y; z = x != y;
	z = x & y; z = x ^ y; z = x | y; z = x && y; z = x || y; z = (x && y) || w; z = x && (y || w);
	z = x ? y : w; z = x ? (q = 1) : y; z = x ? y : v ? w : q; z = (x ? y : w) ? v : q; z = x ?: y; x ? z++ : q++;
	*(x ? &z : &q) = 1; (x ? one : function)(z);
	z = to == &z; z = to < &array[x & 3]; to = array + (x & 3); l = &array[3] - to; to += x & 1; to = &z;
	z = x + y * w - (q & v); z = (x, y); z = (x, y, w); z = one((x, y)); z = q = x; z = q = array[0] = w;
}

/* Each assignment. */
static void assignments(void)
{
	z = x; z *= x; z /= x | 1; z %= y | 1; z += y; z -= w; z <<= x & 7; z >>= 1; z &= x; z ^= y; z |= w;
	x = z; x += y; x -= z; x &= q; x |= w; x ^= v; v = w; v += w; array[x & 3] = y; array[x & 3] += y; *to = x; *to += w;
	at->in.a = x; at->in.b |= y; deep.in = *at->to; *at->to = pair(x, y); struct two copy = deep.in; deep.in = copy;
	pointer = &z; to = pointer; *pointer = x; (z) = (q); (*to) = 1;
	z = 1, q = 2; z = x, q = y, v = w; (z = x), (q = y); (void)(z = x), (void)(q = y);
}

/* The built-in functions that are accesses. */
static void atomics(void)
{
	atomic_store(&x, y); atomic_store_explicit(&x, atomic_load(&y), memory_order_relaxed);
	z = atomic_load_explicit(&x, memory_order_acquire) + atomic_load(&y);
	z = atomic_exchange(&x, z); z = atomic_fetch_add(&x, y); atomic_fetch_or_explicit(&x, 1, memory_order_release);
	int expected = z;
	while (!atomic_compare_exchange_weak(&x, &expected, expected + 1)) z = expected;
	if (atomic_compare_exchange_strong(&x, &expected, q)) z = 1;
	while (atomic_exchange_explicit(&flag, true, memory_order_acquire)) ;
	atomic_store(&flag, false); flag = x;
	z = __atomic_load_n(&q, __ATOMIC_RELAXED); __atomic_store_n(&q, z, __ATOMIC_RELEASE);
	z = __sync_fetch_and_add(&q, 1); z = __sync_val_compare_and_swap(&q, z, x); __sync_lock_release(&q);
	z = __sync_bool_compare_and_swap(&q, z, 1) && __sync_lock_test_and_set(&q, 1);
	memcpy(text, "word", 5); memset(text, z, sizeof text);
	if (__builtin_expect(x == 1, 0)) z = __builtin_constant_p(q) + x;
}

/* Through macros. */
static void macros(void)
{
	z = READ(q); WRITE(q, x); WRITE(q, READ(z)); z = SAME(x); z = SAME(SAME(x) + y); z = ADD(x, y); z = ADD(READ(q), SAME(w));
	SET(x); SET(one(SAME(y))); if (SAME(x)) SET(1); else SET(2); while (READ(q) && SAME(y)) SET(w);
	z = two(PAIR(x, y)); z = two(PAIR(SAME(x), READ(q))); SAME(z = x); SAME(one(x)); (void)SAME(x);
	for (SET(x); SAME(z) < 3; SET(z + 1)) SAME(q = z);
	z = SAME(x) ? SAME(y) : READ(q); z = SAME(x) && READ(q);
}

/* In each place where a statement has an expression. */
static int places(int n)
{
	int first = x, second = x + y, third = one(w), fourth = x ? y : w, fifth = (x, y), sixth = x && y;
	int list[3] = { x, y, w }, chosen[4] = { [1] = x, [2 ... 3] = 5 }, nested[2][2] = { { x, y }, { z } };
	struct two whole = { x, y }, named = { .b = x, .a = one(y) }, copied = deep.in, called = pair(x, w);
	struct deep large = { { x, y }, &deep.in, { z, [2] = w }, { .whole = q }, 1 };
	int length[(n & 3) + 1]; length[0] = z;
	if (x + y) z = 1;
	if (one(x)) z = 2;
	if (x ? y : w) z = 3;
	if ((z = x)) z = 4;
	if (*to) z = 5;
	if (!x) z = 6;
	while (x + y < 3) z++;
	while (one(x)) z++;
	while ((x, y)) z++;
	while (x ? y : w) z++;
	while ((z = x)) q++;
	do z++; while (x + y);
	do z++; while (one(x) && y);
	do z++; while ((z = x));
	for (z = x + y; z < one(w); z += array[0]) q++;
	for (one(x); one(x), y; one(y)) q++;
	for (v++, w++; x; v--, w--) q++;
	for (int i = x, *j = &z; i < *j; i += *j) q++;
	switch (x + y) { case 1: z = x; } switch (one(x)) { case 1: z = x; } switch ((x, y)) { case 1: z = x; }
	switch (x ? y : w) { default: z = x; } switch ((z = x)) { case 1: z = x; }
	one(x); two(one(x), two(y, w)); sum(3, x, one(y), (x, w)); (void)one((z = x));
	assert(x + y || one(z)); assert((x, y) || z);
	z = ({ x; }); z = ({ int i = x; i + y; }) + one(({ y; })); z = one(({ if (x) z = 1; else z = 2; z; }));
	z = first + second + third + fourth + fifth + sixth + list[0] + chosen[1] + nested[0][0] + length[0];
	z += whole.a + named.a + copied.a + called.a + large.low;
	if (n == 1) return x + y;
	if (n == 2) return (x);
	if (n == 3) return (x, y);
	if (n == 4) return x ? y : w;
	if (n == 5) return one(x);
	if (n == 6) return z = x;
	if (n == 7) return *to;
	if (n == 8) return x && y;
	return at->many[x & 3];
}

static void *thread(void *argument)
{
	deep.to = &deep.in;
	postfix();
	unary();
	binary();
	assignments();
	atomics();
	macros();
	z = places(z);
	return argument;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return x;
}

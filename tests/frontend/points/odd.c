/* Places where a fence is awkward to write. */
// gcc: -Wno-dangling-else -Wno-multistatement-macros
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#define LIKELY(x) (__builtin_expect(!!(x), 1))
#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define BOTH(a, b) \
	do { \
		STORE(a, 1); \
		b = 1; /* of both */ \
		a = 2; \
	} while (0)
#define SPIN while (x) z++
#define MAYBE(c) if (c) z = 1
#define TWICE(s) s; s
atomic_int x, y;
int z, w;
static int get(void) { return z; }
struct two { int a, b; } s, t;

static int many(int i)
{
	if (x) if (y) z = i; else z = 2;
	if (z) ; else for (int k = z; k < w; k++) if (k == x) z = k; else y = k;
	for (z = 0; z < 3; z++) switch (z) case 1: w = 1;
	switch (z) { int r; case 0: r = w; z = r; break; default: { w = 2; } }
	do z--; while (z > 0);
	do { z++; } while (z < get() && get());
	while ((z) && ((w)));
	z = (x) ? (y) : (get(), w);
	z = x ? : y;
	if ((x)) (z) = 1;
	if (LIKELY(x == 1 && y)) STORE(y, 2); else STORE(x, 2);
	BOTH(x, z);
	if (z) BOTH(y, z); else BOTH(x, w);
	SPIN;
	if (z) SPIN; else
		TWICE(z = 2);
	MAYBE(z); else z = 3;
	TWICE(z = x);
label:
	z = 4; other: if (z == 2) goto label; else if (z == 3) goto other;
	int local = z, second = w && x;
	s = t; t = (struct two){ z, w };
	int v = ({ int q = z; q += w; q; });
	assert(z && w && LIKELY(y));
	return z && v ? local : second \
		+ get();
}

int main(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m); many(1); pthread_mutex_unlock(&m);
	return 0; }

/* Every form of statement, with accesses wherever the form has an expression. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x, y;
volatile int v, w;
int z, q;
int *pointer = &z;
struct node { int value; struct node *next; } first, *list = &first;

static int get(void) { return z; }
static void put(int to) { z = to; }
static void nothing(void) { }
static void only_return(void) { return; }
static void empty_block(void) { { } }
static void nested_blocks(void) { { { z = 1; } } { z = 2; { z = 3; } } }

/* Expressions, and none. */
static void expressions(void)
{
	;
	z = x;
	v;
	(void)w;
	put(z);
	nothing();
	z++, q--;
	z == 1 ? put(1) : put(2);
	x && (z = 1);
	x || (z = 2);
	{ z = x; } { ; }
	{ z = 1; q = 2; }
}

/* Declarations among statements, and what they begin with. */
static int declarations(int n)
{
	int one = z;
	int two = x, three, *four = &z, five[2] = { z, y };
	static int once = 3;
	three = one;
	const int six = z + w; register int seven = v;
	typedef int number;
	number eight = (number)z;
	_Static_assert(sizeof(int) >= 2, "an int has two bytes");
	enum { NINE = 9 };
	struct local { int a, b; } ten = { z, .b = y };
	extern int q;
	auto int eleven = q;
	three += once;
	(void)n;
	{ int inner = z; three = inner; }
	return one + two + three + *four + five[0] + six + seven + eight + NINE + ten.a + eleven;
}

/* Choices: with braces and without, with an `else` and without, one in the other. */
static void choices(void)
{
	if (x) z = 1;
	if (x) { z = 1; }
	if (x) z = 1; else z = 2;
	if (x) { z = 1; } else z = 2;
	if (x) z = 1; else { z = 2; }
	if (x) z = 1; else if (y) z = 2; else z = 3;
	if (x)
		z = 1;
	else if (y)
		z = 2;
	else
		z = 3;
	if (x) { if (y) z = 1; } else z = 2;
	if (x) { if (y) z = 1; else z = 2; }
	if (x) while (y) z = 1; else do z = 2; while (z < w);
	if (x) for (z = 0; z < 2; z++) q = z; else switch (z) { case 1: q = 1; }
	if (x) { ; } else { }
	if (x == 1 && (z = y) && !w) put(z);
	if ((x, y)) nothing();
	if (!(z = x)) nothing();
	if (x) goto out; else return;
out:
	if (x) { return; }
	if (x) return;
}

/* What a switch holds. */
static int cases(int n)
{
	switch (n)
	case 0: z = 1;
	switch (x) {
	case 0:
		z = 1;
		break;
	case 1: case 2: z = 2; break;
	case 3: { z = 3; break; }
	case 4:
		z = 4;
		__attribute__((fallthrough));
	case 5:
		return z;
	case 6: if (y) break; else return w;
	case 7 ... 9: z = 7; break;
	case 10: while (y) { z = 1; break; } break;
	default: z = x;
	}
	switch (z + y) { default: break; case 1: z = 1; }
	switch (z) { int inner; case 1: inner = w; z = inner; }
	switch (z) { case 1:; }
	switch (z) { }
	return 0;
}

/* Loops: each kind, with each kind of body, left in each way. */
static int loops(int n)
{
	while (x) z = 1;
	while (x) { z = 1; }
	while (x) ;
	while (x) { }
	while (x && y) if (z) break; else continue;
	while (1) { if (x) break; z = 1; }
	while ((z = x) != 0) put(z);
	while (x) while (y) z++;
	while (x) switch (z) { case 1: continue; default: z = 1; break; }
	do z = 1; while (x);
	do { z = 1; } while (x);
	do { } while (x);
	do if (x) z = 1; else continue; while (y);
	do { if (z) continue; if (y) break; z = 2; } while (x && y);
	do do z = 1; while (x); while (y);
	for (;;) { if (x) break; }
	for (;;) if (x) break;
	for (z = 0; z < 3; z++) q = z;
	for (z = x; z < y; z += w) { q = z; }
	for (z = x, q = y; z < 3 && q; z++, q--) put(z);
	for (int i = x; i < y; i++) z = i;
	for (int i = x, j = y; i < j; i++, j--) { z = i; }
	for (; x; ) z = 1;
	for (; x; z++) ;
	for (z = 0; ; z++) if (z > w) break;
	for (z = 0; z < 3; ) z++;
	for (struct node *at = list; at; at = at->next) put(at->value);
	for (put(z); get(); put(y)) { }
	for (z = 0; z < 2; z++) for (q = 0; q < 2; q++) v = z + q;
	for (z = 0; z < n; z++) { if (x) continue; if (y) goto out; if (w) return z; }
out:
	return z;
}

/* Labels before each kind of statement, and jumps to them. */
static int labels(int n)
{
	if (n == 1) goto simple;
	if (n == 2) goto choice;
	if (n == 3) goto loop;
	if (n == 4) goto block;
	if (n == 5) goto two;
	if (n == 6) goto empty;
	if (n == 7) { goto last; }
simple: z = 1;
choice: if (x) z = 1; else z = 2;
loop: while (x) z = 3;
block: { z = 4; }
two: three: z = 5;
	if (z == 6) goto three;
empty: ;
	z = 6;
	if (x) inner: z = 7;
	if (y == 8) goto inner;
last: return z;
}

/* What ends a function, and what lies behind a return. */
static int returned(int n)
{
	if (n == 0) return z;
	if (n == 1) return z + x;
	if (n == 2) return x ? y : w;
	if (n == 3) return (z = x, y);
	if (n == 4) return get();
	if (n == 5) return x && y;
	if (n == 6) return (z);
	if (n == 7) { return *pointer; }
	return list->value;
}

/* Assembly, and expressions that are statements. */
static int others(void)
{
	__asm__ __volatile__("" ::: "memory");
	__asm__ __volatile__("" : : : "memory"); z = 1;
	int a = ({ int t = z; t += x; t; });
	({ z = 1; });
	({ if (x) z = 1; else z = 2; z; });
	z = ({ while (x) z++; y; }) + ({ int s = w; s; });
	if (({ z = 1; x; })) z = 2;
	while (({ z = x; z; })) q = 1;
	assert(z || a);
	assert(({ int t = x; t; }) || z);
	return ({ z = 3; a; });
}

static void *thread(void *argument)
{
	int n = *(int *)argument;
	expressions();
	only_return();
	empty_block();
	nested_blocks();
	choices();
	z = declarations(n) + cases(n) + loops(n) + labels(n) + returned(n) + others();
	return argument;
}

int main(void)
{
	pthread_t t;
	int n = v;
	pthread_create(&t, NULL, thread, &n);
	pthread_join(t, NULL);
	if (z == 1) exit(z);
	return x;
}

// The length in a type is evaluated where its declaration is reached, once each time (C17, 6.7.8 and 6.7.6.2).
// verdict: sc safe
#include <assert.h>

static int calls;

static int next(void)
{
	return ++calls + 1;
}

static void of_typedef(void)
{
	int n = 2;
	typedef int T[n];
	T *p;

	n = 5;
	T t;
	T u[2];
	assert(sizeof t == 2 * sizeof(int) && sizeof(T) == 8 && sizeof *p == 8 && sizeof u == 16);
	t[1] = 3;
	u[1][1] = 4;
	assert(t[1] + u[1][1] == 7);
}

static void of_typeof(void)
{
	int n = 3;
	int a[n];
	typeof(a) b;

	n = 9;
	typeof(a) c;
	assert(sizeof b == 12 && sizeof c == 12);
	typeof(int[n]) d;
	n = 1;
	assert(sizeof d == 36 && sizeof(int[n]) == 4);
}

static void of_pointer(void)
{
	int n = 3, m = 2;
	int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
	int (*p)[n] = a, (*q)[n] = a + 2;

	n = 7;
	assert(sizeof *p == 12 && q - p == 2);
	p++;
	assert((*p)[1] == 5 && p[1][2] == 9 && q - p == 1);
	++p;
	assert(p == q);
	p -= m;
	assert((*p)[0] == 1);
	p += 1;
	p--;
	assert(p == a && *(p[2] + 1) == 8 && &p[1][1] == &a[1][1]);
	n = 2;
	assert(((int (*)[n])a)[1][0] == 3);
}

static void once_each(void)
{
	calls = 0;
	for (int i = 0; i < 2; i++) {
		typedef char T[next()];
		T a, b;
		assert(calls == i + 1 && sizeof a == i + 2 && sizeof b == sizeof(T));
	}
	assert(calls == 2);
	static char (*kept)[1];
	char (*unused)[next()];
	assert(calls == 3 && kept == 0);
}

static int diagonal(int n, int m, int a[n][m], int (*b)[m])
{
	int sum = 0;

	n = m = 1;
	for (int i = 0; i < 3; i++)
		sum += a[i][i] + b[i][i];
	return sum + sizeof a[0];
}

static int count(int n, int a[n++])
{
	return n + a[0];
}

static int declared(int n, int a[n][n]);

int main(void)
{
	of_typedef();
	of_typeof();
	of_pointer();
	once_each();
	int n = 3;
	int a[n][n + 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= n; j++)
			a[i][j] = 10 * i + j;
	assert(sizeof a == 48 && a[2][3] == 23 && *((int *)a + 7) == 13);
	assert(diagonal(n, n + 1, a, a) == 82);
	assert(count(4, a[1]) == 15);
	assert(declared(4, a) == 12);
	short b[2][n][2];
	b[1][2][1] = 7;
	assert(sizeof b == 24 && ((short *)b)[11] == 7);
	return 0;
}

static int declared(int m, int a[m][m])
{
	return a[1][2];
}

// A row of a variable-length array ends where its length says, though the array goes on.
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds

static void set(int n, int m[n][n], int i)
{
	m[0][i] = 1;
}

int main(void)
{
	int v[3][3];
	volatile int three = 3;

	set(3, v, three);
	return 0;
}

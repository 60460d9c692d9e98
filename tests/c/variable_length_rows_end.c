// A pointer to rows steps over whole rows, of the length that its declaration found.
// verdict: sc violation
// property: access out of bounds

static int last(int n, int m, int a[n][m])
{
	int (*row)[m] = a;

	for (int i = 0; i < n; i++)
		row++;
	m = 1;
	return (*row)[m];
}

int main(void)
{
	int a[2][3] = {{1, 2, 3}, {4, 5, 6}};

	return last(2, 3, a);
}

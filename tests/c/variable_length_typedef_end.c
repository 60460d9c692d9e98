// The array has as many elements as the length in its typedef had when that was reached.
// verdict: sc violation
// property: access out of bounds

int main(void)
{
	int n = 2;
	typedef int T[n];

	n = 5;
	T t;
	t[4] = 1;
	return 0;
}

// title: a row of an array is left by an index, where the row is what a dereference leads to
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
int a[2][3];

int main(void)
{
	volatile int i = 4;

	return (*a)[i];
}

// verdict: sc violation, tso violation, pso violation
// property: access out of bounds

static struct {
	int a[2];
	int b;
} s;

int main(void)
{
	volatile int two = 2;

	(*&s.a)[two] = 1;
	return s.b;
}

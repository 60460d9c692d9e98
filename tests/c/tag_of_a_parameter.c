// verdict: sc safe, tso safe, pso safe
// The type of the list of parameters is meant in the body (C17, 6.2.1, 4).
struct a { int x; };

static int f(struct a { char c[2]; } *p)
{
	struct a q;
	(void)p;
	return sizeof q;
}

int main(void)
{
	return f(0) - 2;
}

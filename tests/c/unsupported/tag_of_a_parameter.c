// error: 7:11 storage size of 'q' isn't known
// The type of the list of parameters is meant (C17, 6.2.1, 4), which the body does not know.
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

// The array in a value lives until the expression ends (C17, 6.2.4).
// verdict: sc violation
// property: access to a local variable that is no more

struct pair {
	int of[2];
};

static struct pair made(void)
{
	struct pair pair = {{1, 2}};

	return pair;
}

int main(void)
{
	int *first = made().of;

	return *first == 1 ? 0 : 1;
}

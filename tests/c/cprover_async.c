// A call under a label __CPROVER_ASYNC_... is a thread of its own; one name may start several.
// verdict: sc safe, tso violation, pso violation
int x, y, r1, r2;
int done[2];

void writer(int value)
{
	x = value;
	r1 = y;
	__CPROVER_fence("WRfence", "WWfence");
	done[0] = 1;
}

void *other(void)
{
	y = 1;
	r2 = x;
	__CPROVER_fence("WRfence", "WWfence");
	done[1] = 1;
	return 0;
}

int main(void)
{
__CPROVER_ASYNC_1:
	writer(4);
__CPROVER_ASYNC_1: other();
	__CPROVER_assume(done[0] && done[1]);
	__CPROVER_assert(r1 == 1 || r2 == 4, "one of them is first");
}

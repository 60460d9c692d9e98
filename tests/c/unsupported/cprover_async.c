// error: 11:20 a call of this function as a thread is not supported
int x;

void two(int a, int b)
{
	x = a + b;
}

int main(void)
{
__CPROVER_ASYNC_1: two(1, 2);
	__CPROVER_assert(x <= 3, "");
}

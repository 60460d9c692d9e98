// error: 7:25 a call of `f` with other arguments than its definition has, which is no prototype, is not supported
int f(x) float x;
{
	return x;
}

int main(void) { return f(3) - 3; }

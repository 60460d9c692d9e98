// error: 2:13 a function with the name of one of the compiler's (`__sync_synchronize`) is not supported
static void __sync_synchronize(void)
{
}

int main(void)
{
	__sync_synchronize();
	return 0;
}

// error: 2:5 a name for the assembler (of `here`) is not supported
int here(int) __asm__("there");

int there(int x)
{
	return x;
}

int main(void)
{
	return there(0);
}

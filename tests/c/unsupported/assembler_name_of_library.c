// error: 2:5 a name for the assembler (of `rand`) is not supported
int rand(void) __asm__("mine");

int mine(void)
{
	return 0;
}

int main(void)
{
	return rand();
}

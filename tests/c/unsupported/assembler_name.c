// error: 2:5 a name for the assembler (of `here`) is not supported
int here __asm__("there") = 1;

int main(void)
{
	return here;
}

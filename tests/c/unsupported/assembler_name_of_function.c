// error: 11:9 the function `here` is neither defined nor known
int here(int) __asm__("there");

int there(int x)
{
	return x;
}

int main(void)
{
	return here(0);
}

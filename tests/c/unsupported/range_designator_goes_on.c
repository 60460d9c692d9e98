// error: 3:21 a value without a designator behind one for a part of several elements is not supported
struct s { int a, b; };
struct s n[] = { [0 ... 2].a = 4, 5 };

int main(void)
{
	return n[0].a;
}

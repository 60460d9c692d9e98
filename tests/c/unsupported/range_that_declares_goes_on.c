// error: 3:22 a value without a designator behind one for a part of several elements is not supported
struct s { int a, b; };
struct s n[4] = { [0 ... 1].a = sizeof(struct t { int c; }), 2 };

int main(void)
{
	return n[0].a;
}

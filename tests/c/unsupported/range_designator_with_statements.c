// error: 6:23 a value without a designator behind one for a part of several elements is not supported
struct s { int a, b; };

int main(void)
{
	struct s t[4] = { [0 ... 1].a = ({ int q = 1; q; }), 2 };
	return t[0].a;
}

// error: 9:4 a jump back within a statement expression here is not supported
int main(void)
{
	int i = ({
		int j = 1;
		if (0)
		enter: j = 5;
		if (j == 1)
			goto enter;
		j;
	});
	return i - 5;
}

// title: a variable is set by a function that gets its address
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
static int find(int key, int *where)
{
	if (key < 0)
		return 0;
	*where = key * 2;
	return 1;
}

int main(void)
{
	int where, result = 0;

	if (find(4, &where) && where == 8)
		result++;
	if (find(-1, &where) && where == 8)
		result++;
	return result == 1 ? 0 : 1;
}

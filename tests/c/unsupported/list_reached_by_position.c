// error: 2:5 an initialiser that gives a part of an object two lists of values is not supported
int j[][3] = { [1][2] = 5, [0] = { 1 }, { 7, 8 } };

int main(void)
{
	return j[1][2];
}

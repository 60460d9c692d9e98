// error: 4:9 an array of variable length in a structure is not supported
int size(int n)
{
	struct s { char b[n]; };
	n++;
	return sizeof(struct s);
}

int main(void)
{
	return size(5) - 5;
}

// title: A pointer to the object of a round that is over, which nobody reads
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
int main(void)
{
	int *p;
	int i;
	for (i = 0; i < 2; i++) {
		int x = 0;
		if (i == 0)
			p = &x;
		*p = 1;
	}
	return 0;
}

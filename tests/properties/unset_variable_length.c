// title: an array of variable length is filled in a loop, but for its last element
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
static int total(int n)
{
	int numbers[n], sum = 0;

	for (int i = 0; i < n - 1; i++)
		numbers[i] = i;
	for (int i = 0; i < n; i++)
		sum += numbers[i];
	return sum;
}

int main(void)
{
	return total(3) == 3 ? 0 : 1;
}

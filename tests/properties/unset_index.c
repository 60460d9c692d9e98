// title: an index that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
static int table[4];

int main(void)
{
	unsigned index;

	table[index & 3] = 1;
	return 0;
}

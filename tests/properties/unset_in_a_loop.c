// title: a variable of a loop's body is set in the first round and asked in the second
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
int main(void)
{
	int found = 0;

	for (int i = 0; i < 2; i++) {
		int number;

		if (i == 0)
			number = 4;
		if (number == 4)
			found++;
	}
	return found;
}

// title: a variable that nobody has set is printed
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdio.h>

int main(void)
{
	int number;

	printf("%d\n", number);
	return 0;
}

// title: the third element of a block of malloc is asked
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdlib.h>

int main(void)
{
	int *numbers = malloc(4 * sizeof *numbers), result = 0;

	numbers[0] = 1;
	if (numbers[2] > numbers[0])
		result = 1;
	free(numbers);
	return result;
}

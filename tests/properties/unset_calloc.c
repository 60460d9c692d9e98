// title: the third element of a block of calloc is asked
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
#include <stdlib.h>

int main(void)
{
	int *numbers = calloc(4, sizeof *numbers), result = 0;

	numbers[0] = 1;
	if (numbers[2] > numbers[0])
		result = 1;
	free(numbers);
	return result;
}

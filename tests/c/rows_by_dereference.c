// title: rows that dereferences lead to, with indices that stay in them, and an array at the end of a struct that has more memory
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe
#include <assert.h>
#include <stdlib.h>

struct tail {
	int count;
	int items[1];
};

static int second(int (*row)[3], int i)
{
	return (*row)[i] + i[*row];
}

int main(void)
{
	int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
	volatile int i = 2;
	int whole[3] = {7, 8, 9};
	struct tail *t = malloc(sizeof(struct tail) + 3 * sizeof(int));

	if (!t)
		return 0;
	assert((*(a + 1))[i] == 6 && (*a)[i] == 3);
	assert(second(a, 1) == 4 && second(&whole, i) == 18);
	(*t).items[i + 1] = 5;
	assert((*t).items[3] == 5);
	free(t);
	return 0;
}

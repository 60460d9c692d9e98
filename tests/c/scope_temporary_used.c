// The array in a value is there as long as the expression is, and is no part of the object that the value was read from.
// verdict: sc safe
#include <assert.h>

struct pair {
	int of[2];
};

struct nested {
	int first;
	struct pair pair;
};

static struct nested made(int a, int b)
{
	struct nested nested = {a, {{a, b}}};

	return nested;
}

static int sum(const int *of)
{
	return of[0] + of[1];
}

static int found(int key)
{
	if (made(key, 1).pair.of[1] == 1)
		return made(2, key).pair.of[1];
	return 0;
}

int main(void)
{
	struct nested kept = made(5, 6);
	int total = 0;

	assert(sum(made(1, 2).pair.of) == 3);
	for (int i = 0; made(i, 0).pair.of[0] < 3; i += made(1, 1).pair.of[1])
		total += sum(made(i, i).pair.of);
	assert(total == 6 && found(4) == 4);
	assert(sum((total ? kept : made(0, 0)).pair.of) == 11);
	assert(sum(made(1, 2).pair.of) + ({ int a = sum(made(3, 4).pair.of); a; }) == 10);
	while (sum(made(total, 0).pair.of) > 4)
		total--;
	switch (made(total, 0).pair.of[0]) {
	case 4:
		return 0;
	}
	assert(0);
}

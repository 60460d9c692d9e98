// title: what nobody has set is copied, also with padding, and computed with, and nothing hangs on it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
#include <string.h>

struct record {
	char tag;
	int number, rest;
};

static struct record kept;
static int sum;

static struct record same(struct record record)
{
	return record;
}

int main(void)
{
	struct record one, two, three;
	int unset, copy = unset;

	one.tag = 't';
	one.number = 5;
	two = same(one);
	memcpy(&three, &two, sizeof three);
	kept = three;
	sum = copy * 3 + three.rest - 1;
	if (three.tag == 't' && kept.number == 5)
		sum = 0;
	return sum ? 1 : 0;
}

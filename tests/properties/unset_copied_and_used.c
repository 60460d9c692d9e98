// title: of a record that was copied three times the member is asked that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <string.h>

struct record {
	char tag;
	int number, rest;
};

static struct record kept;

static struct record same(struct record record)
{
	return record;
}

int main(void)
{
	struct record one, two, three;

	one.tag = 't';
	one.number = 5;
	two = same(one);
	memcpy(&three, &two, sizeof three);
	kept = three;
	return kept.number == 5 && kept.rest > 3;
}

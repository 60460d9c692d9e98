// title: two bit-fields side by side, each with a byte of its own
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>

struct {
	unsigned first : 8;
	unsigned second : 8;
} fields;

void *other(void *p)
{
	fields.second = 1;
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	fields.first = 2;
	pthread_join(t, 0);
	return 0;
}

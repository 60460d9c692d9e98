// title: bit-fields with a member or a field of no width between them
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

struct {
	unsigned first : 8;
	char between;
	unsigned second : 8;
	unsigned : 0;
	unsigned third : 8;
} fields;

void *other(void *p)
{
	fields.second = 1;
	return p;
}

void *another(void *p)
{
	fields.third = 3;
	return p;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, other, 0);
	pthread_create(&t, 0, another, 0);
	fields.first = 2;
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(fields.first == 2 && fields.second == 1 && fields.third == 3);
	return 0;
}

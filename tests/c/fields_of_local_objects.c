// verdict: sc safe, tso safe, pso safe, rc11 safe
// What a bit-field of an object without a static place holds, beside bits that nobody has set.
#include <assert.h>
#include <pthread.h>

struct count { unsigned k : 5; };
struct part { int k : 4; float f; };

int main(void)
{
	struct count x = {20};
	int rounds = 0;
	for (int i = 0; i < x.k; i++)
		rounds++;
	assert(rounds == 20);
	struct part y = {-3, 1.5f};
	float product = y.k * y.f;
	assert(product == -4.5f);
	y.k += 5;
	assert(y.k == 2);
	return 0;
}

// verdict: sc safe, tso safe, pso safe, rc11 safe
// A string of what a macro was given may have what `__VA_OPT__` gave before; only the operator on it is refused.
#include <assert.h>
#include <string.h>

#define STRING(...) #__VA_ARGS__
#define WORDS(...) STRING(__VA_ARGS__)
#define JOINED(x, ...) x ## __VA_OPT__(y)
#define MORE(x, ...) x __VA_OPT__(and __VA_ARGS__)

int main(void)
{
	assert(strcmp(WORDS(JOINED(a, 1)), "ay") == 0);
	assert(strcmp(WORDS(MORE(a, b)), "a and b") == 0);
	return 0;
}

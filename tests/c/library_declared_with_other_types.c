// Functions of the library that are declared by hand, as something else than they are: numbers are converted at the call.
// verdict: sc safe
#include <assert.h>

int strlen(char *);
char strcmp(const char *, const char *);
long abs(long);
void bzero(void *, int);
char *strchr(const char *, char);
char *realloc(char *, int);
void free();

int main(void)
{
	char *text = "hello";
	char room[3] = {1, 2, 3};

	assert(strlen(text) - 5 == 0);
	assert(!strcmp("a", "a"));
	assert(abs(-3) == 3);
	bzero(room, 2);
	assert(room[0] == 0 && room[1] == 0 && room[2] == 3);
	assert(*strchr(text, 'l') == 'l');
	char *block = realloc(0, 4);
	if (block)
		block[3] = 1;
	free(block);
	free(0, 1);
	return 0;
}

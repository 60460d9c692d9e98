#include <assert.h>
#include <pthread.h>
int ready(void);

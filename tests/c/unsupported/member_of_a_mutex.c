// error: 8:13 a member of a mutex
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
     return mutex.__data.__owner;
}

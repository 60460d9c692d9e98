// error: 13:2 a thread's handle of another size than the library's is not supported
typedef unsigned pthread_t;
int pthread_create(pthread_t *, void *, void *(*)(void *), void *);

static void *work(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, 0, work, 0);
	return 0;
}

// What a handler is told of a signal has the members that POSIX names.
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
static void *volatile place;
static void handler(int number, siginfo_t *information, void *context)
{
	place = information->si_addr;
	(void)(number + information->si_pid + information->si_status);
	(void)context;
}
int main(void)
{
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_sigaction = handler;
	action.sa_flags = SA_SIGINFO;
	assert(sigaction(SIGSEGV, &action, 0) <= 0);
	assert(sizeof(siginfo_t) == 128 && offsetof(siginfo_t, si_addr) == 16 && offsetof(siginfo_t, si_value) == 24);
	return 0;
}

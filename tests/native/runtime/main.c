/* Requests on the standard input, answers on the standard output.
 *
 * A request is a line `PROGRAM MODEL LIMIT [POINT:KIND ...]`: the index of a program of the batch, 0 (SC), 1 (TSO) or
 * 2 (PSO), the number of states after which the search is given up, and the fences that stand at points of the program.
 * The answer is a line `end STATES CAPPED VIOLATED WHY` after one line `saw VALUE ...` for each end that was observed.
 */
#define _XOPEN_SOURCE 700
#include "machine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void broken(const char *why)
{
    printf("broken %s\n", why);
    fflush(stdout);
    _exit(3);
}

static void crash(int signal)
{
    (void)signal;
    static const char text[] = "broken a signal\n";
    if (write(1, text, sizeof text - 1) < 0) {
        _exit(5);
    }
    _exit(4);
}

static void answer(unsigned limit)
{
    struct result result = search(limit);
    const long *values;
    unsigned width, count = observations(&values, &width);
    for (unsigned i = 0; i < count; i++) {
        printf("saw");
        for (unsigned j = 0; j < width; j++) {
            printf(" %ld", values[i * OBSERVED + j]);
        }
        printf("\n");
    }
    printf("end %u %d %d %s\n", result.states, result.capped, result.violated, result.why ? result.why : "");
    fflush(stdout);
}

/* Keeps the initial values of a program's variables, or puts them back. */
static void keep(unsigned range, bool back)
{
    static char initial[2][1 << 14];
    char *begin = machine.program->variables[range].begin;
    size_t size = machine.program->variables[range].end - begin;
    if (size > sizeof initial[range]) {
        broken("too many variables");
    }
    memcpy(back ? begin : initial[range], back ? initial[range] : begin, size);
}

int main(void)
{
    char line[4096];
    static char signal_stack[1 << 16];
    sigaltstack(&(stack_t){.ss_sp = signal_stack, .ss_size = sizeof signal_stack}, 0);
    struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK};
    int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        sigaction(fatal[i], &action, 0);
    }
    while (fgets(line, sizeof line, stdin)) {
        int used = 0, more = 0;
        unsigned program, model, limit, point, kind;
        if (sscanf(line, "%u %u %u%n", &program, &model, &limit, &used) != 3 || program >= number_of_programs || model > PSO) {
            broken("a request that is not understood");
        }
        memset(points, 0, sizeof points);
        for (; sscanf(line + used, "%u:%u%n", &point, &kind, &more) == 2; used += more) {
            points[point % POINTS] = kind;
        }
        machine.program = &programs[program];
        machine.model = model;
        for (unsigned i = 0; i < 2; i++) {
            keep(i, false);
        }
        answer(limit);
        for (unsigned i = 0; i < 2; i++) {
            keep(i, true);
        }
    }
    return 0;
}

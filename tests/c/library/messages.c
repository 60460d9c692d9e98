// verdict: sc safe, tso safe, pso safe
// Messages are printed; after some of them the process ends.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

int main(int argc, char **argv)
{
    int reached = 0;
    (void)argv;
    warn("once");
    warnx("%d", 1);
    syslog(LOG_INFO, "%d", 1);
    error(0, 1, "%d", 2);
    if (argc > 1) {
        switch (argc) {
        case 2:
            err(1, "%s", "text");
        case 3:
            errx(1, "%d", argc);
        default:
            error(1, 0, "text");
        }
        reached = 1;
    }
    assert(!reached);
    return 0;
}

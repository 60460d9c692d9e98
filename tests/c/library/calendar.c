// verdict: sc safe, tso safe, pso safe
// Dates are as the calendar allows, texts end where there is room.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date)) {
        assert(date.tm_mon >= 0 && date.tm_mon < 12 && date.tm_mday >= 1 && date.tm_mday <= 31);
        char text[4];
        if (strftime(text, sizeof text, "%H", &date))
            assert(strnlen(text, 4) < 4);
    }
    const struct tm *shared = gmtime(&now);
    if (shared)
        assert(shared->tm_sec <= 60 && shared == gmtime(&now));
    return 0;
}

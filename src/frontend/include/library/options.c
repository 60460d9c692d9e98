/* The options among the arguments of a program. Words that are no options end them, as POSIX has it; glibc moves them to the end. */
#include <string.h>
#include <unistd.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

/* The letters that are left of the word before the one with the number optind. */
static char *rest;

int getopt(int count, char *const *words, const char *letters)
{
    const char *found;
    int is_quiet = letters[0] == ':';
    optarg = 0;
    if (!rest || !*rest) {
        char *word = optind < count ? words[optind] : 0;
        rest = 0;
        if (!word || word[0] != '-' || !word[1])
            return -1;
        optind++;
        if (word[1] == '-' && !word[2])
            return -1;
        rest = word + 1;
    }
    optopt = (unsigned char)*rest++;
    found = optopt == ':' ? 0 : strchr(letters, optopt);
    if (!found)
        return '?';
    if (found[1] != ':')
        return optopt;
    if (*rest)
        optarg = rest;
    else if (found[2] != ':' && optind < count)
        optarg = words[optind++];
    rest = 0;
    if (!optarg && found[2] != ':')
        return is_quiet ? ':' : '?';
    return optopt;
}

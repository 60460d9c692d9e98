/* The options of the command line, as POSIX and glibc have them: what is no option comes behind those that are, unless the list of
   options begins with `+`, and is told apart as an option of its own where it begins with `-`. What glibc says on the standard error stream is said
   nowhere. POSIXLY_CORRECT is not set. */
#include <getopt.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The rest of an argument with several options, or null, and what stood behind that argument at first. */
static char *rest;
static int behind;
/* The option that was wrong last: each call says so anew. */
static int wrong;

/* Puts an argument behind which nothing was found before those that are no options. */
static void move(char **arguments, int from, int to)
{
    char *moved = arguments[from];
    for (int i = from; i > to; i--)
        arguments[i] = arguments[i - 1];
    arguments[to] = moved;
}
/* What is said of an option without the argument that it must have. */
static int misses(const char *options)
{
    return *options == ':' ? ':' : '?';
}
/* An option of one letter. Its argument may be the rest of the word, or the word behind it. */
static int letter(char **arguments, int count, const char *options)
{
    char option = *rest++;
    const char *known = option == ':' || option == ';' ? 0 : strchr(options, option);
    int is_last = *rest == 0;
    char *text = rest;

    if (is_last) {
        rest = 0;
        optind++;
    }
    if (!known) {
        wrong = (unsigned char)option;
        return '?';
    }
    if (known[1] != ':')
        return (unsigned char)option;
    if (!is_last) {
        rest = 0;
        optind++;
        optarg = text;
    } else if (known[2] != ':') {
        if (behind >= count) {
            wrong = (unsigned char)option;
            return misses(options);
        }
        move(arguments, behind, optind);
        optarg = arguments[optind++];
    }
    return (unsigned char)option;
}
/* The option with this name, or the only one that begins so; -1 is none, -2 several that differ. */
static int named(const char *name, size_t length, const struct option *longs)
{
    int found = -1;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, length) != 0)
            continue;
        if (strlen(longs[i].name) == length)
            return i;
        if (found == -1)
            found = i;
        else if (found >= 0 && (longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag || longs[found].val != longs[i].val))
            found = -2;
    }
    return found;
}
/* An option with a name. */
static int word(char **arguments, int count, const char *options, const struct option *option, char *text, int *which, int index)
{
    optind++;
    if (text && option->has_arg == no_argument) {
        wrong = option->val;
        return '?';
    }
    if (text) {
        optarg = text;
    } else if (option->has_arg == required_argument) {
        if (behind >= count) {
            wrong = option->val;
            return misses(options);
        }
        move(arguments, behind, optind);
        optarg = arguments[optind++];
    }
    *which = index;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}
static int next(int count, char *const *list, const char *options, const struct option *longs, int *which, int is_only)
{
    char **arguments = (char **)list, mode = *options;
    int at = optind;

    optarg = 0;
    if (at == 0) {
        at = optind = 1;
        rest = 0;
    }
    if (mode == '+' || mode == '-')
        options++;
    if (rest)
        return letter(arguments, count, options);
    /* What begins with `-` and does not end there. */
    while (at < count && (arguments[at][0] != '-' || arguments[at][1] == 0)) {
        if (mode == '+')
            return -1;
        if (mode == '-') {
            optarg = arguments[optind++];
            return 1;
        }
        at++;
    }
    if (at >= count)
        return -1;
    behind = at + 1;
    move(arguments, at, optind);
    char *argument = arguments[optind];
    if (strcmp(argument, "--") == 0) {
        optind++;
        return -1;
    }
    int is_long = argument[1] == '-';
    if (longs && (is_long || (is_only && (argument[2] || !strchr(options, argument[1]))))) {
        char *name = argument + 1 + is_long, *end = strchr(name, '=');
        size_t length = end ? (size_t)(end - name) : strlen(name);
        int index = named(name, length, longs);
        if (index >= 0)
            return word(arguments, count, options, &longs[index], end ? end + 1 : 0, which ? which : &index, index);
        if (index == -2 || is_long || !strchr(options, *name)) {
            optind++;
            wrong = 0;
            return '?';
        }
    }
    rest = argument + 1;
    return letter(arguments, count, options);
}
int getopt_long_only(int count, char *const *arguments, const char *options, const struct option *longs, int *which)
{
    int found = next(count, arguments, options, longs, which, 1);
    optopt = wrong;
    return found;
}
int getopt_long(int count, char *const *arguments, const char *options, const struct option *longs, int *which)
{
    int found = next(count, arguments, options, longs, which, 0);
    optopt = wrong;
    return found;
}
int getopt(int count, char *const *arguments, const char *options)
{
    return getopt_long(count, arguments, options, 0, 0);
}

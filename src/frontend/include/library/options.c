/* The options of the command line, as POSIX and glibc have them: what is no option comes behind those that are, unless the list of
   options begins with `+`, and is told apart as an option of its own where it begins with `-`. What glibc says on the standard error stream is said
   nowhere. POSIXLY_CORRECT is not set. */
#include <getopt.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The rest of an argument with several options, or null. */
static char *rest;
/* The option that was wrong last: each call says so anew. */
static int wrong;
/* What is no option and was passed over, between these; it comes behind what was read since when the next option is looked for. */
static int first, last;

/* Puts what was read since something was passed over before that. */
static void exchange(char **arguments)
{
    for (int from = last; from < optind; from++) {
        char *moved = arguments[from];
        for (int i = from; i > first; i--)
            arguments[i] = arguments[i - 1];
        arguments[first++] = moved;
    }
    last = optind;
}
/* What is said of an option without the argument that it must have. */
static int misses(const char *options)
{
    return *options == ':' ? ':' : '?';
}
/* The argument of an option that must have one: the next word. */
static int argument(char **arguments, int count, const char *options, int option)
{
    if (optind >= count) {
        wrong = option;
        return misses(options);
    }
    optarg = arguments[optind++];
    return option;
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
        wrong = option;
        return '?';
    }
    if (known[1] != ':')
        return option;
    if (is_last)
        return known[2] == ':' ? option : argument(arguments, count, options, option);
    rest = 0;
    optind++;
    optarg = text;
    return option;
}
/* The option with this name, or the only one that begins so; -1 is none, -2 several that differ. */
static int named(const char *name, size_t length, const struct option *longs, int is_only)
{
    int found = -1;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, length) != 0)
            continue;
        if (strlen(longs[i].name) == length)
            return i;
        if (found == -1)
            found = i;
        else if (found >= 0 && (is_only || longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag || longs[found].val != longs[i].val))
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
    optarg = text;
    if (!text && option->has_arg == required_argument) {
        argument(arguments, count, options, option->val);
        if (!optarg)
            return misses(options);
    }
    *which = index;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}
static int is_none(const char *argument)
{
    return argument[0] != '-' || argument[1] == 0;
}
static int next(int count, char *const *list, const char *options, const struct option *longs, int *which, int is_only)
{
    static int is_begun;
    char **arguments = (char **)list, mode = *options;

    optarg = 0;
    if (optind == 0 || !is_begun) {
        optind = optind ? optind : 1;
        first = last = optind;
        rest = 0;
        is_begun = 1;
    }
    if (mode == '+' || mode == '-')
        options++;
    if (rest)
        return letter(arguments, count, options);
    if (last > optind)
        last = optind;
    if (first > optind)
        first = optind;
    if (mode != '+' && mode != '-') {
        if (first != last && last != optind)
            exchange(arguments);
        else if (last != optind)
            first = optind;
        while (optind < count && is_none(arguments[optind]))
            optind++;
        last = optind;
    }
    if (optind < count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first != last && last != optind)
            exchange(arguments);
        else if (first == last)
            first = optind;
        last = optind = count;
    }
    if (optind >= count) {
        if (first != last)
            optind = first;
        return -1;
    }
    char *found = arguments[optind];
    if (is_none(found)) {
        if (mode == '+')
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    int is_long = found[1] == '-';
    if (longs && (is_long || (is_only && (found[2] || !strchr(options, found[1]))))) {
        char *name = found + 1 + is_long, *end = strchr(name, '=');
        size_t length = end ? (size_t)(end - name) : strlen(name);
        int index = named(name, length, longs, is_only);
        if (index >= 0)
            return word(arguments, count, options, &longs[index], end ? end + 1 : 0, which ? which : &index, index);
        if (index == -2 || is_long || !strchr(options, *name)) {
            optind++;
            wrong = 0;
            return '?';
        }
    }
    rest = found + 1;
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

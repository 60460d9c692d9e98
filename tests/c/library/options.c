// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char program[] = "p", both[] = "-vn", five[] = "5", joined[] = "-n7", wrong[] = "-x", last[] = "--", word[] = "-v";
    char *words[] = { program, both, five, joined, wrong, last, word, 0 };
    opterr = 0;
    assert(getopt(7, words, "vn:") == 'v' && optind == 1);
    assert(getopt(7, words, "vn:") == 'n' && strcmp(optarg, "5") == 0 && optind == 3);
    assert(getopt(7, words, "vn:") == 'n' && strcmp(optarg, "7") == 0);
    assert(getopt(7, words, "vn:") == '?' && optopt == 'x');
    assert(getopt(7, words, "vn:") == -1 && optind == 6);
    return 0;
}

// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>

struct pair {
    int *first;
    long second;
};

int main(void)
{
    int number = 5;
    struct pair *pairs = malloc(sizeof *pairs);
    pairs->first = &number;
    pairs->second = 7;
    pairs = realloc(pairs, 3 * sizeof *pairs);
    pairs[2].second = 9;
    assert(*pairs[0].first == 5 && pairs[0].second == 7 && pairs[2].second == 9);
    pairs = realloc(pairs, sizeof *pairs);
    assert(pairs->second == 7);
    int *numbers = realloc(0, 2 * sizeof *numbers);
    numbers[1] = 3;
    numbers = realloc(numbers, 2 * sizeof *numbers);
    assert(numbers[1] == 3);
    free(numbers);
    free(pairs);
    return 0;
}

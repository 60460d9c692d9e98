// safe
#include <assert.h>
#include <stddef.h>

int numbers[4];

int main(void)
{
    int sum = 0;
    for (int *p = numbers; p < numbers + 4; p++)
        sum += p - numbers;
    int *last = &numbers[3];
    assert(sum == 6 && last > numbers && (char *)last - (char *)numbers == 12 && numbers != NULL);
    return 0;
}

// safe
#include <assert.h>
#include <string.h>

struct node {
    int *pointer;
    int number;
    char letters[4];
};
static int x = 3;
static struct node first = {&x, 5, "abc"};

int main(void)
{
    struct node second = first, third;
    memcpy(&third, &second, sizeof third);
    unsigned char buffer[sizeof third];
    memcpy(buffer, &third, sizeof buffer);
    struct node fourth;
    memcpy(&fourth, buffer, sizeof fourth);
    assert(*fourth.pointer == 3 && fourth.number == 5 && fourth.letters[1] == 'b');
    return 0;
}

// title: a block is written of which nobody has set the last byte
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <unistd.h>

int main(void)
{
    char text[2];
    text[0] = 'a';
    return write(1, text, 2) < 0;
}

// title: the process ends with a status that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdlib.h>

int main(void)
{
    int status;
    exit(status);
}

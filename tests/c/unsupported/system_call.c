// error: 8:5 the system call 0
#define _GNU_SOURCE
#include <unistd.h>

int main(void)
{
    char text[4];
    syscall(0, 0, text, 4);
    return 0;
}

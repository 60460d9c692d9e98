// verdict: sc safe, tso safe, pso safe
// Volatile objects in one thread behave as any others.
#include <assert.h>

volatile int flag;
struct device {
    volatile unsigned status;
    volatile unsigned char data[2];
} device;

int main(void)
{
    flag = 1;
    flag++;
    flag += flag;
    assert(flag == 4);
    volatile struct device *d = &device;
    d->status |= 6;
    d->status &= ~2u;
    d->data[1] = d->status;
    assert(device.status == 4 && device.data[1] == 4);
    int volatile *p = &flag;
    *p = *p - 1;
    assert(*(volatile int *)&flag == 3);
    return 0;
}

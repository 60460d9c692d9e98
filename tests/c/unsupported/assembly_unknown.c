// error: 7:5 the inline assembly `lock; negl %0`
// An instruction that is not known is not guessed.
static int x;

int main(void)
{
    __asm__ __volatile__("lock; negl %0" : "+m"(x) : : "memory", "cc");
    return 0;
}

static inline int exchange(int *mine, int *theirs)
{
    *(volatile int *)mine = 1;
    return *(volatile int *)theirs;
}

// error: 14:9 the attribute `cleanup`
static int count;

static void clean(int *what)
{
    count += *what;
}

int main(void)
{
    int early = count == 0;
    if (early)
        goto out;
    int first __attribute__((cleanup(clean))) = 1;
    first++;
out:
    return count;
}

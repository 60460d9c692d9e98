/* Included by another program of this directory. */
static void *worker(void *argument)
{
    int *result = argument;
    publish(&y);
    *result = OBSERVE(&x);
    return argument;
}

// error: 4:22 an enumerator of a parameter that is meant at this place, or computed of another parameter,
enum { A = 7 };

static int f(long n, enum { A = sizeof n } p) { return A + p; }

int main(void)
{
    return f(0, 0);
}

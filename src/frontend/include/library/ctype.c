/* Characters in the locale "C". Where something holds, the answer is any number but 0. */
#include <ctype.h>

extern unsigned __fencesmith_nondet_uint(void);
extern void __fencesmith_assume(int);

static int answer(int holds)
{
    if (!holds)
        return 0;
    int number = (int)__fencesmith_nondet_uint();
    __fencesmith_assume(number != 0);
    return number;
}
static int upper_(int c)
{
    return c >= 'A' && c <= 'Z';
}
static int lower_(int c)
{
    return c >= 'a' && c <= 'z';
}
static int alpha_(int c)
{
    return upper_(c) || lower_(c);
}
static int digit_(int c)
{
    return c >= '0' && c <= '9';
}
static int alnum_(int c)
{
    return alpha_(c) || digit_(c);
}
static int xdigit_(int c)
{
    return digit_(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
static int blank_(int c)
{
    return c == ' ' || c == '\t';
}
static int space_(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static int cntrl_(int c)
{
    return (c >= 0 && c < ' ') || c == 127;
}
static int graph_(int c)
{
    return c > ' ' && c < 127;
}
static int print_(int c)
{
    return c >= ' ' && c < 127;
}
static int punct_(int c)
{
    return graph_(c) && !alnum_(c);
}
int tolower(int c)
{
    return upper_(c) ? c - 'A' + 'a' : c;
}
int toupper(int c)
{
    return lower_(c) ? c - 'a' + 'A' : c;
}
int isupper(int c)
{
    return answer(upper_(c));
}
int islower(int c)
{
    return answer(lower_(c));
}
int isalpha(int c)
{
    return answer(alpha_(c));
}
int isdigit(int c)
{
    return answer(digit_(c));
}
int isalnum(int c)
{
    return answer(alnum_(c));
}
int isxdigit(int c)
{
    return answer(xdigit_(c));
}
int isblank(int c)
{
    return answer(blank_(c));
}
int isspace(int c)
{
    return answer(space_(c));
}
int iscntrl(int c)
{
    return answer(cntrl_(c));
}
int isgraph(int c)
{
    return answer(graph_(c));
}
int isprint(int c)
{
    return answer(print_(c));
}
int ispunct(int c)
{
    return answer(punct_(c));
}

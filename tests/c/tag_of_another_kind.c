// verdict: sc safe, tso safe, pso safe
// A tag that a block declares anew may be of another kind; among members, or with a qualifier, it is not declared anew.
#include <assert.h>

struct s { int a; };
enum e { E = 3 };

int main(void)
{
    {
        union s;
        union s *p = 0;
        {
            struct s;
            struct s { char c[5]; };
            assert(sizeof(struct s) == 5);
        }
        union s { char c[3]; };
        assert(sizeof(union s) == 3 && sizeof *p == 3);
    }
    {
        struct e;
        struct e *p = 0;
        struct e { char c[7]; };
        assert(sizeof *p == 7);
    }
    {
        __extension__ struct s;
        struct s *p = 0;
        struct s { char c[6]; };
        assert(sizeof *p == 6);
    }
    {
        const struct s;
        struct s w = { 1 };
        struct o { struct s; int z; } v;
        assert(sizeof w == 4 && w.a == 1 && sizeof v.z == 4);
    }
    struct s x = { 3 };
    enum e y = E;
    assert(x.a == 3 && y == 3 && sizeof(struct s) == 4);
    return 0;
}

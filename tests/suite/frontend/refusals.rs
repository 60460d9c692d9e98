//! What small pieces of C are refused for.

use expect_test::expect;

use super::support::check_refused;

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for (text, expected) in [
        (
            "int main(void) { long double d = 1.5; return d > 1; }",
            expect![[r#"
            1:46: floating point of this format is not supported
        "#]],
        ),
        (
            "__int128 w; int main(void) { w = w / 3; return w; }",
            expect![[r#"
            1:34: division of `__int128`, but by a constant power of two of an unsigned one, is not supported
        "#]],
        ),
        (
            "int main(int c, char **v, char **e) { return e[0][0]; }",
            expect![[r#"
            1:46: the parameter `e` of `main` is not supported
        "#]],
        ),
        (
            "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return (int)__builtin_va_arg(l, double); }\nint main(void) { return f(1, 2.5); }",
            expect![[r#"
                1:80: va_arg of floating point is not supported
            "#]],
        ),
        (
            "int main(void) { void *l = &&here; goto *l; here: return 0; }",
            expect![[r#"
            1:28: the address of a label is not supported
            1:36: a computed goto is not supported
        "#]],
        ),
        (
            "void unknown(void);\nint main(void) {\n  unknown();\n}",
            expect![[r#"
            3:3: the function `unknown` is neither defined nor known
        "#]],
        ),
        (
            "extern int x;\nint main(void) { return x; }",
            expect![[r#"
            1:12: the variable `x` is declared but not defined
        "#]],
        ),
        (
            "int x;\nint main(void) { __asm__(\"xchg %0, %1\" : \"+r\"(x)); }",
            expect![[r#"
            2:18: the inline assembly `xchg %0, %1` is not supported
        "#]],
        ),
        (
            "#include <pthread.h>\npthread_cond_t c; pthread_mutex_t m;\nint main(void) { pthread_cancel(0); }",
            expect![[r#"
                3:18: thread cancellation (`pthread_cancel`) is not supported
            "#]],
        ),
        (
            "#include <stdio.h>\nchar a[9];\nint main(int c, char **v) { a[0] = c; return sscanf(a, \"%s\", a); }",
            expect![[r#"
                3:46: this format of `sscanf` is not supported
            "#]],
        ),
        (
            "int main(void) { return undeclared; }",
            expect![[r#"
            1:25: 'undeclared' undeclared (first use in this function)
        "#]],
        ),
        (
            "int main(void) { return 1 +; }",
            expect![[r#"
            1:28: expected an expression, found `;`
        "#]],
        ),
        (
            "#include <missing.h>\nint main(void) { return 0; }",
            expect![[r#"
            1:1: `missing.h` file not found
        "#]],
        ),
        (
            "int x;",
            expect![[r#"
            1:1: the program has no `main`
        "#]],
        ),
        (
            "",
            expect![[r#"
            1:1: the program has no `main`
        "#]],
        ),
        (
            "#define M(x) (x) + 1.0L\nint y;\nint main(void) {\n  y = M(y);\n}",
            expect![[r#"
            4:7: floating point of this format is not supported
        "#]],
        ),
        (
            "__attribute__((destructor)) static void late(int x) {}\nint main(void) { return 0; }",
            expect![[r#"
            1:41: a destructor that has parameters or this result is not supported
        "#]],
        ),
        (
            "struct { _BitInt(17) b; } s; int main(void) { s.b = 1; }",
            expect![[r#"
            1:47: an object of type _BitInt is not supported
        "#]],
        ),
        (
            "int f(void);\nint (*p)(void) = f;\nint main(void) { return p(); }",
            expect![[r#"
            2:18: the function `f` is declared but not defined
        "#]],
        ),
        (
            "int main(void) { return main(); }",
            expect![[r#"
            1:25: a call of `main` is not supported
        "#]],
        ),
        (
            "int x;\nint main(void) { return __atomic_load_n(&x, __ATOMIC_RELEASE); }",
            expect![[r#"
            2:25: the memory order release of this operation is not supported
        "#]],
        ),
        (
            "int main(void) { int f(void) { return 1; } return f(); }",
            expect![[r#"
                1:18: a nested function (`f`) is not supported
            "#]],
        ),
        (
            "int main(void)\n{\n  int a = 1\n  return a;\n}\n",
            expect![[r#"
            4:3: expected `;`, found `return`
        "#]],
        ),
        (
            "int main(void)\n{\n  return 0;\n",
            expect![[r#"
            3:12: expected `}`, found end of file
        "#]],
        ),
        (
            "static double unused(void) { return 1.0; }\nint f(void);\nint main(void) { return f(); }",
            expect![[r#"
            3:25: the function `f` is neither defined nor known
        "#]],
        ),
    ] {
        check_refused(text, expected);
    }
}

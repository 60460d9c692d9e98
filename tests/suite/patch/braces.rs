//! Braces around bodies that have none: as a block of several lines where the body has lines of its own.

use super::*;

#[test]
fn a_body_without_braces_gets_them() {
    check_text(
        "    if (c)\n        ⟦bx = 1;b⟧\n    else\n        ⟦bwhile (y)\n            ⟦bz = 1;b⟧b⟧\n    do ⟦bx++;b⟧ while (x < 3);\nout: ⟦bx = 2;b⟧\n",
        &[FENCE],
        expect![[r#"
                if (c) {
                    __sync_synchronize();
                    x = 1;
                } else {
                    __sync_synchronize();
                    while (y) {
                        __sync_synchronize();
                        z = 1;
                    }
                }
                do { __sync_synchronize(); x++; } while (x < 3);
            out: { __sync_synchronize(); x = 2; }
        "#]],
    );
}

#[test]
fn the_end_of_a_body_without_braces_gets_them() {
    check_text(
        "do\n    ⟦ex = 1;e⟧\nwhile (⟦cyc⟧);\nwhile (y)\n    ⟦eif (z)\n        ⟦e⟦bw = ⟦cvc⟧;b⟧e⟧e⟧\n",
        &[FENCE, ASM],
        expect![[r#"
            do {
                x = 1;
                __sync_synchronize();
            } while ((({ __asm__ volatile ("mfence" ::: "memory"); }), y));
            while (y) {
                if (z) {
                    __sync_synchronize();
                    w = (({ __asm__ volatile ("mfence" ::: "memory"); }), v);
                    __asm__ volatile ("mfence" ::: "memory");
                }
                __sync_synchronize();
            }
        "#]],
    );
}

/// Within a line, what an `if` guards ends with its braces, so that the fence does not look guarded.
#[test]
fn within_a_line_the_braces_stay_there() {
    check_text(
        "while (a) ⟦eif (b) x = 1;e⟧\n#define L \\\n    while (a) \\\n        ⟦ex = 1;e⟧\nif (a) // why)\n    ⟦bx = 1;b⟧\n",
        &[FENCE],
        expect![[r#"
            while (a) { { if (b) x = 1; } __sync_synchronize(); }
            #define L \
                while (a) \
                    { x = 1; __sync_synchronize(); }
            if (a) // why)
                { __sync_synchronize(); x = 1; }
        "#]],
    );
}

#[test]
fn blocks_begin_as_those_of_the_file_do() {
    check_text(
        "{\n\tif (a)\n\t{\n\t\tb;\n\t}\n\tif (c)\n\t\t⟦bx = 1;b⟧\n}\n",
        &[FENCE],
        expect![[r#"
        {
        	if (a)
        	{
        		b;
        	}
        	if (c)
        	{
        		__sync_synchronize();
        		x = 1;
        	}
        }
    "#]],
    );
}

#[test]
fn the_last_brace_stands_where_the_file_has_it() {
    check_text(
        "if (a) {\n\tb;\n}\nelse\n\t⟦bx = 1;b⟧\nif (c)\n\t⟦bx = 1;b⟧\nelse\n\ty = 1;\n",
        &[FENCE],
        expect![[r#"
            if (a) {
            	b;
            }
            else {
            	__sync_synchronize();
            	x = 1;
            }
            if (c) {
            	__sync_synchronize();
            	x = 1;
            }
            else
            	y = 1;
        "#]],
    );
}

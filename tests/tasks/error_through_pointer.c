void reach_error(void) {}
static void nothing(void) {}
extern _Bool __VERIFIER_nondet_bool(void);

int main() {
    void (*end)(void) = __VERIFIER_nondet_bool() ? reach_error : nothing;
    end();
    return 0;
}

// error: 2:41 the attribute destructor (of `ends`)
__attribute__((destructor)) static void ends(void) {}
int main(void) { return 0; }

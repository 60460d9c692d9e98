// error: 2:40 a destructor that has parameters or this result
__attribute__((destructor)) static int ends(void) { return 1; }
int main(void) { return 0; }

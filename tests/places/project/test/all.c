// suggest: --model tso -I include
#include "../test/test_account.c"
#include "../src/account.c"

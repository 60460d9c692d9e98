/* Peterson's lock. */
void lock(int self);
void unlock(int self);

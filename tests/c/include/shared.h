#ifndef SHARED_H
#define SHARED_H
extern int x, y;
static inline void publish(int *mine) { *mine = 1; }
#define OBSERVE(other) (*(other))
#endif

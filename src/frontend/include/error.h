#ifndef _FENCESMITH_ERROR_H
#define _FENCESMITH_ERROR_H
extern void error(int, int, const char *, ...);
#endif

#include "c11.h" // all of C11

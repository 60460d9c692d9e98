#include <stdatomic.h>

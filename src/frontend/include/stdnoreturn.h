#ifndef _FENCESMITH_STDNORETURN_H
#define _FENCESMITH_STDNORETURN_H
#define noreturn _Noreturn
#endif

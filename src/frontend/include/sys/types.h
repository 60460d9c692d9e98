#ifndef _FENCESMITH_SYS_TYPES_H
#define _FENCESMITH_SYS_TYPES_H
#include <sys/basic_types.h>
/* What headers of the system that are read after this one expect of it. */
#if __has_include(<bits/types.h>)
#include <bits/types/sigset_t.h>
#include <endian.h>
typedef __fsid_t fsid_t;
typedef __loff_t loff_t;
typedef __quad_t quad_t;
typedef __u_quad_t u_quad_t;
typedef __caddr_t caddr_t;
typedef __daddr_t daddr_t;
typedef __ino64_t ino64_t;
typedef __off64_t off64_t;
typedef __blkcnt64_t blkcnt64_t;
typedef __fsblkcnt64_t fsblkcnt64_t;
typedef __fsfilcnt64_t fsfilcnt64_t;
typedef __fsblkcnt_t fsblkcnt_t;
typedef __fsfilcnt_t fsfilcnt_t;
#endif
typedef long register_t;
#endif

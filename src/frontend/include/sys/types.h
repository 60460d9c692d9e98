#ifndef _FENCESMITH_SYS_TYPES_H
#define _FENCESMITH_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#include <sys/select.h>
/* Headers of the system that are read after this one have their types from here, too. */
#if __has_include(<bits/types.h>)
#include <bits/types.h>
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
typedef long ssize_t;
typedef long off_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned long nlink_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef int key_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
#endif

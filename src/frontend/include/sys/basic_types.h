/* The types that several headers have. What else <sys/types.h> has, a program may use the names of. */
#ifndef _FENCESMITH_SYS_BASIC_TYPES_H
#define _FENCESMITH_SYS_BASIC_TYPES_H
#include <stddef.h>
#include <stdint.h>
#include <sys/select.h>
/* Headers of the system that are read after this one have the types of its own from here. */
#if __has_include(<bits/types.h>)
#include <bits/types.h>
#endif
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

/*
 * Comes before every other header of Concurrency Kit. With NO_CK_FENCES its fences are defined away, so that the
 * headers, unedited, are left with the accesses alone.
 *
 * Debian configures the headers for TSO, where nearly all of these fences are compiler barriers anyway; the option
 * -DCK_MD_PSO=1 selects the fences that the authors consider necessary for PSO.
 */
#ifndef NOFENCE_H
#define NOFENCE_H

#include <ck_pr.h>

#ifdef NO_CK_FENCES
#define ck_pr_fence_atomic() ((void)0)
#define ck_pr_fence_atomic_load() ((void)0)
#define ck_pr_fence_atomic_store() ((void)0)
#define ck_pr_fence_store_atomic() ((void)0)
#define ck_pr_fence_load_atomic() ((void)0)
#define ck_pr_fence_load() ((void)0)
#define ck_pr_fence_load_store() ((void)0)
#define ck_pr_fence_store() ((void)0)
#define ck_pr_fence_store_load() ((void)0)
#define ck_pr_fence_memory() ((void)0)
#define ck_pr_fence_acquire() ((void)0)
#define ck_pr_fence_release() ((void)0)
#define ck_pr_fence_acqrel() ((void)0)
#define ck_pr_fence_lock() ((void)0)
#define ck_pr_fence_unlock() ((void)0)
#endif

#endif

#ifndef _FENCESMITH_LINUX_LLIST_H
#define _FENCESMITH_LINUX_LLIST_H
#include <linux/atomic.h>
#include <stddef.h>
#ifndef container_of
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#endif
/* Adding and taking all are exchanges that order everything. Who takes the first one acquires it before it reads what comes next. */
struct llist_node {
    struct llist_node *next;
};
struct llist_head {
    struct llist_node *first;
};
#define LLIST_HEAD_INIT(name) { NULL }
#define LLIST_HEAD(name) struct llist_head name = LLIST_HEAD_INIT(name)
#define init_llist_head(list) ((void)((list)->first = NULL))
#define llist_entry(pointer, type, member) container_of(pointer, type, member)
#define llist_empty(head) (READ_ONCE((head)->first) == NULL)
#define llist_next(node) ((node)->next)
#define llist_for_each(at, node) for ((at) = (node); (at); (at) = (at)->next)
#define llist_for_each_safe(at, after, node) \
    for ((at) = (node); (at) && ((after) = (at)->next, 1); (at) = (after))
#define __llist_holder(at, node, member) llist_entry(node, __typeof__(*(at)), member)
#define llist_for_each_entry(at, node, member) \
    for (struct llist_node *__at = (node); __at && ((at) = __llist_holder(at, __at, member), 1); __at = __at->next)
#define llist_for_each_entry_safe(at, after, node, member) \
    for (struct llist_node *__at = (node), *__after; \
         __at && ((at) = __llist_holder(at, __at, member), __after = __at->next, \
                  (after) = __after ? __llist_holder(at, __after, member) : NULL, 1); \
         __at = __after)
static inline _Bool llist_add_batch(struct llist_node *new_first, struct llist_node *new_last, struct llist_head *head)
{
    struct llist_node *first = READ_ONCE(head->first);
    do {
        new_last->next = first;
    } while (!try_cmpxchg(&head->first, &first, new_first));
    return !first;
}
static inline _Bool __llist_add(struct llist_node *new, struct llist_head *head)
{
    new->next = head->first;
    head->first = new;
    return new->next == NULL;
}
static inline struct llist_node *__llist_del_all(struct llist_head *head)
{
    struct llist_node *first = head->first;
    head->first = NULL;
    return first;
}
static inline struct llist_node *llist_del_first(struct llist_head *head)
{
    struct llist_node *entry = smp_load_acquire(&head->first), *next;
    do {
        if (entry == NULL)
            return NULL;
        next = READ_ONCE(entry->next);
    } while (!try_cmpxchg(&head->first, &entry, next));
    return entry;
}
static inline struct llist_node *llist_reverse_order(struct llist_node *head)
{
    struct llist_node *reversed = NULL;
    while (head) {
        struct llist_node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    return reversed;
}
#define llist_add(new, head) \
    __extension__({ \
        struct llist_node *__new_node = (new); \
        llist_add_batch(__new_node, __new_node, head); \
    })
#define llist_del_all(head) xchg(&(head)->first, NULL)
#endif

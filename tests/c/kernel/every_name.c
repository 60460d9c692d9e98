// What the headers have by the names of the kernel, one after the other.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/completion.h>
#include <linux/llist.h>
#include <linux/refcount.h>
#include <linux/rwlock.h>
#include <linux/seqlock.h>
struct it { int v; struct llist_node n; };
int main(void)
{
	unsigned long flags, w[2] = {0, 0};
	set_bit(65, w);
	BUG_ON(!test_bit(65, w));
	BUG_ON(w[1] != 2); change_bit(0, w);
	BUG_ON(w[0] != 1);
	BUG_ON(!test_and_clear_bit(0, w));
	BUG_ON(test_and_change_bit(1, w)); clear_bit(65, w);
	BUG_ON(w[1]);
	__set_bit(3, w);
	BUG_ON(!__test_and_clear_bit(3, w));
	BUG_ON(__test_and_set_bit(3, w)); __change_bit(3, w); __clear_bit(1, w);
	BUG_ON(w[0]);
	BUG_ON(test_and_set_bit_lock(2, w));
	BUG_ON(!test_and_set_bit_lock(2, w)); __clear_bit_unlock(2, w);
	BUG_ON(w[0] || test_bit_acquire(2, w));
	struct completion c; init_completion(&c);
	BUG_ON(completion_done(&c)); complete_all(&c); wait_for_completion(&c); wait_for_completion(&c);
	BUG_ON(!completion_done(&c)); reinit_completion(&c);
	BUG_ON(try_wait_for_completion(&c)); complete(&c);
	BUG_ON(!try_wait_for_completion(&c));
	LLIST_HEAD(h); struct it a = {1}, b = {2}, *p, *q; int sum = 0;
	BUG_ON(!llist_add(&a.n, &h));
	BUG_ON(llist_add(&b.n, &h));
	llist_for_each_entry_safe(p, q, h.first, n) sum = 10 * sum + p->v;
	BUG_ON(sum != 21); sum = 0;
	struct llist_node *l = llist_reverse_order(llist_del_all(&h)), *m, *nx;
	llist_for_each_safe(m, nx, l) sum = 10 * sum + llist_entry(m, struct it, n)->v;
	BUG_ON(sum != 12);
	BUG_ON(!llist_empty(&h));
	llist_add_batch(&a.n, &b.n, &h); m = llist_del_first(&h);
	BUG_ON(m != &a.n || llist_next(&b.n) != 0);
	BUG_ON(llist_del_first(&h) != &b.n || llist_del_first(&h));
	BUG_ON(!__llist_add(&a.n, &h));
	BUG_ON(__llist_del_all(&h) != &a.n);
	refcount_t r; refcount_set(&r, 1);
	BUG_ON(!refcount_inc_not_zero(&r));
	BUG_ON(refcount_dec_if_one(&r));
	BUG_ON(!refcount_dec_not_one(&r));
	BUG_ON(refcount_dec_not_one(&r));
	BUG_ON(!refcount_dec_if_one(&r));
	BUG_ON(refcount_inc_not_zero_acquire(&r));
	BUG_ON(refcount_read(&r)); refcount_set_release(&r, 3);
	BUG_ON(refcount_sub_and_test(1, &r)); refcount_dec(&r);
	BUG_ON(!refcount_dec_and_test(&r));
	rwlock_t k; rwlock_init(&k); write_lock_irqsave(&k, flags);
	BUG_ON(read_trylock(&k)); write_unlock_irqrestore(&k, flags);
	BUG_ON(!read_trylock(&k)); read_lock(&k);
	BUG_ON(write_trylock(&k)); read_unlock(&k); read_unlock(&k);
	seqlock_t s; seqlock_init(&s); unsigned g = read_seqbegin(&s);
	BUG_ON(read_seqretry(&s, g)); write_seqlock_irqsave(&s, flags);
	BUG_ON(!spin_is_locked(&s.lock)); write_sequnlock_irqrestore(&s, flags);
	BUG_ON(!read_seqretry(&s, g));
	write_seqcount_invalidate(&s.seqcount);
	BUG_ON(raw_read_seqcount(&s.seqcount) != 4);
	BUG_ON(raw_seqcount_begin(&s.seqcount) != 4);
	BUG_ON(spin_is_locked(&s.lock));
	long x = 5, o = 4;
	BUG_ON(try_cmpxchg64(&x, &o, 6));
	BUG_ON(o != 5);
	BUG_ON(cmpxchg64_relaxed(&x, 5, 7) != 5);
	BUG_ON(cmpxchg_local(&x, 7, 8) != 7 || x != 8);
	BUG_ON(!(o = 8, try_cmpxchg_local(&x, &o, 9)));
	dma_mb(); dma_rmb();
	return 0;
}

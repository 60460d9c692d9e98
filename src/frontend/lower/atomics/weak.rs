//! Weak compare-and-exchanges, which may fail although they find what they expect.
//!
//! In: a compare-and-exchange, how it is done and what is left of it where it fails so. Out: both, and a choice between them, where that is
//! asked for; else a warning where such a failure could be taken for another one. It must not know what is exchanged.
//!
//! One that fails without reason has read what is there, in the order of its failure, and has written nothing. In a loop, where it is
//! tried again, that is a try that comes to nothing: the warning is given for those outside of loops.

use crate::frontend::lower::state::body::Body;
use crate::frontend::options::WeakExchange;
use crate::frontend::typed::tree::ExprId;
use crate::ir::{Op, Operand, Width};

impl Body<'_, '_> {
    /// Does a compare-and-exchange, or what it comes to when it fails without reason; either yields what was found, word by word, and
    /// whether it has succeeded.
    pub fn perhaps_in_vain<const N: usize>(
        &mut self,
        expr: ExprId,
        exchange: impl FnOnce(&mut Self) -> [Operand; N],
        in_vain: impl FnOnce(&mut Self) -> [Operand; N],
    ) -> [Operand; N] {
        if !self.is_weak(expr) {
            return exchange(self);
        }
        if self.lower.weak_exchange == WeakExchange::AsStrong {
            self.warn_of_strength();
            return exchange(self);
        }
        let fails = self.register(Width::BOOL, None);
        self.emit(Op::Nondet { dst: fails });
        let (failed, done) = (self.label(), self.label());
        self.branch(Operand::Reg(fails), failed);
        let tried = exchange(self);
        let results = tried.map(|value| {
            let width = self.width(value);
            self.register(width, None)
        });
        results.into_iter().zip(tried).for_each(|(dst, value)| self.copy(dst, value));
        self.jump(done);
        self.bind(failed);
        let found = in_vain(self);
        results.into_iter().zip(found).for_each(|(dst, value)| self.copy(dst, value));
        self.bind(done);
        results.map(Operand::Reg)
    }

    /// Whether a compare-and-exchange is written as a weak one. What is not known before the program runs counts as that.
    fn is_weak(&self, expr: ExprId) -> bool {
        let weak = self.input.argument_from_last(expr, 2);
        weak.is_none_or(|weak| self.constant_number(weak) != Some(0))
    }

    fn warn_of_strength(&mut self) {
        if self.flow.loops() > 0 || self.input.own {
            return;
        }
        let message = "this compare-and-exchange may fail without reason, and here it is taken not to";
        self.warn(message, "`--spurious-failures` has it fail at any time");
    }
}

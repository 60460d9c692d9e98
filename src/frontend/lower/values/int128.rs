//! `__int128`: expressions of that type, and what is made of them.
//!
//! In: expressions of the typed tree. Out: their two words ([`Pair`]), read from and written to memory one after the other, as gcc
//! compiles an ordinary access; the atomic ones are in [`crate::frontend::lower::atomics::sixteen`]. A variable of the type is an object, and a
//! parameter or a result is passed by the address of one, as a struct is. Division is refused, but by a power of two.

use super::pair::{Pair, Shift};
use crate::frontend::lower::state::body::{Body, Once};
use crate::frontend::lower::state::sites::Named;
use crate::frontend::typed::tree::{BinaryOp as C, Category, Const, Conversion, ExprId, ExprKind, UnaryOp as U};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Concern, Op, Operand, Order, Property, Sign, SiteKind, Width};

/// The bits of the type.
const BITS: u64 = 128;

/// Where two words are, and how strongly they are accessed.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub address: Operand,
    pub order: Order,
    pub named: Named,
}

impl Body<'_, '_> {
    /// The words of an expression of the type.
    pub fn pair(&mut self, expr: ExprId) -> Pair {
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let pair = self.pair_here(expr);
        self.span = outer;
        pair
    }

    fn pair_here(&mut self, expr: ExprId) -> Pair {
        if let Some((_, Once::Wide(words))) = self.once.iter().find(|(node, _)| *node == expr) {
            return Pair::of_words(*words);
        }
        let node = self.input.tast[expr];
        match node.kind {
            ExprKind::Const(id) => match self.input.tast[id] {
                Const::Int(number) => Pair::constant(number),
                _ => self.refuse_pair("this constant of type `__int128`"),
            },
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => self.read_pair(operand),
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.converted_pair(expr, operand),
            ExprKind::Unary { op: U::Plus, operand } => self.pair(operand),
            ExprKind::Unary { op: U::Minus, operand } => {
                let value = self.pair(operand);
                let sign = self.input.shape(node.ty).sign();
                self.computed(C::Sub, sign, Pair::constant(0), value)
            }
            ExprKind::Unary { op: U::BitNot, operand } => {
                let value = self.pair(operand);
                self.pair_not(value)
            }
            ExprKind::Unary { op: op @ (U::PreInc | U::PreDec | U::PostInc | U::PostDec), operand } => {
                self.increment_pair(op, operand)
            }
            ExprKind::Unary { op: U::Deref, .. }
            | ExprKind::Decl(_)
            | ExprKind::Member { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::CompoundLiteral(_) => self.read_pair(expr),
            ExprKind::Binary { op, lhs, rhs } => {
                let sign = self.input.shape(node.ty).sign();
                let left = self.pair(lhs);
                let right = self.right_side(op, rhs);
                self.computed(op, sign, left, right)
            }
            ExprKind::Assign { op: None, lhs, rhs, .. } => self.assign_pair(lhs, rhs),
            ExprKind::Assign { op: Some(op), computation, lhs, rhs } => {
                let sign = self.input.shape(computation).sign();
                self.compound_assign_pair(op, sign, lhs, rhs)
            }
            ExprKind::Cond { cond, then, otherwise } => self.chosen_pair(cond, then, otherwise),
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.comma_point(rhs);
                self.pair(rhs)
            }
            // These give the address of an object that holds the value.
            ExprKind::Call { callee, args } => {
                let address = self.call(expr, callee, args);
                self.pair_at(address)
            }
            ExprKind::Atomic { .. } => {
                let address = self.atomic(expr);
                self.pair_at(address)
            }
            ExprKind::StmtExpr(stmt) => {
                let address = self.statement_expr(stmt);
                self.pair_at(address)
            }
            _ => self.refuse_pair("this expression of type `__int128`"),
        }
    }

    pub fn refuse_pair(&mut self, construct: &str) -> Pair {
        self.unsupported(construct);
        Pair::constant(0)
    }

    /// The value that an object of the lowering's own holds.
    fn pair_at(&mut self, address: Operand) -> Pair {
        if self.width(address) != Width::POINTER {
            return self.refuse_pair("a value of type `__int128` of a library function");
        }
        self.words_at(address, "value")
    }

    /// The two words at an address that nobody else accesses.
    pub fn words_at(&mut self, address: Operand, name: &str) -> Pair {
        let span = self.span;
        Pair::of_words([0, 8].map(|offset| {
            let (address, dst) = (self.offset(address, offset), self.register(Width::POINTER, None));
            let site = self.named_site(SiteKind::Load, span, name);
            self.emit(Op::Load { dst, address, order: Order::Plain, site });
            Operand::Reg(dst)
        }))
    }

    /// Puts two words to an address that nobody else accesses.
    pub fn put_words(&mut self, address: Operand, value: Pair, name: &str) {
        let span = self.span;
        for (offset, value) in [0, 8].into_iter().zip(value.words()) {
            let address = self.offset(address, offset);
            let site = self.named_site(SiteKind::Store, span, name);
            self.emit(Op::Store { address, value, order: Order::Plain, site });
        }
    }

    /// A new object that holds two words.
    pub fn object_of(&mut self, value: Pair) -> Operand {
        let address = Operand::Reg(self.allocate_stack(16, "value"));
        self.put_words(address, value, "value");
        address
    }

    /// A conversion to the type.
    fn converted_pair(&mut self, expr: ExprId, operand: ExprId) -> Pair {
        match self.input.shape_of(operand) {
            Shape::Wide { .. } => self.pair(operand),
            shape if shape.width().is_some() && !matches!(shape, Shape::Real { .. }) => {
                let value = self.value(operand);
                self.widen(value, shape)
            }
            shape => match (self.input.folded(expr), shape) {
                (Some(Const::Int(number)), _) => Pair::constant(number),
                (_, Shape::Refused(construct)) => self.refuse_pair(construct),
                _ => self.refuse_pair("a conversion to `__int128` of this type"),
            },
        }
    }

    /// The right side of an operator whose result has the type; that of a shift is a count of whatever type.
    fn right_side(&mut self, op: C, rhs: ExprId) -> Pair {
        match self.input.shape_of(rhs) {
            Shape::Wide { .. } => self.pair(rhs),
            shape if matches!(op, C::Shl | C::Shr) && shape.width().is_some() => {
                let count = self.value(rhs);
                self.widen(count, shape)
            }
            _ => self.converted_pair(rhs, rhs),
        }
    }

    /// What an operator makes of two numbers.
    fn computed(&mut self, op: C, sign: Sign, left: Pair, right: Pair) -> Pair {
        match op {
            C::Add | C::Sub => {
                let result = if op == C::Add { self.pair_add(left, right) } else { self.pair_sub(left, right) };
                self.check_sum(op, sign, (left, right, result));
                result
            }
            C::Mul => {
                if sign == Sign::Signed && self.looks_for_overflow() {
                    return self.refuse_pair("a product of type `__int128`, where overflow is looked for,");
                }
                self.pair_mul(left, right)
            }
            C::BitAnd => self.pair_bitwise(BinaryOp::And, left, right),
            C::BitOr => self.pair_bitwise(BinaryOp::Or, left, right),
            C::BitXor => self.pair_bitwise(BinaryOp::Xor, left, right),
            C::Shl | C::Shr => {
                let shift = match op {
                    C::Shl => Shift::Left,
                    _ if sign == Sign::Signed => Shift::ArithmeticRight,
                    _ => Shift::LogicalRight,
                };
                let limit = Pair::constant(i128::from(BITS));
                let condition = self.pair_less(Sign::Unsigned, right, limit);
                self.demand(condition, Property::UndefinedArithmetic, "shift by a negative number or by too many bits");
                self.pair_shift(shift, left, right.low)
            }
            C::Div | C::Rem => self.divided(op, sign, left, right),
            _ => self.refuse_pair("this operator"),
        }
    }

    fn demand(&mut self, condition: Operand, property: Property, message: &str) {
        if condition != Operand::bool(true) {
            self.emit(Op::Assert { condition, property, message: message.to_string() });
        }
    }

    fn looks_for_overflow(&self) -> bool {
        !self.input.own && self.lower.program.checked.contains(Concern::Overflow)
    }

    /// Asserts that a signed sum or difference fits: the upper words are what a sum of single words is, the carry included.
    fn check_sum(&mut self, op: C, sign: Sign, (left, right, result): (Pair, Pair, Pair)) {
        if sign == Sign::Unsigned || !self.looks_for_overflow() {
            return;
        }
        let (sum, terms) = match op {
            C::Add => (result.high, [left.high, right.high]),
            _ => (left.high, [result.high, right.high]),
        };
        let changes = terms.map(|term| self.binary(BinaryOp::Xor, term, sum));
        let both = self.binary(BinaryOp::And, changes[0], changes[1]);
        let condition = self.binary(BinaryOp::SignedLessEqual, Operand::pointer(0), both);
        self.demand(condition, Property::SignedOverflow, Property::SignedOverflow.describe());
    }

    /// An unsigned quotient or remainder by a constant power of two.
    fn divided(&mut self, op: C, sign: Sign, left: Pair, right: Pair) -> Pair {
        let constant = match right.words() {
            [Operand::Const { bits: low, .. }, Operand::Const { bits: high, .. }] => {
                Some(u128::from(high) << 64 | u128::from(low))
            }
            _ => None,
        };
        match constant.filter(|divisor| sign == Sign::Unsigned && divisor.is_power_of_two()) {
            Some(divisor) if op == C::Div => {
                self.pair_shift(Shift::LogicalRight, left, Operand::pointer(u64::from(divisor.trailing_zeros())))
            }
            Some(divisor) => self.pair_bitwise(BinaryOp::And, left, Pair::constant((divisor - 1) as i128)),
            None => self.refuse_pair("division of `__int128`, but by a constant power of two of an unsigned one,"),
        }
    }

    /// A comparison of two numbers.
    pub fn compare_pairs(&mut self, op: C, sign: Sign, lhs: ExprId, rhs: ExprId) -> Operand {
        let (left, right) = (self.pair(lhs), self.right_side(op, rhs));
        match op {
            C::Eq => self.pair_equal(left, right),
            C::Ne => {
                let same = self.pair_equal(left, right);
                self.negate(same)
            }
            C::Lt => self.pair_less(sign, left, right),
            C::Gt => self.pair_less(sign, right, left),
            C::Le => {
                let above = self.pair_less(sign, right, left);
                self.negate(above)
            }
            _ => {
                let below = self.pair_less(sign, left, right);
                self.negate(below)
            }
        }
    }

    /// The number as one of another type.
    pub fn narrow(&mut self, pair: Pair, to: Shape) -> Operand {
        match to {
            Shape::Bool => {
                let condition = self.pair_not_zero(pair);
                self.resize(condition, Width::BYTE, Sign::Unsigned)
            }
            Shape::Int { width, .. } => self.resize(pair.low, width, Sign::Unsigned),
            Shape::Pointer => pair.low,
            Shape::Refused(construct) => self.refuse(construct),
            _ => self.refuse("a conversion of `__int128` to this type"),
        }
    }

    /// What an lvalue of the type names.
    fn words(&mut self, lvalue: ExprId) -> Option<Words> {
        if self.input.tast[lvalue].category == Category::Bitfield {
            self.unsupported("a bit-field of type `__int128`");
            return None;
        }
        let order = self.input.order(self.input.ty(lvalue));
        Some(Words { address: self.address(lvalue), order, named: Named::Lvalue(lvalue) })
    }

    fn read_pair(&mut self, lvalue: ExprId) -> Pair {
        match self.words(lvalue) {
            Some(words) => self.read_words(words),
            None => Pair::constant(0),
        }
    }

    /// Reads two words: at once where the object is atomic.
    pub fn read_words(&mut self, words: Words) -> Pair {
        if !matches!(words.order, Order::Plain | Order::Volatile) {
            return self.load_at_once(words);
        }
        Pair::of_words([0, 8].map(|offset| {
            let (address, dst) = (self.offset(words.address, offset), self.register(Width::POINTER, None));
            let site = self.memory_site(SiteKind::Load, words.named);
            self.emit(Op::Load { dst, address, order: words.order, site });
            Operand::Reg(dst)
        }))
    }

    pub fn write_words(&mut self, words: Words, value: Pair) {
        if !matches!(words.order, Order::Plain | Order::Volatile) {
            return self.store_at_once(words, value);
        }
        for (offset, value) in [0, 8].into_iter().zip(value.words()) {
            let address = self.offset(words.address, offset);
            let site = self.memory_site(SiteKind::Store, words.named);
            self.emit(Op::Store { address, value, order: words.order, site });
        }
    }

    /// `lhs = rhs`; the value the left side then has.
    pub fn assign_pair(&mut self, lhs: ExprId, rhs: ExprId) -> Pair {
        let Some(words) = self.words(lhs) else { return Pair::constant(0) };
        let value = self.pair(rhs);
        self.write_words(words, value);
        value
    }

    fn compound_assign_pair(&mut self, op: C, sign: Sign, lhs: ExprId, rhs: ExprId) -> Pair {
        let Some(words) = self.words(lhs) else { return Pair::constant(0) };
        let right = self.right_side(op, rhs);
        if !matches!(words.order, Order::Plain | Order::Volatile) {
            // Atomic objects wrap around.
            let sign = if op == C::Shr { sign } else { Sign::Unsigned };
            return self.replace_at_once(words, |body, old| body.computed(op, sign, old, right)).1;
        }
        let old = self.read_words(words);
        let new = self.computed(op, sign, old, right);
        self.write_words(words, new);
        new
    }

    /// `lhs op= rhs`, where a narrower left side is computed with as a number of the type: what that then is.
    pub fn compound_assign_by_pair(&mut self, op: C, sign: Sign, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.ty(lhs);
        let shape = self.input.shape(ty);
        if self.input.is_atomic(ty) {
            return self.refuse("this operator on an atomic object and a number of type `__int128`");
        }
        let Some(place) = self.place(lhs) else { return Operand::pointer(0) };
        let right = self.right_side(op, rhs);
        let old = self.read(place);
        let old = self.widen(old, shape);
        let new = self.computed(op, sign, old, right);
        let new = self.narrow(new, shape);
        self.write(place, new)
    }

    fn increment_pair(&mut self, op: U, operand: ExprId) -> Pair {
        let operator = if matches!(op, U::PreInc | U::PostInc) { C::Add } else { C::Sub };
        let sign = self.input.shape_of(operand).sign();
        let Some(words) = self.words(operand) else { return Pair::constant(0) };
        let one = Pair::constant(1);
        let (old, new) = if matches!(words.order, Order::Plain | Order::Volatile) {
            let old = self.read_words(words);
            let new = self.computed(operator, sign, old, one);
            self.write_words(words, new);
            (old, new)
        } else {
            self.replace_at_once(words, |body, old| body.computed(operator, Sign::Unsigned, old, one))
        };
        if matches!(op, U::PostInc | U::PostDec) { old } else { new }
    }

    /// `cond ? then : otherwise`.
    fn chosen_pair(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> Pair {
        let results = [0, 1].map(|_| self.register(Width::POINTER, None));
        let keep = |body: &mut Self, value: Pair| {
            results.into_iter().zip(value.words()).for_each(|(result, word)| body.copy(result, word));
        };
        let (no, end) = (self.label(), self.label());
        let shared = self.evaluated_once(cond, then);
        let condition = self.condition_of(cond, shared);
        self.branch_unless(condition, no);
        if shared.is_none() {
            self.comma_point(then);
        }
        let value = self.pair(then);
        self.forget_once(shared);
        keep(self, value);
        self.jump(end);
        self.bind(no);
        self.comma_point(otherwise);
        let value = self.pair(otherwise);
        keep(self, value);
        self.bind(end);
        Pair::of_words(results.map(Operand::Reg))
    }

    /// The address of an object that holds the value of an expression that is passed by address: a struct, or a number of the
    /// type, of which the object is a new one.
    pub fn by_address(&mut self, expr: ExprId) -> Operand {
        if self.input.shape_of(expr) == Shape::Record {
            return self.record(expr);
        }
        let value = self.pair(expr);
        self.object_of(value)
    }
}

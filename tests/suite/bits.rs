//! The bit-blaster against the meaning of the operators: constants must fold to `eval`, and a circuit of free
//! variables must force `eval` under every assignment of its inputs.

use fencesmith::ir::{BinaryOp, CastOp, UnaryOp, Width};
use fencesmith::sat::backend::{Backend, Outcome, Solver};
use fencesmith::sat::bits::{self, Bits};
use fencesmith::sat::formula::Formula;
use fencesmith::sat::literal::Lit;
use proptest::prelude::*;

/// A solver that follows a formula.
struct Circuit {
    formula: Formula,
    solver: Box<dyn Backend>,
}

impl Circuit {
    fn new() -> Circuit {
        Circuit { formula: Formula::new(), solver: Solver::available()[0].make() }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        let Circuit { formula, solver } = self;
        formula.drain(&mut |clause| solver.add_clause(clause));
        solver.ensure_vars(formula.variables());
        solver.solve(assumptions)
    }

    /// Under these inputs, the output has this value and can have no other.
    fn check(&mut self, inputs: &[(&Bits, u64)], output: &Bits, expected: u64, what: &str) {
        let mut assumptions = Vec::new();
        for (bits, value) in inputs {
            assumptions.extend(bits.literals().iter().enumerate().map(|(i, &bit)| bit ^ (value >> i & 1 == 0)));
        }
        assert_eq!(self.solve(&assumptions), Outcome::Sat, "{what}");
        let value = |lit: Lit| self.solver.value(lit.var()) ^ lit.is_negative();
        assert_eq!(output.value(&value), expected, "{what}");
        let as_expected = bits::equals(&mut self.formula, output, expected);
        assumptions.push(!as_expected);
        assert_eq!(self.solve(&assumptions), Outcome::Unsat, "{what}");
    }
}

fn constant(value: u64, width: Width) -> Bits {
    Bits::constant(value, width)
}

fn folded(f: &Formula, bits: &Bits) -> u64 {
    assert_eq!(f.clauses(), 0, "constants cost clauses");
    bits.as_constant().expect("constants fold")
}

/// The inputs of one width and their samples.
fn widths() -> impl Iterator<Item = Width> {
    (1..=4).map(Width::new)
}

fn values(width: Width) -> impl Iterator<Item = u64> + Clone {
    0..=width.mask()
}

/// The operators on integers; of those on floating point few have a circuit.
fn integers<T: Copy>(all: &[T], is_float: fn(T) -> bool) -> impl Iterator<Item = T> {
    all.iter().copied().filter(move |op| !is_float(*op))
}

/// Comparisons of floating-point numbers, with those at which something changes.
#[test]
fn comparisons_of_floating_point_force_the_value() {
    let singles = [0.0f32, 1e-45, 1.0, 1.5, f32::MAX, f32::INFINITY, f32::NAN].map(|x| u64::from(x.to_bits()));
    let doubles = [0.0f64, 5e-324, 1.0, 1.5, f64::MAX, f64::INFINITY, f64::NAN].map(f64::to_bits);
    for (width, numbers) in [(Width::INT, singles), (Width::POINTER, doubles)] {
        let both: Vec<u64> = numbers.iter().flat_map(|x| [*x, x | width.sign_bit(), x ^ 1]).collect();
        for op in [BinaryOp::FloatEqual, BinaryOp::FloatLess, BinaryOp::FloatLessEqual] {
            let mut c = Circuit::new();
            let (a, b) = (Bits::fresh(&mut c.formula, width), Bits::fresh(&mut c.formula, width));
            let result = bits::binary(&mut c.formula, op, &a, &b);
            let same = bits::binary(&mut c.formula, op, &a, &a.clone());
            for x in &both {
                c.check(&[(&a, *x)], &same, op.eval(*x, *x, width), &format!("{x} {op:?} {x}"));
                for y in &both {
                    c.check(&[(&a, *x), (&b, *y)], &result, op.eval(*x, *y, width), &format!("{x} {op:?} {y}"));
                }
            }
        }
    }
}

#[test]
fn constants_fold() {
    let mut f = Formula::new();
    for width in widths() {
        for a in values(width) {
            let ca = constant(a, width);
            for op in integers(UnaryOp::ALL, |op| op.is_float()) {
                let result = bits::unary(&mut f, op, &ca);
                assert_eq!(folded(&f, &result), op.eval(a, width), "{op:?} {a} {width}");
            }
            for b in values(width) {
                let cb = constant(b, width);
                for op in integers(BinaryOp::ALL, |op| op.is_float()) {
                    let result = bits::binary(&mut f, op, &ca, &cb);
                    assert_eq!(result.width(), op.result_width(width));
                    assert_eq!(folded(&f, &result), op.eval(a, b, width), "{a} {op:?} {b} {width}");
                }
            }
        }
    }
}

#[test]
fn circuits_force_the_value() {
    for width in widths() {
        for op in integers(UnaryOp::ALL, |op| op.is_float()) {
            let mut c = Circuit::new();
            let a = Bits::fresh(&mut c.formula, width);
            let result = bits::unary(&mut c.formula, op, &a);
            for x in values(width) {
                c.check(&[(&a, x)], &result, op.eval(x, width), &format!("{op:?} {x} {width}"));
            }
        }
        for op in integers(BinaryOp::ALL, |op| op.is_float()) {
            let mut c = Circuit::new();
            let (a, b) = (Bits::fresh(&mut c.formula, width), Bits::fresh(&mut c.formula, width));
            let result = bits::binary(&mut c.formula, op, &a, &b);
            for x in values(width) {
                for y in values(width) {
                    let expected = op.eval(x, y, width);
                    c.check(&[(&a, x), (&b, y)], &result, expected, &format!("{x} {op:?} {y} {width}"));
                }
            }
        }
    }
}

#[test]
fn circuits_with_one_constant_force_the_value() {
    let width = Width::new(4);
    for op in integers(BinaryOp::ALL, |op| op.is_float()) {
        for fixed in values(width) {
            let mut c = Circuit::new();
            let a = Bits::fresh(&mut c.formula, width);
            let known = constant(fixed, width);
            let left = bits::binary(&mut c.formula, op, &known, &a);
            let right = bits::binary(&mut c.formula, op, &a, &known);
            for x in values(width) {
                c.check(&[(&a, x)], &left, op.eval(fixed, x, width), &format!("{fixed} {op:?} {x}"));
                c.check(&[(&a, x)], &right, op.eval(x, fixed, width), &format!("{x} {op:?} {fixed}"));
            }
        }
    }
}

#[test]
fn circuits_of_one_operand_twice_force_the_value() {
    let width = Width::new(4);
    for op in integers(BinaryOp::ALL, |op| op.is_float()) {
        let mut c = Circuit::new();
        let a = Bits::fresh(&mut c.formula, width);
        let result = bits::binary(&mut c.formula, op, &a, &a.clone());
        for x in values(width) {
            c.check(&[(&a, x)], &result, op.eval(x, x, width), &format!("{x} {op:?} {x}"));
        }
    }
}

#[test]
fn casts_select_and_comparisons_force_the_value() {
    for from in widths() {
        for to in (1..=6).map(Width::new) {
            for op in integers(CastOp::ALL, |op| op.is_float()) {
                let fits = if op == CastOp::Truncate { to <= from } else { from <= to };
                if !fits {
                    continue;
                }
                let mut c = Circuit::new();
                let a = Bits::fresh(&mut c.formula, from);
                let result = bits::cast(op, &a, to);
                for x in values(from) {
                    c.check(&[(&a, x)], &result, op.eval(x, from, to), &format!("{op:?} {x} {from} {to}"));
                    assert_eq!(bits::cast(op, &constant(x, from), to).as_constant(), Some(op.eval(x, from, to)));
                }
            }
        }
    }
    let width = Width::new(2);
    let mut c = Circuit::new();
    let condition = Bits::fresh(&mut c.formula, Width::BOOL);
    let (a, b) = (Bits::fresh(&mut c.formula, width), Bits::fresh(&mut c.formula, width));
    let chosen = bits::select(&mut c.formula, condition.literals()[0], &a, &b);
    let guarded = Bits::fresh(&mut c.formula, width);
    bits::require_equal_when(&mut c.formula, condition.literals()[0], &guarded, &a);
    bits::require_equal_when(&mut c.formula, !condition.literals()[0], &guarded, &b);
    let nonzero = bits::is_nonzero(&mut c.formula, &a).into();
    for x in values(width) {
        for y in values(width) {
            for pick in [0, 1] {
                let expected = if pick == 1 { x } else { y };
                let inputs = [(&condition, pick), (&a, x), (&b, y)];
                c.check(&inputs, &chosen, expected, "select");
                c.check(&inputs, &guarded, expected, "require_equal_when");
                c.check(&inputs, &nonzero, u64::from(x != 0), "is_nonzero");
            }
        }
    }
}

#[test]
fn a_guard_of_unequal_constants_is_false() {
    let mut c = Circuit::new();
    let guard = c.formula.fresh();
    bits::require_equal_when(&mut c.formula, guard, &constant(2, Width::INT), &constant(3, Width::INT));
    assert_eq!(c.solve(&[guard]), Outcome::Unsat);
    assert_eq!(c.solve(&[]), Outcome::Sat);
}

/// A value known to be small costs what its low bits cost, whatever the width of its type.
#[test]
fn constant_high_bits_fold_away() {
    let clauses = |op: BinaryOp, width: u32| {
        let mut f = Formula::new();
        let width = Width::new(width);
        let mut small = || Bits::new((0..width.bits()).map(|i| if i < 4 { f.fresh() } else { Lit::FALSE }).collect());
        let (a, b) = (small(), small());
        bits::binary(&mut f, op, &a, &b);
        f.clauses()
    };
    for op in integers(BinaryOp::ALL, |op| op.is_float()) {
        use BinaryOp::*;
        match op {
            Sub => {}
            // Every step asks whether the divisor is zero, of which the quotient's high bits are made.
            UnsignedDiv | UnsignedRem | SignedDiv | SignedRem => {
                assert!(clauses(op, 64) < 3 * clauses(op, 16), "{op:?}");
            }
            _ => assert_eq!(clauses(op, 24), clauses(op, 64), "{op:?}"),
        }
    }
}

#[test]
fn equality_with_a_constant_is_one_gate() {
    let mut f = Formula::new();
    let a = Bits::fresh(&mut f, Width::INT);
    let before = f.variables();
    let known = bits::equals(&mut f, &a, 77);
    assert_eq!(f.variables(), before + 1);
    assert_eq!(bits::equal(&mut f, &a, &constant(77, Width::INT)), known);
    assert_eq!(f.variables(), before + 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn wide_values_agree(
        op in proptest::sample::select(integers(BinaryOp::ALL, |op| op.is_float()).collect::<Vec<_>>()),
        width in 5u32..=64,
        x: u64,
        y: u64,
        narrow in 0u32..64,
        known in 0u32..4,
    ) {
        let width = Width::new(width);
        let (x, y) = (x & width.mask(), (y & width.mask()) >> narrow);
        let mut c = Circuit::new();
        // Each operand is a constant or made of free variables.
        let mut operand = |free: bool, value| {
            if free { Bits::fresh(&mut c.formula, width) } else { constant(value, width) }
        };
        let (a, b) = (operand(known & 1 != 0, x), operand(known & 2 != 0, y));
        let result = bits::binary(&mut c.formula, op, &a, &b);
        c.check(&[(&a, x), (&b, y)], &result, op.eval(x, y, width), &format!("{x} {op:?} {y} {width} {known}"));
    }
}

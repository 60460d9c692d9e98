//! The text form of a program, for tests and for looking at what a pass did.
//!
//! In: a program, or its text. Out: the text, or the program. Printing and parsing are inverse: parsing what was
//! printed gives the same program. It must not check the rules of the IR; [`mod@crate::ir::verify`] does, and a
//! program that breaks them can be written down to test that. What is looked for in a program is no part of its text.
//!
//! # Grammar
//! One item or instruction a line; `#` starts a comment; `"…"` are strings with the escapes `\" \\ \n`. Every
//! declared name gets the next id of its table, whatever it is called; the printer calls it by its number.
//! ```text
//! entry main
//! allocator fresh                          (or nothing: freed addresses may come back)
//! global @x "flag" size 4 align 4 thread_local read_only init 0 i32 = 5:i32, init 4 i32 = 6:i32
//! site s0 load "flag[1]" at file0:3..10 in "LKR"   (the set is one of the axioms)
//! point p0 none                            (or: statement, braced, comma, with a place)
//! loop loop0
//! fn main "main" (%n) -> i32 {
//!   reg %n : i32 "n"
//!   %a : i32 = load relaxed @x+4 site s0   (a first assignment may declare its register)
//! again:
//!   %c : i1 = eq %a, 5:i32
//!   branch %c done
//!   repeat again loop0
//! done:
//!   return 0:i32 at file0:20..29
//! }
//! ```
//! Operands are a register `%a`, a constant `5:i32` (decimal, or hexadecimal after `0x`, or negative), a global's
//! address `@x`, `@x+4`, `@x-4`, or a function. A label names the instruction that follows it. The instructions are
//! ```text
//! D = copy A        D = not A         D = add A, B       D = zext A       D = select C, A, B       D = nondet
//! D = load ORDER A site S             store ORDER A, V site S             D = rmw OP ORDER A, V site S
//! D = cmpxchg ORDER ORDER A, E, N site S                                  fence ORDER
//! pair_load ORDER A into D, D site S                                      pair_store ORDER A, V, V site S
//! pair_cmpxchg ORDER ORDER A, E, E, N, N into D, D site S                 (two words at once, the first at A)
//! model_fence "KIND"                  point P            jump L           branch C L               repeat L LOOP
//! D = call F(A, B)  call F()          call indirect A(B) return           return A
//! D = allocate stack|block|heap [align BYTES] SIZE "name"                (without: 16)
//! free A site S     end_lifetime A site S
//! copy_memory TO, FROM, BYTES load S store S             set_memory TO, BYTE, BYTES site S
//! assume C          assert C PROPERTY "message"          exit_thread A
//! D = spawn F, A    D = join A        join A             detach A         D = current_thread   D = thread_number
//! lock A site S     D = lock A site S                    D = trylock A site S
//! unlock A site S   D = unlock A site S                  lock_destroy A site S               D = timedlock A site S
//! spin_unlock A site S
//! atomic_begin      atomic_end
//! barrier_init A, COUNT site S         barrier_wait A site S              D = barrier_wait A site S
//! barrier_destroy A site S
//! ```

mod line;
mod parse;
mod print;

pub use line::TextError;
pub use parse::parse;
pub use print::print;

use crate::ir::program::SiteKind;
use crate::ir::property::Property;

/// The names of the properties, both ways.
const PROPERTIES: &[(Property, &str)] = &[
    (Property::Assertion, "assertion"),
    (Property::ReachError, "reach_error"),
    (Property::DivisionByZero, "division_by_zero"),
    (Property::UndefinedArithmetic, "undefined_arithmetic"),
    (Property::SignedOverflow, "signed_overflow"),
    (Property::NullDereference, "null_dereference"),
    (Property::OutOfBounds, "out_of_bounds"),
    (Property::WildPointer, "wild_pointer"),
    (Property::UseAfterFree, "use_after_free"),
    (Property::UseAfterScope, "use_after_scope"),
    (Property::ReadOnlyWrite, "read_only_write"),
    (Property::InvalidFree, "invalid_free"),
    (Property::LockMisuse, "lock_misuse"),
    (Property::BarrierMisuse, "barrier_misuse"),
    (Property::ThreadMisuse, "thread_misuse"),
    (Property::Deadlock, "deadlock"),
    (Property::DataRace, "data_race"),
    (Property::Leak, "leak"),
    (Property::Uninitialised, "uninitialised"),
    (Property::Liveness, "liveness"),
];

/// The names of the kinds of sites, both ways.
const SITE_KINDS: &[(SiteKind, &str)] = &[(SiteKind::Load, "load"), (SiteKind::Store, "store"), (SiteKind::Rmw, "rmw")];

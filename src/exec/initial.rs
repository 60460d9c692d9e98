//! What memory holds before anyone writes it.
//!
//! In: a program, its objects, an address. Out: the initial value, or that it is undefined. It must not know who asks.

use crate::exec::addresses::LOWEST;
use crate::exec::object::{Origin, Rest};
use crate::exec::objects::{NULL_PAGE, Objects, STRIDE, function_address};
use crate::ids::ThreadId;
use crate::ir::{Operand, Program, Width};

/// What stands for a pointer that nobody has set where one value has to do: the address of no object.
pub const UNSET_POINTER: u64 = 0xdead_beef_dead_bee0;

/// How far around it an address is still taken for an offset from an unset pointer.
const AROUND: u64 = 1 << 20;

/// A value for a register that may hold any.
pub fn any_value(width: Width) -> u64 {
    UNSET_POINTER & width.mask()
}

/// A value for memory that may hold any: the same byte for the same address, whatever extent is asked for.
pub fn any_memory(address: u64, width: Width) -> u64 {
    let byte = |at: u64| UNSET_POINTER >> (8 * (at % 8)) & 0xff;
    (0..width.bytes()).fold(0, |value, i| value | byte(address + i) << (8 * i)) & width.mask()
}

/// Whether a value may be, in part, what [`any_memory`] says of the place where it was found.
pub fn may_be_any_memory(address: u64, width: Width, value: u64) -> bool {
    let byte = |i: u64| value >> (8 * i) & 0xff == any_memory(address + i, Width::BYTE);
    (0..width.bytes()).any(byte)
}

/// Whether an address seems to come from [`UNSET_POINTER`].
pub fn is_unset(address: u64) -> bool {
    address.wrapping_sub(UNSET_POINTER - AROUND) < 2 * AROUND
}

/// What stands for everything that unset memory of a pointer's size may hold where reads of it end the path
/// (`unfold/unset.rs`): no address, and like one in most of its bits.
pub const UNTOUCHED: u64 = LOWEST - STRIDE + NULL_PAGE;

/// Whether a path may end where this is read.
pub fn ends_at(value: u64, width: Width) -> bool {
    width == Width::POINTER && value == UNTOUCHED
}

/// The number that a constant or address stands for.
pub fn static_value(program: &Program, objects: &mut Objects, thread: ThreadId, operand: Operand) -> u64 {
    match operand {
        Operand::Const { bits, .. } => bits,
        Operand::Global { global, offset } => {
            let object = objects.global(program, global, thread);
            objects.get(object).base.wrapping_add_signed(offset)
        }
        Operand::Function(id) => function_address(id),
        Operand::Reg(_) => panic!("a register is no static value; please report this"),
    }
}

/// The initial value of a cell by initialisers and zeros; `None` if it is undefined, so that any value will do.
pub fn initial_value(program: &Program, objects: &mut Objects, address: u64, width: Width) -> Option<u64> {
    let object = objects.at(address).map(|id| objects.get(id).clone());
    let object = object.filter(|object| object.rest == Rest::Zeros)?;
    let thread = match object.origin {
        Origin::ThreadLocal(_, thread) => thread,
        _ => ThreadId(0),
    };
    let offset = address - object.base;
    let mut value = 0u64;
    for init in &object.init {
        let bits = static_value(program, objects, thread, init.value);
        for byte in 0..init.width.bytes() {
            let at = (init.offset + byte).wrapping_sub(offset);
            if at < width.bytes() {
                value &= !(0xff << (8 * at));
                value |= (bits >> (8 * byte) & 0xff) << (8 * at);
            }
        }
    }
    Some(value & width.mask())
}

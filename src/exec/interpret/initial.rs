//! What memory holds before anyone writes it.
//!
//! In: a program, its objects, an address. Out: the initial value, or that it is undefined. It must not know who asks.

use crate::exec::objects::{Objects, Origin, function_address};
use crate::ids::ThreadId;
use crate::ir::{Operand, Program, Width};

/// What undefined memory holds where 64 bits are read at once: the address of no object.
const UNDEFINED_POINTER: u64 = 0xdead_beef_dead_bee0;

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
    let Some(object) = object.filter(|o| o.zeroed) else {
        // An undefined pointer points nowhere; any value would make every address possible.
        return (width == Width::POINTER).then_some(UNDEFINED_POINTER);
    };
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

//! What an `asm` statement leaves in its outputs.
//!
//! In: places and values. Out: the writes, all of the values as they were before any of them. It must not know instructions.

use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::values::place::Place;
use crate::ids::RegId;
use crate::ir::Operand;

impl Body<'_, '_> {
    /// Writes values at once: one may be what a variable held that is written, too.
    pub fn write_at_once(&mut self, mut written: Vec<(Place, Operand)>) {
        let own = |place: &Place| if let Place::Register(register) = place { Some(*register) } else { None };
        let over: Vec<RegId> = written.iter().filter_map(|(place, _)| own(place)).collect();
        for (place, value) in &mut written {
            if let Operand::Reg(register) = *value
                && over.contains(&register)
                && own(place) != Some(register)
            {
                let kept = self.register(self.width(*value), None);
                self.copy(kept, *value);
                *value = Operand::Reg(kept);
            }
        }
        for (place, value) in written {
            self.write(place, value);
        }
    }
}

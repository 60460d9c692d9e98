//! Inline assembly, by the text of its template.
//!
//! In: an `asm` statement. Out: the fence it is, or nothing for a compiler barrier; every other text is refused.

use rucc_sema::AsmId;

use super::function::Body;
use crate::ir::{Op, Order};

/// What one instruction does: the fence it is, if any; `None` for an unknown one.
fn instruction(text: &str) -> Option<Option<Order>> {
    Some(match text {
        "" | "pause" | "rep" | "rep nop" | "nop" | "yield" => None,
        "mfence" | "sync" | "hwsync" => Some(Order::SeqCst),
        "sfence" | "dmb st" | "dmb ishst" => Some(Order::Release),
        "lfence" | "dmb ld" | "dmb ishld" => Some(Order::Acquire),
        "lwsync" => Some(Order::AcqRel),
        _ if text == "dmb" || text.starts_with("dmb ") || text.starts_with("dsb") => Some(Order::SeqCst),
        // A locked addition of zero to the stack is the other full fence of x86.
        _ if ["lock addl $0", "lock addq $0", "lock orl $0", "lock orq $0"].iter().any(|o| text.starts_with(o))
            && text.contains("sp)") =>
        {
            Some(Order::SeqCst)
        }
        _ => return None,
    })
}

/// The fences of a template, whose instructions are separated by `;` and line ends; `None` if one is unknown.
fn template(text: &str) -> Option<Vec<Order>> {
    let mut fences = Vec::new();
    let mut lock = "";
    for part in text.split([';', '\n']) {
        let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
        if part == "lock" {
            lock = "lock ";
            continue;
        }
        fences.extend(instruction(&format!("{lock}{part}"))?);
        lock = "";
    }
    lock.is_empty().then_some(fences)
}

impl Body<'_, '_> {
    /// An `asm` statement.
    pub fn assembly(&mut self, asm: AsmId) {
        let asm = &self.input.tast[asm];
        let bytes = self.input.tast[asm.template].bytes(self.input.target);
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string();
        let written = self.input.tast[asm.outputs].iter().any(|operand| {
            let constraint = self.input.tast[operand.constraint].bytes(self.input.target);
            !constraint.contains(&b'+')
        });
        match template(&text) {
            Some(_) if written => self.unsupported("inline assembly with outputs"),
            Some(fences) => fences.into_iter().for_each(|order| self.emit(Op::Fence { order })),
            None => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.unsupported(&format!("the inline assembly `{text}`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_texts_are_known() {
        let full = Some(vec![Order::SeqCst]);
        for (text, fences) in [
            ("", Some(vec![])),
            ("mfence", full.clone()),
            ("  mfence\n\t", full.clone()),
            ("lock; addl $0,0(%%rsp)", full.clone()),
            ("lock addl $0, (%esp)", full.clone()),
            ("addl $0,0(%%rsp)", None),
            ("lock; addl $0,%0", None),
            ("lock", None),
            ("sfence", Some(vec![Order::Release])),
            ("lfence; sfence", Some(vec![Order::Acquire, Order::Release])),
            ("rep; nop", Some(vec![])),
            ("pause", Some(vec![])),
            ("dmb ish", full),
            ("xchg %0, %1", None),
        ] {
            assert_eq!(template(text), fences, "{text:?}");
        }
    }
}

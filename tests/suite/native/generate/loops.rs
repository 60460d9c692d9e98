//! Loops that wait and retry, and a lock that is made of them.

use super::Record;
use super::helpers::Helper;
use super::statements::{Item, Kind, Writer};

impl Writer<'_> {
    pub(super) fn waiting(&mut self, kind: Kind, record: &Record) {
        let [_, which, value, how, register, more, odd, _] = *record;
        let reg = ["r0", "r1"][register as usize % 2];
        let constant = Self::constant(value);
        let place = self.place(which);
        match kind {
            Kind::Await => {
                let text = place.load(how);
                match more % 4 {
                    0 => self.line(&format!("while ({text} != {constant}) ;")),
                    1 => self.line(&format!("while ({text} == {constant}) sched_yield();")),
                    2 => self.line(&format!("do {{ {reg} = {text}; }} while ({reg} != {constant});")),
                    _ => self.line(&format!("while (({reg} = {text}) < {constant}) {{ }}")),
                }
            }
            Kind::BusyWait => {
                let text = place.load(how);
                match more % 5 {
                    0 => self.line(&format!("{{ int last = 0; while ({text} != {constant}) last = 1 - last; }}")),
                    1 => self.line(&format!("{{ int n = 0; while ({text} != {constant}) if (++n >= 3) n = 0; }}")),
                    2 => self.line(&format!("{reg} = 0; while ({text} != {constant}) {reg} = 1;")),
                    3 => {
                        self.line(&format!("while ({text} != {constant}) for (int k = 0; k < 2; k++) sched_yield();"));
                    }
                    _ => {
                        let other = self.place(odd).load(how / 4);
                        self.line(&format!("while ({text} != {constant}) {reg} = {other};"));
                    }
                }
            }
            Kind::Retry => {
                let (plain, load) = (place.plain, place.load(how));
                // The form that does not write back is only right if the loop reloads.
                let exchange = |how: u32| place.exchange_if("e", &format!("e + {}", 1 + odd % 2), how);
                match more % 3 {
                    0 => {
                        self.line(&format!("{{ {plain} e = {load}; while (!{}) ; {reg} = e; }}", exchange(1 + how % 3)))
                    }
                    1 => self.line(&format!(
                        "{{ {plain} e; do {{ e = {load}; }} while (!{}); {reg} = e; }}",
                        exchange(how / 4)
                    )),
                    2 => self.line(&format!(
                        "{{ {plain} e = r{}; while (!{}) ; {reg} = e; }}",
                        1 - register % 2,
                        exchange(1 + how % 3)
                    )),
                    _ => self.line(&format!(
                        "{{ {plain} e = {constant}; for (int k = 0; k < 2 && !{}; k++) ; {reg} = e; }}",
                        exchange(1 + how % 3)
                    )),
                }
            }
            Kind::Stable => {
                let load = place.load(how);
                match more % 3 {
                    0 => self.line(&format!("do {{ r0 = {load}; r1 = {load}; }} while (r0 != r1);")),
                    1 => {
                        // As the reader of a sequence lock does.
                        let other = self.place(odd).load(how / 4);
                        self.line("{ int before, after;");
                        self.line(&format!(
                            "  do {{ before = {load}; {reg} = {other}; after = {load}; }} while (before != after || (before & 1)); }}"
                        ));
                    }
                    _ => {
                        let other = self.place(odd).load(how / 4);
                        self.line(&format!(
                            "for (;;) {{ {reg} = {load}; if ({reg} == {constant}) break; if ({other} == 1) {{ {reg} = 9; break; }} }}"
                        ));
                    }
                }
            }
            Kind::Cancelling => {
                let load = place.load(how);
                let other = self.place(odd);
                let builtin = |name: &str| format!("__atomic_fetch_{name}(&{}, 1, __ATOMIC_RELAXED)", other.text);
                let (up, down) = (builtin("add"), builtin("sub"));
                match more % 2 {
                    0 => self.line(&format!("while ({load} != {constant}) {{ {up}; {down}; }}")),
                    _ => self.line(&format!("while ({up} != {constant}) {down};")),
                }
            }
            Kind::RetryCall => {
                let target = self.pair(which).text;
                self.used.insert(Item::Helper(Helper::Retry));
                self.line(&format!("{reg} = $retry(&{target}, {});", 1 + value % 2));
            }
            _ => {
                let target = self.pair(which).text;
                self.used.insert(Item::Helper(Helper::Try));
                self.line(&format!("while (!$try(&{target}, {constant})) ;"));
            }
        }
    }

    /// A lock that the program makes itself of `z`: by exchange, or by compare-and-exchange.
    pub(super) fn spin_locked(&mut self, record: &Record, block: &[Record]) -> usize {
        let [_, _, _, how, _, more, odd, _] = *record;
        if self.held.contains(&'z') {
            return 0;
        }
        let place = self.place(4);
        self.held.push('z');
        match more % 3 {
            0 => self.line(&format!("while (__atomic_exchange_n(&{}, 1, __ATOMIC_ACQUIRE)) ;", place.text)),
            1 => {
                let exchange = place.exchange_if("e", "1", 1 + how % 3);
                self.line(&format!("{{ int e = 0; while (!{exchange}) e = 0; }}"));
            }
            _ => {
                let (load, exchange) = (place.load(how), place.exchange_if("e", "1", how / 4));
                self.line("for (;;) {");
                self.line(&format!("    while ({load}) ;"));
                self.line(&format!("    int e = 0; if ({exchange}) break;"));
                self.line("}");
            }
        }
        self.block(block);
        self.point();
        let store = place.store("0", odd);
        self.line(&store);
        self.held.pop();
        block.len()
    }
}

//! Statements about objects: blocks of the heap that are published, pointers, structs, unions, bytes and bit-fields.

use super::Record;
use super::access::{Place, RELEASES};
use super::statements::{Item, Kind, Writer};

impl Writer<'_> {
    pub(super) fn heap(&mut self, kind: Kind, record: &Record) {
        let [_, which, value, how, register, more, odd, _] = *record;
        let reg = ["r0", "r1"][register as usize % 2];
        let number = Self::value(value);
        self.used.insert(Item::Heap);
        let top = Place { text: "$top".to_string(), style: self.shape.styles[1], plain: "struct $node *" };
        let load = top.load(how);
        match kind {
            Kind::Publish => {
                self.line(&format!("{{ struct $node *n = calloc(1, sizeof *n); n->value = {number};"));
                self.indent += 1;
                self.point();
                self.indent -= 1;
                self.line(&format!("{} }}", top.store("n", how)));
            }
            Kind::Push => {
                self.line(&format!(
                    "{{ struct $node *n = calloc(1, sizeof *n); n->value = {number}; n->next = {load};"
                ));
                // It releases, so that nobody finds what the block held before it was set to 0: the machine knows nothing of that.
                let exchange = top.exchange_if("n->next", "n", 1 + more % 3 + 4 * RELEASES);
                let head = if self.features.retries { "for (; " } else { "for (int k = 0; k < 2 && " };
                let tail = if self.features.retries { "" } else { "k++" };
                self.line(&format!("  {head}!{exchange}; {tail}) ; }}"));
            }
            Kind::Consume => {
                let field = if odd % 4 == 3 { "n->next ? n->next->value : 7" } else { "n->value" };
                self.line(&format!("{{ struct $node *n = {load}; if (n) {reg} = {field}; }}"));
            }
            _ => {
                let target = self.pair(which).text;
                let declared = Place::declared(self.shape.styles[0], self.shape.pair);
                self.used.insert(Item::Pointer);
                match more % 3 {
                    0 => self.line(&format!("$to = &{target};")),
                    1 => {
                        let place = Place { text: "*q".into(), style: self.shape.styles[0], plain: self.shape.pair };
                        self.line(&format!("{{ {declared} *q = $to; {} }}", place.store(&number, how)));
                    }
                    _ => self.line(&format!("{reg} = *$to;")),
                }
            }
        }
    }

    /// Whole objects, bytes and bit-fields, under the mutex `g`.
    pub(super) fn guarded(&mut self, kind: Kind, record: &Record) {
        let [_, which, value, _, register, more, odd, _] = *record;
        let reg = ["r0", "r1"][register as usize % 2];
        let number = Self::value(value);
        let member = ["a", "b", "c", "d"][which as usize % 4];
        let field = ["b", "c", "f"][which as usize % 3];
        let text = match (kind, more % 8) {
            (Kind::Whole, 0) => "$t = $s;".to_string(),
            (Kind::Whole, 1) => "{ struct $record l = $t; l.a++; $s = l; }".to_string(),
            (Kind::Whole, 2) => "memcpy(&$s, &$t, sizeof $s);".to_string(),
            (Kind::Whole, 3) => format!("$s.{member} = {number};"),
            (Kind::Whole, 4) => format!("{reg} = $s.{member};"),
            (Kind::Whole, 5) => format!("{reg} = $t.{member} & 15;"),
            (Kind::Whole, 6) => format!("$t.e[{reg} & 1] += {number};"),
            (Kind::Whole, _) => format!("{{ struct $record *q = {reg} ? &$s : &$t; q->{member} -= 1; }}"),
            (Kind::BitField, 0) => format!("$s.{field} = {number};"),
            (Kind::BitField, 1) => format!("$s.{field} += {};", 1 + value % 9),
            (Kind::BitField, 2) => format!("{reg} = $s.{field} & 15;"),
            (Kind::BitField, 3) => format!("{reg} = $s.{field}++ & 7;"),
            (Kind::BitField, 4) => format!("$s.{field} <<= 1;"),
            (Kind::BitField, 5) => format!("$u.f.{} = {number};", ["lo", "hi"][which as usize % 2]),
            (Kind::BitField, 6) => format!("{reg} = $u.f.{} & 15;", ["lo", "hi"][which as usize % 2]),
            (Kind::BitField, _) => format!("$s.{field} = $s.{member} - {number};"),
            (_, 0) => format!("$u.w = {number} * {};", [1, 257, 65793, 16843009][odd as usize % 4]),
            (_, 1) => format!("$u.c[{} & 3] = {number};", ["1", reg][odd as usize % 2]),
            (_, 2) => format!("{reg} = $u.c[{}];", odd % 4),
            (_, 3) => format!("$u.h[{}] = {number} + 255;", odd % 2),
            (_, 4) => format!("{reg} = $u.h[{}] & 15;", odd % 2),
            (_, 5) if self.features.memset => format!("memset($u.c + {}, {}, 2);", odd % 3, value % 4),
            (_, 6) if self.features.memset => format!("memcpy(&$u.c[{}], &$s.a, 2);", odd % 3),
            _ => format!("{reg} = ($u.w >> {}) & 15;", odd % 32),
        };
        self.used.extend([Item::Record, Item::Mutex('g')]);
        self.line("pthread_mutex_lock(&$g);");
        self.line(&format!("    {text}"));
        self.line("pthread_mutex_unlock(&$g);");
    }
}

//! What a thread does: one statement for each record, some with the following records as their block.

use std::collections::BTreeSet;

use super::Record;
use super::access::{Place, fence};
use super::helpers::Helper;
use super::shape::{Shape, Style, Theme};
use crate::native::features::Features;

/// What must be declared in front of the threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Item {
    X,
    Y,
    Z,
    Array,
    /// The mutexes `m`, `n` and `g`.
    Mutex(char),
    Pointer,
    Heap,
    Record,
    Helper(Helper),
}

/// Writes the statements of a program.
pub struct Writer<'a> {
    pub shape: &'a Shape,
    pub features: &'a Features,
    pub out: String,
    pub indent: usize,
    pub used: BTreeSet<Item>,
    pub points: usize,
    /// Mutexes that are held here.
    pub(super) held: Vec<char>,
    loops: usize,
}

/// The kinds of statements, each as often as it is to be drawn: a program has a theme, of which there is more.
fn kinds(theme: Theme, features: &Features) -> Vec<Kind> {
    use Kind::*;
    // Stores and loads come first: `draft` relies on it.
    let mut kinds = vec![Store, Store, Store, Store, Load, Load, Load, Load, Update, Exchange, Fence, Locked, If, Call];
    let mut more = |wanted: bool, often: usize, what: &[Kind]| {
        for _ in 0..if wanted { often } else { 0 } {
            kinds.extend(what);
        }
    };
    let often = |this: Theme, other: usize| if theme == this { 4 } else { other };
    more(theme != Theme::Heap, 1, &[Repeat, Array, TryLock, Choose, Condition]);
    more(theme == Theme::Mixed, 1, &[Await, Call, Indirect, Assert]);
    let loops = often(Theme::Loops, usize::from(theme == Theme::Mixed));
    more(true, loops.min(2), &[Await]);
    more(features.retries, loops, &[Retry, RetryCall, Stable]);
    more(features.busy_waits, loops, &[BusyWait, Cancelling, SpinLock]);
    more(features.try_loops, loops, &[TryLoop]);
    more(features.heap, often(Theme::Heap, usize::from(theme == Theme::Mixed)), &[Publish, Consume, Push, Pointer]);
    let bytes = often(Theme::Bytes, usize::from(theme == Theme::Mixed));
    more(features.bytes, bytes, &[Whole, Overlay]);
    more(features.bit_fields, bytes, &[BitField]);
    kinds
}

/// What a statement does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Store,
    Load,
    Update,
    Exchange,
    Fence,
    Locked,
    TryLock,
    If,
    Repeat,
    Await,
    BusyWait,
    Retry,
    RetryCall,
    TryLoop,
    Stable,
    Cancelling,
    SpinLock,
    Condition,
    Call,
    Indirect,
    Array,
    Pointer,
    Publish,
    Push,
    Consume,
    Whole,
    Overlay,
    BitField,
    Assert,
    Choose,
}

impl<'a> Writer<'a> {
    pub fn new(shape: &'a Shape, features: &'a Features) -> Writer<'a> {
        Writer {
            shape,
            features,
            out: String::new(),
            indent: 0,
            used: BTreeSet::new(),
            points: 0,
            held: Vec::new(),
            loops: 0,
        }
    }

    pub fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.indent);
        self.out.push_str(&format!("{indent}{text}\n"));
    }

    /// A place where a fence may stand.
    pub fn point(&mut self) {
        let point = format!("@{}", self.points);
        self.line(&point);
        self.points += 1;
    }

    pub fn block(&mut self, mut records: &[Record]) {
        self.indent += 1;
        while let Some((record, rest)) = records.split_first() {
            let taken = self.statement(record, rest);
            records = &rest[taken..];
        }
        self.indent -= 1;
    }

    /// `x` or `y`.
    pub(super) fn pair(&mut self, number: u32) -> Place {
        let (item, name) = if number.is_multiple_of(2) { (Item::X, "$x") } else { (Item::Y, "$y") };
        self.used.insert(item);
        Place { text: name.to_string(), style: self.shape.styles[0], plain: self.shape.pair }
    }

    pub(super) fn place(&mut self, number: u32) -> Place {
        if number % 5 < 4 {
            return self.pair(number % 5);
        }
        self.used.insert(Item::Z);
        Place { text: "$z".to_string(), style: self.shape.styles[1], plain: "int" }
    }

    pub(super) fn value(number: u32) -> String {
        match number % 8 {
            0..4 => (number % 8 % 3 + 1).to_string(),
            4 => "0".to_string(),
            5 => "r0".to_string(),
            6 => "r1 + 1".to_string(),
            _ => "(r0 & 1)".to_string(),
        }
    }

    pub(super) fn constant(number: u32) -> u32 {
        [1, 0, 2, 1][number as usize % 4]
    }

    /// Writes a statement; returns how many of the records that follow are its block.
    fn statement(&mut self, record: &Record, rest: &[Record]) -> usize {
        let [kind, which, value, how, register, more, odd, length] = *record;
        let kinds = kinds(self.shape.theme, self.features);
        let kind = kinds[kind as usize % kinds.len()];
        let reg = ["r0", "r1"][register as usize % 2];
        let number = Self::value(value);
        let constant = Self::constant(value);
        let block = (1 + length as usize % 3).min(rest.len());
        self.point();
        match kind {
            Kind::Store => {
                let text = self.place(which).store(&number, how);
                self.line(&text);
            }
            Kind::Load => {
                let text = self.place(which).load(how);
                self.line(&format!("{reg} = {text};"));
            }
            Kind::Update => {
                let text = self.place(which).update(&number, how);
                self.line(&format!("{reg} = {text};"));
            }
            Kind::Exchange => {
                let place = self.place(which);
                let text = place.exchange_if("e", &number, how);
                let result = if more % 2 == 0 { text } else { format!("{text} ? 5 : e") };
                self.line(&format!("{{ {} e = {constant}; {reg} = {result}; }}", place.plain));
            }
            Kind::Fence => self.line(fence(how)),
            Kind::Locked | Kind::TryLock => return self.locked(kind, which, &rest[..block]),
            Kind::If => {
                let other = (more as usize % 3).min(rest.len() - block);
                self.line(&format!("if ({reg} == {constant}) {{"));
                self.block(&rest[..block]);
                if other > 0 {
                    self.line("} else {");
                    self.block(&rest[block..block + other]);
                }
                self.line("}");
                return block + other;
            }
            Kind::Repeat => {
                if self.loops > 0 {
                    return 0;
                }
                self.loops += 1;
                self.line("for (int i = 0; i < 2; i++) {");
                self.block(&rest[..block]);
                self.line("}");
                self.loops -= 1;
                return block;
            }
            Kind::Await
            | Kind::BusyWait
            | Kind::Retry
            | Kind::TryLoop
            | Kind::RetryCall
            | Kind::Stable
            | Kind::Cancelling => self.waiting(kind, record),
            Kind::SpinLock => return self.spin_locked(record, &rest[..block]),
            Kind::Condition => {
                let (one, other) = (self.place(which).load(how), self.place(more).load(how / 4));
                let text = match odd % 4 {
                    0 => format!("{reg} = {one} == {constant} && {other} != {constant};"),
                    1 => format!("{reg} = {one} == {constant} || {other} != {constant};"),
                    2 => format!("{reg} = {one} ? {other} : 3;"),
                    _ => format!(
                        "switch ({one}) {{ case 0: {reg} = 2; break; case 1: {reg} = {other}; default: {reg}++; }}"
                    ),
                };
                self.line(&text);
            }
            Kind::Call => self.call(record),
            Kind::Indirect => self.indirect(record),
            Kind::Array => {
                self.used.insert(Item::Array);
                let array =
                    |index: &str| Place { text: format!("$a[{index}]"), style: self.shape.styles[1], plain: "int" };
                let index = ["0", "1", "r0 & 1", "r1 & 1"][which as usize % 4];
                let text = match more % 3 {
                    0 => array(index).store(&number, how),
                    1 => format!("{reg} = {};", array(index).load(how)),
                    _ => format!("{reg} = {};", array(index).update(&number, how)),
                };
                self.line(&text);
            }
            Kind::Pointer | Kind::Publish | Kind::Push | Kind::Consume => self.heap(kind, record),
            Kind::Whole | Kind::Overlay | Kind::BitField => self.guarded(kind, record),
            Kind::Assert => self.line(&format!("assert({reg} != {});", constant + 1)),
            Kind::Choose => self.line(&format!("{reg} = __VERIFIER_nondet_bool();")),
        }
        0
    }

    fn locked(&mut self, kind: Kind, which: u32, block: &[Record]) -> usize {
        let name = if which % 4 == 3 { 'n' } else { 'm' };
        if self.held.contains(&name) {
            return 0;
        }
        self.used.insert(Item::Mutex(name));
        self.held.push(name);
        if kind == Kind::TryLock {
            self.line(&format!("if (pthread_mutex_trylock(&${name}) == 0) {{"));
        } else {
            self.line(&format!("pthread_mutex_lock(&${name});"));
        }
        self.block(block);
        self.indent += 1;
        self.point();
        self.indent -= 1;
        self.line(&format!("    pthread_mutex_unlock(&${name});"));
        if kind == Kind::TryLock {
            self.line("}");
        }
        self.held.pop();
        block.len()
    }

    fn call(&mut self, record: &Record) {
        let [_, which, value, _, register, more, _, _] = *record;
        let reg = ["r0", "r1"][register as usize % 2];
        let (number, constant) = (Self::value(value), Self::constant(value));
        let target = self.pair(which).text;
        let (helper, text) = match more % 5 {
            0 => (Helper::Put, format!("$put(&{target}, {number});")),
            1 => (Helper::Get, format!("{reg} = $get(&{target});")),
            2 => (Helper::Bump, format!("{reg} = $bump(&{target}, {number});")),
            3 => (Helper::Swap, format!("{reg} = $swap(&{target}, {constant}, {number});")),
            _ => (Helper::Await, format!("{reg} = $await(&{target}, {constant});")),
        };
        self.used.insert(Item::Helper(helper));
        self.line(&text);
    }

    /// Through a pointer that is chosen as the program runs.
    fn indirect(&mut self, record: &Record) {
        let [_, which, value, how, register, more, odd, _] = *record;
        let reg = ["r0", "r1"][register as usize % 2];
        let number = Self::value(value);
        self.used.extend([Item::X, Item::Y]);
        let (style, plain) = (self.shape.styles[0], self.shape.pair);
        let target = match odd % 3 {
            0 => Place { text: format!("*(r{} ? &$x : &$y)", which % 2), style, plain },
            1 => {
                self.used.insert(Item::Pointer);
                Place { text: format!("*$both[r{} & 1]", which % 2), style, plain }
            }
            _ => {
                let declared = Place::declared(style, plain);
                self.line(&format!("{{ {declared} *q = r{} == 1 ? &$y : &$x;", which % 2));
                Place { text: "*q".to_string(), style, plain }
            }
        };
        let text = match more % 3 {
            0 => target.store(&number, how),
            1 => format!("{reg} = {};", target.load(how)),
            _ => format!("{reg} = {};", target.update(&number, how)),
        };
        self.line(&text);
        if odd % 3 == 2 {
            self.line("}");
        }
    }

    /// The declaration of an item.
    pub fn declaration(&self, item: Item) -> String {
        let pair = Place::declared(self.shape.styles[0], self.shape.pair);
        let single = Place::declared(self.shape.styles[1], "int");
        match item {
            Item::X => format!("{pair} $x;\n"),
            Item::Y => format!("{pair} $y;\n"),
            Item::Z => format!("{single} $z;\n"),
            Item::Array => format!("{single} $a[2];\n"),
            Item::Mutex(name) => format!("pthread_mutex_t ${name} = PTHREAD_MUTEX_INITIALIZER;\n"),
            Item::Pointer => format!("{pair} *$both[2] = {{ &$x, &$y }}, *volatile $to = &$x;\n"),
            Item::Heap => {
                let style = match self.shape.styles[1] {
                    Style::Plain => "",
                    Style::Volatile => "volatile ",
                    Style::Atomic => "_Atomic ",
                };
                format!("struct $node {{ int value; struct $node *next; }};\nstruct $node *{style}$top;\n")
            }
            Item::Record => "struct $record { int a; unsigned b : 3; unsigned c : 9; int f : 5; signed char d; short e[2]; } $s = { 1, 2, 3, -4, 5, { 6, 7 } }, $t;\n\
                 union $overlay { unsigned w; unsigned char c[4]; unsigned short h[2]; struct { unsigned lo : 12, hi : 20; } f; } $u;\n"
                .to_string(),
            Item::Helper(_) => String::new(),
        }
    }
}

//! Litmus tests in the formats of herd.
//!
//! In: the text of a `.litmus` file. Out: a [`Test`]: threads of small steps with the dependencies that the text of their
//! instructions has, the initial state and the final condition; or what it is that is not read, and where. It must not
//! know memory models: instructions and C's operations carry herd's annotations (`A`, `L`, `Acq`, `DMB.ISH`, `RLX`, …) as names
//! of sets.
//!
//! Assembly is read by tables of instructions, one file for each processor; C by a grammar. What is not known is refused by name.

mod aarch64;
mod c;
mod change;
mod changeable;
mod code;
mod comments;
pub mod condition;
mod initial;
mod integer;
mod lines;
mod power;
mod riscv;
mod table;
mod x86;
mod x86_64;

use std::collections::BTreeSet;
use std::path::Path;

use crate::diag::{Diagnostic, Sources};

pub use c::order_in_c;
pub use change::{Cell, Change};
pub use changeable::Changeable;
use comments::Form;
pub use condition::{Atom, Condition, Formula, Place, Quantifier};
pub use integer::Integer;
use table::Table;

/// A general register or a flag of a thread, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(pub usize);

/// A location of memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(pub usize);

/// The addresses of locations are far from one another and from the numbers that tests calculate with.
const FIRST_ADDRESS: i64 = 1 << 40;
const DISTANCE: i64 = 1 << 20;

impl Location {
    /// The location's address as a value.
    pub fn address(self) -> i64 {
        FIRST_ADDRESS + self.0 as i64 * DISTANCE
    }

    /// The location that an address is in, and how far behind its start.
    pub fn at(address: i64) -> Option<(Location, i64)> {
        let offset = address.checked_sub(FIRST_ADDRESS).filter(|offset| *offset >= 0)?;
        usize::try_from(offset / DISTANCE).ok().map(|location| (Location(location), offset % DISTANCE))
    }
}

/// What is calculated from registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Constant(i64),
    Register(Register),
    Binary(Binary, Box<Value>, Box<Value>),
    Chosen(Box<Choice>),
}

/// One of two values. It is computed from the one that is chosen; what it is chosen by picks it ([`Step::Hold`] says what that means), as
/// a conditional selection and a comparison do, which are no branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// If this is not 0 it is the first one.
    pub by: Value,
    pub first: Value,
    pub second: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Equal,
    Differs,
    Less,
    /// Less, as numbers without a sign.
    Below,
    Multiply,
    /// By the lowest six bits of the second operand.
    ShiftLeft,
    ShiftRight,
    /// The number with a sign that so many lowest bits are.
    SignExtend,
    /// The second operand; the result depends on both.
    Second,
}

impl Value {
    pub fn binary(operator: Binary, a: Value, b: Value) -> Value {
        Value::Binary(operator, Box::new(a), Box::new(b))
    }

    /// The number without a sign that so many lowest bytes are.
    pub fn lowest(self, bytes: u8) -> Value {
        match bytes {
            8.. => self,
            _ => Value::binary(Binary::And, self, Value::Constant((1 << (8 * bytes)) - 1)),
        }
    }

    /// The number with a sign that so many lowest bytes are.
    pub fn extended(self, bytes: u8) -> Value {
        match bytes {
            8.. => self,
            _ => Value::binary(Binary::SignExtend, self, Value::Constant(8 * i64::from(bytes))),
        }
    }

    pub fn chosen(by: Value, first: Value, second: Value) -> Value {
        Value::Chosen(Box::new(Choice { by, first, second }))
    }

    /// Adds the numbers in it.
    pub fn constants(&self, numbers: &mut BTreeSet<i64>) {
        match self {
            Value::Constant(number) => drop(numbers.insert(*number)),
            Value::Register(_) => {}
            Value::Binary(_, a, b) => [a, b].into_iter().for_each(|value| value.constants(numbers)),
            Value::Chosen(choice) => {
                [&choice.by, &choice.first, &choice.second].into_iter().for_each(|value| value.constants(numbers));
            }
        }
    }
}

/// What a thread does, step by step.
#[derive(Clone, Debug)]
pub enum Step {
    Assign {
        to: Register,
        value: Value,
    },
    Load {
        /// How many bytes it reads, where the dialect has several sizes.
        bytes: Option<u8>,
        to: Option<Register>,
        address: Value,
        tags: Vec<&'static str>,
        link: Link,
    },
    Store {
        bytes: Option<u8>,
        address: Value,
        value: Value,
        tags: Vec<&'static str>,
        link: Link,
    },
    /// A store that may fail: it succeeds only as the partner of the last exclusive load, and puts 0 into the register
    /// then, 1 otherwise.
    StoreConditional {
        bytes: Option<u8>,
        success: Option<Register>,
        address: Value,
        value: Value,
        tags: Vec<&'static str>,
        /// Whether what uses the register depends on the store.
        carries: bool,
    },
    Fence {
        tags: Vec<&'static str>,
        /// Of one that is about a location.
        address: Option<Value>,
    },
    /// Goes to a step if the value is not 0.
    Branch {
        condition: Value,
        target: usize,
    },
    /// The same, but nothing depends on it: it is a part of one operation, or a jump.
    Check {
        condition: Value,
        target: usize,
    },
    /// Goes on, and to a step as well: which of the ways is one shows later.
    Either {
        target: usize,
    },
    /// A way on which the value is 0 is none.
    Require {
        value: Value,
    },
    /// No write from here on comes before what picked the write that the thread itself has made last where the load before this step reads. A
    /// pick holds back the write that it picks, what a picked address is followed by, and branches. A read it does not hold back;
    /// but where what follows is ordered behind that read, as behind one that acquires, the writes in it are behind the pick, too.
    Hold,
    /// What branches decide from here on ends with the [`Step::Close`] that belongs to it.
    Open,
    Close,
}

impl Step {
    /// What it computes with, addresses included.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Step::Assign { value, .. } | Step::Require { value } => vec![value],
            Step::Load { address, .. } => vec![address],
            Step::Store { address, value, .. } | Step::StoreConditional { address, value, .. } => vec![address, value],
            Step::Fence { address, .. } => address.iter().collect(),
            Step::Branch { condition, .. } | Step::Check { condition, .. } => vec![condition],
            Step::Either { .. } | Step::Hold | Step::Open | Step::Close => Vec::new(),
        }
    }
}

/// How a load and a store belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    None,
    /// The load and the store behind it are one read-modify-write.
    Update,
    /// An exclusive load, for the next conditional store.
    Exclusive,
}

/// A thread of a test.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    pub steps: Vec<Step>,
    /// The registers' names, by number.
    pub registers: Vec<String>,
    /// Their initial values where these are not 0.
    pub initial: Vec<(Register, i64)>,
    /// Their types where the test says so.
    pub integers: Vec<(Register, Integer)>,
}

impl Thread {
    /// The register with a name, a new one if need be.
    pub fn register(&mut self, name: &str) -> Register {
        let known = self.registers.iter().position(|other| other == name);
        Register(known.unwrap_or_else(|| {
            self.registers.push(name.to_string());
            self.registers.len() - 1
        }))
    }
}

/// What is at a location.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Its type, of an array that of each element, where the test says so.
    pub integer: Option<Integer>,
    pub is_array: bool,
    /// What is there at first: of an array one value for each element.
    pub initial: Vec<i64>,
}

impl Variable {
    fn new(name: &str) -> Variable {
        Variable { name: name.to_string(), integer: None, is_array: false, initial: vec![0] }
    }

    /// How many bytes it has, of an array each element, where the test says so.
    pub fn bytes(&self) -> Option<i64> {
        self.integer.map(|integer| integer.bytes)
    }
}

/// A litmus test.
#[derive(Clone, Debug)]
pub struct Test {
    pub name: String,
    pub dialect: Dialect,
    pub threads: Vec<Thread>,
    /// The locations, by number.
    pub locations: Vec<Variable>,
    pub condition: Condition,
    /// Only final states of which this is so count.
    pub filter: Formula,
    /// The condition as it is written, on one line.
    pub written: String,
    /// What `locations` lists beside what the condition speaks of; `None` if it is not read.
    pub shown: Option<Vec<Place>>,
}

impl Test {
    /// As what type the value of a place is read.
    pub fn integer(&self, place: &Place) -> Integer {
        let said = match place {
            Place::Register { thread, register } => {
                let integers = &self.threads[*thread].integers;
                integers.iter().rfind(|(other, _)| other == register).map(|(_, integer)| *integer)
            }
            Place::Location(location) | Place::Element(location, _) => self.locations[location.0].integer,
            Place::Address(_) => Some(Integer::POINTER),
        };
        said.unwrap_or(Integer::INT)
    }

    /// A test of nothing yet, whose condition always holds.
    pub fn new(name: impl Into<String>, dialect: Dialect) -> Test {
        Test {
            name: name.into(),
            dialect,
            threads: Vec::new(),
            locations: Vec::new(),
            condition: Condition { quantifier: Quantifier::Exists, formula: Formula::True },
            filter: Formula::True,
            written: String::new(),
            shown: Some(Vec::new()),
        }
    }
}

/// The language of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    X86,
    /// That of 64 bits.
    X86Wide,
    AArch64,
    Power,
    RiscV,
    C,
}

impl Dialect {
    fn of(word: &str) -> Option<Dialect> {
        Some(match word {
            "X86" => Dialect::X86,
            "X86_64" => Dialect::X86Wide,
            "AArch64" => Dialect::AArch64,
            "PPC" => Dialect::Power,
            "RISCV" => Dialect::RiscV,
            "C" => Dialect::C,
            _ => return None,
        })
    }

    /// The register that an instruction names, in one spelling for all its widths.
    fn register(self, name: &str) -> Option<String> {
        match self {
            Dialect::X86 => x86::register(name),
            Dialect::X86Wide => x86_64::register(name),
            Dialect::AArch64 => aarch64::register(name),
            Dialect::Power => power::register(name),
            Dialect::RiscV => riscv::register(name),
            Dialect::C => Some(name.to_string()),
        }
    }
}

/// A test as text that can be changed.
///
/// # Errors
/// What of its form is not read.
pub fn changeable<'t>(path: &Path, text: &'t str, sources: &mut Sources) -> Result<Changeable<'t>, Diagnostic> {
    let file = sources.add(path, text);
    let form = form(text);
    let blanked = comments::without(text, form);
    let reader = lines::Reader::new(file, &blanked);
    if form == Form::C {
        let (code, begin) = reader.functions()?;
        let source = c::Source::new(text, code, begin).map_err(|refusal| reader.refused(refusal, code))?;
        return Ok(Changeable::Functions(source));
    }
    let (columns, frame, dialect) = reader.columns_and_frame(text)?;
    Ok(Changeable::Table(Table::new(dialect, frame, &columns)))
}

/// Which comments a test has.
fn form(text: &str) -> Form {
    if text.split_whitespace().next() == Some("C") { Form::C } else { Form::Assembly }
}

/// Reads a test from its text.
///
/// # Errors
/// The first thing that is not read, with its place.
pub fn read(path: &Path, text: &str, sources: &mut Sources) -> Result<Test, Diagnostic> {
    let file = sources.add(path, text);
    lines::Reader::new(file, &comments::without(text, form(text))).test()
}

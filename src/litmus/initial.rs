//! The initial state of a test.
//!
//! In: the text between its braces. Out: the test's locations and the values of its registers. It must not know the form of the rest.

use super::code::{is_name, number};
use super::{Dialect, Integer, Location, Test};

/// What is not read, and the piece of the text that it is about.
pub struct Unread<'t> {
    pub message: String,
    pub piece: &'t str,
}

/// What may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target<'t> {
    Register(&'t str, &'t str),
    Location(&'t str),
    /// With the number of its elements.
    Array(&'t str, i64),
}

/// `int 0:r1=y`: a type, what is set, and to what.
#[derive(Clone, Copy, Debug)]
struct Item<'t> {
    text: &'t str,
    /// The type, as far as it stands before the name.
    kind: &'t str,
    target: Target<'t>,
    value: Option<&'t str>,
}

/// An array has at most so many elements.
const MAX_ELEMENTS: i64 = 4096;

impl<'t> Item<'t> {
    fn read(text: &'t str) -> Result<Item<'t>, Unread<'t>> {
        let refuse = |message: String| Err(Unread { message, piece: text });
        let (declared, value) = match text.split_once('=') {
            Some((declared, value)) => (declared.trim(), Some(value.trim())),
            None => (text, None),
        };
        // Of a register: a type, perhaps, a thread, and behind the colon its name, all of them with blanks around them.
        if let Some((before, register)) = declared.split_once(':') {
            let before = before.trim_end();
            let start = before.rfind(|c: char| c.is_whitespace() || c == '*').map_or(0, |at| at + 1);
            let (kind, thread) = before.split_at(start);
            return Ok(Item { text, kind: kind.trim(), target: Target::Register(thread, register.trim()), value });
        }
        let (before, count) = match declared.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
            // `[x]` is a way to write `x`.
            Some((before, name)) if before.ends_with(char::is_whitespace) || before.is_empty() => {
                return Item::named(text, (before, name.trim()), value);
            }
            Some((before, count)) => (before, Some(number(count.trim()))),
            None => (declared, None),
        };
        let start = before.rfind(|c: char| c.is_whitespace() || c == '*').map_or(0, |at| at + 1);
        let item = Item::named(text, before.split_at(start), value)?;
        let (count, name) = match (count, item.target) {
            (None, _) => return Ok(item),
            (Some(count), Target::Location(name)) => (count, name),
            (Some(_), _) => return refuse(format!("`{declared}` is no location")),
        };
        match count.filter(|count| (1..=MAX_ELEMENTS).contains(count)) {
            Some(_) if value.is_some_and(|value| !value.starts_with('{')) => {
                refuse(format!("the elements of an array are set together, `{name}[2]={{0,1}}`"))
            }
            Some(count) => Ok(Item { target: Target::Array(name, count), ..item }),
            None => refuse(format!("`{declared}` is no array of a size that is supported")),
        }
    }

    fn named(text: &'t str, parts: (&'t str, &'t str), value: Option<&'t str>) -> Result<Item<'t>, Unread<'t>> {
        let (kind, place) = parts;
        if !is_name(place) {
            return Err(Unread { message: format!("`{place}` is no location"), piece: text });
        }
        Ok(Item { text, kind: kind.trim(), target: Target::Location(place), value })
    }

    /// The type of what it sets, of an array that of each element; `None` if nothing is said.
    fn integer(&self) -> Option<Integer> {
        Integer::of(self.kind)
    }
}

/// Reads `x=1; 0:r1=y; int z=2; uint64_t t[2]={1,2};` into a test.
///
/// # Errors
/// The first item that is not read.
pub fn state<'t>(text: &'t str, test: &mut Test) -> Result<(), Unread<'t>> {
    let items = text.split(';').map(str::trim).filter(|item| !item.is_empty());
    let items: Vec<Item<'t>> = items.map(Item::read).collect::<Result<_, _>>()?;
    // What an address says of an element hangs on what the array is, which may come later.
    items.iter().try_for_each(|item| declare(item, test))?;
    items.iter().try_for_each(|item| set(item, test))
}

fn declare<'t>(item: &Item<'t>, test: &mut Test) -> Result<(), Unread<'t>> {
    let (name, count) = match item.target {
        Target::Register(..) => return Ok(()),
        Target::Location(name) => (name, None),
        Target::Array(name, count) => (name, Some(count)),
    };
    // In C a step of one goes to the next element, whatever its size is.
    if count.is_some() && item.integer().is_none() && test.dialect != Dialect::C {
        return Err(Unread {
            message: format!("how large the elements of `{name}` are is not known"),
            piece: item.text,
        });
    }
    let location = test.location(name);
    let variable = &mut test.locations[location.0];
    variable.integer = item.integer();
    variable.is_array = count.is_some();
    variable.initial = vec![0; count.map_or(1, |count| count as usize)];
    Ok(())
}

fn set<'t>(item: &Item<'t>, test: &mut Test) -> Result<(), Unread<'t>> {
    let refuse = |message: String| Err(Unread { message, piece: item.text });
    let text = item.value.unwrap_or("0");
    match item.target {
        Target::Register(thread, register) => {
            let index = thread.trim_start_matches('P').parse::<usize>().ok();
            let name = test.dialect.register(register);
            let of_dialect = (test.dialect == Dialect::X86).then_some(Integer::INT);
            let value = value(item, text, item.integer().or(of_dialect), test)?;
            let thread_of_test = index.and_then(|index| test.threads.get_mut(index));
            let (Some(thread_of_test), Some(name)) = (thread_of_test, name) else {
                return refuse(format!("there is no register `{thread}:{register}`"));
            };
            let register = thread_of_test.register(&name);
            thread_of_test.initial.push((register, value));
            thread_of_test.integers.extend(item.integer().map(|integer| (register, integer)));
        }
        Target::Location(name) => {
            // Nothing said is `int`.
            let value = value(item, text, item.integer().or(item.kind.is_empty().then_some(Integer::INT)), test)?;
            let location = test.location(name);
            test.locations[location.0].initial = vec![value];
        }
        Target::Array(name, count) => {
            let Some(inner) = item.value.map(|value| value.trim_matches(['{', '}'])) else { return Ok(()) };
            let values = inner.split(',').map(|text| value(item, text.trim(), item.integer(), test));
            let values = values.collect::<Result<Vec<i64>, _>>()?;
            if values.len() as i64 != count {
                return refuse(format!("{} values for an array of {count}", values.len()));
            }
            let location = test.location(name);
            test.locations[location.0].initial = values;
        }
    }
    Ok(())
}

/// A number, or where something is.
fn value<'t>(item: &Item<'t>, text: &'t str, integer: Option<Integer>, test: &mut Test) -> Result<i64, Unread<'t>> {
    let refuse = |message: String| Err(Unread { message, piece: item.text });
    let inner = text.strip_prefix("ATOMIC_INIT(").and_then(|rest| rest.strip_suffix(')'));
    let text = inner.unwrap_or(text).trim_start_matches('&').trim();
    if let Some(number) = number(text) {
        return match integer {
            // Such a number would be cut.
            Some(integer) if !integer.has_room(number) => refuse(format!(
                "the value `{text}` has more than {} bits; a type such as `uint64_t` makes room",
                8 * integer.bytes
            )),
            _ => Ok(number),
        };
    }
    let element = text.strip_suffix(']').and_then(|rest| rest.split_once('['));
    let (name, index) = element.map_or((text, Some(0)), |(name, index)| (name.trim(), number(index.trim())));
    match index.filter(|_| is_name(name)) {
        Some(index) => {
            let location = test.location(name);
            match test.element(location, index) {
                Some(address) => Ok(address),
                None => refuse(format!("`{name}` has no element {index}")),
            }
        }
        None => refuse(format!("the value `{text}` is not supported")),
    }
}

impl Test {
    /// The location with a name, a new one that holds 0 if need be.
    pub fn location(&mut self, name: &str) -> Location {
        let known = self.locations.iter().position(|other| other.name == name);
        Location(known.unwrap_or_else(|| {
            self.locations.push(super::Variable::new(name));
            self.locations.len() - 1
        }))
    }

    /// How far the elements of an array are from each other, as addresses are counted: in C by elements.
    pub fn stride(&self, location: Location) -> i64 {
        match self.dialect {
            Dialect::C => 1,
            _ => self.locations[location.0].bytes().unwrap_or(8),
        }
    }

    /// The address of an element; what is no array is its own first one.
    pub fn element(&self, location: Location, index: i64) -> Option<i64> {
        let count = self.locations[location.0].initial.len() as i64;
        (0..count).contains(&index).then(|| location.address() + index * self.stride(location))
    }

    /// The location and its element that begin at an address.
    pub fn place_at(&self, address: i64) -> Option<(Location, i64)> {
        let (location, offset) = Location::at(address).filter(|(location, _)| location.0 < self.locations.len())?;
        let (index, rest) = (offset / self.stride(location), offset % self.stride(location));
        (rest == 0 && self.element(location, index).is_some()).then_some((location, index))
    }
}

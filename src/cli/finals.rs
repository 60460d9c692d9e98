//! Final states in the form in which herd prints them.
//!
//! In: a litmus test and its final states. Out: the text that tools read which compare such logs. It must not know how they were found.

use std::fmt::Write;

use crate::enumerate::Finals;
use crate::litmus::{Integer, Location, Place, Quantifier, Test};

/// The entry of a test. Witnesses are counted by states: executions that end alike are one.
pub fn log(test: &Test, finals: &Finals) -> String {
    let states = &finals.states;
    let inside = states.iter().filter(|(_, holds)| *holds).count();
    let outside = states.len() - inside;
    let (kind, positive, is_ok) = match test.condition.quantifier {
        Quantifier::Exists => ("Allowed", inside, inside > 0),
        Quantifier::NotExists => ("Forbidden", outside, inside == 0),
        Quantifier::ForAll => ("Required", inside, outside == 0),
    };
    let often = match (inside, outside) {
        (0, _) => "Never",
        (_, 0) => "Always",
        _ => "Sometimes",
    };
    let name = &test.name;
    let mut lines: Vec<String> = states.iter().map(|(values, _)| state(test, finals, values)).collect();
    lines.sort();
    let mut text = format!("Test {name} {kind}\nStates {}\n", states.len());
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    let verdict = if is_ok { "Ok" } else { "No" };
    let negative = states.len() - positive;
    let condition = if test.written.is_empty() { "exists (true)" } else { &test.written };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{verdict}\nWitnesses\nPositive: {positive} Negative: {negative}\nCondition {condition}\n\
         Observation {name} {often} {inside} {outside}\n\n"
    );
    text
}

fn state(test: &Test, finals: &Finals, values: &[i64]) -> String {
    let mut rest = values;
    let shown = finals.places.iter().map(|place| {
        let (own, others) = rest.split_at(Finals::values(test, place));
        rest = others;
        let integer = test.integer(place);
        let values: Vec<String> = own.iter().map(|value| self::shown(test, integer, *value)).collect();
        let name = |location: &Location| &test.locations[location.0].name;
        match place {
            Place::Register { thread, register } => {
                format!("{thread}:{}={};", test.threads[*thread].registers[register.0], values[0])
            }
            Place::Location(location) if test.locations[location.0].is_array => {
                format!("{}={{{}}};", name(location), values.join(","))
            }
            Place::Location(location) => format!("[{}]={};", name(location), values[0]),
            Place::Element(location, index) => format!("{}[{index}]={};", name(location), values[0]),
            Place::Address(_) => String::new(),
        }
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// A number, or what is at an address.
fn shown(test: &Test, integer: Integer, value: i64) -> String {
    match test.place_at(value) {
        Some((location, 0)) => test.locations[location.0].name.clone(),
        Some((location, index)) => format!("{}[{index}]", test.locations[location.0].name),
        None => integer.reading(value).to_string(),
    }
}

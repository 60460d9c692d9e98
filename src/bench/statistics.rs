//! Numbers about many records: medians, PAR-2, fits, disagreements.
//!
//! In: records. Out: numbers. It must not know how they are shown.

use std::collections::{BTreeMap, BTreeSet};

use super::record::Record;
use crate::synth::Algorithm;

/// An algorithm with its first bound, under some conditions: what is compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    pub conditions: &'static str,
    /// Its place in the list of algorithms; unknown ones come last.
    order: usize,
    pub algorithm: String,
    pub k1: Option<usize>,
}

impl Contestant {
    pub fn of(record: &Record) -> Contestant {
        let place = |algorithm| Algorithm::ALL.iter().position(|other| *other == algorithm);
        Contestant {
            conditions: record.conditions.name(),
            order: record.algorithm().and_then(place).unwrap_or(Algorithm::ALL.len()),
            algorithm: record.algorithm.clone(),
            k1: record.k1,
        }
    }
}

/// The records of each contestant.
pub fn by_contestant(records: &[Record]) -> BTreeMap<Contestant, Vec<&Record>> {
    let mut groups: BTreeMap<Contestant, Vec<&Record>> = BTreeMap::new();
    for record in records {
        groups.entry(Contestant::of(record)).or_default().push(record);
    }
    groups
}

/// The middle value, or the mean of the two in the middle.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// The processor time, which does not depend on what else the machine does; where the system does not tell it, the
/// wall-clock time. A job runs in one thread, so on an idle machine both are the same.
pub fn time(record: &Record) -> f64 {
    record.cpu_seconds.unwrap_or(record.seconds)
}

/// The time, or twice the limit where there is no answer.
pub fn par2(record: &Record) -> f64 {
    if record.verdict.is_solved() { time(record) } else { 2.0 * record.limit_seconds }
}

/// The time, or the limit where there is no answer.
pub fn charged(record: &Record) -> f64 {
    if record.verdict.is_solved() { time(record) } else { record.limit_seconds }
}

/// Records whose answer is not the expected one.
pub fn unexpected(records: &[Record]) -> Vec<&Record> {
    records.iter().filter(|record| record.as_expected == Some(false)).collect()
}

/// Instances about which algorithms say different things, with what each says.
pub fn disagreements(records: &[Record]) -> Vec<(String, Vec<String>)> {
    let mut said: BTreeMap<(&str, &str), BTreeMap<(&str, Option<usize>), BTreeSet<String>>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.verdict.is_solved()) {
        said.entry((&record.instance, &record.objective))
            .or_default()
            .entry((record.verdict.name(), record.size()))
            .or_default()
            .insert(record.contestant());
    }
    said.into_iter()
        .filter(|(_, answers)| answers.len() > 1)
        .map(|((instance, objective), answers)| {
            let answers = answers.into_iter().map(|((verdict, size), who)| {
                let who: Vec<String> = who.into_iter().collect();
                let size = size.map_or(String::new(), |size| format!(" with {size} {objective}"));
                format!("{verdict}{size} ({})", who.join(", "))
            });
            (instance.to_string(), answers.collect())
        })
        .collect()
}

/// A power law through some points: y is about c times x to the power of `exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub exponent: f64,
    /// The share of the variation that it explains, of the logarithms.
    pub r_squared: f64,
    pub points: usize,
}

/// The least-squares line through the logarithms; nothing without at least three different x.
pub fn power_law(points: &[(f64, f64)]) -> Option<Fit> {
    let points: Vec<(f64, f64)> =
        points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
    let mut xs: Vec<f64> = points.iter().map(|(x, _)| *x).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    if xs.len() < 3 {
        return None;
    }
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(x - mx, y - my)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    let r_squared = if yy == 0.0 { 1.0 } else { xy * xy / (xx * yy) };
    Some(Fit { exponent: xy / xx, r_squared, points: points.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median([]), None);
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn a_power_law_is_found() {
        let points: Vec<(f64, f64)> = (1..9).map(|x| (f64::from(x), 5.0 * f64::from(x).powf(1.5))).collect();
        let fit = power_law(&points).unwrap();
        assert!((fit.exponent - 1.5).abs() < 1e-9 && (fit.r_squared - 1.0).abs() < 1e-9, "{fit:?}");
        assert_eq!(power_law(&[(1.0, 2.0), (1.0, 3.0), (2.0, 3.0)]), None);
    }
}

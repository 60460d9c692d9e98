//! Figures: which there are and what they show.
//!
//! In: records. Out: pictures as SVG: those of Joshi & Kroening, FM 2015, figure 3, for whatever suite the records are
//! of, and a cactus plot. It must not know how lines are drawn; `chart` and `bars` do, with the looks of `look`.
//!
//! | file | the paper's figure | what |
//! |---|---|---|
//! | `solved.svg` | 3a | solved instances of each algorithm and K1 |
//! | `pairs-FAMILY.svg` | 3b | statement pairs against the parameter |
//! | `scatter-….svg` | 3c | time of ROBMC-ET against time of FI, instance by instance |
//! | `queries-FAMILY-MODEL-k5.svg` | 3d | queries against the parameter |
//! | `time-FAMILY-MODEL-k5.svg` | 3e to 3l | time against the parameter |
//! | `cactus-MODEL.svg` | – | instances that are solved within a time |
//!
//! The parameter is the integer that takes the most values in the family. Records of different conditions are never
//! mixed in a figure: when there are several, the name says which.

mod bars;
mod chart;
mod look;

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::Conditions;
use super::record::Record;
use super::statistics::{Contestant, charged, time};
use crate::synth::Algorithm;
use bars::{Bar, Row};
use chart::{Axis, Chart, Scale, Series};
use look::{Line, Look};

/// A picture.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its file.
    pub file: String,
    pub title: String,
    pub svg: String,
}

/// All figures that the records have something for. The curves of single families are drawn for these, or for all when
/// none is named.
pub fn all(records: &[Record], families: &[String]) -> Vec<Figure> {
    let conditions: BTreeSet<&str> = records.iter().map(|r| r.conditions.name()).collect();
    let mut figures = Vec::new();
    for name in &conditions {
        let Some(these) = Conditions::from_name(name) else { continue };
        let of: Vec<&Record> = records.iter().filter(|r| r.conditions == these).collect();
        let page = Page { records: of, suffix: if conditions.len() > 1 { format!("-{name}") } else { String::new() } };
        figures.extend(page.solved());
        for family in page.names(|r| &r.family) {
            if families.is_empty() || families.iter().any(|wanted| wanted == family) {
                figures.extend(page.pairs(family));
            }
        }
        figures.extend(page.scatter(Algorithm::RobmcEt, Algorithm::Fi));
        figures.extend(page.scatter(Algorithm::CoreFirst, Algorithm::RobmcEt));
        for family in page.names(|r| &r.family) {
            if !families.is_empty() && !families.iter().any(|wanted| wanted == family) {
                continue;
            }
            for model in page.names(|r| &r.model) {
                for k1 in page.bounds() {
                    figures.extend(page.curve(family, model, k1, Measure::Queries));
                    figures.extend(page.curve(family, model, k1, Measure::Seconds));
                }
            }
        }
        for model in page.names(|r| &r.model) {
            figures.extend(page.cactus(model));
        }
    }
    figures
}

/// What is drawn against the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Queries,
    Seconds,
}

/// Records of one set of conditions.
struct Page<'r> {
    records: Vec<&'r Record>,
    /// Of the file names.
    suffix: String,
}

impl<'r> Page<'r> {
    /// The different names, in the order of their first record.
    fn names(&self, of: impl Fn(&'r Record) -> &'r str) -> Vec<&'r str> {
        let mut names = Vec::new();
        for record in &self.records {
            let name = of(record);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The algorithms, in the order in which they are listed everywhere.
    fn algorithms(&self) -> Vec<&'r str> {
        let mut names = self.names(|r| &r.algorithm);
        names.sort_by_key(|name| Algorithm::ALL.iter().position(|known| known.name() == *name));
        names
    }

    /// The first reorder bounds; one that is nothing when no algorithm has any.
    fn bounds(&self) -> Vec<Option<usize>> {
        let bounds: BTreeSet<usize> = self.records.iter().filter_map(|r| r.k1).collect();
        if bounds.is_empty() { vec![None] } else { bounds.into_iter().map(Some).collect() }
    }

    /// The integer parameter with the most values among some records, if it has at least two.
    fn parameter(records: &[&Record]) -> Option<String> {
        let mut values: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
        for record in records {
            for name in record.parameters.keys() {
                if let Some(number) = record.number(name) {
                    values.entry(name).or_default().insert(number);
                }
            }
        }
        let (name, values) = values.into_iter().max_by_key(|(_, values)| values.len())?;
        (values.len() > 1).then(|| name.to_string())
    }

    fn figure(&self, name: &str, chart: Chart) -> Option<Figure> {
        let svg = chart.draw()?;
        let clean: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.+".contains(c) { c } else { '-' }).collect();
        Some(Figure { file: format!("{clean}{}.svg", self.suffix), title: chart.title, svg })
    }

    /// Solved instances: a row for each algorithm with its K1, a bar for each model.
    fn solved(&self) -> Option<Figure> {
        let models = self.names(|r| &r.model);
        let mut counts: BTreeMap<Contestant, Vec<(usize, usize)>> = BTreeMap::new();
        for record in &self.records {
            let row = counts.entry(Contestant::of(record)).or_insert_with(|| vec![(0, 0); models.len()]);
            let model = models.iter().position(|model| *model == record.model).unwrap_or_default();
            row[model].0 += usize::from(record.verdict.is_solved());
            row[model].1 += 1;
        }
        let rows: Vec<Row> = counts
            .into_iter()
            .map(|(contestant, counts)| {
                let k1 = contestant.k1.map_or(String::new(), |k1| format!(", K1 = {k1}"));
                let bars = counts.into_iter().enumerate();
                let bars = bars.map(|(i, (count, total))| Bar { color: Look::number(i).color, count, total });
                Row { name: format!("{}{k1}", contestant.algorithm), bars: bars.collect() }
            })
            .collect();
        let kinds: Vec<_> =
            models.iter().enumerate().map(|(i, model)| ((*model).to_string(), Look::number(i).color)).collect();
        let title = "Solved instances".to_string();
        let svg = bars::draw(&title, &kinds, &rows)?;
        Some(Figure { file: format!("solved{}.svg", self.suffix), title, svg })
    }

    /// Statement pairs against the parameter.
    fn pairs(&self, family: &str) -> Option<Figure> {
        let of: Vec<&Record> = self.records.iter().copied().filter(|r| r.family == family).collect();
        let parameter = Self::parameter(&of)?;
        let models = self.names(|r| &r.model);
        let series = models.iter().enumerate().map(|(i, model)| {
            let known = of.iter().filter(|r| r.model == **model && r.reorderable_pairs > 0);
            let points: BTreeMap<i64, usize> =
                known.filter_map(|r| Some((r.number(&parameter)?, r.reorderable_pairs))).collect();
            let points = points.into_iter().map(|(x, y)| (x as f64, y as f64)).collect();
            Series { name: (*model).to_string(), look: Look::number(i), points }
        });
        let chart = Chart {
            title: format!("Statement pairs of {family}"),
            x: Axis::new(&parameter, Scale::Linear),
            y: Axis::new("pairs that may be reordered", Scale::Linear).with_zero(),
            series: series.collect(),
            limits: Vec::new(),
            diagonal: false,
        };
        self.figure(&format!("pairs-{family}"), chart)
    }

    /// The times of two algorithms, a point for each instance that one of them solves; the smaller K1 where there are
    /// several.
    fn scatter(&self, upright: Algorithm, across: Algorithm) -> Option<Figure> {
        let times = |algorithm: Algorithm| {
            let mut of: Vec<&Record> =
                self.records.iter().copied().filter(|r| r.algorithm() == Some(algorithm)).collect();
            of.sort_by_key(|r| r.k1);
            let mut times: BTreeMap<&str, &Record> = BTreeMap::new();
            for record in of {
                times.entry(&record.instance).or_insert(record);
            }
            times
        };
        let (ours, theirs) = (times(upright), times(across));
        let models = self.names(|r| &r.model);
        let mut limits: Vec<f64> = Vec::new();
        let series = models.iter().enumerate().map(|(i, model)| {
            let both = theirs.iter().filter_map(|(instance, x)| Some((*x, *ours.get(instance)?)));
            let both = both.filter(|(x, y)| x.model == **model && (x.verdict.is_solved() || y.verdict.is_solved()));
            let points = both.map(|(x, y)| {
                limits.extend([x, y].into_iter().filter(|r| !r.verdict.is_solved()).map(|r| r.limit_seconds));
                (charged(x), charged(y))
            });
            Series { name: (*model).to_string(), look: Look::dots(i), points: points.collect() }
        });
        let series: Vec<Series> = series.collect();
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        let name = |times: &BTreeMap<&str, &Record>| times.values().next().map(|r| r.contestant());
        let (ours, theirs) = (name(&ours)?, name(&theirs)?);
        let chart = Chart {
            title: format!("{ours} against {theirs}"),
            x: Axis::new(&format!("CPU seconds, {theirs}"), Scale::Log),
            y: Axis::new(&format!("CPU seconds, {ours}"), Scale::Log),
            series,
            limits,
            diagonal: true,
        };
        self.figure(&format!("scatter-{upright}-{across}"), chart)
    }

    /// Queries or time against the parameter, a curve for each algorithm with this K1 or without one.
    fn curve(&self, family: &str, model: &str, k1: Option<usize>, measure: Measure) -> Option<Figure> {
        let of = self.records.iter().copied();
        let of: Vec<&Record> =
            of.filter(|r| r.family == family && r.model == model && (r.k1.is_none() || r.k1 == k1)).collect();
        let parameter = Self::parameter(&of)?;
        let mut limits: Vec<f64> = Vec::new();
        let series = self.algorithms().into_iter().map(|algorithm| {
            let mut points = Vec::new();
            for record in of.iter().filter(|r| r.algorithm == algorithm) {
                let Some(x) = record.number(&parameter) else { continue };
                match measure {
                    Measure::Seconds => {
                        points.push((x as f64, charged(record)));
                        if !record.verdict.is_solved() {
                            limits.push(record.limit_seconds);
                        }
                    }
                    Measure::Queries if record.verdict.is_solved() => points.push((x as f64, record.queries as f64)),
                    Measure::Queries => {}
                }
            }
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Series { name: algorithm.to_string(), look: Look::of(algorithm, Line::Solid), points }
        });
        let series: Vec<Series> = series.collect();
        limits.sort_by(f64::total_cmp);
        limits.dedup();
        let bound = k1.map_or(String::new(), |k1| format!(", K1 = {k1}"));
        let (what, label, file) = match measure {
            Measure::Queries => ("Queries", "queries", "queries"),
            Measure::Seconds => ("Time", "CPU seconds", "time"),
        };
        let chart = Chart {
            title: format!("{what}: {family}, {model}{bound}"),
            x: Axis::new(&parameter, Scale::Linear),
            y: Axis::new(label, Scale::Log),
            series,
            limits,
            diagonal: false,
        };
        let bound = k1.map_or(String::new(), |k1| format!("-k{k1}"));
        self.figure(&format!("{file}-{family}-{model}{bound}"), chart)
    }

    /// How many instances each contestant solves within a time.
    fn cactus(&self, model: &str) -> Option<Figure> {
        let mut times: BTreeMap<Contestant, Vec<f64>> = BTreeMap::new();
        for record in self.records.iter().filter(|r| r.model == model && r.verdict.is_solved()) {
            times.entry(Contestant::of(record)).or_default().push(time(record));
        }
        let smallest = times.keys().filter_map(|c| c.k1).min();
        let series = times.into_iter().map(|(contestant, mut times)| {
            times.sort_by(f64::total_cmp);
            let line = if contestant.k1 == smallest || contestant.k1.is_none() { Line::Solid } else { Line::Dashed };
            let k1 = contestant.k1.map_or(String::new(), |k1| format!(", K1 = {k1}"));
            let points = times.into_iter().enumerate().map(|(i, seconds)| ((i + 1) as f64, seconds)).collect();
            let look = Look::of(&contestant.algorithm, line).without_marks();
            Series { name: format!("{}{k1}", contestant.algorithm), look, points }
        });
        let chart = Chart {
            title: format!("Instances solved within a time, {model}"),
            x: Axis::new("instances", Scale::Linear).with_zero(),
            y: Axis::new("CPU seconds for each", Scale::Log),
            series: series.collect(),
            limits: Vec::new(),
            diagonal: false,
        };
        self.figure(&format!("cactus-{model}"), chart)
    }
}

//! One chart as SVG: axes, curves, a legend beside the curves.
//!
//! In: points with their looks. Out: the text of an SVG file; nothing when there is not a single point. It must not know
//! what the numbers mean.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::look::{Line, Look, Mark};

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Linear,
    Log,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    pub label: String,
    pub scale: Scale,
    /// Whether 0 is on it, whatever the points are.
    from_zero: bool,
}

impl Axis {
    pub fn new(label: &str, scale: Scale) -> Axis {
        Axis { label: label.to_string(), scale, from_zero: false }
    }

    pub fn from_zero(self) -> Axis {
        Axis { from_zero: true, ..self }
    }

    /// What stands at a line of the grid. On a linear axis are things that are counted.
    fn tick(&self, value: f64) -> String {
        if self.scale == Scale::Linear && value.fract() != 0.0 { String::new() } else { number(value) }
    }

    /// From where to where it goes, for these values.
    fn range(&self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        match self.scale {
            // Whole decades look calm.
            Scale::Log => {
                let (low, high) = (low.max(1e-6).log10().floor(), high.max(1e-6).log10().ceil());
                10f64.powf(low)..10f64.powf(if high > low { high } else { low + 1.0 })
            }
            Scale::Linear => {
                let low = if self.from_zero { low.min(0.0) } else { low };
                let room = (high - low).max(1.0) * 0.04;
                (if self.from_zero { low } else { low - room })..high + room
            }
        }
    }
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub look: Look,
    pub points: Vec<(f64, f64)>,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// Times at which jobs were ended; drawn across, and upright as well when both axes are times.
    pub limits: Vec<f64>,
    /// Where both axes have the same value; both then have the same range.
    pub diagonal: bool,
}

const WIDTH: u32 = 760;
const HEIGHT: u32 = 480;
const LEGEND: u32 = 170;
const GREY: RGBColor = RGBColor(120, 120, 120);
const PALE: RGBColor = RGBColor(225, 225, 225);

/// The powers of ten and what lies between, evenly divided by logarithms.
struct Decades(Range<f64>);

impl Ranged for Decades {
    type ValueType = f64;
    type FormatOption = DefaultFormatting;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let (low, high) = (self.0.start.log10(), self.0.end.log10());
        let share = (value.max(self.0.start).log10() - low) / (high - low);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        let (low, high) = (self.0.start.log10().round() as i32, self.0.end.log10().round() as i32);
        (low..=high).map(|power| 10f64.powi(power)).collect()
    }

    fn range(&self) -> Range<f64> {
        self.0.clone()
    }
}

impl Chart {
    /// The picture.
    pub fn draw(&self) -> Option<String> {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        points().next()?;
        let limits = || self.limits.iter().copied();
        let mut xs = self.x.range(points().map(|p| p.0).chain(limits().filter(|_| self.diagonal)));
        let mut ys = self.y.range(points().map(|p| p.1).chain(limits()));
        if self.diagonal {
            xs = xs.start.min(ys.start)..xs.end.max(ys.end);
            ys = xs.clone();
        }
        let mut svg = String::new();
        let backend = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT));
        // Drawing into a string cannot fail.
        self.draw_on(backend, xs, ys).expect("a chart can be drawn into a string; please report this");
        Some(svg)
    }

    fn draw_on(&self, backend: SVGBackend<'_>, xs: Range<f64>, ys: Range<f64>) -> Result<(), String> {
        let root = backend.into_drawing_area();
        root.fill(&WHITE).map_err(|e| e.to_string())?;
        let (left, right) = root.split_horizontally(WIDTH - LEGEND);
        let mut builder = ChartBuilder::on(&left);
        builder
            .caption(&self.title, ("sans-serif", 19).into_font())
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64);
        let linear = |range: Range<f64>| RangedCoordf64::from(range);
        let done = match (self.x.scale, self.y.scale) {
            (Scale::Linear, Scale::Linear) => builder
                .build_cartesian_2d(linear(xs.clone()), linear(ys.clone()))
                .map_err(|e| e.to_string())
                .and_then(|chart| self.fill(chart, &xs, &ys)),
            (Scale::Linear, Scale::Log) => builder
                .build_cartesian_2d(linear(xs.clone()), Decades(ys.clone()))
                .map_err(|e| e.to_string())
                .and_then(|chart| self.fill(chart, &xs, &ys)),
            (Scale::Log, Scale::Linear) => builder
                .build_cartesian_2d(Decades(xs.clone()), linear(ys.clone()))
                .map_err(|e| e.to_string())
                .and_then(|chart| self.fill(chart, &xs, &ys)),
            (Scale::Log, Scale::Log) => builder
                .build_cartesian_2d(Decades(xs.clone()), Decades(ys.clone()))
                .map_err(|e| e.to_string())
                .and_then(|chart| self.fill(chart, &xs, &ys)),
        };
        done?;
        self.legend(&right)?;
        root.present().map_err(|e| e.to_string())
    }

    fn fill<X, Y>(
        &self,
        mut chart: ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
        xs: &Range<f64>,
        ys: &Range<f64>,
    ) -> Result<(), String>
    where
        X: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let text = ("sans-serif", 14).into_font();
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc(self.x.label.as_str())
            .y_desc(self.y.label.as_str())
            .axis_desc_style(("sans-serif", 15).into_font())
            .label_style(text)
            .x_label_formatter(&|value| self.x.tick(*value))
            .y_label_formatter(&|value| self.y.tick(*value))
            .draw()
            .map_err(|e| e.to_string())?;
        let thin = GREY.stroke_width(1);
        if self.diagonal {
            let ends = [(xs.start, xs.start), (xs.end, xs.end)];
            chart.draw_series(LineSeries::new(ends, thin)).map_err(|e| e.to_string())?;
        }
        for limit in &self.limits {
            let mut lines = vec![[(xs.start, *limit), (xs.end, *limit)]];
            if self.diagonal {
                lines.push([(*limit, ys.start), (*limit, ys.end)]);
            }
            for line in lines {
                let dashes = DashedLineSeries::new(line, 6, 4, thin);
                chart.draw_series(dashes).map_err(|e| e.to_string())?;
            }
        }
        for series in &self.series {
            let stroke = series.look.color.stroke_width(2);
            let points = series.points.iter().copied();
            match series.look.line {
                Line::Solid => chart.draw_series(LineSeries::new(points, stroke)).map(|_| ()),
                Line::Dashed => chart.draw_series(DashedLineSeries::new(points, 8, 5, stroke)).map(|_| ()),
                Line::Absent => Ok(()),
            }
            .map_err(|e| e.to_string())?;
            for point in &series.points {
                mark(chart.plotting_area(), series.look, *point)?;
            }
        }
        Ok(())
    }

    fn legend(&self, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<(), String> {
        let font = ("sans-serif", 13).into_font();
        let mut y = 60;
        let mut entry = |name: &str, look: Look| -> Result<(), String> {
            let stroke = look.color.stroke_width(2);
            let pieces: &[(i32, i32)] = match look.line {
                Line::Solid => &[(0, 26)],
                Line::Dashed => &[(0, 8), (13, 21)],
                Line::Absent => &[],
            };
            for (from, to) in pieces {
                area.draw(&PathElement::new(vec![(*from, y), (*to, y)], stroke)).map_err(|e| e.to_string())?;
            }
            mark(area, look, (13, y))?;
            area.draw(&Text::new(name.to_string(), (34, y - 7), font.clone())).map_err(|e| e.to_string())?;
            y += 22;
            Ok(())
        };
        for series in self.series.iter().filter(|series| !series.points.is_empty()) {
            entry(&series.name, series.look)?;
        }
        if !self.limits.is_empty() {
            entry("time limit", Look { color: GREY, line: Line::Dashed, mark: Mark::Absent })?;
        }
        if self.diagonal {
            entry("same time", Look { color: GREY, line: Line::Solid, mark: Mark::Absent })?;
        }
        Ok(())
    }
}

/// Draws the mark of a point.
fn mark<C: plotters::coord::CoordTranslate<From = P>, P: Clone + 'static>(
    area: &DrawingArea<SVGBackend<'_>, C>,
    look: Look,
    at: P,
) -> Result<(), String> {
    let (color, line) = (look.color, look.color.stroke_width(2));
    match look.mark {
        Mark::Circle => area.draw(&(EmptyElement::at(at) + Circle::new((0, 0), 3, color.filled()))),
        Mark::Ring => area.draw(&(EmptyElement::at(at) + Circle::new((0, 0), 4, line))),
        Mark::Triangle => area.draw(&(EmptyElement::at(at) + TriangleMarker::new((0, 0), 5, color.filled()))),
        Mark::Cross => area.draw(&(EmptyElement::at(at) + Cross::new((0, 0), 4, line))),
        Mark::Square => area.draw(&(EmptyElement::at(at) + Rectangle::new([(-3, -3), (3, 3)], color.filled()))),
        Mark::Absent => Ok(()),
    }
    .map_err(|e| e.to_string())
}

/// A number at an axis, short.
fn number(value: f64) -> String {
    if value != 0.0 && (value.abs() < 1e-3 || value.abs() >= 1e6) {
        return format!("{value:e}");
    }
    let rounded = format!("{value:.3}");
    rounded.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.001, 0.5, 10.0, 1000.0, 0.0, 1e-6, 4e7].into_iter().map(number).collect();
        assert_eq!(shown, ["0.001", "0.5", "10", "1000", "0", "1e-6", "4e7"]);
    }

    #[test]
    fn without_a_point_there_is_no_chart() {
        let axis = || Axis::new("n", Scale::Log);
        let series = vec![Series { name: "a".to_string(), look: Look::number(0), points: Vec::new() }];
        let mut chart =
            Chart { title: String::new(), x: axis(), y: axis(), series, limits: Vec::new(), diagonal: true };
        assert!(chart.draw().is_none());
        chart.series[0].points.push((0.02, 3.0));
        assert!(chart.draw().is_some_and(|svg| svg.contains("<circle")));
    }

    #[test]
    fn decades_are_evenly_spaced() {
        let axis = Decades(0.01..100.0);
        let places: Vec<i32> = [0.01, 0.1, 1.0, 10.0, 100.0].iter().map(|v| axis.map(v, (0, 400))).collect();
        assert_eq!(places, [0, 100, 200, 300, 400]);
    }
}

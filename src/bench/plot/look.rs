//! How curves look: colours that differ for everybody, marks that differ in print.
//!
//! In: an algorithm or a number. Out: a [`Look`]. The colours are those of M. Okabe, K. Ito, Color Universal Design
//! (2008), which people with any kind of colour vision can tell apart.

use plotters::style::RGBColor;

use crate::synth::Algorithm;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Solid,
    Dashed,
    /// Points only.
    Absent,
}

/// What stands at each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Triangle,
    Cross,
    Square,
    Ring,
    Absent,
}

/// How a curve looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub color: RGBColor,
    pub line: Line,
    pub mark: Mark,
}

const COLORS: [RGBColor; 7] = [
    RGBColor(230, 159, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(0, 0, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
];

const MARKS: [Mark; 5] = [Mark::Triangle, Mark::Cross, Mark::Square, Mark::Ring, Mark::Circle];

impl Look {
    /// The look of an algorithm, the same in all figures.
    pub fn of(algorithm: &str, line: Line) -> Look {
        let place = Algorithm::ALL.iter().position(|known| known.name() == algorithm).unwrap_or(Algorithm::ALL.len());
        Look { color: COLORS[place % COLORS.len()], line, mark: MARKS[place % MARKS.len()] }
    }

    /// The look of the first, second, … of some things.
    pub fn number(place: usize) -> Look {
        // Blue and vermilion first: they are furthest apart.
        let color = COLORS[[2, 1, 3, 0, 5, 6, 4][place % COLORS.len()]];
        Look { color, line: Line::Solid, mark: MARKS[[4, 0, 2, 1, 3][place % MARKS.len()]] }
    }

    /// The same, but points only.
    pub fn dots(place: usize) -> Look {
        Look { line: Line::Absent, ..Look::number(place) }
    }

    pub fn without_marks(self) -> Look {
        Look { mark: Mark::Absent, ..self }
    }
}

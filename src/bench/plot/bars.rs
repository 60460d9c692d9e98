//! Counts as bars: a row for each name, a bar for each kind, the number behind each bar.
//!
//! In: names with numbers out of a total. Out: the text of an SVG file; nothing without a row. Lines between a few
//! bounds lie on top of one another where most counts are equal; bars do not. It must not know what is counted.

use plotters::style::RGBColor;
use svg::Document;
use svg::node::element::{Rectangle, Text};

/// One bar.
pub struct Bar {
    pub color: RGBColor,
    pub count: usize,
    pub total: usize,
}

/// A row of bars under one name.
pub struct Row {
    pub name: String,
    pub bars: Vec<Bar>,
}

const WIDTH: f64 = 760.0;
/// Where the bars begin: left of it stand the names.
const LEFT: f64 = 190.0;
/// What is kept free behind the longest bar, for its number.
const RIGHT: f64 = 110.0;
const TOP: f64 = 62.0;
const BAR: f64 = 14.0;
const GAP: f64 = 10.0;

/// The chart; `kinds` are the names of the bars of each row, with their colours.
pub fn draw(title: &str, kinds: &[(String, RGBColor)], rows: &[Row]) -> Option<String> {
    let longest = rows.iter().flat_map(|row| &row.bars).map(|bar| bar.total).max().filter(|most| *most > 0)?;
    let height = TOP + rows.iter().map(|row| row.bars.len() as f64 * BAR + GAP).sum::<f64>() + GAP;
    let mut document = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .add(Rectangle::new().set("width", WIDTH).set("height", height).set("fill", "#FFFFFF"))
        .add(label(title, WIDTH / 2.0, 26.0).set("text-anchor", "middle").set("font-size", 16));
    let mut x = LEFT;
    for (name, color) in kinds {
        document = document.add(rectangle(x, 40.0, 12.0, *color)).add(label(name, x + 18.0, 50.0));
        x += 40.0 + 8.0 * name.chars().count() as f64;
    }
    let scale = (WIDTH - LEFT - RIGHT) / longest as f64;
    let mut y = TOP;
    for row in rows {
        let middle = y + row.bars.len() as f64 * BAR / 2.0 + 4.0;
        document = document.add(label(&row.name, LEFT - 10.0, middle).set("text-anchor", "end"));
        for bar in &row.bars {
            let (length, full) = (bar.count as f64 * scale, bar.total as f64 * scale);
            let said = format!("{} of {}", bar.count, bar.total);
            document = document
                .add(rectangle(LEFT, y, full, RGBColor(235, 235, 235)))
                .add(rectangle(LEFT, y, length, bar.color))
                .add(label(&said, LEFT + full + 6.0, y + BAR - 4.0));
            y += BAR;
        }
        y += GAP;
    }
    Some(document.to_string() + "\n")
}

fn rectangle(x: f64, y: f64, width: f64, color: RGBColor) -> Rectangle {
    let RGBColor(red, green, blue) = color;
    let fill = format!("#{red:02X}{green:02X}{blue:02X}");
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", BAR - 2.0).set("fill", fill)
}

fn label(text: &str, x: f64, y: f64) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-family", "sans-serif").set("font-size", 12)
}

//! A drawing as SVG: a column for each thread, a row for each event in the order of the memory.
//!
//! In: a picture. Out: text. It must not know executions. The places of the events are given, so nothing needs to be laid
//! out; arrows between columns are straight, those within a column are arcs beside it.

use svg::Document;
use svg::node::element::{Definitions, Group, Marker, Path, Rectangle, Text};

use super::picture::{Arrow, Node, Picture, Relation};

const LETTER: f64 = 7.3;
const ROW: f64 = 52.0;
const TOP: f64 = 74.0;
const HEIGHT: f64 = 36.0;
const GAP: f64 = 90.0;
const EDGE: f64 = 60.0;
const FONT: &str = "monospace";

/// Where the columns are: left end and width of each.
struct Grid {
    columns: Vec<(f64, f64)>,
}

impl Grid {
    fn of(picture: &Picture) -> Grid {
        let mut left = EDGE;
        let columns = picture.columns.iter().enumerate().map(|(column, name)| {
            let nodes = picture.nodes.iter().filter(|node| node.column == column);
            let longest = nodes.flat_map(|node| [&node.label, &node.source]).chain([name]);
            let letters = longest.map(|text| text.chars().count()).max().unwrap_or(0);
            let width = letters as f64 * LETTER + 16.0;
            let here = (left, width);
            left += width + GAP;
            here
        });
        Grid { columns: columns.collect() }
    }

    /// The middle of a node.
    fn middle(&self, node: &Node, row: usize) -> (f64, f64) {
        let (left, width) = self.columns[node.column];
        (left + width / 2.0, TOP + row as f64 * ROW + HEIGHT / 2.0)
    }

    fn width(&self) -> f64 {
        self.columns.last().map_or(0.0, |(left, width)| left + width) + EDGE
    }
}

/// How a drawing begins.
pub const BEGIN: &str = "<svg";

/// The text of a drawing.
pub fn svg(picture: &Picture) -> String {
    let grid = Grid::of(picture);
    let width = grid.width().max(picture.title.chars().count() as f64 * LETTER + 40.0).max(420.0);
    let height = TOP + picture.nodes.len() as f64 * ROW + 40.0;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width.ceil() as i64, height.ceil() as i64))
        .set("width", width.ceil())
        .set("height", height.ceil())
        .set("font-family", FONT)
        .set("font-size", 12)
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
        .add(heads())
        .add(words(&picture.title, (20.0, 24.0), "start").set("font-weight", "bold"));
    for ((left, width), name) in grid.columns.iter().zip(&picture.columns) {
        document = document.add(words(name, (left + width / 2.0, TOP - 18.0), "middle").set("font-weight", "bold"));
    }
    // Arrows lie below the events.
    for arrow in &picture.arrows {
        document = document.add(drawn(arrow, picture, &grid));
    }
    for (row, node) in picture.nodes.iter().enumerate() {
        document = document.add(boxed(node, row, &grid));
    }
    let mut at = 20.0;
    for relation in Relation::ALL {
        let name = words(relation.name(), (at, height - 14.0), "start").set("fill", relation.color());
        document = document.add(name);
        at += relation.name().len() as f64 * LETTER + 20.0;
    }
    format!("{document}\n")
}

fn words(text: &str, (x, y): (f64, f64), anchor: &str) -> Text {
    Text::new(text).set("x", round(x)).set("y", round(y)).set("text-anchor", anchor)
}

fn boxed(node: &Node, row: usize, grid: &Grid) -> Group {
    let (left, width) = grid.columns[node.column];
    let (x, y) = grid.middle(node, row);
    let frame = Rectangle::new()
        .set("x", round(left))
        .set("y", round(y - HEIGHT / 2.0))
        .set("width", round(width))
        .set("height", HEIGHT)
        .set("rx", 4)
        .set("fill", "#f6f6f6")
        .set("stroke", "#999");
    Group::new()
        .add(frame)
        .add(words(&node.label, (x, y - 3.0), "middle"))
        .add(words(&node.source, (x, y + 12.0), "middle").set("fill", "#777").set("font-size", 10))
}

/// The heads of the arrows, one of each colour.
fn heads() -> Definitions {
    Relation::ALL.into_iter().fold(Definitions::new(), |heads, relation| {
        let triangle = Path::new().set("d", "M0,0 L8,4 L0,8 z").set("fill", relation.color());
        let head = Marker::new()
            .set("id", format!("head-{}", relation.name()))
            .set("markerWidth", 8)
            .set("markerHeight", 8)
            .set("refX", 7)
            .set("refY", 4)
            .set("orient", "auto")
            .add(triangle);
        heads.add(head)
    })
}

fn drawn(arrow: &Arrow, picture: &Picture, grid: &Grid) -> Group {
    let (from, to) = (&picture.nodes[arrow.from], &picture.nodes[arrow.to]);
    let ((x1, y1), (x2, y2)) = (grid.middle(from, arrow.from), grid.middle(to, arrow.to));
    let half = |node: &Node| grid.columns[node.column].1 / 2.0;
    let color = arrow.relation.color();
    let neighbours = from.column == to.column && arrow.from + 1 == arrow.to && arrow.relation == Relation::Po;
    let (line, label) = if neighbours {
        (format!("M{},{} L{},{}", round(x1), round(y1 + HEIGHT / 2.0), round(x2), round(y2 - HEIGHT / 2.0)), None)
    } else if from.column == to.column {
        // Arcs of different relations keep apart: program order and coherence on the left, the others on the right.
        let side = if matches!(arrow.relation, Relation::Po | Relation::Co) { -1.0 } else { 1.0 };
        let bow = 14.0 + 6.0 * (arrow.relation as u8 as f64) + 3.0 * (arrow.to.abs_diff(arrow.from) as f64).min(6.0);
        let (start, end, out) = (x1 + side * half(from), x2 + side * half(to), x1 + side * (half(from) + bow));
        let arc = format!(
            "M{},{} C{},{} {},{} {},{}",
            round(start),
            round(y1),
            round(out),
            round(y1),
            round(out),
            round(y2),
            round(end),
            round(y2)
        );
        (arc, Some((x1 + side * (half(from) + bow * 0.78 + 2.0), (y1 + y2) / 2.0)))
    } else {
        let side = if x1 < x2 { 1.0 } else { -1.0 };
        let (start, end) = (x1 + side * half(from), x2 - side * half(to));
        let line = format!("M{},{} L{},{}", round(start), round(y1), round(end), round(y2));
        // Nearer to the start, where fewer arrows meet.
        (line, Some((start + (end - start) * 0.4, y1 + (y2 - y1) * 0.4 - 4.0)))
    };
    let mut path = Path::new()
        .set("d", line)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", 1.3)
        .set("marker-end", format!("url(#head-{})", arrow.relation.name()));
    if arrow.relation == Relation::Reordered {
        path = path.set("stroke-dasharray", "5 3");
    }
    let group = Group::new().add(path);
    // These two are many, and told by colour and dashes.
    match label.filter(|_| !matches!(arrow.relation, Relation::Po | Relation::Reordered)) {
        Some(at) => group.add(words(arrow.relation.name(), at, "middle").set("fill", color).set("font-size", 10)),
        None => group,
    }
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

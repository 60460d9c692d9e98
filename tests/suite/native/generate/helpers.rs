//! The functions that threads call, each from several places. They take a pointer to `x` or `y`.

use super::access::Place;
use super::shape::Shape;

/// A helper function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Helper {
    Get,
    Put,
    Bump,
    Swap,
    Await,
    Retry,
    Try,
}

impl Helper {
    /// The text of the function; `point` is the number of its own fence point.
    pub fn text(self, shape: &Shape, point: usize) -> String {
        let declared = Place::declared(shape.styles[0], shape.pair);
        let target = Place { text: "*p".to_string(), style: shape.styles[0], plain: shape.pair };
        // `&*p` is `p`.
        let number = shape.helpers >> (self as u32 * 3);
        let (head, body): (&str, Vec<String>) = match self {
            Helper::Get => ("int $get(T *p)", vec![format!("return {};", target.load(number))]),
            Helper::Put => ("void $put(T *p, int v)", vec![target.store("v", number)]),
            Helper::Bump => ("int $bump(T *p, int v)", vec![format!("return {};", target.update("v", number))]),
            Helper::Swap => (
                "int $swap(T *p, int old, int v)",
                vec![format!("{} e = old;", shape.pair), format!("return {};", target.exchange_if("e", "v", number))],
            ),
            Helper::Await => (
                "int $await(T *p, int v)",
                vec![format!("while ({} != v)", target.load(number)), "    ;".to_string(), "return v;".to_string()],
            ),
            Helper::Retry => (
                "int $retry(T *p, int v)",
                vec![
                    format!("{} old = {};", shape.pair, target.load(number)),
                    format!("while (!{})", target.exchange_if("old", "old + v", 1 + number % 3)),
                    "    ;".to_string(),
                    "return old;".to_string(),
                ],
            ),
            Helper::Try => (
                "int $try(T *p, int v)",
                vec![
                    format!("int seen = {};", target.load(number)),
                    "if (seen != v)".to_string(),
                    "    return 0;".to_string(),
                    target.store("v + 1", number / 8),
                    "return 1;".to_string(),
                ],
            ),
        };
        let head = head.replace("T *", &format!("{declared} *"));
        let body: String = body.iter().map(|line| format!("    {line}\n")).collect();
        format!("static {head}\n{{\n    @{point}\n{body}}}\n\n")
    }
}

//! Whether a thread does otherwise if it finds something else.
//!
//! In: a history, a step at its end, and two values. Out: whether the thread goes on differently with the one and with the other. It must not
//! know graphs, nor why that is asked.

use super::attempt::amount;
use super::class::Classes;
use super::label::{Detail, Label, NodeId};
use super::runs::Runs;
use super::sharing::Stop;

/// Steps after which two histories that do the same are taken to differ all the same.
const PATIENCE: usize = 64;

impl Runs<'_> {
    /// Whether a thread goes on otherwise if it finds the other value in this step.
    pub fn tells_apart(
        &mut self,
        classes: &mut dyn Classes,
        step: NodeId,
        (found, other): (u64, u64),
    ) -> Result<bool, Stop> {
        let (Label::Read { location } | Label::Update { location, .. }) = self.label(step) else { return Ok(true) };
        let width = self.ground.surroundings.sharing.location(location).width;
        let wide = &mut self.ground.surroundings.wide;
        if [found, other].into_iter().any(|value| wide.recognise(value, width).symbol.is_some()) {
            return Ok(true);
        }
        if let Label::Update { change, .. } = self.label(step) {
            let writes = [found, other].into_iter().any(|value| change.apply(value, width).is_some());
            if writes && amount(change, width).is_none() {
                return Ok(true);
            }
        }
        let (mut a, mut b) = (self.after(classes, step, found)?, self.after(classes, step, other)?);
        for _ in 0..PATIENCE {
            if a == b {
                return Ok(false);
            }
            if !self.is_same_step(a, b) {
                return Ok(true);
            }
            let (node, twin) = (self.node(a), self.node(b));
            if let (Some(alone), Some(twin)) = (self.waiting(a), self.waiting(b)) {
                return Ok(!alone.goes_on_as(self.ground.code, twin));
            }
            if matches!(node.label, Label::End { .. } | Label::Stuck) {
                return Ok(match (&*node.detail, &*twin.detail) {
                    (Detail::Stuck(stuck, _), Detail::Stuck(other, _)) => stuck != other,
                    _ => node.label == Label::Stuck,
                });
            }
            // One of them has gone on, for nobody asks it anything here.
            (a, b) = (self.after(classes, a, 0)?, self.after(classes, b, 0)?);
        }
        Ok(true)
    }

    /// Whether two histories come to the same step.
    fn is_same_step(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.node(a), self.node(b));
        a.label == b.label
            && (a.sealed, a.fences, a.order, a.section, a.waits) == (b.sealed, b.fences, b.order, b.section, b.waits)
            && (a.class, a.write_class, a.failing_class) == (b.class, b.write_class, b.failing_class)
    }
}

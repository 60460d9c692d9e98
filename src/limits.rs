//! The limits of a run: one token that every long computation asks whether it may go on.
//!
//! In: a deadline, and whoever raises the token from outside (a watchdog, a signal). Out: the [`Limit`] that was
//! reached. It must not know what is computed, nor how time, memory and signals are watched.
//!
//! A computation that finds the token raised ends as soon as it can and says so; what it says is never a verdict.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Instant;

/// Why a run has to end before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// Its time is over.
    Time,
    /// It uses more memory than it may.
    Memory,
    /// Somebody wants it to end.
    Interrupt,
}

/// Says whether a computation may go on. Clones are one token; those with a deadline of their own share the rest.
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    raised: Arc<AtomicU8>,
    /// Somebody has asked since it was raised.
    heard: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// What ends this one, too, when it is raised.
    outer: Option<Arc<StopToken>>,
    /// How often it may still be asked.
    #[cfg(test)]
    asks: Option<Arc<std::sync::atomic::AtomicU64>>,
}

const RUNNING: u8 = 0;
const TIME: u8 = 1;
const MEMORY: u8 = 2;
const INTERRUPT: u8 = 3;

impl StopToken {
    /// The same token with a deadline; the earlier one if it had one already.
    pub fn until(&self, deadline: Option<Instant>) -> StopToken {
        let deadline = match (self.deadline, deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        StopToken { deadline, ..self.clone() }
    }

    /// A token for a part: it ends with this one, and raising it ends the part alone.
    pub fn part(&self) -> StopToken {
        StopToken { deadline: self.deadline, outer: Some(Arc::new(self.clone())), ..StopToken::default() }
    }

    /// A token that is raised when it is asked for the last time of so many.
    #[cfg(test)]
    pub fn after(asks: u64) -> StopToken {
        StopToken { asks: Some(Arc::new(asks.into())), ..StopToken::default() }
    }

    /// Ends every computation that has this token. The first reason stands.
    pub fn raise(&self, limit: Limit) {
        let code = match limit {
            Limit::Time => TIME,
            Limit::Memory => MEMORY,
            Limit::Interrupt => INTERRUPT,
        };
        // When another reason was faster, that one is told.
        let _ = self.raised.compare_exchange(RUNNING, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The limit that was reached, if any. It asks the clock only if there is a deadline.
    pub fn reached(&self) -> Option<Limit> {
        #[cfg(test)]
        if self.asks.as_ref().is_some_and(|asks| asks.fetch_sub(1, Ordering::Relaxed) == 1) {
            self.raise(Limit::Interrupt);
        }
        let raised = match self.raised.load(Ordering::Relaxed) {
            TIME => Some(Limit::Time),
            MEMORY => Some(Limit::Memory),
            INTERRUPT => Some(Limit::Interrupt),
            _ => None,
        };
        if raised.is_some() {
            self.heard.store(true, Ordering::Relaxed);
            return raised;
        }
        if let Some(limit) = self.outer.as_ref().and_then(|outer| outer.reached()) {
            return Some(limit);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Limit::Time)
    }

    /// Whether any computation knows that the token was raised. What reads a text asks nothing, and does not know.
    pub fn is_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }

    pub fn is_reached(&self) -> bool {
        self.reached().is_some()
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_first_reason_stands_for_all_clones() {
        let token = StopToken::default();
        let part = token.until(Some(Instant::now() + Duration::from_secs(1000)));
        assert_eq!((token.reached(), part.reached()), (None, None));
        token.raise(Limit::Memory);
        part.raise(Limit::Interrupt);
        assert_eq!((token.reached(), part.reached()), (Some(Limit::Memory), Some(Limit::Memory)));
    }

    #[test]
    fn whoever_asks_has_heard() {
        let token = StopToken::default();
        let part = token.part().until(None);
        assert!(!part.is_reached() && !token.is_heard());
        token.raise(Limit::Memory);
        assert!(!token.is_heard());
        assert!(part.is_reached() && token.is_heard());
    }

    #[test]
    fn a_part_ends_alone_and_with_the_whole() {
        let whole = StopToken::default();
        let (one, other) = (whole.part(), whole.part());
        one.raise(Limit::Interrupt);
        assert_eq!((whole.reached(), one.reached(), other.reached()), (None, Some(Limit::Interrupt), None));
        whole.raise(Limit::Memory);
        assert_eq!((one.reached(), other.until(None).reached()), (Some(Limit::Interrupt), Some(Limit::Memory)));
    }

    #[test]
    fn a_deadline_ends_its_own_part_only() {
        let token = StopToken::default();
        let (soon, late) = (Instant::now(), Instant::now() + Duration::from_secs(1000));
        let part = token.until(Some(soon));
        assert_eq!((token.reached(), part.reached()), (None, Some(Limit::Time)));
        assert_eq!(part.until(Some(late)).deadline(), Some(soon));
        assert_eq!(token.until(Some(late)).until(None).reached(), None);
    }
}

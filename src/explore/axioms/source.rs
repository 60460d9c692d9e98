//! Which rows the columns of a plan are computed from.
//!
//! In: nothing. Out: [`Source`]. It must not know how columns are computed.

/// Which rows a column is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Program order, starts and ends of threads included.
    Po,
    /// What starts, ends and private read-modify-writes keep in order.
    Kept,
    /// The read of the same read-modify-write.
    Rmw,
    /// A column of this plan.
    Column(usize),
    SameLocation,
    SameThread,
    OtherThread,
    Nothing,
}

//! How the thread library is asked: what its calls tell those who lower them.
//!
//! In: nothing. Out: the answers. It must not know the tree or the IR.

/// What a use of a mutex, a barrier or one of their like is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is set up.
    SetUp,
    /// Zeros are an object that is set up.
    OfInitialised,
    /// They are not.
    OfSetUp,
}

/// What becomes of a result that is narrower than a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Handed {
    /// It is taken as the number that it is.
    AsInt,
    /// It is taken for a pointer, of which nobody has set the upper bits.
    InRegister,
}

//! Index newtypes, one per table of the program.
//!
//! Every entity is a row of a table and is named by its row number; the newtype keeps rows of different
//! tables apart. Nothing here knows what the rows hold.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The row of this id in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a row. Panics when a table has more than 2^32 rows.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table has fewer than 2^32 rows; please report this"))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A source file, in [`crate::diag::Sources`].
    FileId "file";
    /// A function of the IR.
    FuncId "fn";
    /// A virtual register of one function.
    RegId "%";
    /// An object of static storage duration.
    GlobalId "@";
    /// What a piece of memory holds, for people.
    FormId "form";
    /// An access site: one static load, store or RMW in the source.
    SiteId "s";
    /// A place in the source where a fence may be written.
    PointId "p";
    /// A loop of the source.
    LoopId "loop";
    /// Functions or macros that differ by a memory order and their names.
    FamilyId "family";
    /// An index into the code of one function.
    Label "L";
    /// A thread of an unfolded program; 0 is `main`.
    ThreadId "T";
    /// An event of a skeleton or of an execution.
    EventId "e";
    /// A kind of fence of a memory model.
    FenceId "fence";
    /// A thing synthesis may enforce: a statement pair kept in order, or a fence at a point.
    CandidateId "c";
}

//! The names that mean something in every model.
//!
//! In: nothing. Out: the base sets and relations that an environment supplies, and what is defined from them. It must
//! not know the names that a model declares itself.

/// The sets that every environment supplies, with their meaning.
pub const BASE_SETS: &[(&str, &str)] = &[
    ("_", "all events"),
    ("R", "reads"),
    ("W", "writes"),
    ("F", "fences"),
    ("M", "reads and writes"),
    ("IW", "the initial writes"),
    ("RMW", "the reads and writes of read-modify-write operations"),
];

/// The relations that every environment supplies, with their meaning.
pub const BASE_RELATIONS: &[(&str, &str)] = &[
    ("po", "program order"),
    ("rf", "reads-from, from a write to the reads of its value"),
    ("co", "coherence, the order of the writes of a location"),
    ("fr", "from-reads, from a read to the writes after the one it reads"),
    ("loc", "same location"),
    ("int", "same thread"),
    ("ext", "different threads"),
    ("rmw", "from the read to the write of one read-modify-write"),
    ("parts", "from a part of an access to memory that is cut to its other parts"),
    ("addr", "address dependency"),
    ("data", "data dependency"),
    ("ctrl", "control dependency"),
    ("kept", "pairs of program order that synthesis holds"),
    ("id", "identity"),
];

/// Relations that are defined for every model: name, relation, restricted to.
pub(super) const DERIVED: &[(&str, &str, &str)] = &[
    ("rfe", "rf", "ext"),
    ("rfi", "rf", "int"),
    ("coe", "co", "ext"),
    ("coi", "co", "int"),
    ("fre", "fr", "ext"),
    ("fri", "fr", "int"),
    ("po-loc", "po", "loc"),
    // An instruction is itself; the halves of an atomic one are ordered by `rmw`.
    ("si", "id", "id"),
    // Accesses of one instruction to the same bytes: each location is accessed as a whole.
    ("sm", "id", "id"),
];

/// The functions that are defined for every model.
const FUNCTIONS: &[&str] = &["fencerel", "ctrlcfence", "domain", "range"];

/// Functions of a simulator that ask for the values of events. They may stand in flags, which are not resolved then.
pub const OF_VALUES: &[&str] = &["different-values"];

/// The further names that are defined for every model.
const OTHERS: &[&str] = &["amo", "lxsx", "emptyset", "casdep"];

/// Files that simulators read for what is here at hand in every model: the coherence order and reads-from as they are
/// enumerated, and definitions of base relations. Including them changes nothing.
pub const SUPPLIED_FILES: &[&str] =
    &["stdlib.cat", "cos.cat", "cos-opt.cat", "cos-no-opt.cat", "cross.cat", "lock.cat"];

/// Whether a name means something in every model.
pub fn is_reserved(name: &str) -> bool {
    BASE_SETS.iter().chain(BASE_RELATIONS).any(|(base, _)| *base == name)
        || DERIVED.iter().any(|(derived, ..)| *derived == name)
        || FUNCTIONS.contains(&name)
        || OTHERS.contains(&name)
}

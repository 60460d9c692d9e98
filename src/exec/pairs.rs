//! Maps whose keys are no strings, written as lists of pairs.
//!
//! In: such a map. Out: what [`serde`] writes and reads of it. It must not know what the map holds.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<'m, M, S>(map: &'m M, to: S) -> Result<S::Ok, S::Error>
where
    &'m M: IntoIterator,
    <&'m M as IntoIterator>::Item: Serialize,
    S: Serializer,
{
    to.collect_seq(map)
}

pub fn deserialize<'d, M, D>(from: D) -> Result<M, D::Error>
where
    M: IntoIterator + FromIterator<<M as IntoIterator>::Item>,
    M::Item: Deserialize<'d>,
    D: Deserializer<'d>,
{
    Ok(Vec::<M::Item>::deserialize(from)?.into_iter().collect())
}

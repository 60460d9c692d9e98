//! Maps whose keys are no strings, written as lists of pairs.
//!
//! In: such a map. Out: what [`serde`] writes and reads of it. It must not know what the map holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(map: &BTreeMap<K, V>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(map)
}

pub fn deserialize<'d, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
where
    K: Deserialize<'d> + Ord,
    V: Deserialize<'d>,
    D: Deserializer<'d>,
{
    Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
}

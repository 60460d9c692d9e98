//! What a proof is about, as data: enough to make the formula again.
//!
//! In: a request, the texts that were read, the bounds. Out: a [`Manifest`] as JSON, and the request again. It must not know
//! clauses.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::foreign;
use crate::diag::{Diagnostic, Sources};
use crate::digest::sha256;
use crate::drive::Request;
use crate::drive::recheck::canonical;
use crate::exec::bounds::Bounds;
use crate::frontend::ReadOptions;
use crate::ir::Concern;
use crate::model::Model;

/// The version of the shape of a manifest.
const VERSION: u32 = 2;

/// What is read of a manifest first.
#[derive(Deserialize)]
struct Version {
    manifest_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    manifest_version: u32,
    /// The version of the program that made the formula.
    tool: String,
    /// The hash (SHA-256) of each file of the proof, by its name.
    pub files: BTreeMap<String, String>,
    pub model: ModelRecord,
    /// The first file of the program.
    path: PathBuf,
    /// How it is read.
    read: ReadOptions,
    /// What is looked for.
    pub properties: Vec<String>,
    /// How far loops and calls are followed. No execution goes beyond.
    pub bounds: Bounds,
    pub sources: Vec<SourceRecord>,
    /// The hash of the manifest's own text with nothing here.
    seal: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRecord {
    /// A name, or the path of a file.
    pub name: String,
    /// The hash of its files, one after the other.
    pub sha256: String,
}

/// A file that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceRecord {
    /// As the program names it.
    pub path: PathBuf,
    /// Its text in the folder of the proof.
    pub copy: String,
    pub sha256: String,
}

/// A model with the hash of its files.
///
/// # Errors
/// There is no such model, or it is wrong.
pub fn model(name: &str) -> Result<(Model, ModelRecord), Diagnostic> {
    let mut sources = Sources::default();
    let model = Model::find(name, &mut sources).map_err(|mut mistakes| mistakes.swap_remove(0))?;
    let text: String = sources.files().map(|(_, file)| &*file.text).collect();
    Ok((model, ModelRecord { name: name.to_string(), sha256: sha256(&text) }))
}

impl Manifest {
    /// What a proof about the program of a request is about, and the texts that were read.
    pub fn new(
        request: &Request,
        model_name: &str,
        sources: &Sources,
        bounds: &Bounds,
    ) -> Result<(Manifest, Vec<String>), Diagnostic> {
        let (_, model) = model(model_name)?;
        let mut records: Vec<SourceRecord> = Vec::new();
        let mut texts = Vec::new();
        for (path, text) in foreign(sources) {
            // A header that is included twice is one file.
            if records.iter().any(|record| record.path == path) {
                continue;
            }
            let name = path.file_name().map_or("input".into(), |name| name.to_string_lossy());
            let copy = format!("program/{}/{name}", records.len());
            records.push(SourceRecord { path: path.to_path_buf(), copy, sha256: sha256(text) });
            texts.push(text.to_string());
        }
        let files = records.iter().map(|record| (record.copy.clone(), record.sha256.clone())).collect();
        let manifest = Manifest {
            manifest_version: VERSION,
            tool: env!("CARGO_PKG_VERSION").to_string(),
            files,
            model,
            path: request.path.clone(),
            read: request.read.clone(),
            properties: request.read.checked.concerns().map(|concern| concern.name().to_string()).collect(),
            bounds: bounds.clone(),
            sources: records,
            seal: String::new(),
        };
        Ok((manifest, texts))
    }

    /// Adds the hash of a file.
    pub fn add(&mut self, name: &str, text: &str) {
        self.files.insert(name.to_string(), sha256(text));
    }

    /// The copies of the program's files, in order.
    pub fn copies(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|record| record.copy.as_str())
    }

    /// As a file.
    ///
    /// # Errors
    /// A path that is no text.
    pub fn text(&self) -> Result<String, Diagnostic> {
        let sealed = |seal: String| {
            let text = serde_json::to_string_pretty(&Manifest { seal, ..self.clone() });
            text.map(|text| text + "\n").map_err(|error| Diagnostic::error(format!("no proof can be written: {error}")))
        };
        sealed(sha256(&sealed(String::new())?))
    }

    /// From a file.
    ///
    /// # Errors
    /// It is none, or none that this program knows.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        // A manifest of another version may have other fields.
        let version: Version = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match version.manifest_version {
            VERSION => serde_json::from_str(text).map_err(|error| error.to_string()),
            other => Err(format!("its version is {other}, and this program knows {VERSION}")),
        }
    }

    /// Whether a text is the one that was written for this manifest, to the last blank. What says a thing twice is not, though a reader
    /// takes one of the two, nor what has another seal.
    pub fn is_written(&self, text: &str) -> bool {
        self.text().is_ok_and(|own| own == text)
    }

    /// The version of the program that wrote it, where that is another one than this.
    pub fn other_writer(&self) -> Option<&str> {
        (self.tool != env!("CARGO_PKG_VERSION")).then_some(self.tool.as_str())
    }

    /// The request that the formula was made for, about the program with these texts.
    ///
    /// # Errors
    /// What is looked for has no such name.
    pub fn request(&self, model: Model, texts: &[String]) -> Result<Request, String> {
        let checked = self.properties.iter().map(|name| Concern::from_name(name).ok_or(name));
        let checked = checked.collect::<Result<_, _>>().map_err(|name| format!("unknown property `{name}`"))?;
        let mut read = ReadOptions { checked, ..self.read.clone() };
        for (record, text) in self.sources.iter().zip(texts) {
            // A file that is not here is known by the path that the program has for it.
            read.overlay.insert(record.path.clone(), text.clone());
            read.overlay.insert(canonical(&record.path), text.clone());
        }
        Ok(Request { read, ..Request::new(self.path.clone(), model) })
    }
}

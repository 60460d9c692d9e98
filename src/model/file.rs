//! Model files: the TOML part.
//!
//! In: a path and a way to read it. Out: a [`Model`], or every mistake with its place. It must not know what the axioms
//! mean; it hands their text on.

mod assembly;
mod fences;
mod includes;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexSet;
use serde::Deserialize;
use toml::Spanned;

use self::fences::{FenceTable, Pairs};
use self::includes::Including;
use super::wellformed::Fault;
use super::{
    Access, AccessPair, Choices, FailedUpdates, Lowering, Model, ORDERS, Operation, Tag, lexer, resolve, span_of,
    vocabulary, wellformed,
};
use crate::diag::{Diagnostic, FileId, Sources};
use crate::ids::FenceId;

/// The schema. Unknown keys are mistakes, so that a misspelt one is not ignored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelFile {
    name: Spanned<String>,
    description: Spanned<String>,
    citation: Spanned<String>,
    /// The axioms' file, relative to this one.
    axioms: Spanned<String>,
    /// A file that is read before it, where the axioms are others' and do not include what they use.
    #[serde(default)]
    declarations: Option<Spanned<String>>,
    /// Files that are read in the place of others that the axioms include.
    #[serde(default)]
    instead: BTreeMap<String, Spanned<String>>,
    relaxed: Spanned<Pairs>,
    /// Sets that the axioms may name and that C programs leave empty.
    #[serde(default)]
    sets: Vec<Spanned<String>>,
    /// Whether the axioms have `kept`.
    #[serde(default = "yes")]
    keeps: bool,
    /// Relations of the axioms that `kept` is added to, where the axioms are others' and do not have it.
    #[serde(default)]
    kept_in: Vec<Spanned<String>>,
    /// What the machine does wrong, and the axioms on purpose.
    #[serde(default)]
    faults: Vec<Spanned<String>>,
    #[serde(default)]
    fence: Vec<FenceTable>,
    /// Orders of read-modify-writes that make no difference where they store what they find.
    #[serde(default)]
    silent_updates: Vec<Spanned<String>>,
    /// Whether a store that puts back what a read-modify-write found makes no difference where nobody saw what was between.
    #[serde(default)]
    silent_restores: bool,
    /// Whether a store of what is there makes no difference where nobody else writes there.
    #[serde(default)]
    silent_rewrites: bool,
    /// Whether a program of which accesses race in the language may do anything.
    #[serde(default)]
    undefined_races: bool,
    /// What a compare-and-exchange that fails is.
    failed_updates: Option<Spanned<String>>,
    /// What the choice of a value is to whoever uses it.
    choices: Option<Spanned<String>>,
    /// What it costs to raise an order.
    #[serde(default)]
    order: BTreeMap<String, Spanned<i64>>,
    map: Spanned<MapTable>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapTable {
    load: Spanned<OrderTable<AccessEntry>>,
    store: Spanned<OrderTable<AccessEntry>>,
    rmw: Spanned<OrderTable<AccessEntry>>,
    fence: Spanned<OrderTable<FenceEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Deserialize<'de>")]
struct OrderTable<T> {
    plain: Option<T>,
    volatile: Option<T>,
    relaxed: Option<T>,
    acquire: Option<T>,
    release: Option<T>,
    acq_rel: Option<T>,
    seq_cst: Option<T>,
    #[serde(rename = "*")]
    others: Option<T>,
}

impl<T> OrderTable<T> {
    /// The entries in the order of [`ORDERS`], the default filled in.
    fn entries(&self) -> [Option<&T>; ORDERS.len()] {
        let own =
            [&self.plain, &self.volatile, &self.relaxed, &self.acquire, &self.release, &self.acq_rel, &self.seq_cst];
        own.map(|entry| entry.as_ref().or(self.others.as_ref()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccessEntry {
    #[serde(default)]
    before: Vec<Spanned<String>>,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FenceEntry {
    fences: Vec<Spanned<String>>,
}

/// Whether what a file declares has been compared with what its axioms do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WellFormed {
    /// It is to be found out.
    Unknown,
    /// The tests have found it so: a file that is built in.
    Known,
}

/// Reads a model.
///
/// # Errors
/// An unreadable file, and every mistake in either file.
pub fn load(
    path: &Path,
    well_formed: WellFormed,
    sources: &mut Sources,
    read: &dyn Fn(&Path) -> Result<String, String>,
) -> Result<Model, Vec<Diagnostic>> {
    let text = read(path)
        .map_err(|why| vec![Diagnostic::error(format!("cannot read the memory model {}: {why}", path.display()))])?;
    let file = sources.add(path, text.as_str());
    let parsed: ModelFile = toml::from_str(&text).map_err(|error| {
        let message = error.message().trim().replace('\n', "; ");
        let mut diagnostic =
            Diagnostic::error(message).help("the keys of a model file are described in encodings/README.md");
        if let Some(range) = error.span() {
            diagnostic = diagnostic.at(span_of(file, range));
        }
        vec![diagnostic]
    })?;
    let mut reader = Reader { file, errors: Vec::new() };
    let faults = reader.faults(&parsed.faults);
    let mut model = reader.model(&parsed, &faults);

    // The axioms are read even after a mistake, so that both files' mistakes show at once.
    let beside = |name: &str| path.parent().unwrap_or(Path::new("")).join(name);
    let axioms_path = beside(parsed.axioms.get_ref());
    let instead = parsed.instead.iter().map(|(name, other)| (name.as_str(), beside(other.get_ref()))).collect();
    let mut including = Including { instead, sources, read };
    let before = parsed.declarations.as_ref().map_or(Ok(Vec::new()), |name| {
        let path = beside(name.get_ref());
        let text = read(&path).map_err(|why| {
            Diagnostic::error(format!("cannot read {}: {why}", path.display()))
                .at(span_of(file, name.span()))
                .help("`declarations` names a file relative to the model file")
        })?;
        including.statements(&path, text)
    });
    match read(&axioms_path) {
        Ok(text) => {
            model.axioms_text.clone_from(&text);
            let axioms = before.and_then(|mut before| {
                before.extend(including.statements(&axioms_path, text)?);
                Ok(before)
            });
            match axioms {
                Ok(statements) => {
                    let sets = model.declared_sets();
                    let kept_in: Vec<_> = parsed
                        .kept_in
                        .iter()
                        .map(|name| (name.get_ref().clone(), span_of(file, name.span())))
                        .collect();
                    let declared = resolve::Declared { sets: &sets, kept_in: &kept_in };
                    match resolve::resolve(&statements, sources, declared) {
                        Ok(resolved) => {
                            model.axioms = resolved.axioms;
                            model.terms = resolved.terms;
                        }
                        Err(errors) => reader.errors.extend(errors),
                    }
                }
                Err(error) => reader.errors.push(error),
            }
        }
        Err(why) => {
            let place = span_of(file, parsed.axioms.span());
            reader.errors.push(
                Diagnostic::error(format!("cannot read the axioms {}: {why}", axioms_path.display()))
                    .at(place)
                    .help("`axioms` names a file relative to the model file"),
            );
        }
    }
    if reader.errors.is_empty() && well_formed == WellFormed::Unknown {
        let places = wellformed::Places {
            relaxed: span_of(file, parsed.relaxed.span()),
            axioms: span_of(file, parsed.axioms.span()),
            keeps: parsed.keeps,
            faults: faults.clone(),
            fences: parsed
                .fence
                .iter()
                .filter_map(|fence| Some(span_of(file, fence.orders.as_ref()?.span())))
                .collect(),
        };
        reader.errors = wellformed::check(&model, &places);
    }
    if reader.errors.is_empty() { Ok(model) } else { Err(reader.errors) }
}

/// What a fence, an order or a line may cost at most: sums of products of two of these, over whatever a program has, are numbers
/// of 64 bits.
pub const HIGHEST_COST: u32 = 65_535;

/// The orders that an access may be raised to.
const RAISED: [&str; 4] = ["acquire", "release", "acq_rel", "seq_cst"];

/// The orders that a read-modify-write of this one may be raised to.
fn raised_from(order: &str) -> &'static [&'static str] {
    match order {
        "relaxed" => &RAISED,
        "acquire" | "release" => &["acq_rel", "seq_cst"],
        "acq_rel" => &["seq_cst"],
        _ => &[],
    }
}

struct Reader {
    file: FileId,
    errors: Vec<Diagnostic>,
}

impl Reader {
    fn error(&mut self, at: std::ops::Range<usize>, message: String, help: &str) {
        self.errors.push(Diagnostic::error(message).at(span_of(self.file, at)).help(help));
    }

    fn faults(&mut self, names: &[Spanned<String>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for name in names {
            match Fault::ALL.into_iter().find(|fault| fault.name() == name.get_ref()) {
                Some(fault) if !faults.contains(&fault) => faults.push(fault),
                Some(_) => {
                    self.error(name.span(), format!("the fault `{}` is listed twice", name.get_ref()), "remove one");
                }
                None => {
                    let known = Fault::ALL.map(Fault::name).join(" and ");
                    let message = format!("no fault is called `{}`", name.get_ref());
                    self.error(name.span(), message, &format!("the faults are {known}"));
                }
            }
        }
        faults
    }

    /// Everything but the axioms.
    fn model(&mut self, parsed: &ModelFile, faults: &[Fault]) -> Model {
        for (key, value) in
            [("name", &parsed.name), ("description", &parsed.description), ("citation", &parsed.citation)]
        {
            if value.get_ref().trim().is_empty() {
                self.error(value.span(), format!("`{key}` is empty"), "say it in a few words");
            }
        }
        let relaxed = self.pairs(parsed.relaxed.get_ref());
        let kinds = self.kinds(&parsed.fence, faults);
        let mut tags = IndexSet::new();
        let mapping = self.mapping(&parsed.map, &kinds.names(), &mut tags);
        for table in &parsed.fence {
            tags.extend(table.tags.iter().map(|tag| Tag::named(tag.get_ref())));
        }
        tags.sort();
        let raises = parsed.order.iter().map(|(order, cost)| (order.clone(), self.raise(order, cost))).collect();
        let mut sets = Vec::new();
        for set in &parsed.sets {
            self.set_name(set, "set");
            sets.push(Tag::named(set.get_ref()));
        }
        let silent_updates = self.silent_updates(&parsed.silent_updates);
        let failed_updates = self.failed_updates(parsed.failed_updates.as_ref());
        let choices = self.choices(parsed.choices.as_ref());
        Model {
            name: parsed.name.get_ref().clone(),
            description: parsed.description.get_ref().trim().to_string(),
            citation: parsed.citation.get_ref().trim().to_string(),
            relaxed,
            fences: kinds.fences,
            only_read: kinds.only_read,
            raises,
            silent_updates,
            silent_restores: parsed.silent_restores,
            silent_rewrites: parsed.silent_rewrites,
            undefined_races: parsed.undefined_races,
            failed_updates,
            choices,
            mapping,
            facts: Arc::default(),
            tags: tags.into_iter().collect(),
            sets,
            axioms_text: String::new(),
            axioms: Vec::new(),
            terms: super::term::Terms::default(),
        }
    }

    /// Orders that are listed once, with those that accesses of these orders may be raised to.
    fn silent_updates(&mut self, items: &[Spanned<String>]) -> Vec<String> {
        let mut orders: Vec<String> = Vec::new();
        for item in items {
            let order = item.get_ref();
            match ORDERS.contains(&order.as_str()) {
                true if orders.contains(order) => {
                    self.error(item.span(), format!("the order `{order}` is listed twice"), "remove one");
                }
                true => orders.push(order.clone()),
                false => {
                    let message = format!("`{order}` is not an order");
                    self.error(item.span(), message, &format!("the orders are {}", ORDERS.join(", ")));
                }
            }
        }
        for item in items {
            let missing = raised_from(item.get_ref()).iter().find(|above| !orders.iter().any(|order| order == **above));
            if let Some(above) = missing {
                let message = format!("`{}` is listed without `{above}`, to which it may be raised", item.get_ref());
                self.error(item.span(), message, "list both, or neither");
            }
        }
        orders
    }

    fn failed_updates(&mut self, key: Option<&Spanned<String>>) -> FailedUpdates {
        let Some(key) = key else { return FailedUpdates::Update };
        FailedUpdates::ALL.into_iter().find(|what| what.name() == key.get_ref()).unwrap_or_else(|| {
            let known = FailedUpdates::ALL.map(FailedUpdates::name).join(" or ");
            let message = format!("a compare-and-exchange that fails is no `{}`", key.get_ref());
            self.error(key.span(), message, &format!("it is {known}"));
            FailedUpdates::Update
        })
    }

    fn choices(&mut self, key: Option<&Spanned<String>>) -> Choices {
        let Some(key) = key else { return Choices::Branch };
        Choices::ALL.into_iter().find(|what| what.name() == key.get_ref()).unwrap_or_else(|| {
            let known = Choices::ALL.map(Choices::name).join(" or ");
            let message = format!("the choice of a value is no `{}`", key.get_ref());
            self.error(key.span(), message, &format!("it is {known}"));
            Choices::Branch
        })
    }

    fn pairs(&mut self, items: &[Spanned<Vec<String>>]) -> Vec<AccessPair> {
        let mut pairs = Vec::new();
        for item in items {
            let [first, second] = &item.get_ref()[..] else {
                let message = format!("{:?} is not a pair of accesses", item.get_ref());
                self.error(item.span(), message, "a pair is two accesses, such as [\"W\", \"R\"]");
                continue;
            };
            let access = |letter: &str| Access::ALL.into_iter().find(|access| access.letter() == letter);
            match (access(first), access(second)) {
                (Some(first), Some(second)) if !pairs.contains(&(first, second)) => pairs.push((first, second)),
                (Some(_), Some(_)) => {
                    self.error(item.span(), format!("the pair {first}, {second} is listed twice"), "remove one");
                }
                _ => self.error(
                    item.span(),
                    format!("\"{first}\", \"{second}\" is not a pair of accesses"),
                    "an access is \"R\" or \"W\"",
                ),
            }
        }
        pairs
    }

    fn cost(&mut self, name: &str, cost: &Spanned<i64>) -> u32 {
        match u32::try_from(*cost.get_ref()) {
            Ok(cost) if (1..=HIGHEST_COST).contains(&cost) => cost,
            _ => {
                let message = format!("the cost of `{name}` is {}", cost.get_ref());
                self.error(cost.span(), message, &format!("a cost is a whole number from 1 to {HIGHEST_COST}"));
                1
            }
        }
    }

    /// What it costs to raise an order to this one.
    fn raise(&mut self, order: &str, cost: &Spanned<i64>) -> u32 {
        if !RAISED.contains(&order) {
            let message = format!("no order is raised to `{order}`");
            self.error(cost.span(), message, "the orders here are acquire, release, acq_rel and seq_cst");
        }
        self.cost(order, cost)
    }

    /// Checks that a name can stand for a set in the axioms.
    fn set_name(&mut self, name: &Spanned<String>, what: &str) {
        if !lexer::is_name(name.get_ref()) {
            self.error(
                name.span(),
                format!("`{}` cannot name a {what}", name.get_ref()),
                "a name is a letter and then letters, digits, `_`, `-` or `.`, and no keyword of the axioms",
            );
        } else if vocabulary::is_reserved(name.get_ref()) {
            self.error(
                name.span(),
                format!("`{}` already has a meaning in the axioms", name.get_ref()),
                "choose another name",
            );
        }
    }

    fn mapping(&mut self, map: &Spanned<MapTable>, kinds: &[Tag], tags: &mut IndexSet<Tag>) -> Vec<Lowering> {
        let table = map.get_ref();
        let mut mapping = Vec::new();
        for operation in Operation::ALL {
            let access = match operation {
                Operation::Load => &table.load,
                Operation::Store => &table.store,
                Operation::Rmw => &table.rmw,
                Operation::Fence => {
                    let entries = table.fence.get_ref().entries();
                    self.covered(operation, table.fence.span(), entries.map(|entry| entry.is_some()));
                    for entry in entries {
                        let fences = entry.map_or_else(Vec::new, |entry| self.fence_kinds(&entry.fences, kinds));
                        mapping.push(Lowering { before: fences, ..Lowering::default() });
                    }
                    continue;
                }
            };
            let entries = access.get_ref().entries();
            self.covered(operation, access.span(), entries.map(|entry| entry.is_some()));
            for entry in entries {
                let Some(entry) = entry else {
                    mapping.push(Lowering::default());
                    continue;
                };
                for tag in &entry.tags {
                    // Being a read-modify-write is a fact about the program, which the model's file may repeat.
                    if tag.get_ref() == "RMW" && operation == Operation::Rmw {
                        continue;
                    }
                    self.set_name(tag, "tag");
                    let set = Tag::named(tag.get_ref());
                    if kinds.contains(&set) {
                        let message = format!("`{}` is both a fence kind and a tag", tag.get_ref());
                        self.error(tag.span(), message, "give the tag another name");
                    }
                    tags.insert(set);
                }
                mapping.push(Lowering {
                    before: self.fence_kinds(&entry.before, kinds),
                    after: self.fence_kinds(&entry.after, kinds),
                    tags: entry.tags.iter().map(|tag| Tag::named(tag.get_ref())).filter(|tag| *tag != *"RMW").collect(),
                });
            }
        }
        // An entry of `*` was visited once per order it stands for; its mistakes are said once.
        let mut seen = IndexSet::new();
        self.errors.retain(|error| seen.insert((error.span.map(|span| span.start), error.message.clone())));
        mapping
    }

    fn covered(&mut self, operation: Operation, at: std::ops::Range<usize>, present: [bool; ORDERS.len()]) {
        let missing: Vec<&str> = ORDERS.iter().zip(present).filter(|(_, there)| !there).map(|(o, _)| *o).collect();
        if !missing.is_empty() {
            self.error(
                at,
                format!("the mapping of `{}` says nothing about {}", operation.name(), missing.join(", ")),
                "add these orders, or `\"*\" = {}` for all that are not listed",
            );
        }
    }

    /// The kinds of these names, of all those of the model in the order of their ids.
    fn fence_kinds(&mut self, names: &[Spanned<String>], kinds: &[Tag]) -> Vec<FenceId> {
        let mut found = Vec::new();
        for name in names {
            match kinds.iter().position(|kind| kind == name.get_ref().as_str()) {
                Some(index) => found.push(FenceId::from_index(index)),
                None => {
                    let help = match super::suggest(name.get_ref(), kinds.iter().map(|kind| kind.name())) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "declare it in a [[fence]] table".to_string(),
                    };
                    self.error(name.span(), format!("there is no fence kind `{}`", name.get_ref()), &help);
                }
            }
        }
        found
    }
}

//! From edits to text that is known to be right: written in memory, read again and checked again.
//!
//! In: a [`Task`] and edits. Out: [`Assured`], the patch. It must not touch a file.

use crate::diag::{Diagnostic, Span};
use crate::drive::Failure;
use crate::drive::check::{Extent, Judged};
use crate::drive::recheck::{explore_again, recheck};
use crate::drive::reliance::Reliance;
use crate::drive::verdict::{Decider, Verdict, Why};
use crate::exec::bounds::Bounds;
use crate::ids::FenceId;
use crate::patch::{Insertion, Patch, idiom};
use crate::progress::Observer;

use super::edits::{Edit, text};
use super::remarks::Remark;
use super::solve::Reach;
use super::{Assurance, Task};

/// A patch and what is known of it.
pub struct Assured {
    pub insertions: Vec<Insertion>,
    pub patch: Patch,
    /// Its text was read again and is safe.
    pub rechecked: bool,
    /// The dependencies on which that rests, if any, where it was asked.
    pub reliance: Option<Reliance>,
    /// It is safe however far its loops run; they ran so far.
    pub whole: Option<u32>,
}

/// How the fences are spelled.
#[derive(Clone, Copy)]
enum Style<'k> {
    /// Of all kinds as the file that each goes into spells them.
    Own,
    /// Of these kinds so, and the others as the model does.
    OwnOf(&'k [FenceId]),
    /// As the model does.
    Model,
}

impl Style<'_> {
    /// Whether a kind is spelled as the file does.
    fn is_own(self, kind: FenceId) -> bool {
        match self {
            Style::Own => true,
            Style::OwnOf(kinds) => kinds.contains(&kind),
            Style::Model => false,
        }
    }
}

/// Edits, and what is said of each.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    pub edits: &'w [Edit],
    pub remarks: &'w [Remark],
    /// What is asked of the text.
    pub extent: Extent,
}

/// Writes edits into the text and judges that; `Err(why)` inside when it cannot be judged.
///
/// What a file seems to call a fence need not be one: where the text is not right with it, the model's spelling is taken. Of several
/// kinds each is tried, for one may be what it seems where another is not.
///
/// # Errors
/// The text is no program any more, or still wrong: the program gives what a fence is spelled with another meaning.
pub fn assure(
    task: &Task<'_>,
    wanted: Wanted<'_>,
    (bounds, reach): (&Bounds, &Reach),
    by: Decider,
    observer: &mut dyn Observer,
) -> Result<Result<Assured, Why>, Failure> {
    if task.settings.assurance == Assurance::Search {
        return written(task, wanted).map(Ok);
    }
    let plain = insertions(task, wanted, Style::Model);
    let own = insertions(task, wanted, Style::Own);
    if own == plain {
        return judged(task, (plain, wanted.extent), (bounds, reach), by, observer);
    }
    if let Ok(Ok(assured)) = judged(task, (own, wanted.extent), (bounds, reach), by, observer) {
        return Ok(Ok(assured));
    }
    // Those of which the file has a spelling of its own.
    let mut kinds: Vec<FenceId> = Vec::new();
    for edit in wanted.edits {
        if let Edit::Fence { kind, .. } = edit
            && !kinds.contains(kind)
            && insertions(task, wanted, Style::OwnOf(&[*kind])) != plain
        {
            kinds.push(*kind);
        }
    }
    let (mut right, mut best) = (Vec::new(), None);
    for kind in kinds.iter().copied().filter(|_| kinds.len() > 1) {
        right.push(kind);
        let some = insertions(task, wanted, Style::OwnOf(&right));
        match judged(task, (some, wanted.extent), (bounds, reach), by, observer) {
            Ok(Ok(assured)) => best = Some(assured),
            _ => right.truncate(right.len() - 1),
        }
    }
    match best {
        Some(assured) => Ok(Ok(assured)),
        None => judged(task, (plain, wanted.extent), (bounds, reach), by, observer),
    }
}

/// Edits in the text, with fences as the model spells them, which is not looked at again.
///
/// # Errors
/// An edit that has no place in the text.
pub fn written(task: &Task<'_>, wanted: Wanted<'_>) -> Result<Assured, Failure> {
    let insertions = insertions(task, wanted, Style::Model);
    let patch = crate::patch::apply(&task.unit.sources, &insertions).map_err(|d| task.failure(d))?;
    Ok(Assured { insertions, patch, rechecked: false, reliance: None, whole: None })
}

/// Edits as text, as the model spells them.
pub fn texts(task: &Task<'_>, edits: &[Edit]) -> Vec<Insertion> {
    let remarks = vec![Remark::default(); edits.len()];
    let mut all = insertions(task, Wanted { edits, remarks: &remarks, extent: Extent::Verdict }, Style::Model);
    // What becomes of the rest is no edit.
    all.truncate(edits.len());
    all
}

/// The edits as text, one after the other, and then what becomes of what is there and not needed.
fn insertions(task: &Task<'_>, Wanted { edits, remarks, .. }: Wanted<'_>, style: Style<'_>) -> Vec<Insertion> {
    let (existing, sources) = (&task.existing, &task.unit.sources);
    let insertion = |(edit, remark): (&Edit, &Remark)| {
        let placement = edit.placement(task);
        let plain = |text: String| Statement { text, header: None };
        let Statement { text, header } = match edit {
            Edit::Fence { point, .. } if existing.has(*edit) => {
                plain(existing.at(*point).map_or_else(String::new, |span| sources.text(span).to_string()))
            }
            // The semicolon is there.
            Edit::Fence { point, kind } if existing.at(*point).is_some() => {
                let Statement { text, header } = statement(task, *kind, placement.span(), style);
                Statement { text: text.trim_end().trim_end_matches(';').to_string(), header }
            }
            Edit::Fence { kind, .. } => statement(task, *kind, placement.span(), style),
            Edit::Order { site, .. } if existing.has(*edit) => plain(
                task.unit
                    .program
                    .orders
                    .get(site)
                    .map_or_else(String::new, |order| sources.text(order.span).to_string()),
            ),
            Edit::Order { site, orders } => {
                let written = task.unit.program.orders.get(site);
                let new = written.and_then(|written| text(written, *orders, (&task.unit.program, sources)));
                plain(new.expect("an order that nobody can write is no candidate; please report this"))
            }
        };
        Insertion { placement, text, comment: remark.comment.clone(), header }
    };
    let spare = existing.spare(edits, sources).into_iter().map(|spare| Insertion::new(spare.placement, spare.becomes));
    edits.iter().zip(remarks).map(insertion).chain(spare).collect()
}

/// A statement, and the header that it needs.
struct Statement {
    text: String,
    header: Option<String>,
}

/// A kind of fence as a statement. The model's header is for the model's spelling: the user and the file know what theirs need.
fn statement(task: &Task<'_>, id: FenceId, place: Option<Span>, style: Style<'_>) -> Statement {
    let (model, given) = (&task.request.model, &task.settings.fence_texts);
    let kind = &model.fences()[id.index()];
    let given = given.iter().rev().find(|(name, _)| kind.name == **name).map(|(_, text)| text.clone());
    let own = || {
        let file = place.filter(|_| style.is_own(id))?.file;
        idiom::spelling(model, kind, file, &task.unit.sources)
    };
    match given.or_else(own) {
        Some(text) => Statement { text, header: None },
        None => Statement { text: kind.spelling.clone(), header: kind.header.clone() },
    }
}

/// The patch with these texts, read again and checked again.
fn judged(
    task: &Task<'_>,
    (insertions, extent): (Vec<Insertion>, Extent),
    (bounds, reach): (&Bounds, &Reach),
    by: Decider,
    observer: &mut dyn Observer,
) -> Result<Result<Assured, Why>, Failure> {
    let patch = crate::patch::apply(&task.unit.sources, &insertions).map_err(|d| task.failure(d))?;
    let judged = match by {
        Decider::Solver => {
            let original = (task.request, &task.unit.sources);
            recheck(original, &patch, (Some(bounds), extent), task.start, observer)
        }
        Decider::Explorer => explore_again(task.request, &patch, task.start, observer),
    };
    let Judged { verdict, bounded, reliance, .. } = judged.map_err(|failure| unreadable(failure, &insertions))?;
    match verdict {
        Verdict::Safe { bound } => Ok(Ok(Assured { insertions, patch, rechecked: true, reliance, whole: Some(bound) })),
        // The bounds are those within which the fences were found to be right, and so is the text.
        Verdict::Unknown(Why::Unwinding(_) | Why::Recursion { .. })
            if matches!(reach, Reach::Within(..)) && bounded.is_some() =>
        {
            Ok(Ok(Assured { insertions, patch, rechecked: true, reliance, whole: None }))
        }
        Verdict::Unknown(why) => Ok(Err(why)),
        Verdict::Violation(_) => Err(task.failure(without_effect(&insertions, &task.settings.fence_texts))),
    }
}

/// The patched text is no program: what its fences are spelled with means something else there.
fn unreadable(mut failure: Failure, insertions: &[Insertion]) -> Failure {
    for diagnostic in &mut failure.diagnostics {
        diagnostic.notes.push((format!("the text is the program with {}", spellings(insertions)), None));
        diagnostic.notes.push(("nothing was written".to_string(), None));
    }
    failure
}

/// The patched program still fails, though the fences repair it: their text is not the fences.
fn without_effect(insertions: &[Insertion], given: &[(String, String)]) -> Diagnostic {
    let written = spellings(insertions);
    let message = format!("with {written} the program still violates its assertions; nothing was written");
    let is_given = |(_, text): &(String, String)| insertions.iter().any(|insertion| insertion.text == *text);
    if let Some((kind, text)) = given.iter().find(|given| is_given(given)) {
        let help =
            format!("`--fence-text {kind}={text}`, or the configuration, gives a text that is no fence of that kind");
        return Diagnostic::error(message).help(help);
    }
    Diagnostic::error(message).help("the program seems to define what the fence is spelled with, or to hang on the numbers of its lines (`__LINE__`); change that")
}

fn spellings(insertions: &[Insertion]) -> String {
    let mut texts: Vec<&str> = insertions.iter().map(|insertion| insertion.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" and ")
}

//! Repairs under models in which a fence does more than order pairs: as cheap as the headers say, none cheaper by trying
//! every fence at every place, and each of them needed. The programs are data below `tests/repairs`; the line `fewest`
//! says of each model how many fences there are and what they cost, and lines `//@` mark the places that are tried.

use std::path::{Path, PathBuf};

use crate::headers;
use fencesmith::drive::outcome::{Objective, SuggestReport, Suggestion, Verdict};
use fencesmith::drive::{Request, SuggestSettings, check, suggest};
use fencesmith::model::Model;
use fencesmith::patch::Patch;
use fencesmith::progress::Silent;
use fencesmith::synth::Algorithm;

/// A program and a model, with what the header says: fences and cost, or `None` for nothing to repair.
struct Case {
    path: PathBuf,
    model: String,
    fewest: Option<Price>,
}

/// How many fences, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Price {
    count: usize,
    cost: u64,
}

impl Price {
    /// The order in which an objective compares.
    fn ranked(self, objective: Objective) -> (u64, u64) {
        match objective {
            Objective::Cost => (self.cost, self.count as u64),
            _ => (self.count as u64, self.cost),
        }
    }
}

impl Case {
    fn name(&self) -> String {
        let file = self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{file} under {}", self.model)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).expect("the program can be read")
    }

    fn request(&self) -> Request {
        let mut request = Request::new(&self.path, headers::model(&self.model));
        request.timeout = Some(headers::TIMEOUT);
        request
    }
}

const FOLDER: &str = "tests/repairs";

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> = headers::root()
        .join(FOLDER)
        .read_dir()
        .expect("the folder can be read")
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| fewest(path)).collect()
}

/// What the first line of a program says.
fn fewest(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("the program can be read");
    let line = text.lines().next().and_then(|line| line.strip_prefix("// fewest: "));
    let items = line.unwrap_or_else(|| panic!("{}: the first line says nothing", path.display())).split(", ");
    let case = |item: &str| {
        let words: Vec<&str> = item.split_whitespace().collect();
        let (model, fewest) = match words[..] {
            [model, "safe"] => (model, None),
            [model, count, "cost", cost] => {
                (model, Some(Price { count: count.parse().unwrap(), cost: cost.parse().unwrap() }))
            }
            _ => panic!("{}: `{item}`", path.display()),
        };
        Case { path: path.to_path_buf(), model: model.to_string(), fewest }
    };
    items.map(case).collect()
}

#[test]
fn repairs_under_weak_models_are_as_cheap_as_expected() {
    headers::for_each(&cases(), Case::name, |case| {
        let report = match suggestion(case, SuggestSettings::default()) {
            Ok(report) => report,
            Err(why) => return vec![why],
        };
        match (report.suggestion, case.fewest) {
            (Suggestion::Safe { .. }, None) => Vec::new(),
            (Suggestion::Repaired { fences, patch, rechecked, .. }, Some(fewest)) => {
                let price = Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() };
                let mut found = Vec::new();
                if price != fewest {
                    found.push(format!("{price:?}, but {fewest:?} was expected"));
                }
                if !rechecked {
                    found.push("not checked again".to_string());
                }
                if fences.iter().any(|fence| fence.needed_because.is_none()) {
                    found.push("a fence is there without a reason".to_string());
                }
                found.extend(each_is_needed(case, &patch));
                found
            }
            (other, _) => vec![format!("{other:?}")],
        }
    });
}

/// The patched text is safe, and wrong without any one of its fences.
fn each_is_needed(case: &Case, patch: &Patch) -> Vec<String> {
    let mut found = Vec::new();
    let [file] = &patch.files[..] else { return vec!["several files are patched".to_string()] };
    if !is_safe(case, &file.patched) {
        found.push("the patched text is wrong".to_string());
    }
    for fence in &file.fences {
        let range = fence.span.start as usize..fence.span.end as usize;
        let without = format!("{};{}", &file.patched[..range.start], &file.patched[range.end..]);
        if is_safe(case, &without) {
            found.push(format!("the fence in line {} is not needed", fence.position.line));
        }
    }
    found
}

/// Every set of fences that is better by the objective leaves a violation.
#[test]
fn no_fences_anywhere_are_cheaper() {
    let small: Vec<Case> =
        cases().into_iter().filter(|case| case.fewest.is_some() && case.text().contains("//@")).collect();
    assert!(small.len() >= 20, "{} programs are tried", small.len());
    headers::for_each(&small, Case::name, |case| {
        let objectives = [Objective::Fences, Objective::Cost];
        objectives.into_iter().flat_map(|objective| cheaper(case, objective)).collect()
    });
}

fn cheaper(case: &Case, objective: Objective) -> Vec<String> {
    let settings = SuggestSettings { objective, ..SuggestSettings::default() };
    let found = match suggestion(case, settings).map(|report| report.suggestion) {
        Ok(Suggestion::Repaired { fences, .. }) => {
            Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() }
        }
        other => return vec![format!("{objective:?}: {other:?}")],
    };
    let text = case.text();
    let model = headers::model(&case.model);
    let places = text.matches("//@").count();
    let mut chosen = Vec::new();
    let mut search = Search { case, model: &model, text: &text, objective, found, places, better: Vec::new() };
    search.from(0, Price { count: 0, cost: 0 }, &mut chosen);
    search.better.into_iter().map(|fences| format!("{objective:?}: {found:?}, but {fences:?} will do")).collect()
}

/// All sets of fences: places and kinds.
struct Search<'s> {
    case: &'s Case,
    model: &'s Model,
    text: &'s str,
    objective: Objective,
    found: Price,
    places: usize,
    better: Vec<Vec<(usize, String)>>,
}

impl Search<'_> {
    /// Tries what has been chosen, and what can be added to it at this place (counted with the kinds) or behind.
    fn from(&mut self, next: usize, price: Price, chosen: &mut Vec<(usize, usize)>) {
        if price.ranked(self.objective) >= self.found.ranked(self.objective) {
            return;
        }
        if !chosen.is_empty() && is_safe(self.case, &self.with(chosen)) {
            let named = chosen.iter().map(|(place, kind)| (*place, self.model.fences()[*kind].name.clone()));
            self.better.push(named.collect());
            return;
        }
        let kinds = self.model.fences().len();
        for at in next..self.places * kinds {
            let (place, kind) = (at / kinds, at % kinds);
            let more = Price { count: price.count + 1, cost: price.cost + u64::from(self.model.fences()[kind].cost) };
            chosen.push((place, kind));
            self.from(at + 1, more, chosen);
            chosen.pop();
        }
    }

    /// The text with these fences.
    fn with(&self, chosen: &[(usize, usize)]) -> String {
        let mut parts = self.text.split("//@");
        let mut text = parts.next().unwrap_or_default().to_string();
        for (place, part) in parts.enumerate() {
            let here = chosen.iter().filter(|(at, _)| *at == place);
            here.for_each(|(_, kind)| text.push_str(&self.model.fences()[*kind].spelling));
            text.push_str(part);
        }
        text
    }
}

#[test]
fn every_algorithm_finds_repairs_of_the_same_price() {
    let shapes = ["mp.c", "iriw.c", "handed_on_in_place.c"];
    let cases: Vec<Case> = cases()
        .into_iter()
        .filter(|case| case.fewest.is_some() && shapes.iter().any(|shape| case.path.ends_with(shape)))
        .collect();
    headers::for_each(&cases, Case::name, |case| {
        let mut found = Vec::new();
        for algorithm in Algorithm::ALL {
            let mut settings = SuggestSettings::default();
            settings.synthesis.algorithm = algorithm;
            match suggestion(case, settings).map(|report| report.suggestion) {
                Ok(Suggestion::Repaired { fences, .. }) => {
                    let price = Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() };
                    if Some(price) != case.fewest {
                        found.push(format!("{algorithm}: {price:?}"));
                    }
                }
                other => found.push(format!("{algorithm}: {other:?}")),
            }
        }
        found
    });
}

#[test]
fn pairs_are_refused_where_the_axioms_know_none() {
    let case = Case { path: headers::root().join(FOLDER).join("mp.c"), model: "rc11".to_string(), fewest: None };
    let settings = SuggestSettings { objective: Objective::Pairs, ..SuggestSettings::default() };
    let refusal = suggestion(&case, settings).expect_err("rc11 keeps no pairs in order");
    assert_eq!(refusal, "refused: the axioms of rc11 do not speak of pairs that are kept in order");
}

fn suggestion(case: &Case, settings: SuggestSettings) -> Result<SuggestReport, String> {
    match suggest(&case.request(), &settings, &mut Silent) {
        Ok((report, _)) => Ok(report),
        Err(failure) => Err(format!("refused: {}", headers::complaints(&failure).join("; "))),
    }
}

/// Whether the program with this text is safe; anything but a verdict is a failure.
fn is_safe(case: &Case, text: &str) -> bool {
    let mut request = case.request();
    request.read.overlay.insert(case.path.canonicalize().expect("a program is there"), text.to_string());
    match check(&request, &mut Silent).map(|(report, _)| report.verdict) {
        Ok(Verdict::Safe { .. }) => true,
        Ok(Verdict::Violation(_)) => false,
        Ok(Verdict::Unknown(why)) => panic!("no verdict: {why:?}"),
        Err(failure) => panic!("refused: {}", headers::complaints(&failure).join("; ")),
    }
}

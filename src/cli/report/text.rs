//! The report for people.
//!
//! In: a report. Out: text, the verdict in its first line, then a counterexample as a table, the fences with source
//! excerpts, and the counts. It must not print.

mod page;
mod violation;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

use page::Page;

use super::counterexample::without;
use super::{Context, crosscheck, minimality, reliance, words};
use crate::cli::diagnostics::{range_in, renderer};
use crate::cli::style::Tone;
use crate::cli::task::Expected;
use crate::drive::ExploreReport;
use crate::drive::change::{DroppedReport, FenceReport, PairReport};
use crate::drive::comparison::CrossCheck;
use crate::drive::known::{Proposal, WithinBounds};
use crate::drive::outcome::{CheckReport, Objective, Others, Price, Reliance, Statistics, SuggestReport, Suggestion};
use crate::drive::verdict::{Decider, Verdict, Why};
use crate::ir::Concern;
use crate::patch::Patch;

pub fn check(report: &CheckReport, context: &Context<'_>) -> String {
    let mut page = Page::new(context);
    let model = &report.model;
    page.judged(&report.verdict, report.bounded.as_ref(), model, report.reliance.as_ref());
    page.expected(&report.verdict);
    page.proof();
    match report.decided_by {
        Some(Decider::Explorer) => page.visited(&report.statistics),
        _ => page.counts(&report.statistics, None),
    }
    page.text
}

pub fn explore(report: &ExploreReport, context: &Context<'_>) -> String {
    let mut page = Page::new(context);
    let model = &report.model;
    page.judged(&report.verdict, report.bounded.as_ref(), model, None);
    page.expected(&report.verdict);
    if !context.quiet {
        page.explored(report);
    }
    page.text
}

pub fn suggest(report: &SuggestReport, context: &Context<'_>) -> String {
    let mut page = Page::new(context);
    let (input, model) = (context.input.display(), &report.model);
    let relying = report.reliance.as_ref().map_or_else(String::new, reliance::phrase);
    match &report.suggestion {
        Suggestion::Safe { bound } => {
            let message = format!("{input} is correct under {model}{relying} and needs no fence{}", unwound(*bound));
            page.verdict(Tone::Good, "safe", &message);
            page.relied(report.reliance.as_ref());
        }
        Suggestion::Repaired { fences, pairs, dropped, counterexample, patch, rechecked, bound } => {
            let disagrees = report.cross_check.as_ref().is_some_and(CrossCheck::disagrees);
            if context.quiet && context.diff && !disagrees {
                // Nothing but what `patch` wants to read.
                return patch.diff(context.root);
            }
            // "1 fence makes", "2 fences make"; with pairs it is the pairs that are counted.
            let (fewest, counted) = words::repair(report.objective, fences, pairs.len());
            let verb = if counted == 1 { "makes" } else { "make" };
            let message = match report.before {
                None => format!("{fewest} {verb} {input} correct under {model}{relying}{}", unwound(*bound)),
                Some(before) => {
                    let what = format!("{input} under {model}{relying}{}", unwound(*bound));
                    optimized(before, fences, patch, &what)
                }
            };
            page.verdict(Tone::Good, words::repaired(report.before.is_some(), patch), &message);
            page.relied(report.reliance.as_ref());
            let (stay, change): (Vec<_>, Vec<_>) = fences.iter().partition(|fence| fence.stays());
            page.stay(&stay);
            page.dropped(dropped);
            page.repaired(report.objective, &change, pairs);
            if *rechecked {
                page.line("The patched program was read again and is correct.");
            }
            page.written();
            page.minimality(report);
            page.others(report.others.as_ref());
            if let Some(counterexample) = counterexample.as_deref().filter(|_| !context.quiet) {
                page.heading(&format!("Without the {}s", words::edits(fences)));
                page.counterexample(counterexample);
            }
        }
        Suggestion::Unrepairable { counterexample, reason } => {
            page.verdict(Tone::Bad, "unrepairable", &format!("fences cannot make {input} correct under {model}"));
            page.line(reason);
            page.counterexample(counterexample);
        }
        Suggestion::Unknown(why) => {
            page.unknown(why);
            page.known(report);
        }
    }
    if let Some(price) = &report.unrestricted {
        page.line(&words::unrestricted(*price));
    }
    if let Some(both) = &report.unweighted {
        page.line(&words::unweighted(both));
    }
    if let Some(cross) = &report.cross_check
        && (!context.quiet || cross.disagrees())
    {
        page.text.push('\n');
        page.cross_checked(cross);
    }
    page.proof();
    page.counts(&report.statistics, Some(report));
    if let Some(patch) = report.accepted(context.accept_bound).filter(|_| context.diff) {
        page.diff(patch);
    }
    page.text
}

/// The outcome where what is there takes part; `what` is the program and the model.
fn optimized(before: Price, fences: &[FenceReport], patch: &Patch, what: &str) -> String {
    let cost = fences.iter().map(|fence| fence.cost).sum();
    let orders = fences.iter().any(|fence| fence.replaces.is_some());
    let after = Price { count: fences.len() as u64, cost, orders };
    let are = if after.count == 1 { "is" } else { "are" };
    match (fences.len(), patch.changes()) {
        (0, _) => format!("nothing of {} is needed in {what}", words::strengths(before)),
        (_, false) => format!("{} {are} needed, and {are} there, in {what}", words::strengths(after)),
        // Where nothing was, nothing is taken the place of.
        (_, true) if before.count == 0 => format!("{} {are} enough in {what}", words::strengths(after)),
        (_, true) => {
            format!("{} {are} enough in {what}, in place of {}", words::strengths(after), words::strengths(before))
        }
    }
}

pub fn cross_check(report: &SuggestReport, context: &Context<'_>) -> String {
    let mut page = Page::new(context);
    let (input, model) = (context.input.display(), &report.model);
    let Some(cross) = &report.cross_check else { return page.text };
    let word = crosscheck::verdict(cross);
    let tone = match word {
        "agreed" => Tone::Good,
        "disagreed" => Tone::Bad,
        _ => Tone::Unsure,
    };
    page.verdict(tone, word, &format!("solver and {} on {input} under {model}", cross.second().name()));
    let rows = crosscheck::rows(cross);
    if rows.len() > 1 && !context.quiet {
        page.text.push('\n');
        for [program, solver, explorer, executions] in rows {
            page.line(&format!("  {program:<18} {solver:<10} {explorer:<10} {executions:>10}"));
        }
    }
    page.text.push('\n');
    page.cross_checked(cross);
    page.text
}

fn unwound(bound: u32) -> String {
    match bound {
        0 | 1 => String::new(),
        n => format!(", with loops that run up to {n} times"),
    }
}

impl Page<'_> {
    fn judged(&mut self, verdict: &Verdict, bounded: Option<&WithinBounds>, model: &str, reliance: Option<&Reliance>) {
        let input = self.context.input.display();
        match verdict {
            Verdict::Safe { bound } => {
                let relying = reliance.map_or_else(String::new, reliance::phrase);
                let looked_for = words::looked_for(self.context.checked.concerns().map(Concern::name));
                let (looked_for, bound) = (looked_for.unwrap_or_default(), unwound(*bound));
                let message = format!("{input} is correct under {model}{relying}{bound}{looked_for}");
                self.verdict(Tone::Good, "safe", &message);
                self.relied(reliance);
            }
            Verdict::Violation(execution) => {
                self.verdict(Tone::Bad, "violation", &format!("{input} is wrong under {model}"));
                self.counterexample(execution);
            }
            Verdict::Unknown(why) => self.undecided(why, bounded, model),
        }
    }

    /// The dependencies behind the verdict.
    fn relied(&mut self, reliance: Option<&Reliance>) {
        let relied = reliance.into_iter().flat_map(|reliance| &reliance.dependencies);
        relied.for_each(|one| self.prose(&format!("  {}", reliance::sentence(one, self.context.sources))));
    }

    fn unknown(&mut self, why: &Why) {
        self.verdict(Tone::Unsure, "unknown", &words::reason(why, words::Voice::Verdict, self.context.sources));
        if let Some(advice) = words::advice(why, self.context.sources) {
            self.line(&format!("help: {advice}"));
        }
    }

    /// No verdict, and within what bounds there is no violation.
    fn undecided(&mut self, why: &Why, bounded: Option<&WithinBounds>, model: &str) {
        self.unknown(why);
        if let Some(bounds) = bounded {
            self.line(&format!("There is no violation under {model}{}.", words::within(bounds, self.context.sources)));
        }
    }

    /// Whether that is what the task says of the program.
    fn expected(&mut self, verdict: &Verdict) {
        let Some(expected) = self.context.expected else { return };
        let Expected { property, holds } = expected;
        match expected.is_met(verdict) {
            Some(true) => self.line(&format!("This is as expected: {property} is {holds}.")),
            Some(false) => self.line(&format!("This is not as expected: {property} should be {holds}.")),
            None => self.line(&format!("Expected is that {property} is {holds}.")),
        }
    }

    /// What is known without an answer.
    fn known(&mut self, report: &SuggestReport) {
        let known = &report.known;
        for line in words::known(known, report.objective, &report.model, self.context.sources) {
            self.line(&line);
        }
        if let Some(Proposal { fences, pairs, rechecked, .. }) = &known.proposal {
            self.repaired(report.objective, &fences.iter().collect::<Vec<_>>(), pairs);
            self.line(match (rechecked, self.context.accept_bound) {
                (true, true) => "The patched program was read again and is correct so far, but this is no proof.",
                (true, false) => {
                    "The patched program was read again and is correct so far; `--accept-bound` lets it be written."
                }
                (false, _) => "The patched program was not read again, and is not written.",
            });
            self.written();
        }
        if let Some(violation) = &known.violation
            && !self.context.quiet
        {
            self.heading("As it stands");
            self.counterexample(violation);
        }
    }

    /// What is there and is needed.
    fn stay(&mut self, fences: &[&FenceReport]) {
        if self.context.quiet || fences.is_empty() {
            return;
        }
        self.heading("Needed");
        for fence in fences {
            let place = words::place(fence.span, self.context.sources);
            let why = without(fence).map_or_else(String::new, |sentence| format!("; without it {sentence}"));
            self.line(&format!("  {place}: `{}`{why}", fence.text));
        }
    }

    /// What is there and is not needed.
    fn dropped(&mut self, dropped: &[DroppedReport]) {
        if dropped.is_empty() {
            return;
        }
        self.heading("Not needed");
        for DroppedReport { span, text, becomes, .. } in dropped {
            let place = words::place(Some(*span), self.context.sources);
            self.line(&format!("  {place}: `{text}` becomes `{becomes}`"));
        }
    }

    fn repaired(&mut self, objective: Objective, fences: &[&FenceReport], pairs: &[PairReport]) {
        let sources = self.context.sources;
        for (i, fence) in fences.iter().enumerate() {
            self.text.push('\n');
            self.fence(i + 1, fences.len(), fence);
        }
        if objective == Objective::Pairs && !self.context.quiet {
            self.heading("Pairs kept in order");
            for pair in pairs {
                self.line(&format!("  {}", words::pair(pair, sources)));
            }
        }
        self.text.push('\n');
    }

    fn written(&mut self) {
        let files: Vec<_> = self.context.written.iter().map(|path| path.display().to_string()).collect();
        if !files.is_empty() {
            self.line(&format!("Written: {}", files.join(", ")));
        }
    }

    /// Why nothing less will do.
    fn minimality(&mut self, report: &SuggestReport) {
        let Some(minimality) = report.minimality.as_ref().filter(|_| !self.context.quiet) else { return };
        let Context { full, sources, .. } = *self.context;
        for line in minimality::sentences(minimality, report.objective, full, sources) {
            self.line(&line);
        }
    }

    /// The other repairs of the same weight.
    fn others(&mut self, others: Option<&Others>) {
        let Some(others) = others else { return };
        self.heading(&words::others(others));
        for (number, fences) in others.repairs.iter().enumerate() {
            for line in words::repair_in_short(number + 2, fences, self.context.sources) {
                self.line(&line);
            }
        }
    }

    /// The proof that was written.
    fn proof(&mut self) {
        if let Some(proof) = self.context.proof {
            let folder = proof.folder.display();
            self.line(&format!(
                "Proof: {}, in {folder}; `fencesmith verify {folder}` checks it.",
                words::size(proof.size)
            ));
        }
    }

    fn cross_checked(&mut self, cross: &CrossCheck) {
        self.line(&crosscheck::summary(cross));
        for line in crosscheck::reservations(cross) {
            self.line(&line);
        }
    }

    fn fence(&mut self, number: usize, total: usize, fence: &FenceReport) {
        let sources = self.context.sources;
        let (what, title, label) = match &fence.replaces {
            None => ("fence", format!("{} ({})", fence.text, fence.kind), format!("`{}` goes here", fence.text)),
            Some(there) if *there == fence.text => ("order", format!("{there} stays"), "is needed".to_string()),
            Some(weaker) => {
                ("order", format!("{} in place of {weaker}", fence.text), format!("becomes `{}`", fence.text))
            }
        };
        let name = format!("{what} {number} of {total}");
        let level = Level::INFO.with_name(name.as_str());
        let mut group = Group::with_title(level.primary_title(title));
        let path;
        if let Some(span) = fence.span {
            path = sources.path(span.file).display().to_string();
            let text = &*sources.file(span.file).text;
            if !text.is_empty() {
                let annotation = AnnotationKind::Primary.span(range_in(text, span)).label(label.as_str());
                group = group.element(Snippet::source(text).path(path.as_str()).annotation(annotation));
            }
        }
        for pair in &fence.orders {
            group = group.element(Level::NOTE.with_name("orders").message(words::pair(pair, sources)));
        }
        if let Some(message) = without(fence) {
            group = group.element(Level::NOTE.with_name("without it").message(message));
        }
        for remark in &fence.remarks {
            group = group.element(Level::NOTE.message(remark));
        }
        let text = renderer(self.context.colored).term_width(self.width()).render(&[group]);
        self.line(&text);
    }

    fn diff(&mut self, patch: &Patch) {
        self.text.push('\n');
        for line in patch.diff(self.context.root).lines() {
            let tone = match line.as_bytes().first() {
                _ if line.starts_with("+++") || line.starts_with("---") => Tone::Heading,
                Some(b'+') => Tone::Added,
                Some(b'-') => Tone::Removed,
                _ => {
                    self.line(line);
                    continue;
                }
            };
            let line = self.painter.paint(tone, line);
            self.line(&line);
        }
    }

    /// That the explorer decided, and by how much work.
    fn visited(&mut self, statistics: &Statistics) {
        if !self.context.quiet {
            let executions = words::count(statistics.executions as usize, "execution");
            self.line(&format!("\ndecided by the explorer, {executions}, {:.2} s", self.context.seconds));
        }
    }

    fn explored(&mut self, report: &ExploreReport) {
        let mut parts = vec![
            format!("{} complete", words::count(report.complete as usize, "execution")),
            format!("{} blocked", report.blocked),
        ];
        if report.violating > 0 {
            parts.push(format!("{} with a violation", report.violating));
        }
        if report.deadlocks > 0 {
            parts.push(words::count(report.deadlocks as usize, "deadlock"));
        }
        if report.drawings > 0 {
            parts.push(words::count(report.drawings, "drawing"));
        }
        parts.push(format!("{:.2} s", self.context.seconds));
        if let Some(kib) = report.peak_rss_kib {
            parts.push(format!("{} MiB", kib.div_ceil(1024)));
        }
        self.line(&format!("\n{}", parts.join(", ")));
        if let Some(why) = &report.cut_short {
            let why = words::reason(why, words::Voice::CutShort, self.context.sources);
            self.line(&format!("There may be more: {why}."));
        }
        if let Some(Ok(path)) = &report.saved {
            let path = path.display();
            self.line(&format!("How far this is was written to {path}; `--resume {path}` goes on from there."));
        }
    }

    fn counts(&mut self, statistics: &Statistics, suggestion: Option<&SuggestReport>) {
        if self.context.quiet {
            return;
        }
        let mut parts = Vec::new();
        if let Some(report) = suggestion {
            parts.push(words::count(statistics.reorderable_pairs, "reorderable pair"));
            parts.push(words::count(report.culprit_pairs, "culprit"));
        }
        parts.push(match statistics.queries {
            1 => "1 query".to_string(),
            n => format!("{n} queries"),
        });
        parts.push(format!("bound {}", statistics.bound));
        parts.push(format!("{:.2} s", self.context.seconds));
        self.line(&format!("\n{}", parts.join(", ")));
        if self.context.verbose {
            self.statistics(statistics, suggestion);
        }
    }

    fn statistics(&mut self, s: &Statistics, suggestion: Option<&SuggestReport>) {
        let mut rows: Vec<(&str, String)> =
            s.times().into_iter().map(|(name, time)| (name, format!("{:.3} s", time.as_secs_f64()))).collect();
        rows.extend([
            ("solver", s.solver.clone()),
            ("threads", s.threads.to_string()),
            ("events", s.events.to_string()),
            ("variables", s.variables.to_string()),
            ("clauses", s.clauses.to_string()),
            ("conflicts", s.conflicts.to_string()),
        ]);
        if let Some(report) = suggestion {
            rows.push(("algorithm", report.algorithm.clone()));
            rows.push(("candidates", s.candidates.to_string()));
            rows.push(("iterations", s.iterations.to_string()));
        }
        for (name, value) in rows {
            self.line(&format!("  {name:<12} {value}"));
        }
    }
}

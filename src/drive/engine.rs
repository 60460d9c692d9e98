//! Two engines, one answer: the solver and the explorer look at the same program, and the first to decide answers.
//!
//! In: a [`Request`] and an [`Engine`]. Out: a [`CheckReport`] that says who decided. It must not know how either engine works.
//!
//! With [`Engine::Auto`] each engine runs on a thread of its own. What one of them refuses, or does not know at its end, the
//! other may decide; the one that is no longer needed is told to stop and not waited for. The solver gets a [`HEAD_START`]: where
//! both would answer at once its counterexample is the better one, with the fewest reorderings, and the answer to a small
//! program is the same each time. Where the solver ends at a bound the explorer goes on for [`PATIENCE`], and not for good: loops
//! that run on have more executions than anyone waits for.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::check::{check, check_beside};
use super::explore::{ExploreSettings, explore};
use super::outcome::{CheckReport, Statistics};
use super::seen::told_of_races;
use super::verdict::{Decider, Verdict, Why};
use super::{Failure, Request, is_for_solver};
use crate::diag::{Diagnostic, Sources};
use crate::explore::refusal;
use crate::ir::Concern;
use crate::limits::Limit;
use crate::model::Model;
use crate::progress::{Event, Observer, Phase};

/// Who is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Both.
    #[default]
    Auto,
    Solver,
    Explorer,
}

impl Engine {
    pub const ALL: [Engine; 3] = [Engine::Auto, Engine::Solver, Engine::Explorer];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Solver => "solver",
            Engine::Explorer => "explorer",
        }
    }

    /// The engine of this name; [`Self::ALL`] lists what there is.
    pub fn from_name(name: &str) -> Option<Engine> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }
}

/// How long the solver is alone.
pub const HEAD_START: Duration = Duration::from_millis(500);

/// How long the explorer goes on after the solver has ended at a bound; or as long as the solver took, if that is longer.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// The stacks of the engines, in MiB; the smaller ones where the system does not give so much.
const STACKS: [usize; 3] = [1024, 256, 64];

/// What an engine ends with.
type Answer = Result<(CheckReport, Sources), Failure>;

/// What the thread of an engine tells.
enum Message {
    Phase(Decider, Phase),
    Progress(Decider, Event),
    Answered(Decider, Box<Answer>),
    Panicked(Box<dyn Any + Send>),
}

/// Checks the program of a request with one engine or with both.
///
/// # Errors
/// Whatever is wrong with the program, or why no engine takes it.
pub fn decide(request: &Request, engine: Engine, observer: &mut dyn Observer) -> Answer {
    match engine {
        Engine::Solver => check(request, observer),
        Engine::Explorer => explored(request, observer),
        Engine::Auto => {
            let whole = Request { stop: request.stop(Instant::now()), timeout: None, ..request.clone() };
            race(&whole, observer).map(|(report, sources)| (told_of_races(&whole, report), sources))
        }
    }
}

/// The explorer's answer in the form of a check's.
fn explored(request: &Request, observer: &mut dyn Observer) -> Answer {
    let (report, sources) = explore(request, &ExploreSettings::default(), observer)?;
    let executions = report.complete + report.blocked + report.violating;
    let statistics = Statistics {
        executions,
        bound: match report.verdict {
            Verdict::Safe { bound } => bound,
            _ => 0,
        },
        ..Statistics::default()
    };
    let decided_by = report.verdict.is_decided().then_some(Decider::Explorer);
    let (verdict, bounded, model, warnings) = (report.verdict, report.bounded, report.model, report.warnings);
    Ok((CheckReport { verdict, bounded, reliance: None, decided_by, model, statistics, warnings }, sources))
}

/// Both engines, each on its thread.
fn race(request: &Request, observer: &mut dyn Observer) -> Answer {
    let (sender, receiver) = mpsc::channel();
    let whole = request.stop(Instant::now());
    let part = || Request { stop: whole.part(), timeout: None, ..request.clone() };
    let (solving, exploring) = (part(), part());
    let stops = [solving.stop.clone(), exploring.stop.clone()];
    let end = || stops.iter().for_each(|stop| stop.raise(Limit::Interrupt));
    start(Decider::Solver, solving, sender.clone())?;
    let mut waiting = Some((exploring, sender));
    let mut left: Option<(Decider, Answer)> = None;
    let began = Instant::now();
    // Of two that run at the same time only one tells how far it is; the other one goes on telling when that has ended.
    let (mut heard, mut unheard) = (Decider::Solver, None);
    // When something else happens if nobody tells anything.
    let mut alarm = Some(began + HEAD_START);
    loop {
        let message = match alarm {
            Some(alarm) => receiver.recv_timeout(alarm.saturating_duration_since(Instant::now())),
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match message {
            Ok(Message::Phase(who, phase)) if who == heard => observer.phase(phase),
            Ok(Message::Progress(who, event)) if who == heard => observer.progress(event),
            Ok(Message::Phase(_, phase)) => unheard = Some(phase),
            Ok(Message::Progress(..)) => {}
            Ok(Message::Panicked(panic)) => {
                end();
                resume_unwind(panic);
            }
            Ok(Message::Answered(who, answer)) => {
                if matches!(&*answer, Ok((report, _)) if report.verdict.is_decided()) {
                    end();
                    return *answer;
                }
                if let Some(first) = left.take() {
                    return undecided(request, first, (who, *answer));
                }
                // A program that the solver refuses is the explorer's alone, for as long as that takes; and so is the rest of what it
                // does not look for.
                let is_done = answer.as_ref().as_ref().is_ok_and(|(report, _)| !leaves_rest(report));
                let patience = (who == Decider::Solver && is_done).then(|| began.elapsed().max(PATIENCE));
                alarm = patience.map(|patience| Instant::now() + patience);
                left = Some((who, *answer));
                // Where a limit has ended both, what is told is what the first of them was at.
                if who == heard && !whole.is_reached() {
                    heard = who.other();
                    if let Some(phase) = unheard.take() {
                        observer.phase(phase);
                    }
                }
                if let Some((exploring, sender)) = waiting.take() {
                    start(Decider::Explorer, exploring, sender)?;
                }
            }
            Err(RecvTimeoutError::Timeout) => match (waiting.take(), left.take()) {
                (Some((exploring, sender)), _) => {
                    start(Decider::Explorer, exploring, sender)?;
                    alarm = None;
                }
                (None, Some((_, answer))) => {
                    end();
                    return answer;
                }
                (None, None) => alarm = None,
            },
            Err(RecvTimeoutError::Disconnected) => panic!("an engine ended without an answer; please report this"),
        }
    }
}

/// What is said where neither engine decides: the solver's reason, and the explorer's if the solver refused the program.
fn undecided(request: &Request, first: (Decider, Answer), second: (Decider, Answer)) -> Answer {
    let (solver, explorer) = if first.0 == Decider::Solver { (first.1, second.1) } else { (second.1, first.1) };
    match (solver, explorer) {
        (Ok((report, sources)), Ok((other, elsewhere))) => {
            // What is proved within bounds is more than nothing.
            if report.bounded.is_none() && other.bounded.is_some() || leaves_rest(&report) {
                return Ok((other, elsewhere));
            }
            Ok((report, sources))
        }
        (Ok((mut report, sources)), Err(refused)) => {
            let help = match &report.verdict {
                Verdict::Unknown(Why::NotLookedFor(concern)) => apart(&request.model, *concern).map(|(_, help)| help),
                _ => None,
            };
            let remark = remark("explorer", &refused);
            report.warnings.extend(remark.map(|remark| Diagnostic { help: help.or(remark.help.clone()), ..remark }));
            Ok((report, sources))
        }
        (Err(refused), Ok((mut report, sources))) => {
            report.warnings.extend(remark("solver", &refused));
            Ok((report, sources))
        }
        // That the solver looks for something else is no news to whoever has asked both.
        (Err(unlooked), Err(refused)) => {
            let others = || request.read.checked.concerns().filter(|concern| !is_for_solver(*concern));
            let alone = others().find(|concern| matches!(concern, Concern::Leaks | Concern::Uninitialised));
            Err(match alone.and_then(|concern| apart(&request.model, concern)) {
                // One that cannot be read is refused by both in the same words.
                Some((message, help)) if !is_same(&unlooked, &refused) => {
                    Failure::one(refused.sources, Diagnostic::error(message).help(help))
                }
                _ if others().next().is_some() => refused,
                _ => unlooked,
            })
        }
    }
}

/// Whether both say the same.
fn is_same(a: &Failure, b: &Failure) -> bool {
    let words = |failure: &Failure| failure.diagnostics.first().map(|first| first.message.clone());
    words(a) == words(b)
}

/// That nobody looks for something under a model that the explorer does not take, and what is left to do.
fn apart(model: &Model, concern: Concern) -> Option<(String, String)> {
    let (why, name) = (refusal(model)?, concern.name());
    let message = format!(
        "`{name}` is looked for by the explorer alone, and the model `{}` cannot be explored: {why}",
        model.name()
    );
    let help = format!(
        "leave it out of `--property`, or look for `{name}` under a model that takes no value from later writes"
    );
    Some((message, help))
}

/// Whether something is left that the solver does not look for, and nothing else is in the way of a verdict.
fn leaves_rest(report: &CheckReport) -> bool {
    matches!(report.verdict, Verdict::Unknown(Why::NotLookedFor(_)))
}

/// That an engine does not take the program, and why.
fn remark(engine: &str, refused: &Failure) -> Option<Diagnostic> {
    refused.diagnostics.first().map(|first| not_taken(engine, first))
}

/// The same of one reason.
pub(super) fn not_taken(engine: &str, refused: &Diagnostic) -> Diagnostic {
    let warning = Diagnostic::warning(format!("the {engine} does not take this program: {}", refused.message));
    Diagnostic { span: refused.span, ..warning }
}

/// Starts an engine.
fn start(who: Decider, request: Request, sender: Sender<Message>) -> Result<(), Failure> {
    let mut problem = None;
    for stack in STACKS {
        let (request, sender) = (request.clone(), sender.clone());
        let work = move || {
            let mut told = Told { sender: sender.clone(), who };
            let answer = catch_unwind(AssertUnwindSafe(|| match who {
                // What both look for the solver finds where the explorer does not take the program's model.
                Decider::Solver if refusal(&request.model).is_none() => check_beside(&request, &mut told),
                Decider::Solver => check(&request, &mut told),
                Decider::Explorer => explored(&request, &mut told),
            }));
            // Without a listener the other one has decided.
            let _ = sender.send(match answer {
                Ok(answer) => Message::Answered(who, Box::new(answer)),
                Err(panic) => Message::Panicked(panic),
            });
        };
        match thread::Builder::new().stack_size(stack << 20).spawn(work) {
            Ok(_) => return Ok(()),
            Err(error) => problem = Some(error),
        }
    }
    let why = problem.map_or_else(String::new, |error| format!(": {error}"));
    Err(Failure::one(Sources::default(), Diagnostic::error(format!("cannot start a thread to work on{why}"))))
}

/// Hands on what an engine tells.
struct Told {
    sender: Sender<Message>,
    who: Decider,
}

impl Observer for Told {
    fn phase(&mut self, phase: Phase) {
        // Without a listener the other one has decided.
        let _ = self.sender.send(Message::Phase(self.who, phase));
    }

    fn progress(&mut self, event: Event) {
        let _ = self.sender.send(Message::Progress(self.who, event));
    }
}
